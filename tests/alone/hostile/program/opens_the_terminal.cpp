// Tries to speak to the instructor's terminal.
#include "attack.h"

int main() {
    for (const char* path : {"/dev/tty", "/dev/console", "/dev/tty0", "/dev/pts/0", "/dev/ptmx"})
        must_fail(path, open(path, O_RDWR | O_NOCTTY | O_NONBLOCK));
    return honest();
}
