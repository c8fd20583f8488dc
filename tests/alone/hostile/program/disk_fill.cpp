// Tries to write a file of a mebibyte wherever a program might be allowed to.
#include "attack.h"

static const char* const FOLDERS[] = {
    "/", ".", "/tmp", "/var/tmp", "/dev/shm", "/run", "/dev", "/work", "/work/out", "/work/tmp", "/work/source",
    "/work/root", COURSE, OUT, TEMPORARY, HOME_FOLDER,
};

int main() {
    static char block[1 << 20];
    for (const char* folder : FOLDERS) {
        char path[512];
        std::snprintf(path, sizeof path, "%s/filled-%s", folder, MARKER);
        int file = open(path, O_WRONLY | O_CREAT, 0666);
        if (file >= 0) { breach(path); (void)!write(file, block, sizeof block); unlink(path); }
        must_fail(path, mkdir(path, 0777));
        must_fail(path, open(folder, O_WRONLY | O_TMPFILE, 0666));
    }
    return honest();
}
