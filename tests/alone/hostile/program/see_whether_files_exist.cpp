// Asks which files of the course and of the system exist, without reading them.
#include "attack.h"

int main() {
    struct stat data;
    for (const char* path : {SECRET_FILE, EXPECTED, SIBLING, HOME_FILE, "/etc/passwd", "/var/lib/dpkg/status"})
        must_fail(path, stat(path, &data));
    return honest();
}
