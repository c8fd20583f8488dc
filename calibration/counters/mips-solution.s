# Tic-tac-toe judged by eight counters, in MIPS assembly for SPIM: the exemplary solution.
#
# marker[0..8] is 0 for a free square, -1 for player 1 and 1 for player 2. counter[0..2] add up the columns,
# counter[3..5] the rows, counter[6] and counter[7] the diagonals: one that reaches -3 or 3 has decided the game.
#
# $s0 is the number of moves so far, $s1 the player (1 or 2), $s2 the square, $s3 what the player marks it with.

        .data
marker:  .word 0, 0, 0, 0, 0, 0, 0, 0, 0
counter: .word 0, 0, 0, 0, 0, 0, 0, 0
ask1:    .asciiz "Player "
ask2:    .asciiz ", enter a square [0-8]: "
range:   .asciiz "That is no square! Choose a number from 0 to 8.\n"
square:  .asciiz "Square "
marked:  .asciiz " is already marked! Choose another.\n"
wins:    .asciiz " wins!\n"
drawn:   .asciiz "match is drawn\n"

        .text
        .globl main
main:
        li   $s0, 0

turn:
        andi $s1, $s0, 1            # player 1 has the even moves
        addi $s1, $s1, 1
        la   $a0, ask1
        li   $v0, 4                 # print a string
        syscall
        move $a0, $s1
        li   $v0, 1                 # print a number
        syscall
        la   $a0, ask2
        li   $v0, 4
        syscall
        li   $v0, 5                 # read a number
        syscall
        move $s2, $v0

        bltz $s2, outside
        bgt  $s2, 8, outside
        sll  $t0, $s2, 2
        lw   $t1, marker($t0)
        bnez $t1, taken

        li   $s3, -1
        beq  $s1, 1, mark
        li   $s3, 1
mark:
        sw   $s3, marker($t0)
        jal  count
        jal  show
        addi $s0, $s0, 1
        jal  decided
        bnez $v0, over
        blt  $s0, 9, turn

        la   $a0, drawn
        li   $v0, 4
        syscall
        j    leave

over:
        la   $a0, ask1
        li   $v0, 4
        syscall
        move $a0, $s1
        li   $v0, 1
        syscall
        la   $a0, wins
        li   $v0, 4
        syscall
leave:
        li   $v0, 10                # exit
        syscall

outside:
        la   $a0, range
        li   $v0, 4
        syscall
        j    turn

taken:
        la   $a0, square
        li   $v0, 4
        syscall
        move $a0, $s2
        li   $v0, 1
        syscall
        la   $a0, marked
        li   $v0, 4
        syscall
        j    turn

# Adds $s3 to the counters of all lines through the square $s2.
count:
        li   $t0, 3
        div  $s2, $t0
        mfhi $t1                    # the column
        mflo $t2                    # the row
        sll  $t3, $t1, 2
        lw   $t4, counter($t3)
        add  $t4, $t4, $s3
        sw   $t4, counter($t3)
        addi $t3, $t2, 3
        sll  $t3, $t3, 2
        lw   $t4, counter($t3)
        add  $t4, $t4, $s3
        sw   $t4, counter($t3)
        bne  $t1, $t2, anti
        lw   $t4, counter+24
        add  $t4, $t4, $s3
        sw   $t4, counter+24
anti:
        add  $t3, $t1, $t2
        bne  $t3, 2, counted
        lw   $t4, counter+28
        add  $t4, $t4, $s3
        sw   $t4, counter+28
counted:
        jr   $ra

# Returns 1 in $v0 if a counter has reached -3 or 3, otherwise 0.
decided:
        li   $t0, 0
look:
        lw   $t1, counter($t0)
        beq  $t1, 3, yes
        beq  $t1, -3, yes
        addi $t0, $t0, 4
        blt  $t0, 32, look
        li   $v0, 0
        jr   $ra
yes:
        li   $v0, 1
        jr   $ra

# Prints the markers, three in a line.
show:
        li   $t0, 0
        li   $t5, 0                 # the column
cell:
        lw   $t1, marker($t0)
        bltz $t1, number            # a minus takes the place of the blank
        li   $a0, ' '
        li   $v0, 11                # print a character
        syscall
number:
        move $a0, $t1
        li   $v0, 1
        syscall
        addi $t0, $t0, 4
        addi $t5, $t5, 1
        beq  $t5, 3, line
        li   $a0, ' '
        li   $v0, 11
        syscall
        j    cell
line:
        li   $a0, 10               # the end of the line
        li   $v0, 11
        syscall
        li   $t5, 0
        blt  $t0, 36, cell
        jr   $ra
