// Takes memory block by block and writes on it, until there is none.
#include <cstdlib>
#include <cstring>
static void act() {
    for (int block = 0; block < 1024; ++block) {
        void* memory = std::malloc(1 << 20);
        if (memory == nullptr) return;
        std::memset(memory, NUMBER, 1 << 20);
    }
}
