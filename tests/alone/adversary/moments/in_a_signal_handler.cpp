// While a signal is handled.
#include "act.h"
#include <csignal>
static void handle(int) { act(); }
int main() { signal(SIGUSR1, handle); raise(SIGUSR1); return honest(); }
