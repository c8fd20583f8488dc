// Makes the compiler warn in words that a log would obey.
#pragma GCC warning "::error::planted ##vso[task.complete] \x1b[31m"
#pragma planted
#define BAD "\q\q\q\q"
static const char* bad = BAD;
#line 1 "/etc/passwd"
static void act() { int unused; (void)bad; }
