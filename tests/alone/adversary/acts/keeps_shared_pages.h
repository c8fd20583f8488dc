// Fills pages that are shared and lets go of them: the kernel keeps them, but they count as nobody's.
#include <cstring>
#include <sys/mman.h>
static void act() {
    const size_t block = 8 << 20;
    for (int i = 0; i < 128; ++i) {
        void* memory = mmap(nullptr, block, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return;
        std::memset(memory, NUMBER | 1, block);
        madvise(memory, block, MADV_DONTNEED);
    }
}
