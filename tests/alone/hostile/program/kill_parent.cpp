// Tries to stop and to kill its parent, its group, and (by way of a question) everybody.
#include "attack.h"

int main() {
    int parent = getppid(), self = getpid();
    must_fail("ask everybody", kill(-1, 0));
    must_fail("ask the group", kill(0, 0));
    must_fail("ask process 1", kill(1, 0));
    for (int number : {SIGSTOP, SIGTERM, SIGKILL}) {
        must_fail("kill", kill(parent, number));
        must_fail("kill the group", kill(-parent, number));
        must_fail("tgkill", syscall(SYS_tgkill, parent, parent, number));
        must_fail("tkill", syscall(SYS_tkill, parent, number));
        siginfo_t info = {};
        info.si_code = SI_QUEUE;
        must_fail("sigqueue", syscall(SYS_rt_sigqueueinfo, parent, number, &info));
        must_fail("tgsigqueue", syscall(SYS_rt_tgsigqueueinfo, parent, parent, number, &info));
    }
    if (kill(self, 0) != 0) breach("may not even ask itself");
    return honest();
}
