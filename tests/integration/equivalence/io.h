// Input and output in the style that the definitions above choose; plain C, flushed before each read, if they choose none.
void say(const char* format, ...) {
    char text[4096];
    va_list values;
    va_start(values, format);
    std::vsnprintf(text, sizeof text, format, values);
    va_end(values);
#ifdef STREAMS
    std::cout << text;
#else
    std::fputs(text, OUTPUT);
#endif
}

#ifdef ALL_AT_ONCE
// Everything is read before anything is answered.
int numbers[4096], count = -1, next = 0;

bool ask(int& number) {
    if (count < 0) {
        for (count = 0; std::scanf("%d", &numbers[count]) == 1; count++) {
        }
    }
    if (next == count) {
        return false;
    }
    number = numbers[next++];
    return true;
}
#elif defined(STREAMS)
bool ask(int& number) { return bool(std::cin >> number); }
#elif defined(LINES)
bool ask(int& number) {
    char line[256];
    std::fflush(stdout);
    while (std::fgets(line, sizeof line, stdin)) {
        if (std::sscanf(line, "%d", &number) == 1) {
            return true;
        }
    }
    return false;
}
#else
bool ask(int& number) {
    FLUSH;
    return std::scanf("%d", &number) == 1;
}
#endif
