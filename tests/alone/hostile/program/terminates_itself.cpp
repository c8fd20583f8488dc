// Ends itself by a polite signal.
#include "attack.h"

int main() { honest(); kill(getpid(), SIGTERM); }
