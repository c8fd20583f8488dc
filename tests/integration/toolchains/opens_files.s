# Opens files of others and of the system with the system calls 13 to 16, and adds only if it gets none of them.
        .data
first:  .asciiz "First: "
second: .asciiz "Second: "
result: .asciiz "Sum: "
leak:   .asciiz "Read: "
path0:  .asciiz "/etc/passwd"
path1:  .asciiz "/etc/hostname"
path2:  .asciiz "/usr/bin/spim/../../../etc/shadow"
path3:  .asciiz "/proc/self/environ"
path4:  .asciiz "/proc/1/cmdline"
path5:  .asciiz "{solution}"
path6:  .asciiz "{expected}"
path7:  .asciiz "{neighbour}"
path8:  .asciiz "/root/.profile"
path9:  .asciiz "/tmp"
path10:  .asciiz "/usr/include/stdio.h"
trace:  .asciiz "trace.txt"
bytes:  .space 64
        .text
        .globl main
main:
        la   $a0, path0
        jal  attempt
        la   $a0, path1
        jal  attempt
        la   $a0, path2
        jal  attempt
        la   $a0, path3
        jal  attempt
        la   $a0, path4
        jal  attempt
        la   $a0, path5
        jal  attempt
        la   $a0, path6
        jal  attempt
        la   $a0, path7
        jal  attempt
        la   $a0, path8
        jal  attempt
        la   $a0, path9
        jal  attempt
        la   $a0, path10
        jal  attempt
        la   $a0, trace             # a file of its own, to write
        li   $a1, 65
        li   $a2, 511
        li   $v0, 13
        syscall
        bgez $v0, opened
        la   $a0, first
        li   $v0, 4
        syscall
        li   $v0, 5
        syscall
        move $s0, $v0
        la   $a0, second
        li   $v0, 4
        syscall
        li   $v0, 5
        syscall
        add  $s0, $s0, $v0
        la   $a0, result
        li   $v0, 4
        syscall
        move $a0, $s0
        li   $v0, 1
        syscall
        li   $a0, 10
        li   $v0, 11
        syscall
        li   $v0, 10
        syscall

# Tries to read what $a0 names.
attempt:
        li   $a1, 0
        li   $a2, 0
        li   $v0, 13
        syscall
        bgez $v0, opened
        jr   $ra

# Prints what the file $v0 holds, for the report to show.
opened:
        move $a0, $v0
        la   $a1, bytes
        li   $a2, 63
        li   $v0, 14
        syscall
        la   $a0, leak
        li   $v0, 4
        syscall
        la   $a0, bytes
        li   $v0, 4
        syscall
        li   $v0, 10
        syscall
