// Tries to change its own executable.
#include "attack.h"

int main(int, char** words) {
    for (const char* path : {(const char*)words[0], "/proc/self/exe", "/work/out/program"}) {
        must_fail("open for writing", open(path, O_WRONLY));
        must_fail("open for changing", open(path, O_RDWR | O_TRUNC));
        must_fail("truncate", truncate(path, 0));
        must_fail("chmod", chmod(path, 0777));
        must_fail("chown", chown(path, 0, 0));
        must_fail("rename", rename(path, "/work/out/other"));
        must_fail("link", link(path, "/work/out/other"));
        must_fail("symlink", symlink(path, "/work/out/other"));
        must_fail("unlink", unlink(path));
    }
    return honest();
}
