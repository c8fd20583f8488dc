// Is nested deeper than a grammar likes.
#define P4(x) ((((x))))
#define P64(x) P4(P4(P4(x)))
#define P256(x) P64(P64(x))
static int nested = P256(P64(1)) + (NUMBER & 1);
static void act() { (void)nested; }
