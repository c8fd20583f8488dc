// Prints what is no text.
#include <unistd.h>
static void act() {
    unsigned state = NUMBER;
    unsigned char block[2048];
    for (unsigned char& byte : block) byte = static_cast<unsigned char>((state = state * 1103515245 + 12345) >> 16);
    if (write(1 + NUMBER % 2, block, sizeof block) < 0) return;
}
