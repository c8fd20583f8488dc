// Asks the preprocessor which files exist, and tells by warnings.
#include "attack.h"
#if __has_include(SECRET_FILE)
#warning SEEN a secret
#endif
#if __has_include(EXPECTED)
#warning SEEN an expected transcript
#endif
#if __has_include(SIBLING)
#warning SEEN a sibling
#endif
#if __has_include(HOME_FILE)
#warning SEEN a home
#endif
#if __has_include("/etc/passwd")
#warning SEEN accounts
#endif
int main() { return honest(); }
