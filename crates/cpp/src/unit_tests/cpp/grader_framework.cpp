// The grader's own header.
struct grader_test_case {
    const char* name;
    const char* file;
    int line;
    void (*body)();
    grader_test_case* next;
    grader_test_case(const char* name, const char* file, int line, void (*body)());
};
struct grader_test final {
    struct stop {};
};

grader_test_case* grader_test_cases = nullptr;

grader_test_case::grader_test_case(const char* name, const char* file, int line, void (*body)())
    : name(name), file(file), line(line), body(body), next(nullptr) {
    grader_test_case** last = &grader_test_cases;
    while (*last) last = &(*last)->next;
    *last = this;
}

void grader_test_at(const char* file, int line) {
    current_file = file;
    current_line = line;
}

void grader_test_failed(const char* kind, const char* file, int line, const char* expression,
                        const char* expected, const char* actual) {
    failed(kind, file, line, expression, expected, actual);
}

static void each_test(void (*told)(const char*, const char*, int)) {
    for (grader_test_case* test = grader_test_cases; test; test = test->next) {
        told(test->name, test->file, test->line);
    }
}

static bool run_test(const char* name) {
    grader_test_case* test = grader_test_cases;
    while (test && strcmp(test->name, name)) test = test->next;
    if (!test) return false;
    grader_test_at(test->file, test->line);
    test_begins();
    try {
        test->body();
    } catch (const grader_test::stop&) {
        // Only a check that does not hold may end a test so.
        if (!failures) threw(nullptr);
    } catch (const std::exception& error) {
        threw(&error);
    } catch (...) {
        threw(nullptr);
    }
    return true;
}
