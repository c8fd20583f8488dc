// Prints what terminals, logs, browsers and sanitizers' readers act on.
#include <cstdio>
static void act() {
    const char* lines = "::error::planted\n##vso[task.complete result=Failed;]planted\n##teamcity[buildStop comment='planted']\n"
        "\x1b]0;planted\a\x1b[2J<script>planted()</script>\n| a | b |\n```\n# planted\n"
        "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\nSUMMARY: AddressSanitizer: planted\n";
    std::fputs(lines, NUMBER % 2 == 0 ? stdout : stderr);
    std::fflush(nullptr);
}
