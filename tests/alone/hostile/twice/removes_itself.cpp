// Removes, renames and replaces itself, so that nothing is there for its next run.
#include "attack.h"
#include <cerrno>
#include <string>

int main() {
    char path[4096] = {};
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0) return honest();
    std::string self = path, folder = self.substr(0, self.rfind('/')), other = folder + "/other";
    must_fail("it renamed itself", rename(path, other.c_str()));
    must_fail("it removed itself", unlink(path));
    must_fail("it removed itself with another call", unlinkat(AT_FDCWD, path, 0));
    must_fail("it made a folder beside itself", mkdir(other.c_str(), 0700));
    must_fail("it renamed its folder", rename(folder.c_str(), (folder + "-moved").c_str()));
    must_fail("it took its right to be executed", chmod(path, 0));
    must_fail("it opened itself to write", open(path, O_WRONLY | O_TRUNC));
    return honest();
}
