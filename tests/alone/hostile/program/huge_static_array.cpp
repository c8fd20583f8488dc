// Declares far more memory than its limit: the program is already dead when it begins.
#include "attack.h"

static char field[1u << 30];

int main(int count, char**) {
    std::memset(field, count, sizeof field);
    return honest() + field[count];
}
