//! The sentences of every mistake that is no rule of a game, in the steps in which reports open them: what is wrong, and how such a
//! fault is usually mended. Where it is, the rule says that recognises it. Students read all of this: see `reading_grade` in
//! `tests/integration`.

use model::Hint;

/// What reports say of a mistake in general words, which quote nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct MistakeText {
    mistake: &'static str,
    what: &'static str,
    how: &'static str,
}

impl MistakeText {
    /// The hint without its place.
    pub(super) fn hint(self) -> Hint {
        self.replace_in(Hint::new(self.mistake, ""))
    }

    /// The mistake's name.
    pub(super) fn mistake(self) -> &'static str {
        self.mistake
    }

    /// The same hint in these words.
    pub(super) fn replace_in(self, hint: Hint) -> Hint {
        Hint {
            mistake: self.mistake,
            sentence: self.what.to_owned(),
            remedy: Some(self.how.to_owned()),
            ..hint
        }
    }
}

/// One constant for each row: its name, the mistake, what is wrong, how to mend it.
macro_rules! mistake_texts {
    ($($name:ident: $mistake:literal, $what:literal, $how:literal;)*) => {
        $(pub(super) const $name: MistakeText = MistakeText { mistake: $mistake, what: $what, how: $how };)*

        #[cfg(test)]
        const ALL: &[MistakeText] = &[$($name),*];
    };
}

mistake_texts! {
    // Crashes.
    MEMORY_RAN_OUT: "memory-ran-out",
        "Your program used most of the memory that it may use, and then it crashed.",
        "If it asks for more memory, `malloc` or `realloc` may return a null pointer: check for that. An index outside of its \
         array is possible, too.";
    DEEP_RECURSION: "deep-recursion",
        "The memory for function calls (the stack) is full.",
        "Look for a function that calls itself, and for the condition that should stop it. A very large array inside a function \
         does the same, and an index that runs far below the start of an array.";
    DEEP_RECURSION_AT_END: "deep-recursion",
        "The memory for function calls (the stack) is full.",
        "It may be a function that asks again by calling itself: at the end of the input, that never stops. Use a loop. A very \
         large array inside a function does the same.";
    CALLS_WITHOUT_END: "deep-recursion",
        "Most likely a function calls itself without end, until the memory for calls (the stack) is full.",
        "Look for a function that calls itself, and for what should stop it.";
    INDEX_OUT_OF_RANGE: "index-out-of-range",
        "Most likely an array is used with an index outside of it.",
        "Check each index before you use it, and where each loop ends. A function that calls itself without end, or an array \
         of several megabytes inside a function, crashes in the same way. So does `scanf` without `&` before a variable.";
    ADDRESS_OUT_OF_TABLE: "index-out-of-range",
        "Most likely memory is used at an address outside of a table.",
        "Check each index before you use it, and where each loop ends. In C, `scanf` without `&` before a variable crashes in the same way.";
    ADDRESS_OUT_OF_BOARD: "index-out-of-range",
        "Most likely memory is used at an address outside of the board.",
        "Check each index before you use it, and where each loop ends.";
    DIVISION_BY_ZERO: "division-by-zero",
        "A number was divided by zero.",
        "Look at each `/` and `%`, and ask when the number to its right can be 0.";
    DIVISOR_IS_ZERO: "division-by-zero",
        "A number was divided by zero.",
        "Ask of each divisor when it can be 0.";
    MISSING_RETURN: "missing-return",
        "Most likely a function that should return a value ends without `return`.",
        "Compile with `-Wall`: the compiler warns of it. Each way through the function must end with a `return`.";
    ENDED_BY_ABORT: "ended-by-abort",
        "Your program ended itself with `abort()`, or a check inside the C++ library did.",
        "Read what it printed to standard error, and look at what it did last.";
    UNCAUGHT_OUT_OF_RANGE: "uncaught-out-of-range",
        "An exception that nothing caught ended your program: `.at()`, `substr` or `stoi` was given something out of range.",
        "Check the index or the number before you pass it on.";
    UNCAUGHT_INVALID_ARGUMENT: "uncaught-invalid-argument",
        "An exception that nothing caught ended your program: usually `stoi` was given a text that is no number.",
        "Check that the text is a number before you convert it.";
    UNCAUGHT_BAD_ALLOC: "uncaught-bad-alloc",
        "An exception that nothing caught ended your program: it asked for more memory than there is.",
        "Check the size that you ask for. It may be below zero, or never set.";
    UNCAUGHT_LENGTH_ERROR: "uncaught-length-error",
        "An exception that nothing caught ended your program: a string or vector was asked to have a length that cannot be.",
        "Check the length that you ask for. It may be below zero, or never set.";
    UNCAUGHT_EXCEPTION: "uncaught-exception",
        "An exception that nothing caught ended your program.",
        "Look for the `throw` that it came from.";
    ASSERTION_FAILED: "assertion-failed",
        "An `assert` failed: what it states was not true at that moment.",
        "Find the value that makes it false, and where that value is set.";
    ARRAY_OVERRUN: "array-overrun",
        "An array inside a function was written past its end.",
        "Check each index, and where each loop ends.";
    MEMORY_DAMAGED: "memory-damaged",
        "Your program wrote past the end of a vector, a string or memory from `new`, or freed memory twice.",
        "Check each index, and that each `delete` runs once.";

    // How a program ends.
    ASKS_AFTER_GAME: "asks-after-the-end",
        "Your program goes on after it has printed how the game ended.",
        "Leave the loop there, so that the program ends.";
    ASKS_AFTER_LAST_LINE: "asks-after-the-end",
        "Your program goes on after its last line.",
        "Leave the loop there, so that the program ends.";
    ASKS_AFTER_RESULT: "asks-after-the-end",
        "Your program goes on after its result.",
        "Leave the loop there, so that the program ends.";
    READ_PAST_END: "read-past-end",
        "When the input was used up, your program went on asking for more.",
        "At the end of the input `cin >> x` fails, and `x` gets nothing new. Leave the loop when that happens, as in `if (!(cin >> \
         x)) return 0;`.";
    READ_PAST_END_OF_INPUT: "read-past-end",
        "When the input was used up, your program went on asking for more.",
        "Your program must notice the end of its input, and end there.";
    READ_PAST_END_OF_GAME: "read-past-end",
        "When the input was used up, your program went on asking for more.",
        "Your program must notice when the game is over, and end there.";
    WAITS_FOR_EVER: "waits-for-ever",
        "Your program was waiting, not computing.",
        "Look for a `sleep`, or for something that it waits for and that never comes.";
    WAITS_FOR_SOMETHING: "waits-for-ever",
        "Your program was waiting, not computing.",
        "Look for something that it waits for and that never comes.";
    ENDLESS_LOOP: "endless-loop",
        "A loop never ends.",
        "Look at the condition of each loop, and at what in its body could make it false.";
    ENDLESS_PRINTING: "endless-printing",
        "A loop that prints never ends.",
        "Look at its condition, and at what in its body could make it false.";
    EXCEPTION_REPEATED: "exception-repeated",
        "The simulator reports the same exception again and again: most likely your program jumped to a bad address, or used one.",
        "Check `jr` and `$ra`: a function that calls another must save `$ra` first.";
    END_OF_GAME_MISSED: "end-of-game-missed",
        "Your program asked for more input where the game should have been over.",
        "Either it did not see the end, or it took an earlier input in the wrong way. Follow the inputs by hand and check both.";
    OUTPUT_NOT_FLUSHED: "output-not-flushed",
        "Nothing that your program printed has arrived.",
        "What is printed waits in a buffer until `endl`, `flush` or the end of the program. It is lost when the program is ended \
         before that.";
    OUTPUT_IN_BUFFER: "output-not-flushed",
        "Nothing that your program printed has arrived.",
        "What is printed may wait in a buffer until the end of the program. It is lost when the program is ended before that.";
    PRINTS_NOTHING: "prints-nothing",
        "Your program prints nothing at all.",
        "Find out whether it reaches the code that prints.";
    PRINTS_TO_CERR: "prints-to-standard-error",
        "Your program prints to standard error only.",
        "Use `cout`, not `cerr`.";
    PRINTS_TO_STANDARD_ERROR: "prints-to-standard-error",
        "Your program prints to standard error only.",
        "Print to standard output.";
    GAME_ENDED_EARLY: "ended-early",
        "Your program ended although the game goes on.",
        "Look at what can end it there: the condition of its loop, or a jump out of the loop.";
    GAME_DECIDED_EARLY: "ended-early",
        "Your program printed a result and ended although the game goes on.",
        "Look at what finds out that somebody has won, or that nobody can: it does so too early.";
    GAME_DECIDED_AFTER_REFUSAL: "ended-early",
        "Your program printed a result and ended although the game goes on.",
        "Look at its moves first: it may have made one that it should have refused. If all are right, it finds too early that somebody has won, or that nobody can.";
    ENDED_EARLY: "ended-early",
        "Your program ended although there is more for it to read.",
        "Look at what can end it there: the condition of its loop, or a jump out of the loop.";

    // Questions.
    QUESTION_BEFORE_GAME: "question-before-the-game",
        "Your program asks a question that the assignment does not have, and takes an input of the game as the answer.",
        "Remove the question.";
    QUESTION_AFTER_GAME: "question-after-the-game",
        "Your program asks a question that the assignment does not have, after the last input, where no answer comes.",
        "Remove the question, and let the program end.";

    // Results.
    RESULT_DURING_GAME: "result-too-early",
        "Your program prints a result while the game still goes on.",
        "Check what it takes for the end of the game.";
    RESULT_BEFORE_INPUT: "result-too-early",
        "Your program prints a result before it has read all of its input.",
        "Read all of the input first.";
    WRONG_WINNER: "wrong-result",
        "Your program prints another result than the right one.",
        "Look at whom it names, and at what it checks first.";
    TWO_RESULTS: "wrong-result",
        "Your program prints the right result, and another one.",
        "Let it look for a further result only if it has found none: with `else`, or a `return` after the first.";
    WRONG_RESULT: "wrong-result",
        "Your program prints another result than the right one.",
        "Look at what it checks first, and follow the inputs by hand.";
    RESULT_NOT_TOLD: "result-not-told",
        "Your program does not print how the game ended.",
        "Print the result after the last move.";
    RESULT_NOT_RECOGNISED: "result-not-told",
        "No result was found in what your program printed at the end.",
        "It must say who has won, or that nobody has.";
    RESULT_NOT_PRINTED: "result-not-told",
        "Your program does not print its result after it has read its last input.",
        "Print the result there.";

    // Boards.
    BOARD_TWICE: "board-twice",
        "Your program prints the board twice where it should print it once.",
        "Look for two places that print it in the same round, and remove one.";
    INITIAL_BOARD_MISSING: "initial-board-missing",
        "Your program does not print the board before the first move.",
        "Print it once before the loop that reads the moves.";
    FINAL_BOARD_MISSING: "final-board-missing",
        "Your program does not print the board after the last move.",
        "Print it before you print the result.";
    BOARD_MISSING: "board-missing",
        "Your program does not print the board after each move, drawn as the assignment shows it.",
        "Print it once after each move. If you do, compare how it is drawn.";
    OLD_BOARD_BEFORE_NEW: "old-board-before-new",
        "After each move your program prints the board as it was before, and then the new one.",
        "Print it once, after the move was made.";
    BOARD_BEFORE_MOVE: "board-before-the-move",
        "Your board is one move behind.",
        "Print it after the move was made, not before.";
    BOARD_AFTER_REFUSED_MOVE: "board-after-refused-move",
        "Your program prints the board again after a move that cannot be made.",
        "Nothing has changed, so it should only ask again.";
    BOARD_OF_ANOTHER_SIZE: "board-of-another-size",
        "Your program plays on a board with more rows than this assignment has.",
        "Change the number of rows.";
    NO_MOVE_MADE: "input-taken-otherwise",
        "Your program made no move where it should have made one. From there on it takes each input for something else.",
        "Look at what it does with this input.";
    MOVE_TOO_MANY: "input-taken-otherwise",
        "Your program made a move where it should have made none. From there on it plays another game.",
        "Look at what it checks before it makes a move.";
    ANOTHER_SQUARE_TAKEN: "input-taken-otherwise",
        "Your program took another square than the one that was meant. From there on it plays another game.",
        "Look at how it makes a square of the input.";
    ANOTHER_BOARD_SINCE: "input-taken-otherwise",
        "After this move your board is wrong.",
        "Look at how it makes the move, and at how it prints the board.";
    SEPARATOR_TOO_LONG: "separator-too-long",
        "The line of dashes between the rows is too long.",
        "Compute its length from the number of columns.";
    SEPARATOR_TOO_SHORT: "separator-too-short",
        "The line of dashes between the rows is too short.",
        "Compute its length from the number of columns.";
    SEPARATOR_MISSING: "separator-missing",
        "The lines of dashes between the rows are missing.",
        "Print one after each row but the last.";
    SEPARATOR_AFTER_LAST_ROW: "separator-after-last-row",
        "Your program prints a line of dashes after the last row.",
        "Print them between the rows only.";
    BAR_AT_THE_EDGE: "bar-at-the-edge",
        "Your rows have a bar at their edge.",
        "Print bars between the squares only.";
    FREE_SQUARE_SYMBOL: "free-square-symbol",
        "Free squares are shown by another sign than the one asked for.",
        "Compare your board with the one that the assignment shows.";
    PLAYER_SYMBOL: "player-symbol",
        "A player's squares are shown by another sign than the one asked for.",
        "Compare your board with the one that the assignment shows.";
    LETTERS_EXCHANGED: "letters-exchanged",
        "On your board the letters of the two players are exchanged.",
        "Check which letter each player has.";

    // Messages and lines.
    MESSAGE_LETTER_CASE: "message-letter-case",
        "A message has capital letters in the wrong places.",
        "It must be exactly the text that the assignment gives.";
    MESSAGE_MISSPELT: "message-misspelt",
        "A message is misspelt.",
        "It must be exactly the text that the assignment gives.";
    MESSAGE_IN_OWN_WORDS: "message-in-own-words",
        "A message is in words of your own.",
        "It must be exactly the text that the assignment gives.";
    MESSAGE_MISSING: "message-missing",
        "A message that the assignment asks for is not printed.",
        "Print it as the assignment gives it.";
    RESULT_BEFORE_BOARD: "result-before-board",
        "Your program prints the result before the last board.",
        "Print the last board first, and then the result.";
    SPEAKS_WHEN_GAME_QUITS: "speaks-when-it-quits",
        "Your program prints something when it must end without a word.",
        "Print nothing there.";
    SPEAKS_WHEN_IT_QUITS: "speaks-when-it-quits",
        "Your program prints something where nothing should be printed.",
        "Print nothing there.";
    PRINTS_AFTER_GAME: "prints-after-the-end",
        "Your program prints more after it has printed how the game ended.",
        "That must be its last line.";
    PRINTS_AFTER_LAST_LINE: "prints-after-the-end",
        "Your program prints more after the line that must be its last.",
        "Remove what it prints after that line.";
    EXTRA_LINES: "extra-lines",
        "Your program prints lines that nobody asked for, between those that are.",
        "Remove them.";
    LETTER_CASE: "letter-case",
        "The letters are right, but some are capital letters that should be small, or small ones that should be capital.",
        "Compare your text with the assignment, letter by letter.";
    FIRST_WORD_READ: "first-word-read",
        "Your program takes only the first word of a line that has several.",
        "`cin >> text` and `scanf(\"%s\", text)` stop at the first blank. Read the whole line, with `getline(cin, text)` or `fgets`.";
    LINES_MISSING: "lines-missing",
        "Your program does not print all the lines that are asked for.",
        "Look for the code that should print the first of them, and find out whether it is reached.";
    LINES_IN_ANOTHER_ORDER: "lines-in-another-order",
        "Your program prints the right lines in another order than the one asked for.",
        "Change the order in which you print them.";
    ANOTHER_SIGN: "another-sign",
        "Your program prints another sign than the one asked for.",
        "Compare what you print with the text of the assignment.";
    ASKS_ONCE_TOO_OFTEN: "asks-once-too-often",
        "Your program asks for one more input than there is.",
        "A loop runs once too often: look at its condition.";

    // Numbers and lists.
    WHOLE_NUMBER_DIVISION: "whole-number-division",
        "A result lacks its fraction.",
        "A division of two whole numbers leaves no fraction, and a variable of type `int` holds none: `1 / 2` is 0. Use `double` for \
         the result, and for one of the two numbers before you divide.";
    FRACTION_LOST: "whole-number-division",
        "A result lacks its fraction, as a division of two whole numbers leaves it.",
        "Divide numbers that can hold a fraction.";
    NUMBER_OVERFLOW: "number-overflow",
        "A number is too large for an `int`, which ends at 2147483647.",
        "Use `long long` for it, and for all that it is made of.";
    LEADING_ZEROS: "leading-zeros",
        "A number has more or fewer zeros before it than it should have.",
        "Look at `setw` and `setfill('0')`, or at the width in `printf`, as in `%02d`.";
    ZEROS_BEFORE_NUMBER: "leading-zeros",
        "A number has more or fewer zeros before it than it should have.",
        "Look at how the number is printed.";
    NUMBER_DECIMALS: "number-decimals",
        "A number is written with other decimals than it should be.",
        "Look at how the number is printed.";
    NUMBERS_IN_ANOTHER_ORDER: "numbers-in-another-order",
        "Your program prints the right numbers in another order than the one asked for.",
        "Check the order in which you print them, and what each variable holds.";
    LAST_VALUE_MISSING: "last-value-missing",
        "The last value of a list is missing, and all before it are right.",
        "Look at where the loop ends, and at what must still be done after it.";
    ONE_VALUE_TOO_MANY: "one-value-too-many",
        "After the last value of a list your program prints one more, and all before it are right.",
        "Look at where the loop ends, and at what is done with a value that could not be read.";
    SUM_NOT_RESET: "sum-not-reset",
        "From the second round on, a result holds what the rounds before it came to.",
        "Set it back where a new round begins.";

    // Prompts.
    PROMPT_MISSING: "prompt-missing",
        "Your program does not ask: there is no prompt.",
        "Print the prompt before you read.";
    PROMPT_WITHOUT_PLAYER: "prompt-without-player",
        "Your prompt does not show whose turn it is.",
        "Print the player in it.";
    PROMPT_WITHOUT_RANGE: "prompt-without-range",
        "Your prompt does not show which numbers may be entered.",
        "Print the first and the last of them in it.";
    RANGE_HARD_CODED: "range-hard-coded",
        "The range in your prompt does not fit the size of the board.",
        "Compute its last number from the size.";
    LINE_BREAK_AFTER_PROMPT: "line-break-after-prompt",
        "After the prompt there is a line break.",
        "Print the prompt without one: the input follows on the same line.";
    PROMPT_BLANK_MISSING: "prompt-blank-missing",
        "The blank at the end of the prompt is missing.",
        "Add it.";
    WRONG_PLAYER_ASKED: "wrong-player-asked",
        "Your prompt names another player than the one whose turn it is.",
        "Look at where the turn changes.";
    PROMPT_IN_OWN_WORDS: "prompt-in-own-words",
        "Your prompt is not worded as the assignment gives it.",
        "It must be exactly the text that the assignment gives.";
    PROMPT_GLUED: "prompt-glued",
        "The prompt is on the same line as a row of the board.",
        "Print a line break (`endl` or `\\n`) between them.";
    PROMPT_BESIDE_ROW: "prompt-glued",
        "The prompt is on the same line as a row of the board.",
        "Print a line break between them.";
    PROMPT_ON_SEVERAL_LINES: "prompt-on-several-lines",
        "Your prompt takes several lines.",
        "Print it on one line, and let it end there, without a line break.";
    PROMPT_AFTER_READING: "prompt-after-reading",
        "Your program asks only after it has read.",
        "Print the prompt before `cin >> …`.";
    PROMPT_TOO_LATE: "prompt-after-reading",
        "Your program asks only after it has read.",
        "Print the prompt before you read.";

    // White space.
    CARRIAGE_RETURNS: "carriage-returns",
        "Your lines end with `\\r\\n`.",
        "Print `\\n` alone.";
    FINAL_NEWLINE_MISSING: "final-newline-missing",
        "The line break after the very last line is missing.",
        "End that line with `endl` or `\\n`.";
    LAST_LINE_NOT_ENDED: "final-newline-missing",
        "The line break after the very last line is missing.",
        "Print a line break at the end.";
    BLANK_LINES_AT_THE_END: "blank-lines-at-the-end",
        "After the last line, your program prints more line breaks.",
        "Remove them.";
    TRAILING_BLANKS: "trailing-blanks",
        "Your lines end with blanks that should not be there.",
        "Look at what is printed after the last part of a line.";
    TRAILING_BLANKS_MISSING: "trailing-blanks-missing",
        "Blanks at the ends of your lines are missing.",
        "Look at what should follow the last part of a line.";
    LINE_ENDS: "line-ends",
        "Only the ends of lines differ: blanks or line breaks.",
        "Look at what is printed after the last part of a line.";
    EXTRA_BLANK_LINES: "extra-blank-lines",
        "Your program prints empty lines where there should be none.",
        "Look for an `endl` or `\\n` too many.";
    LINE_BREAKS_TOO_MANY: "extra-blank-lines",
        "Your program prints empty lines where there should be none.",
        "Look for a line break too many.";
    TABS_FOR_BLANKS: "tabs-for-blanks",
        "Your program prints tabs (`\\t`) where blanks are wanted.",
        "Print blanks.";
    NON_BREAKING_SPACES: "non-breaking-spaces",
        "Your program prints special blanks (U+00A0) that only look like blanks.",
        "They come from text that was copied: type the blanks again.";
    LOOK_ALIKE_CHARACTERS: "look-alike-characters",
        "Your program prints signs that only look like the right ones.",
        "They come from text that was copied: type them again.";
    BLANKS_MISSING: "blanks-missing",
        "All the signs are right, but blanks between them are missing.",
        "Compare your line with the one that is expected.";
    BLANKS_TOO_MANY: "blanks-too-many",
        "All the signs are right, but there are too many blanks between them.",
        "Compare your line with the one that is expected.";
    BLANKS_MISPLACED: "blanks-misplaced",
        "All the signs are right, but blanks or line breaks are in other places.",
        "Compare your lines with those that are expected.";
    LINE_BREAK_MISSING: "line-break-missing",
        "A line break is missing between two lines.",
        "End each line with `endl` or `\\n`.";
    LINES_JOINED: "line-break-missing",
        "A line break is missing between two lines.",
        "Print a line break after each line.";

    // Slips in the source, proved by repair.
    ASSIGNMENT_IN_CONDITION: "assignment-in-condition",
        "A condition contains `=`, which stores a value.",
        "Write `==`, which asks whether two values are equal.";
    CHAINED_COMPARISON: "chained-comparison",
        "Two comparisons stand in a row, as in `1 < x < 9`.",
        "C++ takes the first result, 0 or 1, for the next. Write `1 < x && x < 9`.";
    OR_WITH_A_BARE_VALUE: "or-with-a-bare-value",
        "After `||` there is a value alone, as in `x == 1 || 2`.",
        "Any value but 0 is true. Write `x == 1 || x == 2`.";
    LINE_BREAK_LEFT_UNREAD: "line-break-left-unread",
        "`cin >> x` leaves the line break after what it reads, and a `getline` after it reads only the empty rest of that line.",
        "Skip the rest first, with `cin.ignore()` or `cin >> ws`.";
    FAILED_READ_REPEATED: "failed-read-repeated",
        "After `cin >> x` has failed on something that is no number, each later read fails, too. So the same loop runs for ever.",
        "Make `cin` ready again with `cin.clear()`, and skip the rest of the line with `cin.ignore(1000, '\\n')`.";
    END_NOTICED_TOO_LATE: "end-noticed-too-late",
        "The end of the input is noticed one round too late.",
        "Only a read that fails shows the end. Ask whether reading worked, as in `while (cin >> x)`.";
    ORDER_OF_OPERATIONS: "order-of-operations",
        "A value is computed in another order than you mean.",
        "`*` and `/` come before `+` and `-`. Put brackets around what comes first.";
    LOOP_STEP_MISSING: "loop-step-missing",
        "A loop does not change what its condition asks for.",
        "Ask which variable must change in each round, and by how much.";
    LOOP_ONE_ROUND_TOO_FEW: "loop-one-round-too-few",
        "A loop runs one round too few.",
        "Look at where it starts, and at the limit in its condition.";
    LOOP_ONE_ROUND_TOO_MANY: "loop-one-round-too-many",
        "A loop runs one round too many.",
        "Look at where it starts, and at the limit in its condition.";
    LIMIT_ON_THE_WRONG_SIDE: "limit-on-the-wrong-side",
        "A comparison puts the limit itself on the wrong side.",
        "Check whether it should be `<` or `<=`, `>` or `>=`.";
    // Repairs of a statement that prints, computes or decides.
    PRINTED_TEXT_WRONG: "printed-text-wrong",
        "A text that is printed is not the expected one.",
        "Compare it letter by letter, with its blanks and line breaks.";
    PRINTS_TOO_MUCH: "prints-too-much",
        "The program prints something that is not expected.",
        "Look at what this line prints, and whether it should.";
    PRINT_MISSING: "print-missing",
        "The program should print something more.",
        "It may be a text, a blank or a line break.";
    NUMBER_FORMAT: "number-format",
        "A number is printed in another form than expected.",
        "Look at the format, the digits after the point, and the width.";
    ARGUMENT_MISSING: "argument-missing",
        "`printf` is given fewer values than its format has places for.",
        "Write the value that should be printed after the format.";
    READ_FORMAT: "read-format",
        "A value is read in another form than its variable or the input has.",
        "Look at the format of `scanf`.";
    ADDRESS_MISSING: "address-missing",
        "A function such as `scanf` is given a value where it needs the place of a variable.",
        "Write `&` before the name of the variable.";
    COMPARISON_WRONG: "comparison-wrong",
        "A comparison lets through the wrong values.",
        "Try small, large and equal values.";
    CALCULATION_WRONG: "calculation-wrong",
        "A calculation uses the wrong sign, or has a part too many.",
        "Do it by hand for a small input.";
    AND_OR_WRONG: "and-or-wrong",
        "Two conditions are joined in the wrong way.",
        "Ask whether both must hold, or one is enough.";
    CONDITION_REVERSED: "condition-reversed",
        "A condition or a sign is the wrong way round.",
        "Read the condition aloud, and ask when it should be true.";
    CONDITION_TOO_MANY: "condition-too-many",
        "The last `else if` leaves out some cases.",
        "Ask whether a plain `else` should take all the rest.";
    FIRST_VALUE_WRONG: "first-value-wrong",
        "A variable starts with the wrong value, or with none.",
        "Ask which value it must have before the first round.";
    CONSTANT_WRONG: "constant-wrong",
        "A number or letter in the program is not the right one.",
        "Compare it with the text of the task.";
    OFF_BY_ONE: "off-by-one",
        "A value is one too large or one too small.",
        "Do the first and the last step by hand.";
    VARIABLE_MIXED_UP: "variable-mixed-up",
        "One variable is used where another one is meant.",
        "Read the line with a value for each name.";
    ORDER_REVERSED: "order-reversed",
        "Two values are in the wrong order.",
        "Ask which one must come first.";
    ELSE_MISSING: "else-missing",
        "Two branches both run where only one should.",
        "An `else` is missing.";
    BREAK_MISSING: "break-missing",
        "A round goes on where it should be left or skipped.",
        "A `break` or `continue` is missing.";
    RETURN_MISSING: "return-missing",
        "A function goes on where it should end.",
        "A `return` is missing.";
    BRANCH_MISSING: "branch-missing",
        "Some values are not handled.",
        "Ask what happens if no condition holds.";
    RESET_MISSING: "reset-missing",
        "A variable does not get a new value where it should.",
        "Ask which value it must have in the next round.";
    STATEMENT_TOO_MANY: "statement-too-many",
        "One statement should not be there.",
        "Ask what changes without it.";
    STATEMENT_MISPLACED: "statement-misplaced",
        "One statement is in the wrong place.",
        "Ask whether it belongs inside the loop or branch, and before or after its neighbours.";
    CONDITION_WRONG: "condition-wrong",
        "A condition asks the wrong question.",
        "Ask for which values the loop should go on, or the branch be taken.";
    STATEMENT_WRONG: "statement-wrong",
        "One statement does not do what it should.",
        "Say in words what it must do, and compare.";
    STATEMENT_MISSING: "statement-missing",
        "A step is missing.",
        "Go through the task step by step, and find the line for each.";
    STRAY_SEMICOLON: "stray-semicolon",
        "A `;` ends the loop or branch before its body begins.",
        "Remove it.";
    NUMBER_TYPE: "number-type",
        "A variable or a function has a type that cannot hold its values.",
        "Look at fractions and at large numbers.";
    // Where the cases do not decide what is wrong.
    ONE_OF_SEVERAL_LINES: "one-of-several-lines",
        "A small change in one of several lines makes your program right in all cases.",
        "Find out which of these lines does not do what you mean.";
    SEVERAL_LINES: "several-lines",
        "Small changes in several lines together make your program right in all cases.",
        "Find out what each of these lines should do.";
    FIRST_WRONG_PRINT: "first-wrong-print",
        "One line of your program prints the first text that is wrong.",
        "Look at the values that it prints, and at the conditions on the way to it.";
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A report shows all steps in 160 words at most. What is quoted of a case needs some of them, and there may be two mistakes.
    const MOST_WORDS: usize = 60;

    #[test]
    fn each_mistake_says_what_is_wrong_and_how_to_mend_it_in_few_words() {
        for MistakeText { mistake, what, how } in ALL {
            let words = what
                .split_whitespace()
                .chain(how.split_whitespace())
                .count();
            assert!((5..=MOST_WORDS).contains(&words), "{mistake}: {words}");
            for sentence in [what, how] {
                assert!(sentence.ends_with('.'), "{mistake}: {sentence}");
                assert!(!sentence.contains("  "), "{mistake}: {sentence}");
            }
        }
    }
}
