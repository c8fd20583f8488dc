// Tries to show files of the course, of others and of the instructor in error messages.
#include "places.h"
#include SECRET_FILE
#include EXPECTED
#include SIBLING
#include HOME_FILE
#include "../../../../course/secret.txt"
int main() {}
