// Opens what must not be readable, and prints it.
static void act() {
    must_be_unreadable(SECRET);
    must_be_unreadable(NEIGHBOUR);
    must_be_unreadable("/etc/passwd");
    must_be_unreadable("/etc/hostname");
    must_be_unreadable("/proc/1/environ");
}
