// Tries to write, replace and remove reports and submissions.
#include "attack.h"

int main() {
    for (const char* path : {OUT "/results.json", OUT "/grades.csv", OUT "/planted.json", COURSE "/rubric.toml", SIBLING, EXPECTED, HOME_FILE}) {
        must_fail("open for writing", open(path, O_WRONLY | O_CREAT, 0666));
        must_fail("truncate", truncate(path, 0));
        must_fail("rename", rename(path, "/tmp/stolen"));
        must_fail("unlink", unlink(path));
    }
    return honest();
}
