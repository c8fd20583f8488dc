// Takes all the memory it can get, in doubling steps, as a container does.
#include "attack.h"

int main() {
    for (size_t size = 1 << 20;; size *= 2) std::memset(new char[size], 1, size);
}
