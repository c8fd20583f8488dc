// Tries to read files of the system, and its own source.
#include "attack.h"

int main() {
    for (const char* path : {"/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/machine-id", "/root/.bashrc",
                             "/work/source/main.cpp", "/work/root/etc/passwd", "/var/log/dpkg.log", "/dev/mem", "/dev/kmsg"})
        must_be_unreadable(path);
    return honest();
}
