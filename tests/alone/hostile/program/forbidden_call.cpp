// Makes one of the calls that no program needs and that attacks begin with.
#include "attack.h"

int main() {
    syscall(FORBIDDEN_CALL, 0, 0, 0, 0, 0, 0);
    return honest();
}
