// Reads its input through /dev/stdin, which is odd but right.
#include "attack.h"

int main() {
    if (std::freopen("/dev/stdin", "r", stdin) == nullptr) breach("/dev/stdin cannot be opened");
    return honest();
}
