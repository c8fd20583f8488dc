// Puts what a terminal obeys into warnings, by number.
#include "attack.h"
#pragma message "\033[2J\033]0;title\007"
#pragma GCC warning "\033[31m \x1b[2J"
int main() { return honest(); }
