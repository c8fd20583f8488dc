// Opens sockets of every family.
#include <sys/socket.h>
static void act() {
    for (int family = 0; family < 46; ++family)
        for (int kind : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW})
            if (socket(family, kind, 0) >= 0) breach("a socket");
}
