// Takes all its limits away from itself, and tries the same with its parent.
#include <sys/resource.h>
#include <unistd.h>
static void act() {
    rlimit none = {0, 0};
    for (int kind = 0; kind < 16; ++kind) {
        prlimit(getppid(), static_cast<__rlimit_resource>(kind), &none, nullptr);
        prlimit(1, static_cast<__rlimit_resource>(kind), &none, nullptr);
    }
    setrlimit(static_cast<__rlimit_resource>(NUMBER % 16), &none);
}
