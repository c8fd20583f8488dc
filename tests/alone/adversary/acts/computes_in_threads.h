// Computes in several threads without an end.
#include <pthread.h>
static void* compute(void*) { for (volatile unsigned i = 0;; i = i + 1) {} }
static void act() {
    for (int i = 0; i < 16; ++i) {
        pthread_t thread;
        if (pthread_create(&thread, nullptr, compute, nullptr) != 0) return;
    }
}
