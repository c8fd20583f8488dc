// When all that was asked for is done.
#include "act.h"
int main() { honest(); act(); }
