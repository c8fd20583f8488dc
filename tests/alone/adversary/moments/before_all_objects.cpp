// Before any other code of the program, where the loader calls it.
#include "act.h"
__attribute__((constructor(101))) static void early() { act(); }
int main() { return honest(); }
