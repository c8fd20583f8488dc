// Tries every call that makes a process, with the flags of a detached sibling too.
#include "attack.h"
#include <sched.h>

static void made(const char* how, long child) {
    if (child == 0) { usleep(100000); _exit(0); }
    must_fail(how, child);
}

int main() {
    made("fork", syscall(SYS_fork));
    made("clone", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
    made("clone of a sibling", syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0));
    made("clone in a namespace", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
    unsigned long long arguments[11] = {0, 0, 0, 0, SIGCHLD};
    made("clone3", syscall(SYS_clone3, arguments, sizeof arguments));
    long child = vfork();
    if (child == 0) _exit(0);
    must_fail("vfork", child);
    return honest();
}
