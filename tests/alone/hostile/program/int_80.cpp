// Calls the kernel through the door of 32-bit programs, where calls have other numbers.
#include "attack.h"

int main() {
    long result = 20;
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
    return honest();
}
