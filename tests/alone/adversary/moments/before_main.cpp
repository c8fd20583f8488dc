// In the constructor of an object outside functions.
#include "act.h"
static struct Early { Early() { act(); } } early;
int main() { return honest(); }
