// Tries to get more than it may have.
#include <sched.h>
#include <sys/resource.h>
static void act() {
    rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    for (int kind = 0; kind < 16; ++kind) setrlimit(static_cast<__rlimit_resource>(kind), &all);
    sched_param first = {99};
    sched_setscheduler(0, SCHED_FIFO, &first);
    setpriority(PRIO_PROCESS, 0, -20);
}
