// Prints without an end.
#include <unistd.h>
static void act() {
    static char block[4096];
    for (char& byte : block) byte = static_cast<char>('a' + NUMBER % 26);
    int stream = 1 + static_cast<int>(NUMBER % 2);
    while (write(stream, block, sizeof block) > 0) {}
}
