// Makes processes, in every way that there is.
#include <sched.h>
#include <spawn.h>
#include <unistd.h>
extern char** environ;
static int stay(void*) { for (;;) pause(); }
static void act() {
    static char stack[1 << 16];
    char name[] = "sleep", time[] = "60";
    char* words[] = {name, time, nullptr};
    pid_t child;
    for (int i = 0; i < 50; ++i) {
        if (fork() == 0) for (;;) pause();
        if (posix_spawn(&child, "/bin/sleep", nullptr, nullptr, words, environ) == 0) breach("a process");
        if (clone(stay, stack + sizeof stack, 0, nullptr) >= 0) breach("a process");
    }
}
