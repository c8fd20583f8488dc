// On a terminal: tries to change how it passes bytes on, to put words into its input, to make it its own or anybody's,
// to hang it up, and to open others.
#include "attack.h"
#include <sys/ioctl.h>
#include <termios.h>

int main() {
    if (!isatty(0) || !isatty(1) || isatty(2)) breach("this is no terminal");
    termios modes = {};
    must_fail("tcgetattr", tcgetattr(0, &modes) == 0 ? -1 : 0);
    cfmakeraw(&modes);
    modes.c_lflag |= ECHO;
    int number = getpgrp();
    for (int terminal : {0, 1}) {
        must_fail("tcsetattr", tcsetattr(terminal, TCSANOW, &modes));
        must_fail("TIOCSTI", ioctl(terminal, TIOCSTI, "7"));
        must_fail("TIOCSCTTY", ioctl(terminal, TIOCSCTTY, 1));
        must_fail("TIOCSPGRP", ioctl(terminal, TIOCSPGRP, &number));
        must_fail("TIOCSETD", ioctl(terminal, TIOCSETD, &number));
        must_fail("TIOCCONS", ioctl(terminal, TIOCCONS));
        must_fail("TIOCVHANGUP", ioctl(terminal, TIOCVHANGUP));
        must_fail("TIOCEXCL", ioctl(terminal, TIOCEXCL));
        must_fail("TIOCLINUX", ioctl(terminal, TIOCLINUX, "\x02"));
        must_fail("tcflush", tcflush(terminal, TCIOFLUSH));
        must_fail("tcflow", tcflow(terminal, TCOOFF));
    }
    must_fail("tcgetsid", tcgetsid(0));
    must_fail("tcgetpgrp", tcgetpgrp(0));
    for (const char* path : {"/dev/tty", "/dev/ptmx", "/dev/pts/ptmx", "/dev/pts/0", "/dev/pts/1", "/dev/console"})
        must_fail(path, open(path, O_RDWR | O_NOCTTY | O_NONBLOCK));
    return honest();
}
