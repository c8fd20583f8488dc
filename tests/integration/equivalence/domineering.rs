//! Programs for Domineering.

use super::programs::{Table, right, wrong};

pub(crate) const TABLE: Table = Table {
    assignment: "domineering",
    template: include_str!("domineering.template.cpp"),
    plain: &[
        (
            "SYMBOL(state)",
            "(state == 1 ? 'A' : state == 2 ? 'B' : '.')",
        ),
        ("BETWEEN", "\" \""),
        ("ROW_END", "\"\\n\""),
        ("SWAPPED", "false"),
        ("BOTTOM", "false"),
        ("WRAPS", "false"),
        ("HALF", "false"),
        ("FIRST", "1"),
        ("INITIAL", "printGrid(grid)"),
        ("BOARD", "printGrid(grid)"),
        ("GOES_ON", "canMove(grid, p)"),
        ("PROMPT", "say(\"Player %d's move: \", p)"),
        ("POSITION(pos)", "pos"),
        ("INVALID", "\"Invalid! Try again.\\n\""),
        ("REFUSED", ""),
        ("WINS", "\"Player %d wins!\\n\""),
        ("WINNER(p)", "(3 - p)"),
    ],
    programs: &[
        right("plain", &[]),
        // Visual Studio writes these.
        right("region", &[("AFTER_READ", "_Pragma(\"region reads\")")]),
        right("streams", &[("STREAMS", "")]),
        right(
            "untied-streams",
            &[
                ("STREAMS", ""),
                (
                    "START",
                    "std::ios::sync_with_stdio(false); std::cin.tie(nullptr)",
                ),
            ],
        ),
        right("never-flushes", &[("FLUSH", "")]),
        right(
            "flushes-lines",
            &[
                ("FLUSH", ""),
                ("START", "setvbuf(stdout, nullptr, _IOLBF, 1024)"),
            ],
        ),
        right(
            "unbuffered",
            &[
                ("FLUSH", ""),
                ("START", "setvbuf(stdout, nullptr, _IONBF, 0)"),
            ],
        ),
        right("reads-lines", &[("LINES", "")]),
        right("reads-all-first", &[("ALL_AT_ONCE", "")]),
        right("trailing-blanks", &[("ROW_END", "\" \\n\"")]),
        right("no-final-newline", &[("WINS", "\"Player %d wins!\"")]),
        right("exit-code-1", &[("DONE", "return 1")]),
        right("windows-line-ends", &[("ROW_END", "\"\\r\\n\"")]),
        right(
            "speaks-to-standard-error",
            &[("AFTER_READ", "std::fprintf(stderr, \"read %d\\n\", pos)")],
        ),
        wrong("bottom-row", "bottom-row-accepted", &[("BOTTOM", "true")]),
        wrong(
            "bottom-row-streams",
            "bottom-row-accepted",
            &[("BOTTOM", "true"), ("STREAMS", "")],
        ),
        wrong("wraps", "wraps-to-next-row", &[("WRAPS", "true")]),
        wrong(
            "edges",
            "edges-unchecked",
            &[("BOTTOM", "true"), ("WRAPS", "true")],
        ),
        wrong(
            "half-a-domino",
            "second-half-unchecked",
            &[("HALF", "true")],
        ),
        wrong(
            "half-a-domino-shows-b",
            "second-half-unchecked",
            &[
                ("HALF", "true"),
                (
                    "SYMBOL(state)",
                    "(state == 0 ? '.' : state == 1 ? 'A' : 'B')",
                ),
            ],
        ),
        wrong(
            "invalid-costs-the-turn",
            "invalid-move-costs-the-turn",
            &[("REFUSED", "p = 3 - p")],
        ),
        wrong(
            "invalid-ends",
            "invalid-move-ends-the-game",
            &[("REFUSED", "return 0")],
        ),
        wrong("names-the-loser", "wrong-winner", &[("WINNER(p)", "p")]),
        wrong(
            "goes-on-while-the-mover-can",
            "end-checked-for-wrong-player",
            &[("GOES_ON", "canMove(grid, 3 - p)")],
        ),
        wrong(
            "goes-on-while-anybody-can",
            "end-checked-for-wrong-player",
            &[("GOES_ON", "canMove(grid, 1) || canMove(grid, 2)")],
        ),
        wrong(
            "columns-first",
            "rows-and-columns-swapped",
            &[(
                "POSITION(pos)",
                "(pos < 1 || pos > 16 ? pos : (pos - 1) % 4 * 4 + (pos - 1) / 4 + 1)",
            )],
        ),
        wrong(
            "positions-from-zero",
            "squares-from-zero",
            &[("POSITION(pos)", "(pos + 1)")],
        ),
        wrong(
            "directions-swapped",
            "directions-swapped",
            &[("SWAPPED", "true")],
        ),
        wrong("player-2-begins", "players-swapped", &[("FIRST", "2")]),
        wrong(
            "misspells-invalid",
            "message-misspelt",
            &[("INVALID", "\"Invalid! Try again\\n\"")],
        ),
        wrong(
            "shouts",
            "message-letter-case",
            &[("INVALID", "\"INVALID! Try again.\\n\"")],
        ),
        wrong(
            "own-words",
            "message-in-own-words",
            &[("INVALID", "\"You cannot put a domino there.\\n\"")],
        ),
        wrong("no-blanks", "blanks-missing", &[("BETWEEN", "\"\"")]),
        wrong(
            "tabs",
            "tabs-for-blanks",
            &[("WINS", "\"Player\\t%d wins!\\n\""), ("BETWEEN", "\"\\t\"")],
        ),
        wrong(
            "other-symbols",
            "free-square-symbol",
            &[(
                "SYMBOL(state)",
                "(state == 1 ? 'A' : state == 2 ? 'B' : '-')",
            )],
        ),
        wrong(
            "letters-exchanged",
            "letters-exchanged",
            &[(
                "SYMBOL(state)",
                "(state == 1 ? 'B' : state == 2 ? 'A' : '.')",
            )],
        ),
        wrong(
            "own-prompt",
            "prompt-in-own-words",
            &[("PROMPT", "say(\"Player %d, your move: \", p)")],
        ),
        wrong(
            "prompt-with-new-line",
            "line-break-after-prompt",
            &[("PROMPT", "say(\"Player %d's move:\\n\", p)")],
        ),
        wrong(
            "prompt-without-blank",
            "prompt-blank-missing",
            &[("PROMPT", "say(\"Player %d's move:\", p)")],
        ),
        wrong(
            "board-after-invalid",
            "board-after-refused-move",
            &[("REFUSED", "printGrid(grid)")],
        ),
        wrong(
            "no-initial-board",
            "initial-board-missing",
            &[("INITIAL", "")],
        ),
        wrong(
            "every-board-twice",
            "board-twice",
            &[("BOARD", "printGrid(grid); printGrid(grid)")],
        ),
        wrong(
            "blank-lines",
            "extra-blank-lines",
            &[("BOARD", "say(\"\\n\"); printGrid(grid)")],
        ),
        wrong(
            "says-goodbye",
            "prints-after-the-end",
            &[("DONE", "say(\"Goodbye!\\n\"); return 0")],
        ),
        wrong("no-result", "result-not-told", &[("WINS", "\"\"")]),
        wrong(
            "ends-after-two-moves",
            "ended-early",
            &[(
                "BEFORE_MOVE",
                "static int moves = 0; if (++moves > 2) { return 0; }",
            )],
        ),
        wrong(
            "division-by-zero",
            "division-by-zero",
            &[("BEFORE_MOVE", "volatile int zero = 0; p = p / zero")],
        ),
        wrong(
            "failed-assertion",
            "assertion-failed",
            &[("BEFORE_MOVE", "assert(p == 3)")],
        ),
    ],
};
