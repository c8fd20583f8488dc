// When the process ends.
#include "act.h"
#include <cstdlib>
int main() { std::atexit([] { act(); }); return honest(); }
