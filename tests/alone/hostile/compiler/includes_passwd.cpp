// Tries to show the system's accounts in an error message.
#include "/etc/passwd"
int main() {}
