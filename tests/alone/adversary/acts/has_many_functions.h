// Has thousands of functions and variables.
#define F(x) int variable_##x; int function_##x(int a) { return a + variable_##x; }
#define F10(x) F(x##0) F(x##1) F(x##2) F(x##3) F(x##4) F(x##5) F(x##6) F(x##7) F(x##8) F(x##9)
#define F100(x) F10(x##0) F10(x##1) F10(x##2) F10(x##3) F10(x##4) F10(x##5) F10(x##6) F10(x##7) F10(x##8) F10(x##9)
F100(1) F100(2) F100(3) F100(4) F100(5) F100(6) F100(7) F100(8) F100(9)
static void act() { variable_111 = NUMBER & 1; }
