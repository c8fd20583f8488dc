// Makes one call of a student's function and tells the grader what came back: MARK CASE CALL are the arguments.
// The record goes to standard error by system calls alone, so nothing that the student defines stands in its way.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
// INCLUDES

// DECLARED

// There only where sanitizers are: they are told of the end.
extern "C" void grader_watcher_ends() __attribute__((weak));

static char grader_driver_bytes[8192];
static unsigned long grader_driver_used = 0;
static const char* grader_driver_mark = "";

static void grader_driver_send() {
    unsigned long sent = 0;
    while (sent < grader_driver_used) {
        long now = syscall(SYS_write, 2, grader_driver_bytes + sent, grader_driver_used - sent);
        if (now <= 0) syscall(SYS_exit_group, 124);
        sent += now;
    }
    grader_driver_used = 0;
}

static void grader_driver_put(const char* text) {
    for (; *text; ++text) {
        if (grader_driver_used == sizeof grader_driver_bytes) grader_driver_send();
        grader_driver_bytes[grader_driver_used++] = *text;
    }
}

extern "C" void grader_driver_unsigned(unsigned long long value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%llu ", value);
    grader_driver_put(digits);
}

extern "C" void grader_driver_signed(long long value) {
    char digits[24];
    snprintf(digits, sizeof digits, "%lld ", value);
    grader_driver_put(digits);
}

extern "C" void grader_driver_real(double value) {
    unsigned long long bits;
    memcpy(&bits, &value, sizeof bits);
    grader_driver_unsigned(bits);
}

extern "C" void grader_driver_list(unsigned long items) { grader_driver_unsigned(items); }

extern "C" void grader_driver_text(const char* bytes, unsigned long length) {
    grader_driver_list(length);
    for (unsigned long i = 0; i < length; ++i) {
        grader_driver_unsigned(static_cast<unsigned char>(bytes[i]));
    }
}

extern "C" void grader_driver_returned() {
    // FLUSH
    fflush(0);
    grader_driver_put("\n");
    grader_driver_put(grader_driver_mark);
    grader_driver_put(" ");
}

extern "C" void grader_driver_done() {
    grader_driver_put(grader_driver_mark);
    grader_driver_put("\n");
    grader_driver_send();
    if (grader_watcher_ends) grader_watcher_ends();
    syscall(SYS_exit_group, 0);
}

int main(int count, char** words) {
    if (count != 4) return 123;
    grader_driver_mark = words[1];
    unsigned call = static_cast<unsigned>(atoi(words[3]));
    switch (atoi(words[2])) {
    // CHOSEN
    }
    return 123;
}
