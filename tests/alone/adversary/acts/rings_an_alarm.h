// Is interrupted by timers all the time.
#include <csignal>
#include <ctime>
#include <sys/time.h>
static void ignore(int) {}
static void act() {
    signal(SIGALRM, ignore);
    itimerval often = {{0, 100}, {0, 100}};
    setitimer(ITIMER_REAL, &often, nullptr);
    for (int i = 0; i < 2000; ++i) {
        timer_t timer;
        if (timer_create(CLOCK_MONOTONIC, nullptr, &timer) != 0) return;
    }
}
