// Writes, removes and renames whatever it can.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
static void act() {
    for (const char* path : {SECRET, NEIGHBOUR, "/tmp/planted", "/proc/self/exe", "planted", "/dev/shm/planted"}) {
        int file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW, 0777);
        if (file >= 0 && write(file, "planted", 7) > 0) breach(path);
        unlink(path);
        chmod(path, 0777);
        rename(path, "planted");
    }
    mkdir("planted", 0777);
    symlink(SECRET, "link");
}
