// Makes a call that ends a program.
#include <sys/syscall.h>
#include <unistd.h>
static void act() {
    const long calls[] = {SYS_unshare, SYS_mount, SYS_bpf, SYS_ptrace, SYS_keyctl, SYS_io_uring_setup, SYS_setns};
    syscall(calls[NUMBER % 7], 0, 0, 0, 0, 0);
}
