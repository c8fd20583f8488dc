// Prints very many empty lines.
#include <unistd.h>
static void act() {
    char block[1024];
    for (char& byte : block) byte = '\n';
    for (int i = 0; i < 60; ++i) if (write(1, block, sizeof block) < 0) return;
}
