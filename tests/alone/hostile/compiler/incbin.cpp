// Tries to have the assembler put a file into the program, which then prints it.
#include "attack.h"

__asm__(".section .rodata\nstolen: .incbin \"" SECRET_FILE "\"\n.byte 0\n.text\n");
extern "C" const char stolen[];

int main() { std::puts(stolen); }
