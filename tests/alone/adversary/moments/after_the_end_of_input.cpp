// When the program was told that there is no more input.
#include "act.h"
int main() {
    honest();
    int more;
    while (std::scanf("%d", &more) == 1) {}
    act();
}
