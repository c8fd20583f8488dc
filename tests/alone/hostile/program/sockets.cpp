// Tries to make a socket of every family.
#include "attack.h"
#include <sys/socket.h>

int main() {
    for (int family = 0; family < 46; ++family)
        for (int kind : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET}) {
            int pair[2];
            must_fail("socket", socket(family, kind, 0));
            must_fail("socketpair", socketpair(family, kind, 0, pair));
        }
    return honest();
}
