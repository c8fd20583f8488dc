// Calls itself without end.
#include "attack.h"

static int deep(volatile int level) { return level ? deep(level + 1) + level : 0; }

int main() { honest(); return deep(1); }
