// In a thread that nobody waits for.
#include "act.h"
#include <pthread.h>
static void* run(void*) { act(); return nullptr; }
int main() {
    pthread_t thread;
    pthread_create(&thread, nullptr, run, nullptr);
    return honest();
}
