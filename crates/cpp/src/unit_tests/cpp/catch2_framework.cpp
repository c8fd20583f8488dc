// Catch2, version 2 or 3, of the system or as the course brings it: a listener of ours, and one test in each process.
// BUNDLED
#if !defined GRADER_CATCH_2 && !defined GRADER_CATCH_3
#if __has_include(<catch2/catch_all.hpp>)
#define GRADER_CATCH_3
#include <catch2/catch_all.hpp>
#include <catch2/internal/catch_test_case_registry_impl.hpp>
#else
#define GRADER_CATCH_2
#define CATCH_CONFIG_RUNNER
#define CATCH_CONFIG_NO_POSIX_SIGNALS
#include <catch2/catch.hpp>
#endif
#endif
#ifdef GRADER_CATCH_3
using CatchListener = Catch::EventListenerBase;
#define GRADER_CATCH_VOID void
#define GRADER_CATCH_DONE
#else
struct Listener;
using CatchListener = Catch::StreamingReporterBase<Listener>;
#define GRADER_CATCH_VOID bool
#define GRADER_CATCH_DONE return true
#endif
#include <vector>

static std::string catch_expression(const Catch::AssertionResult& result) {
    return result.hasExpression() ? static_cast<std::string>(result.getExpression()) : std::string();
}

struct Listener : CatchListener {
#ifdef GRADER_CATCH_2
    explicit Listener(const Catch::ReporterConfig& config) : CatchListener(config) {}
    static std::string getDescription() { return "tells the grader"; }
#else
    using CatchListener::CatchListener;
#endif

    void assertionStarting(const Catch::AssertionInfo& info) override {
        current_file = info.lineInfo.file;
        current_line = static_cast<int>(info.lineInfo.line);
    }
    GRADER_CATCH_VOID assertionEnded(const Catch::AssertionStats& stats) override {
        const Catch::AssertionResult& result = stats.assertionResult;
        if (!result.isOk()) {
            const auto place = result.getSourceInfo();
            const bool threw = result.getResultType() == Catch::ResultWas::ThrewException;
            const std::string text = catch_expression(result);
            const std::string message = static_cast<std::string>(result.getMessage());
            const std::string found = result.hasExpandedExpression() ? result.getExpandedExpression() : "";
            const int line = static_cast<int>(place.line);
            const std::string macro = static_cast<std::string>(result.getTestMacroName());
            const char* wanted = macro.find("THROWS") == std::string::npos ? "no exception" : "another exception";
            // What comes out of the test itself is said to be after the last check.
            if (threw && (text.empty() || text[0] == '{')) {
                failed("threw", place.file, line, "", "", message.c_str());
            } else if (threw) {
                failed("throws", place.file, line, text.c_str(), wanted, message.c_str());
            } else if (text.empty()) {
                failed("said", place.file, line, message.c_str(), "", "");
            } else {
                failed("check", place.file, line, text.c_str(), "", found == text ? "" : found.c_str());
            }
        }
        GRADER_CATCH_DONE;
    }
};
#ifdef GRADER_CATCH_2
CATCH_REGISTER_REPORTER("grader", Listener)
#else
CATCH_REGISTER_LISTENER(Listener)
#endif

static void each_test(void (*told)(const char*, const char*, int)) {
    Catch::Session session;
    for (const auto& test : Catch::getAllTestCasesSorted(session.config())) {
#ifdef GRADER_CATCH_3
        const auto& info = test.getTestCaseInfo();
        told(info.name.c_str(), info.lineInfo.file, static_cast<int>(info.lineInfo.line));
#else
        told(test.name.c_str(), test.lineInfo.file, static_cast<int>(test.lineInfo.line));
#endif
    }
}

static bool run_test(const char* name) {
    std::string pattern;
    for (; *name; ++name) {
        if (strchr("\\,[\"*", *name)) pattern += '\\';
        pattern += *name;
    }
    Catch::Session session;
    session.configData().testsOrTags.push_back(pattern);
    test_begins();
#ifdef GRADER_CATCH_2
    session.configData().reporterName = "grader";
#endif
    session.run();
    test_ends(!failures);
    return true;
}
