// Ends the process in one of the ways that there are.
#include <cstdlib>
#include <exception>
#include <pthread.h>
#include <unistd.h>
static void act() {
    switch (NUMBER % 6) {
        case 0: _exit(static_cast<int>(NUMBER % 256));
        case 1: std::exit(static_cast<int>(NUMBER % 256));
        case 2: std::quick_exit(3);
        case 3: std::abort();
        case 4: std::terminate();
        default: pthread_exit(nullptr);
    }
}
