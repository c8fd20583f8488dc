// Throws what nobody catches.
#include "attack.h"

int main() { honest(); throw 1; }
