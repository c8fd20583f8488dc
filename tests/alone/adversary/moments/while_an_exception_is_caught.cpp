// On the way from where an exception is thrown to where it is caught.
#include "act.h"
struct Local { ~Local() noexcept(false) { act(); } };
int main() {
    try { Local local; throw 1; } catch (int) {}
    return honest();
}
