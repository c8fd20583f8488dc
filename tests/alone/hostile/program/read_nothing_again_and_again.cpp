// Reads no byte of its input, ever so often.
#include "attack.h"

int main() {
    char nothing;
    for (;;) (void)!read(0, &nothing, 0);
}
