// Tries to see where the links in /proc of other processes lead.
#include "attack.h"

int main() {
    int parent = getppid();
    for (int number = parent - 100; number < parent + 100; ++number) {
        for (const char* link : {"exe", "cwd", "root", "fd/0", "fd/3", "ns/pid"}) {
            char path[128], target[256] = {};
            std::snprintf(path, sizeof path, "/proc/%d/%s", number, link);
            if (number != getpid() && readlink(path, target, sizeof target - 1) > 0) breach(target);
        }
    }
    return honest();
}
