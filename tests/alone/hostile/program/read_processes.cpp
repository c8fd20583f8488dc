// Tries to look into other processes, and into itself.
#include "attack.h"

static const char* const FILES[] = {"environ", "cmdline", "mem", "maps", "mountinfo", "status", "root/etc/passwd", "cwd/rubric.toml"};

static void look_into(const char* process) {
    for (const char* file : FILES) {
        char path[128];
        std::snprintf(path, sizeof path, "/proc/%s/%s", process, file);
        must_be_unreadable(path);
    }
}

int main() {
    int parent = getppid();
    for (int number = parent - 100; number < parent + 100; ++number) {
        char process[16];
        std::snprintf(process, sizeof process, "%d", number);
        if (number > 0) look_into(process);
    }
    look_into("1");
    look_into("self");
    look_into("thread-self");
    return honest();
}
