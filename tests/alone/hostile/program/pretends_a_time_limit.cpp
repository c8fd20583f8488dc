// Sends itself the signal of the time limit.
#include "attack.h"

int main() { honest(); raise(SIGXCPU); }
