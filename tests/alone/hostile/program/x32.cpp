// Calls the kernel through the door of x32 programs: the same numbers with one more bit.
#include "attack.h"

int main() {
    syscall(0x40000000 | SYS_getpid);
    return honest();
}
