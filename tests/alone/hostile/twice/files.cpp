// Leaves files in the first run, and looks for them in the second.
#include "attack.h"

static const char* const FOLDERS[] = {"/", "/tmp", "/var/tmp", "/dev/shm", "/run", "/work", "/work/out", "/work/tmp", ".", TEMPORARY, HOME_FOLDER};

int main() {
    for (const char* folder : FOLDERS) {
        char path[512];
        std::snprintf(path, sizeof path, "%s/left-%s", folder, MARKER);
        if (unlink(path) == 0) breach(path);
        must_fail(path, open(path, O_WRONLY | O_CREAT, 0666));
    }
    return honest();
}
