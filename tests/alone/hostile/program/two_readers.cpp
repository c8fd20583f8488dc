// Reads from two threads at once, and ends while one of them waits.
#include "attack.h"
#include <pthread.h>

static void* reads(void*) {
    char text[64];
    for (int i = 0; i < 100; ++i) (void)!read(0, text, sizeof text);
    return nullptr;
}

int main() {
    pthread_t thread;
    pthread_create(&thread, nullptr, reads, nullptr);
    reads(nullptr);
}
