/* Declared here, because a header could be anything with the flags of a course. */
#ifdef __cplusplus
extern "C" {
#endif
struct grader_moment {
    long seconds;
    long nanoseconds;
};
char *getenv(const char *);
long long atoll(const char *);
int clock_gettime(int, struct grader_moment *);
int getentropy(void *, unsigned long);
long time(long *) __attribute__((weak));
long long _ZNSt6chrono3_V212system_clock3nowEv(void) __attribute__((weak));
long long _ZNSt6chrono3_V212steady_clock3nowEv(void) __attribute__((weak));
unsigned _ZNSt13random_device9_M_getvalEv(void *) __attribute__((weak));

/* When the game begins, in seconds; 0 if it is no game of chance. */
static long game_time(void) {
    static long first = -1;
    if (first == -1) {
        const char *given = getenv("GRADER_TIME");
        first = given ? (long)atoll(given) : 0;
    }
    return first;
}

/* A clock of the system, in nanoseconds: 0 is the time of day, 1 never goes back. */
static long long system_time(int clock) {
    struct grader_moment now;
    clock_gettime(clock, &now);
    return now.seconds * 1000000000ll + now.nanoseconds;
}

/* The nanoseconds since the call that noted when this clock began; 0 in that one, so that a seed is the same in every run. */
static long long passed(long long *began) {
    long long now = system_time(1);
    if (*began == 0) {
        *began = now;
    }
    return now - *began;
}

/* The time of the game, and from the first call on what has really passed. */
long time(long *out) {
    static long long began;
    long seconds = game_time();
    if (seconds == 0) {
        seconds = (long)(system_time(0) / 1000000000);
    } else {
        seconds += (long)(passed(&began) / 1000000000);
    }
    if (out) {
        *out = seconds;
    }
    return seconds;
}

/* The clocks of `std::chrono`, which many take a seed from. libstdc++ waits for moments of the system's own clocks, so these are long past
   there: who waits until one of them goes on at once. */
long long _ZNSt6chrono3_V212system_clock3nowEv(void) {
    static long long began;
    const long ten_years = 315360000;
    long game = game_time();
    return game == 0 ? system_time(0) : (game - ten_years) * 1000000000ll + passed(&began);
}

long long _ZNSt6chrono3_V212steady_clock3nowEv(void) {
    static long long began;
    long game = game_time();
    return game == 0 ? system_time(1) : 1 + game % 1000000000 + passed(&began);
}

/* What `std::random_device` of libstdc++ gives: a sequence of the game's own (SplitMix64). */
unsigned _ZNSt13random_device9_M_getvalEv(void *device) {
    static unsigned long long state;
    unsigned long long mixed;
    unsigned value = 0;
    (void)device;
    if (game_time() == 0) {
        getentropy(&value, sizeof value);
        return value;
    }
    if (state == 0) {
        state = (unsigned long long)game_time();
    }
    state += 0x9E3779B97F4A7C15ull;
    mixed = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9ull;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBull;
    return (unsigned)(mixed ^ (mixed >> 31));
}
#ifdef __cplusplus
}
#endif
