// In a thread, while the rest of the program waits for it.
#include "act.h"
#include <pthread.h>
static void* run(void*) { act(); return nullptr; }
int main() {
    pthread_t thread;
    pthread_create(&thread, nullptr, run, nullptr);
    pthread_join(thread, nullptr);
    return honest();
}
