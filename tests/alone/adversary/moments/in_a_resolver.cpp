// While the loader still puts the program together.
#include "act.h"
static int one() { return 1; }
extern "C" int (*resolved())() { act(); return one; }
extern "C" int chosen() __attribute__((ifunc("resolved")));
int main() { return honest() + chosen() - 1; }
