// Writes where nothing is its own.
#include <cstdlib>
static void act() {
    volatile char* heap = static_cast<char*>(std::malloc(16));
    switch (NUMBER % 4) {
        case 0: for (int i = 0; i < 4096; ++i) heap[i] = static_cast<char>(i); break;
        case 1: std::free(const_cast<char*>(heap)); std::free(const_cast<char*>(heap)); break;
        case 2: *reinterpret_cast<volatile int*>(NUMBER % 4096) = 1; break;
        default: for (int i = 0; i < 64; ++i) (&heap)[i] = nullptr;
    }
}
