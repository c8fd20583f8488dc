# Adds, and reads one line more before it ends, as programs do that keep a window open.
        .data
first:  .asciiz "First: "
second: .asciiz "Second: "
result: .asciiz "Sum: "
        .text
        .globl main
main:
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
        li   $v0, 5
        syscall
        li   $v0, 10
        syscall
