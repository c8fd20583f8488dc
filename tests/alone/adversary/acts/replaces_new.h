// Has an operator new that never gives memory.
#include <cstdlib>
#include <new>
void* operator new(size_t size) { if (NUMBER % 2 == 0) throw std::bad_alloc(); return std::calloc(1, size); }
void operator delete(void*) noexcept {}
void operator delete(void*, size_t) noexcept {}
static void act() { delete new int(1); }
