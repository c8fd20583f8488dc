// Throws what nobody catches.
#include <stdexcept>
#include <string>
static void act() {
    if (NUMBER % 2 == 0) throw std::runtime_error(std::string(100000, 'x'));
    throw 1;
}
