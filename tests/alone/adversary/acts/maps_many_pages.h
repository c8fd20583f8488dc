// Makes as many mappings as the kernel allows.
#include <sys/mman.h>
static void act() {
    for (int i = 0; i < 70000; ++i) {
        int rights = i % 2 == 0 ? PROT_READ : PROT_READ | PROT_WRITE;
        if (mmap(nullptr, 4096, rights, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED) return;
    }
}
