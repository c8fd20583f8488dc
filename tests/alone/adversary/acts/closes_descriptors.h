// Closes all that is open.
#include <unistd.h>
static void act() { for (int i = static_cast<int>(NUMBER % 4); i < 1024; ++i) close(i); }
