// The honest program in parts, and words for an attack that succeeded.
#pragma once

#include <cstdio>
#include <fcntl.h>
#include <initializer_list>
#include <unistd.h>

/// Printed, it makes the output wrong, so that a report tells of it.
inline void breach(const char* what) {
    std::printf("BREACH: %s\n", what);
    std::fflush(stdout);
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

inline int ask(const char* prompt) {
    int number = 0;
    std::printf("%s: ", prompt);
    std::fflush(stdout);
    return std::scanf("%d", &number) == 1 ? number : 0;
}

int add(int first, int second);

inline void tell(int sum) {
    std::printf("Sum: %d\n", sum);
    std::fflush(stdout);
}

inline int honest() {
    int first = ask("First");
    tell(add(first, ask("Second")));
    return 0;
}

#ifndef ACTS_IN_A_FUNCTION
int add(int first, int second) { return first + second; }
#endif
