// Stops itself, so that it neither runs nor ends.
#include "attack.h"

int main() {
    honest();
    raise(SIGSTOP);
}
