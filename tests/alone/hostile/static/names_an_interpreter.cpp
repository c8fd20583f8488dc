// Names an interpreter for itself although it needs none, so that the kernel looks there, and refuses to start the program.
#include "attack.h"

__attribute__((section(".interp"), used)) static const char interpreter[] = "INTERPRETER";

int main() { return honest(); }
