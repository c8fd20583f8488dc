// Tries to list folders: the root, those of the system, and those of the course.
#include "attack.h"

int main() {
    for (const char* folder : {"/", ".", "/proc", "/tmp", "/etc", "/home", "/work", "/work/source", "/dev", COURSE, HOME_FOLDER})
        must_fail(folder, open(folder, O_RDONLY | O_DIRECTORY));
    return honest();
}
