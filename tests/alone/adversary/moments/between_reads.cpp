// After the first number was read.
#include "act.h"
int main() {
    int first = ask("First");
    act();
    tell(add(first, ask("Second")));
}
