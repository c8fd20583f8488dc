// Asks the system to send signals, to the grader's side or to itself, when something happens to a file; and to change
// what a descriptor leads to.
#include "attack.h"
#include <sys/ioctl.h>
#include <termios.h>

void must_be_refused(const char* what, long result) {
    if (result >= 0 || errno != EPERM) breach(what);
}

int main(int, char** words) {
    struct { int type; int process; } owner = {1, getppid()};
    int itself = open(words[0], O_RDONLY);
    for (int descriptor : {0, 1, itself}) {
        must_be_refused("F_SETOWN", fcntl(descriptor, F_SETOWN, getppid()));
        must_be_refused("F_SETOWN, a group", fcntl(descriptor, F_SETOWN, -getpgrp()));
        must_be_refused("F_SETOWN_EX", fcntl(descriptor, F_SETOWN_EX, &owner));
        must_be_refused("F_SETSIG", fcntl(descriptor, F_SETSIG, SIGKILL));
        must_be_refused("F_SETLEASE", fcntl(descriptor, F_SETLEASE, F_RDLCK));
        must_be_refused("F_NOTIFY", fcntl(descriptor, F_NOTIFY, DN_MODIFY | DN_MULTISHOT));
        must_be_refused("TIOCSTI", ioctl(descriptor, TIOCSTI, "x"));
        must_be_refused("TIOCSCTTY", ioctl(descriptor, TIOCSCTTY, 1));
        must_be_refused("FIOASYNC", ioctl(descriptor, FIOASYNC, &owner));
        must_be_refused("FIOSETOWN", ioctl(descriptor, 0x8901 /* FIOSETOWN */, &owner.process));
    }
    return honest();
}
