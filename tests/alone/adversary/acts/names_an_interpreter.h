// Names an interpreter for itself that is none.
#if NUMBER % 3 == 0
__attribute__((section(".interp"), used)) static const char interpreter[] = "/etc/passwd";
#elif NUMBER % 3 == 1
__attribute__((section(".interp"), used)) static const char interpreter[] = "/etc/passwd/none";
#else
__attribute__((section(".interp"), used)) static const char interpreter[] = "/proc/self/exe";
#endif
static void act() {}
