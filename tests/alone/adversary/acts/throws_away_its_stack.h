// Moves the stack pointer far below the stack.
#include <alloca.h>
static void act() {
    volatile char* far = static_cast<char*>(alloca(size_t{1} << 34));
    far[0] = 1;
}
