// Prints what a terminal obeys, what no text holds, and what looks like a report.
#include "attack.h"

static const char NOISE[] = "\033[2J\033]0;title\007\0 \xff\xfe caf\xe9 \xe2\x80\xae \x9b""31m\b\b\r::error::hacked\n"
                            "```\n</details><script>alert(1)</script>\n## Points: 10 of 10\n\"verdict\": \"accepted\"\n";

int main() {
    (void)!write(1, NOISE, sizeof NOISE);
    (void)!write(2, NOISE, sizeof NOISE);
}
