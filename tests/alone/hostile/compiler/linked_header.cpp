// Tries to include a secret through a header that is a link to it.
#include "linked.h"
int main() {}
