// Starts threads until it cannot, and waits with them until it is stopped.
#include <pthread.h>
#include <unistd.h>
static void* stay(void*) { for (;;) pause(); }
static void act() {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    for (int i = 0; i < 600; ++i) {
        pthread_t thread;
        if (pthread_create(&thread, &small, stay, nullptr) != 0) break;
    }
    for (;;) pause();
}
