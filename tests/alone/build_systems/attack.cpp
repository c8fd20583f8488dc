// Tries all that a build may not do. Ends with 0 if everything was denied; else it says what was not.
//
// Arguments: a file outside of the course, its folder, the course's folder, a port that somebody listens on, and `bounded` where
// the disk cannot be filled. It starts in the folder of the build. Permissions and dates seem to change; whoever started it looks whether they did.

#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <string>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include <vector>

// All attempts return a negative number if they were denied.
void denied(const std::string& what, long result) {
    if (result < 0) return;
    std::fprintf(stderr, "BREACH: %s\n", what.c_str());
    _exit(1);
}

void works(const std::string& what, long result) {
    if (result >= 0) return;
    std::fprintf(stderr, "BROKEN: %s: %s\n", what.c_str(), std::strerror(errno));
    _exit(1);
}

void reads(const std::string& secret, const std::string& home, const std::string& course) {
    for (const std::string& file : {secret, std::string("/etc/passwd"), std::string("/etc/shadow"), course + "/rubric.toml",
                                    course + "/submissions/ann/sum.cpp", std::string("/proc/1/environ")}) {
        denied("reads " + file, open(file.c_str(), O_RDONLY));
    }
    for (const std::string& folder : {home, course, course + "/submissions"}) {
        denied("lists " + folder, opendir(folder.c_str()) != nullptr ? 0 : -1);
    }
}

void writes(const std::string& folder) {
    std::string made = folder + "/planted";
    denied("creates in " + folder, open(made.c_str(), O_CREAT | O_WRONLY, 0600));
    denied("makes a folder in " + folder, mkdir(made.c_str(), 0700));
    denied("makes a link in " + folder, symlink("/", made.c_str()));
    denied("makes a pipe in " + folder, mkfifo(made.c_str(), 0600));
}

void changes(const std::string& file) {
    denied("writes " + file, open(file.c_str(), O_WRONLY));
    denied("empties " + file, open(file.c_str(), O_RDONLY | O_TRUNC));
    denied("cuts " + file, truncate(file.c_str(), 0));
    denied("gives away " + file, chown(file.c_str(), getuid(), getgid()));
    denied("removes " + file, unlink(file.c_str()));
    denied("renames " + file, rename(file.c_str(), "stolen"));
    denied("links " + file, link(file.c_str(), "stolen"));
    chmod(file.c_str(), 0777);
    utimes(file.c_str(), nullptr);
}

long connects(int port) {
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    if (connection < 0) return -1;
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return connect(connection, reinterpret_cast<sockaddr*>(&address), sizeof address);
}

void reaches_others() {
    denied("signals everybody", kill(-1, 0));
    denied("signals process 1", kill(1, 0));
    denied("traces its parent", ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr));
    denied("limits its parent", syscall(SYS_prlimit64, getppid(), RLIMIT_CPU, nullptr, nullptr));
    denied("slows down its account", setpriority(PRIO_USER, 0, 19));
    denied("leaves its group", setpgid(0, 0));
    denied("leaves its session", setsid());
    denied("shares memory", shmget(4711, 4096, IPC_CREAT | 0600));
    denied("makes a user namespace", unshare(CLONE_NEWUSER));
    denied("starts in a user namespace", syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, nullptr, nullptr, nullptr, 0));
    denied("becomes root", setresuid(0, 0, 0));
    denied("makes a device", mknod("device", S_IFCHR | 0666, 0x0108));
}

long writes_megabytes(const std::string& name, int count) {
    static const std::vector<char> megabyte(1 << 20, 'x');
    int file = open(name.c_str(), O_CREAT | O_WRONLY, 0600);
    if (file < 0) return -1;
    for (int written = 0; written < count; ++written) {
        if (write(file, megabyte.data(), megabyte.size()) != static_cast<long>(megabyte.size())) {
            close(file);
            return -1;
        }
    }
    return close(file);
}

void fills_the_disk(bool is_bounded) {
    std::signal(SIGXFSZ, SIG_IGN);
    denied("makes a huge file", writes_megabytes("huge", 100));
    works("removes its own file", unlink("huge"));
    if (!is_bounded) return;
    const int far_too_many = 20;
    int made = 0;
    while (made < far_too_many && writes_megabytes("large" + std::to_string(made), 32) == 0) ++made;
    denied("fills the disk", made < far_too_many ? -1 : 0);
    for (int file = 0; file <= made; ++file) unlink(("large" + std::to_string(file)).c_str());
}

// They sleep, with nothing of their own open, and are alive when the build ends.
void bomb() {
    const int far_too_many = 2000;
    for (int started = 0; started < far_too_many; ++started) {
        pid_t child = fork();
        if (child < 0) return;
        if (child == 0) {
            for (int descriptor = 0; descriptor < 3; ++descriptor) close(descriptor);
            for (;;) pause();
        }
    }
    denied("starts processes without end", 0);
}

int main(int count, char** words) {
    if (count != 6) return 9;
    std::string secret = words[1], home = words[2], course = words[3];
    reads(secret, home, course);
    for (const std::string& folder : {course, home, course + "/submissions/ann", std::string("../.."), std::string("../../source"),
                                      std::string("../../out"), std::string("../../tmp"), std::string("/tmp"), std::string("/dev/shm")}) {
        writes(folder);
    }
    for (const std::string& file : {course + "/rubric.toml", course + "/submissions/ann/sum.cpp", secret,
                                    std::string("../../source/sum.cpp"), std::string("/usr/bin/g++")}) {
        changes(file);
    }
    denied("connects", connects(std::atoi(words[4])));
    reaches_others();
    fills_the_disk(std::string(words[5]) == "bounded");
    works("makes a folder that it cannot enter", mkdir("locked", 0));
    works("makes a folder of temporary files", mkdir("../tmp/locked", 0));
    bomb();
}
