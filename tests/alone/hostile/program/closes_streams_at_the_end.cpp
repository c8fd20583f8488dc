// Closes all three streams after the right output, and takes its time.
#include "attack.h"

int main() {
    honest();
    for (int number : {0, 1, 2}) close(number);
    usleep(200000);
}
