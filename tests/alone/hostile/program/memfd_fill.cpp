// Tries to put sixty-four mebibytes into a file in memory, which no address space limit counts.
#include "attack.h"

int main() {
    static char block[1 << 20];
    int file = syscall(SYS_memfd_create, "fill", 0);
    must_fail("memfd_create", file);
    must_fail("memfd_secret", syscall(447, 0));
    for (int i = 0; i < 64 && file >= 0; ++i) must_fail("write", write(file, block, sizeof block));
    return honest();
}
