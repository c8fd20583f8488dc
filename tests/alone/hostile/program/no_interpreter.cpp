// Spoils the name of its loader, so that the kernel refuses to start the program.
#include "attack.h"

extern const char spoils_the_name[] __attribute__((section(".interp"), used)) = {'/', 'x'};

int main() { return honest(); }
