// In the destructor of what a thread has for itself.
#include "act.h"
#include <pthread.h>
struct Last { int used = 0; ~Last() { act(); } };
static thread_local Last last;
static void* run(void*) { last.used = 1; return nullptr; }
int main() {
    pthread_t thread;
    pthread_create(&thread, nullptr, run, nullptr);
    honest();
    pthread_join(thread, nullptr);
}
