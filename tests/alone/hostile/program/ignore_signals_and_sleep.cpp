// Ignores every signal and sleeps.
#include "attack.h"

int main() {
    for (int number = 1; number < 65; ++number) signal(number, SIG_IGN);
    honest();
    for (;;) sleep(60);
}
