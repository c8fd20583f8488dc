// Tries to take processor time and files away from its parent, and to lift its own limits.
#include "attack.h"
#include <sys/resource.h>

int main() {
    rlimit little = {1, 1}, much = {RLIM_INFINITY, RLIM_INFINITY};
    for (int resource : {RLIMIT_CPU, RLIMIT_NOFILE, RLIMIT_AS}) {
        must_fail("prlimit", prlimit(getppid(), (__rlimit_resource)resource, &little, nullptr));
        must_fail("setrlimit", prlimit(0, (__rlimit_resource)resource, &much, nullptr));
    }
    must_fail("setpriority", setpriority(PRIO_PROCESS, getppid(), 19));
    return honest();
}
