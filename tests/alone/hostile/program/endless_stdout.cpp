// Prints without end.
#include "attack.h"

int main() { for (;;) std::puts("and so on"); }
