// Sends itself some signal.
#include <csignal>
static void act() { raise(static_cast<int>(NUMBER % 64) + 1); }
