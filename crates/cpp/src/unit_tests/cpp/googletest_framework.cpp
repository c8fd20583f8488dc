// GoogleTest: a listener of ours, and one test in each process.
#include <gtest/gtest.h>

namespace {

struct Listener : testing::EmptyTestEventListener {
    void OnTestStart(const testing::TestInfo& test) override {
        current_file = test.file();
        current_line = test.line();
        test_begins();
    }
    void OnTestEnd(const testing::TestInfo&) override { test_ends(!failures); }
    void OnTestPartResult(const testing::TestPartResult& part) override {
        // A program could have its own tests skipped.
        if (!part.failed() && !part.skipped()) return;
        const char* file = part.file_name() ? part.file_name() : current_file;
        failed("said", file, part.line_number(), part.message(), "", "");
    }
};

}  // namespace

static void each_test(void (*told)(const char*, const char*, int)) {
    int count = 1;
    char program[] = "tests";
    char* words[] = {program, nullptr};
    testing::InitGoogleTest(&count, words);
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    for (int i = 0; i < all.total_test_suite_count(); ++i) {
        const testing::TestSuite& suite = *all.GetTestSuite(i);
        for (int j = 0; j < suite.total_test_count(); ++j) {
            const testing::TestInfo& test = *suite.GetTestInfo(j);
            const std::string name = std::string(suite.name()) + "." + test.name();
            told(name.c_str(), test.file(), test.line());
        }
    }
}

static bool run_test(const char* name) {
    int count = 1;
    char program[] = "tests";
    char* words[] = {program, nullptr};
    testing::InitGoogleTest(&count, words);
    testing::GTEST_FLAG(filter) = name;
    testing::GTEST_FLAG(also_run_disabled_tests) = true;
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new Listener);
    static_cast<void>(RUN_ALL_TESTS());
    return true;
}
