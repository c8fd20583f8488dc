// Looks for descriptors that somebody forgot to close.
#include "attack.h"

int main() {
    for (int number = 3; number < 1024; ++number) must_fail("open descriptor", fcntl(number, F_GETFD));
    return honest();
}
