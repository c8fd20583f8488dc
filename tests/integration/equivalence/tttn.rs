//! Programs for N×N tic-tac-toe.

use super::programs::{Table, right, wrong};

const RANGE: &str = "say(\"Player %c enter your square choice [0-%d]: \", player, dim * dim - 1)";

/// Each line shows a part of what the prompt must.
const OVER_TWO_LINES: &str = "say(\"Player %c's turn.\\nSquare [0-%d]: \", player, dim * dim - 1)";

pub(crate) const TABLE: Table = Table {
    assignment: "tttn",
    template: include_str!("tttn.template.cpp"),
    plain: &[
        ("SYMBOL(cell)", "cell"),
        ("FIRST_CELL", "\" %c \""),
        ("CELL", "\"| %c \""),
        ("ROW_END", "\"\\n\""),
        ("DASHES", "4 * dim - 1"),
        ("LAST_SEPARATOR", "dim - 1"),
        ("LENGTH", "dim"),
        ("WINS_ROW", "true"),
        ("WINS_COLUMN", "true"),
        ("WINS_MAIN", "true"),
        ("WINS_ANTI", "true"),
        ("O_CAN_WIN", "true"),
        ("DRAWS_ANTI", "true"),
        ("ONLY_FULL", "false"),
        ("FULL_FIRST", "false"),
        ("WINS", "\"%c player wins!\\n\""),
        ("WINNER(winner, player)", "(winner == 1 ? 'X' : 'O')"),
        ("DRAWN", "\"Draw...game over!\\n\""),
        ("INITIAL", "printTTT(board, dim)"),
        ("BOARD", "printTTT(board, dim)"),
        ("FIRST", "'X'"),
        ("PROMPT", RANGE),
        ("BASE", "0"),
        ("LOWEST", "0"),
        ("BEYOND", "0"),
        ("SQUARE(square)", "square"),
        ("OFF", "return 0"),
        ("TAKEN", "continue"),
    ],
    programs: &[
        right("plain", &[]),
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
        right(
            "no-trailing-blanks",
            &[("FIRST_CELL", "\" %c\""), ("CELL", "\" | %c\"")],
        ),
        right(
            "own-prompt",
            &[(
                "PROMPT",
                "say(\"%c, your turn (0..%d) > \", player, dim * dim - 1)",
            )],
        ),
        right("prompt-over-two-lines", &[("PROMPT", OVER_TWO_LINES)]),
        right(
            "prompt-over-two-lines-flushed-late",
            &[
                ("PROMPT", OVER_TWO_LINES),
                ("FLUSH", ""),
                ("START", "setvbuf(stdout, nullptr, _IOLBF, 1024)"),
            ],
        ),
        right(
            "range-with-a-bound-that-does-not-count",
            &[(
                "PROMPT",
                "say(\"Player %c, 0 <= square < %d: \", player, dim * dim)",
            )],
        ),
        right(
            "prompt-with-new-line",
            &[(
                "PROMPT",
                "say(\"Player %c, 0-%d?\\n\", player, dim * dim - 1)",
            )],
        ),
        right(
            "blank-line-before-prompt",
            &[(
                "PROMPT",
                "say(\"\\nPlayer %c [0-%d]: \", player, dim * dim - 1)",
            )],
        ),
        right(
            "prompt-without-blank",
            &[("PROMPT", "say(\"Player %c [0-%d]\", player, dim * dim - 1)")],
        ),
        right(
            "asks-for-the-dimension",
            &[("WELCOME", "say(\"Welcome!\\nHow many rows? \")")],
        ),
        right(
            "tells-that-a-square-is-taken",
            &[(
                "TAKEN",
                "say(\"That square is taken, try again!\\n\"); continue",
            )],
        ),
        right("exit-code-1", &[("DONE", "return 1"), ("OFF", "return 1")]),
        right(
            "no-final-newline",
            &[
                ("WINS", "\"%c player wins!\""),
                ("DRAWN", "\"Draw...game over!\""),
            ],
        ),
        right(
            "windows-line-ends",
            &[
                ("ROW_END", "\"\\r\\n\""),
                ("WINS", "\"%c player wins!\\r\\n\""),
            ],
        ),
        right(
            "colours",
            &[
                ("FIRST_CELL", "\" \\033[1m%c\\033[0m \""),
                ("CELL", "\"| \\033[1m%c\\033[0m \""),
            ],
        ),
        right(
            "speaks-to-standard-error",
            &[("AFTER_READ", "std::fprintf(stderr, \"read %d\\n\", square)")],
        ),
        wrong(
            "misses-anti-diagonal",
            "anti-diagonal-missed",
            &[("WINS_ANTI", "false")],
        ),
        wrong(
            "misses-main-diagonal",
            "main-diagonal-missed",
            &[("WINS_MAIN", "false")],
        ),
        wrong(
            "misses-diagonals",
            "diagonals-missed",
            &[("WINS_MAIN", "false"), ("WINS_ANTI", "false")],
        ),
        wrong("misses-rows", "rows-missed", &[("WINS_ROW", "false")]),
        wrong(
            "misses-columns",
            "columns-missed",
            &[("WINS_COLUMN", "false")],
        ),
        wrong(
            "misses-last-row",
            "last-row-missed",
            &[("WINS_ROW", "(i < dim - 1)")],
        ),
        wrong(
            "misses-last-column",
            "last-column-missed",
            &[("WINS_COLUMN", "(i < dim - 1)")],
        ),
        wrong(
            "misses-last-row-and-column",
            "last-row-and-column-missed",
            &[
                ("WINS_ROW", "(i < dim - 1)"),
                ("WINS_COLUMN", "(i < dim - 1)"),
            ],
        ),
        wrong(
            "only-first-lines",
            "only-first-row-and-column",
            &[("WINS_ROW", "(i == 0)"), ("WINS_COLUMN", "(i == 0)")],
        ),
        wrong(
            "only-three",
            "only-three-in-a-line",
            &[("LENGTH", "(dim < 3 ? dim : 3)")],
        ),
        wrong(
            "draws-when-full",
            "draw-only-when-full",
            &[("ONLY_FULL", "true")],
        ),
        wrong(
            "draws-when-full-untied",
            "draw-only-when-full",
            &[("ONLY_FULL", "true"), ("STREAMS", "")],
        ),
        wrong(
            "draws-without-anti-diagonal",
            "anti-diagonal-missed-in-draw",
            &[("DRAWS_ANTI", "false")],
        ),
        wrong(
            "full-before-win",
            "full-board-before-win",
            &[("FULL_FIRST", "true")],
        ),
        wrong("o-never-wins", "o-never-wins", &[("O_CAN_WIN", "false")]),
        wrong(
            "names-the-loser",
            "wrong-winner",
            &[("WINNER(winner, player)", "(winner == 2 ? 'X' : 'O')")],
        ),
        wrong("o-begins", "players-swapped", &[("FIRST", "'O'")]),
        wrong("overwrites", "taken-square-overwritten", &[("TAKEN", "")]),
        wrong(
            "taken-costs-the-turn",
            "taken-square-costs-the-turn",
            &[("TAKEN", "player = player == 'X' ? 'O' : 'X'; continue")],
        ),
        wrong(
            "taken-ends",
            "taken-square-ends-the-game",
            &[("TAKEN", "return 0")],
        ),
        wrong(
            "asks-again-off-the-board",
            "out-of-range-asks-again",
            &[("OFF", "continue")],
        ),
        wrong(
            "one-square-too-many",
            "range-one-too-long",
            &[("BEYOND", "1")],
        ),
        wrong(
            "negative-squares",
            "negative-squares-accepted",
            &[("LOWEST", "-1000")],
        ),
        wrong("squares-from-one", "squares-from-one", &[("BASE", "1")]),
        wrong(
            "columns-first",
            "rows-and-columns-swapped",
            &[(
                "SQUARE(square)",
                "(square < 0 || square >= dim * dim ? square : square % dim * dim + square / dim)",
            )],
        ),
        wrong(
            "long-separator",
            "separator-too-long",
            &[("DASHES", "4 * dim")],
        ),
        wrong(
            "short-separator",
            "separator-too-short",
            &[("DASHES", "3 * dim")],
        ),
        wrong("no-separator", "separator-missing", &[("DASHES", "0")]),
        wrong(
            "separator-after-last-row",
            "separator-after-last-row",
            &[("LAST_SEPARATOR", "dim")],
        ),
        wrong(
            "blanks-for-free-squares",
            "free-square-symbol",
            &[("SYMBOL(cell)", "(cell == '?' ? ' ' : cell)")],
        ),
        wrong(
            "underscores-for-free-squares",
            "free-square-symbol",
            &[("SYMBOL(cell)", "(cell == '?' ? '_' : cell)")],
        ),
        wrong(
            "small-letters",
            "player-symbol",
            &[("SYMBOL(cell)", "(cell == 'X' ? 'x' : cell)")],
        ),
        wrong(
            "letters-exchanged",
            "letters-exchanged",
            &[(
                "SYMBOL(cell)",
                "(cell == 'X' ? 'O' : cell == 'O' ? 'X' : cell)",
            )],
        ),
        wrong(
            "no-blanks",
            "blanks-missing",
            &[("FIRST_CELL", "\"%c\""), ("CELL", "\"|%c\"")],
        ),
        wrong(
            "misspelt-draw",
            "message-misspelt",
            &[("DRAWN", "\"Draw..game over!\\n\"")],
        ),
        wrong(
            "shouts",
            "message-letter-case",
            &[("WINS", "\"%c PLAYER WINS!\\n\"")],
        ),
        wrong(
            "own-words",
            "message-in-own-words",
            &[("WINS", "\"Congratulations, player %c\\n\"")],
        ),
        wrong(
            "look-alike-letters",
            "look-alike-characters",
            &[("WINS", "\"%c рlаyer wins!\\n\"")],
        ),
        wrong(
            "no-result",
            "result-not-told",
            &[("WINS", "\"\""), ("DRAWN", "\"\"")],
        ),
        wrong(
            "says-goodbye",
            "prints-after-the-end",
            &[("DONE", "say(\"Thank you for playing!\\n\"); return 0")],
        ),
        wrong(
            "tells-why-it-quits",
            "speaks-when-it-quits",
            &[("OFF", "say(\"Out of range!\\n\"); return 0")],
        ),
        wrong(
            "no-initial-board",
            "initial-board-missing",
            &[("INITIAL", "")],
        ),
        wrong(
            "every-board-twice",
            "board-twice",
            &[("BOARD", "printTTT(board, dim); printTTT(board, dim)")],
        ),
        wrong(
            "never-a-board",
            "board-missing",
            &[("INITIAL", ""), ("BOARD", "")],
        ),
        wrong(
            "board-before-the-move",
            "board-before-the-move",
            &[("BEFORE_MOVE", "printTTT(board, dim)"), ("BOARD", "")],
        ),
        wrong(
            "range-for-three-rows",
            "range-hard-coded",
            &[(
                "PROMPT",
                "say(\"Player %c enter your square choice [0-8]: \", player)",
            )],
        ),
        wrong(
            "prompt-without-range",
            "prompt-without-range",
            &[("PROMPT", "say(\"Player %c: \", player)")],
        ),
        wrong(
            "prompt-without-player",
            "prompt-without-player",
            &[("PROMPT", "say(\"Your choice [0-%d]: \", dim * dim - 1)")],
        ),
        wrong("no-prompt", "prompt-missing", &[("PROMPT", "")]),
        wrong(
            "prompt-on-two-lines",
            "prompt-on-several-lines",
            &[(
                "PROMPT",
                "say(\"Your turn.\\nPlayer %c [0-%d]: \", player, dim * dim - 1)",
            )],
        ),
        wrong(
            "prompt-too-late",
            "prompt-after-reading",
            &[
                ("PROMPT", ""),
                (
                    "AFTER_READ",
                    "say(\"Player %c [0-%d] chose\\n\", player, dim * dim - 1)",
                ),
            ],
        ),
        wrong(
            "chatters",
            "extra-lines",
            &[("BEFORE_MOVE", "say(\"Thank you.\\n\")")],
        ),
        wrong(
            "reads-on",
            "question-after-the-game",
            &[(
                "DONE",
                "say(\"Play again? \"); if (!ask(dim)) { return 0; }",
            )],
        ),
        wrong(
            "ends-after-two-moves",
            "ended-early",
            &[(
                "BEFORE_MOVE",
                "static int moves = 0; if (++moves > 2) { return 0; }",
            )],
        ),
        wrong("prints-nothing", "prints-nothing", &[("OUTPUT", "stdin")]),
        wrong(
            "prints-to-standard-error",
            "prints-to-standard-error",
            &[("OUTPUT", "stderr")],
        ),
        wrong(
            "index-out-of-range",
            "index-out-of-range",
            &[("BEFORE_MOVE", "board[square * 10000000 + 500000000] = 1")],
        ),
        wrong(
            "recursion-without-end",
            "deep-recursion",
            &[
                ("STREAMS", ""),
                (
                    "BEFORE_MOVE",
                    "struct Deep { static int go(volatile int n) { return n + go(n + 1) + n; } }; board[399] = Deep::go(0)",
                ),
            ],
        ),
        wrong(
            "division-by-zero",
            "division-by-zero",
            &[(
                "BEFORE_MOVE",
                "volatile int zero = 0; board[399] = dim / zero",
            )],
        ),
        wrong(
            "uncaught-exception",
            "uncaught-exception",
            &[("BEFORE_MOVE", "throw \"no such square\"")],
        ),
    ],
};

/// Programs that never end: few, because each takes as long as it may.
pub(crate) const ENDLESS: Table = Table {
    programs: &[
        wrong(
            "computes",
            "endless-loop",
            &[("BEFORE_MOVE", "while (dim > 0) { START; }")],
        ),
        wrong(
            "prints",
            "endless-printing",
            &[(
                "BEFORE_MOVE",
                "while (dim > 0) { say(\"Square taken\\n\"); }",
            )],
        ),
        wrong(
            "asks",
            "draw-only-when-full",
            &[("ONLY_FULL", "true"), ("INPUT_ENDS", "continue")],
        ),
        wrong("waits", "waits-for-ever", &[("BEFORE_MOVE", "pause()")]),
    ],
    ..TABLE
};
