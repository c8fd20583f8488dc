// Makes the compiler complain more than anybody can read.
#define A undeclared_name_that_is_rather_long + ;
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
int main() { D D D D D }
