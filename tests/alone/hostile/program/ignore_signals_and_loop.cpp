// Ignores every signal and uses the processor.
#include "attack.h"

int main() {
    for (int number = 1; number < 65; ++number) signal(number, SIG_IGN);
    honest();
    for (volatile int i = 0;; i = i + 1) {}
}
