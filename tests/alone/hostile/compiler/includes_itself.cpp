// Includes itself twice at each level: 2^200 files.
#include __FILE__
#include __FILE__
int main() {}
