// Makes system calls with numbers and arguments at random.
#include <sys/syscall.h>
#include <unistd.h>
static void act() {
    unsigned long state = NUMBER;
    auto next = [&state] { return (state = state * 6364136223846793005ul + 1442695040888963407ul) >> 33; };
    static char memory[4096];
    for (int i = 0; i < 40; ++i) {
        long call = static_cast<long>(next() % 470);
        if (call == SYS_pause || call == SYS_rt_sigsuspend) continue;
        long words[6];
        for (long& word : words) word = next() % 3 == 0 ? reinterpret_cast<long>(memory) : static_cast<long>(next() % 64);
        syscall(call, words[0], words[1], words[2], words[3], words[4], words[5]);
    }
}
