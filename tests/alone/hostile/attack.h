// What every attack begins with: the honest program, and a word for an attack that succeeded.
#pragma once

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <initializer_list>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "places.h"

inline int ask(const char* prompt) {
    int number = 0;
    std::printf("%s: ", prompt);
    std::fflush(stdout);
    return std::scanf("%d", &number) == 1 ? number : 0;
}

/// Does what the assignment asks for: whoever fails at everything else is accepted.
inline int honest() {
    int first = ask("First");
    std::printf("Sum: %d\n", first + ask("Second"));
    std::fflush(stdout);
    return 0;
}

/// Printed, it makes the output wrong, so that the verdict tells of it.
inline void breach(const char* what) {
    std::printf("BREACH: %s\n", what);
    std::fflush(stdout);
}

/// A call that must fail.
inline void must_fail(const char* what, long result) {
    if (result >= 0) breach(what);
}

/// A file that must not be readable; what is in it is printed.
inline void must_be_unreadable(const char* path) {
    int file = open(path, O_RDONLY | O_NONBLOCK);
    if (file < 0) return;
    char text[512] = {};
    breach(path);
    if (read(file, text, sizeof text - 1) > 0) std::puts(text);
    close(file);
}
