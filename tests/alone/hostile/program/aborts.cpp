// Aborts after the right output.
#include "attack.h"

int main() { honest(); std::abort(); }
