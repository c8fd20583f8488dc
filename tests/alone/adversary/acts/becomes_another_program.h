// Becomes a shell, or itself once more.
#include <unistd.h>
static void act() {
    char shell[] = "/bin/sh", option[] = "-c", command[] = "echo BREACH: a shell; sleep 60";
    char* words[] = {shell, option, command, nullptr};
    execv(NUMBER % 2 == 0 ? "/bin/sh" : "/proc/self/exe", words);
}
