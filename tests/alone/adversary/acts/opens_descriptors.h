// Opens files and pipes until it cannot, and fills the pipes.
#include <fcntl.h>
#include <unistd.h>
static void act() {
    static char block[1 << 16];
    for (int i = 0; i < 2000; ++i) {
        int ends[2];
        if (pipe2(ends, O_NONBLOCK) != 0) break;
        fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        for (int j = 0; j < 16; ++j) if (write(ends[1], block, sizeof block) < 0) break;
    }
    while (open("/dev/null", O_RDWR) >= 0) {}
}
