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

/* The time of the game, and from the first call on what has really passed. */
long time(long *out) {
    static struct grader_moment began;
    struct grader_moment now;
    long seconds = game_time();
    if (seconds == 0) {
        clock_gettime(0, &now);
        seconds = now.seconds;
    } else {
        clock_gettime(1, &now);
        if (began.seconds == 0 && began.nanoseconds == 0) {
            began = now;
        }
        seconds += now.seconds - began.seconds - (now.nanoseconds < began.nanoseconds);
    }
    if (out) {
        *out = seconds;
    }
    return seconds;
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
