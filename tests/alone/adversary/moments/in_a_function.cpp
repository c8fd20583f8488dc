// In the function that testing code calls.
#define ACTS_IN_A_FUNCTION
#include "act.h"
int add(int first, int second) { act(); return first + second; }
int main() { return honest(); }
