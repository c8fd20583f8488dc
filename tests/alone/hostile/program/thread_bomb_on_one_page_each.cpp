// Starts a thousand threads and more, by hand: so small are their stacks that no memory limit ever stops it.
#include "attack.h"
#include <sched.h>
#include <sys/mman.h>

static int stay(void*) { for (;;) pause(); }

int main() {
    const int threads = 1500, page = 4096;
    char* stacks = (char*)mmap(nullptr, threads * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM, made = 0;
    while (made < threads && clone(stay, stacks + page * (made + 1), flags, nullptr) >= 0) ++made;
    if (made > 1024) breach("more than a thousand threads");
    return honest();
}
