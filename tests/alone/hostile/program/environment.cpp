// Looks for anything of the grader's environment in its own.
#include "attack.h"

int main(int, char**, char** environment) {
    for (; *environment != nullptr; ++environment)
        if (std::strncmp(*environment, "PATH=", 5) && std::strncmp(*environment, "LANG=", 5) && std::strncmp(*environment, "HOME=", 5))
            breach(*environment);
    return honest();
}
