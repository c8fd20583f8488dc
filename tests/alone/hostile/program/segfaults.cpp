// Writes to nowhere.
#include "attack.h"

int main() { honest(); int* volatile nowhere = nullptr; *nowhere = 1; }
