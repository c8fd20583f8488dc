// Starts three hundred threads that need hardly any memory, and ends without waiting for them.
#include "attack.h"
#include <pthread.h>

static void* stay(void*) { for (;;) pause(); }

int main() {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 16384);
    for (int i = 0; i < 300; ++i) {
        pthread_t thread;
        if (pthread_create(&thread, &attributes, stay, nullptr) != 0) break;
    }
    return honest();
}
