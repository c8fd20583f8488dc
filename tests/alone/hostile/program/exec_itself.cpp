// Becomes itself again and again, to be young for ever.
#include "attack.h"

int main(int, char** words) {
    for (;;) {
        execv("/proc/self/exe", words);
        execv("/work/out/program", words);
        execv(words[0], words);
    }
}
