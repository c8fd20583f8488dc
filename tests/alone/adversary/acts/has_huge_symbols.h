// Has a function whose name doubles with every template.
template <class A, class B> struct Pair {};
template <int N> struct Nested { using Type = Pair<typename Nested<N - 1>::Type, typename Nested<N - 1>::Type>; };
template <> struct Nested<0> { using Type = int; };
void with_a_long_name(Nested<24 + NUMBER % 8>::Type) {}
static void act() {}
