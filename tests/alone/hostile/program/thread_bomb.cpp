// Starts threads until it cannot, and ends without waiting for them.
#include "attack.h"
#include <pthread.h>

static void* stay(void*) { for (;;) pause(); }

int main() {
    for (int i = 0; i < 200; ++i) {
        pthread_t thread;
        if (pthread_create(&thread, nullptr, stay, nullptr) != 0) break;
    }
    return honest();
}
