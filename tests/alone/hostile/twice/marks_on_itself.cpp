// Leaves a mark on its own executable in the first run: a time, an attribute, a lock.
#include "attack.h"
#include <sys/file.h>
#include <sys/xattr.h>

int main(int, char** words) {
    for (const char* path : {(const char*)words[0], "/proc/self/exe", "/work/out/program", "/dev/null"}) {
        struct stat data = {};
        if (stat(path, &data) == 0 && data.st_mtime < 1000) breach("a time was left");
        timespec times[2] = {{1, 0}, {1, 0}};
        must_fail("utimensat", utimensat(AT_FDCWD, path, times, 0));
        must_fail("setxattr", setxattr(path, "user.mark", "1", 1, 0));
        int file = open(path, O_RDONLY);
        if (file < 0) continue;
        must_fail("futimens", futimens(file, times));
        must_fail("flock", flock(file, LOCK_EX | LOCK_NB));
    }
    return honest();
}
