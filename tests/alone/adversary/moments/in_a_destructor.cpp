// In the destructor of an object outside functions.
#include "act.h"
static struct Late { ~Late() { act(); } } late;
int main() { return honest(); }
