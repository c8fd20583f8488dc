// Tries to become a shell, by itself and through the loader.
#include "attack.h"

int main() {
    for (const char* shell : {"/bin/sh", "/usr/bin/bash", "/usr/bin/env"}) {
        char* words[] = {(char*)shell, (char*)"-c", (char*)"echo BREACH", nullptr};
        execv(shell, words);
        char* loaded[] = {(char*)"ld.so", (char*)shell, (char*)"-c", (char*)"echo BREACH", nullptr};
        int loader = open("/lib64/ld-linux-x86-64.so.2", O_RDONLY | O_CLOEXEC);
        int target = open(shell, O_RDONLY);
        if (loader >= 0 && target >= 0) { breach("shell is readable"); execv("/lib64/ld-linux-x86-64.so.2", loaded); }
    }
    return honest();
}
