// Tries to read the course: its secret, expected transcripts, the work of others, and reports.
#include "attack.h"

int main() {
    for (const char* path : {SECRET_FILE, EXPECTED, SIBLING, HOME_FILE, OUT "/results.json", COURSE "/rubric.toml"})
        must_be_unreadable(path);
    return honest();
}
