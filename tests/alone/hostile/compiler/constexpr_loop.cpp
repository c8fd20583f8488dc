// Makes the compiler compute without end.
constexpr int endless(int level) { int sum = 0; for (long i = 0; i < 1000000000000; ++i) sum = (sum + level) % 7; return sum; }
static_assert(endless(1) == 0, "never known");
int main() {}
