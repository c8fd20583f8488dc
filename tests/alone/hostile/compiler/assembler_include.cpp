// Tries to have the assembler read a file, and show it in its error messages.
#include "places.h"
__asm__(".include \"" SECRET_FILE "\"");
__asm__(".include \"" SIBLING "\"");
__asm__(".include \"/etc/passwd\"");
int main() {}
