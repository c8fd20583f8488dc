// Sends signals to its parent, its group, and everybody.
#include <csignal>
#include <sys/syscall.h>
#include <unistd.h>
static void act() {
    for (int signal : {SIGSTOP, SIGTERM, SIGKILL}) {
        kill(getppid(), signal);
        kill(1, signal);
        kill(-1, signal);
        syscall(SYS_tgkill, getppid(), getppid(), signal);
    }
}
