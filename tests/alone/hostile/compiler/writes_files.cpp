// Tries to have the compiler write beside its output: dependencies, headers, dumps.
#pragma GCC optimize("-fdump-tree-all=" OUT "/dump")
#pragma GCC pch_preprocess "/etc/passwd"
#include "attack.h"
int main() { return honest(); }
