// Tries all that a checker may not do. Accepts if everything was denied; else it says what was not.
//
// Arguments: a file outside of the course, its folder, the course's folder, a port that somebody listens on; then the
// three files that every checker gets.

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
#include <sys/xattr.h>
#include <unistd.h>

// All attempts return a negative number if they were denied.
void denied(const std::string& what, long result) {
    if (result >= 0) {
        std::printf("BREACH: %s\n", what.c_str());
        std::fflush(stdout);
        _exit(1);
    }
}

void works(const std::string& what, long result) {
    if (result < 0) {
        std::printf("BROKEN: %s: %s\n", what.c_str(), std::strerror(errno));
        std::fflush(stdout);
        _exit(1);
    }
}

long opens_folder(const std::string& name) { return opendir(name.c_str()) != nullptr ? 0 : -1; }

void reads(const std::string& secret, const std::string& home) {
    denied("reads a file elsewhere", open(secret.c_str(), O_RDONLY));
    denied("lists a folder elsewhere", opens_folder(home));
    denied("reads /etc/passwd", open("/etc/passwd", O_RDONLY));
    denied("reads /etc/shadow", open("/etc/shadow", O_RDONLY));
    for (long process : {1L, static_cast<long>(getppid())}) {
        std::string name = "/proc/" + std::to_string(process) + "/environ";
        denied("reads " + name, open(name.c_str(), O_RDONLY));
    }
}

void writes(const std::string& folder) {
    std::string created = folder + "/planted";
    denied("creates in " + folder, open(created.c_str(), O_CREAT | O_WRONLY, 0600));
    denied("makes a folder in " + folder, mkdir(created.c_str(), 0700));
    denied("makes a link in " + folder, symlink("/", created.c_str()));
    denied("makes a pipe in " + folder, mkfifo(created.c_str(), 0600));
}

void changes(const std::string& file) {
    denied("writes " + file, open(file.c_str(), O_WRONLY));
    denied("appends to " + file, open(file.c_str(), O_WRONLY | O_APPEND));
    denied("empties " + file, open(file.c_str(), O_RDONLY | O_TRUNC));
    // Not by Landlock, which sees this only since Linux 6.2.
    works("is told why it cannot empty " + file, errno == EPERM ? 0 : -1);
    denied("cuts " + file, truncate(file.c_str(), 0));
    denied("opens " + file + " to everybody", chmod(file.c_str(), 0777));
    denied("gives away " + file, chown(file.c_str(), getuid(), getgid()));
    denied("dates " + file, utimes(file.c_str(), nullptr));
    denied("marks " + file, setxattr(file.c_str(), "user.mark", "x", 1, 0));
    denied("removes " + file, unlink(file.c_str()));
    denied("renames " + file, rename(file.c_str(), (file + ".old").c_str()));
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
    denied("signals its parent", kill(getppid(), 0));
    denied("signals everybody", kill(-1, 0));
    denied("traces its parent", ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr));
    denied("limits its parent", syscall(SYS_prlimit64, getppid(), RLIMIT_CPU, nullptr, nullptr));
    denied("slows down its account", setpriority(PRIO_USER, 0, 19));
    denied("leaves its group", setpgid(0, 0));
    denied("leaves its session", setsid());
    denied("shares memory", shmget(4711, 4096, IPC_CREAT | 0600));
    denied("makes a user namespace", unshare(CLONE_NEWUSER));
    denied("starts in a user namespace",
           syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, nullptr, nullptr, nullptr, 0));
    denied("changes its account", setuid(0));
}

void uses_its_own_folder(const std::string& folder) {
    std::string name = folder + "/own";
    int file = open(name.c_str(), O_CREAT | O_RDWR, 0600);
    works("creates a temporary file", file);
    std::signal(SIGXFSZ, SIG_IGN);
    denied("makes a huge file", lseek(file, 1 << 30, SEEK_SET) < 0 ? -1 : write(file, "x", 1));
}

// They sleep, with nothing of their own open, and are alive when this program ends.
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
    if (count != 8) return 9;
    std::string secret = words[1], home = words[2], course = words[3], own = std::getenv("TMPDIR");
    works("reads the course", open((course + "/rubric.toml").c_str(), O_RDONLY));
    works("lists the course", opens_folder(course));
    reads(secret, home);
    for (const std::string& folder : {course, home, own + "/..", std::string("/tmp"), std::string("/dev/shm")}) {
        writes(folder);
    }
    for (const std::string& file : {course + "/rubric.toml", std::string(words[6]), secret}) changes(file);
    denied("connects", connects(std::atoi(words[4])));
    reaches_others();
    uses_its_own_folder(own);
    bomb();
    std::puts("everything was denied");
}
