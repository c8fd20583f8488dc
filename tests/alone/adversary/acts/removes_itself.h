// Removes and changes its own file.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
static void act() {
    char path[4096] = {};
    if (readlink("/proc/self/exe", path, sizeof path - 1) <= 0) return;
    chmod(path, 0);
    truncate(path, 0);
    unlink(path);
}
