// Complains without end, after the right output.
#include "attack.h"

int main() {
    honest();
    for (;;) std::fputs("and so on\n", stderr);
}
