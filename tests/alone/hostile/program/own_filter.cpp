// Tries to change what the walls rest on: filters, capabilities, the account, the death signal.
#include "attack.h"
#include <sys/prctl.h>

int main() {
    must_fail("seccomp", syscall(SYS_seccomp, 1, 8, nullptr));
    must_fail("PR_SET_PDEATHSIG", prctl(PR_SET_PDEATHSIG, 0));
    must_fail("PR_SET_CHILD_SUBREAPER", prctl(PR_SET_CHILD_SUBREAPER, 1));
    must_fail("PR_SET_DUMPABLE", prctl(PR_SET_DUMPABLE, 1));
    must_fail("setuid", setuid(0));
    must_fail("setresgid", setresgid(0, 0, 0));
    must_fail("capset", syscall(SYS_capset, nullptr, nullptr));
    must_fail("setsid", setsid());
    return honest();
}
