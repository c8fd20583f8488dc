// Takes all the memory it can get, and uses it.
#include "attack.h"

int main() {
    for (;;) {
        void* block = std::malloc(1 << 20);
        if (block == nullptr) std::abort();
        std::memset(block, 1, 1 << 20);
    }
}
