// Closes all three streams before it does anything.
#include "attack.h"

int main() {
    for (int number : {0, 1, 2}) close(number);
    return honest();
}
