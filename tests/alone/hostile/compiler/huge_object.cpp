// Makes the assembler write an object of 256 MiB.
char field[256u << 20] = {1};
int main() { return field[1]; }
