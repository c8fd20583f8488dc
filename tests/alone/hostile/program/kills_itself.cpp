// Ends itself by the signal that the grader uses.
#include "attack.h"

int main() { honest(); raise(SIGKILL); }
