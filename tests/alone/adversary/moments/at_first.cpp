// Before anything else that `main` does.
#include "act.h"
int main() { act(); return honest(); }
