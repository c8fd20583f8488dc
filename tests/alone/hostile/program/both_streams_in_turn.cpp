// Floods both streams at once, a byte at a time.
#include "attack.h"

int main() { for (;;) { (void)!write(1, "a", 1); (void)!write(2, "b", 1); } }
