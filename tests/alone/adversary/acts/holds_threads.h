// Starts threads until it cannot, and keeps them; some wait with them until they are stopped.
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
    if (NUMBER % 2 == 0) for (;;) pause();
}
