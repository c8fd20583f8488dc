//! What did not hold in a test, in words.

use model::TestFailure;

/// How much of an expression or a value a sentence quotes, in characters.
const QUOTED: usize = 120;

/// The failure with its sentence; `kind` is what the runner calls it.
pub(super) fn add_sentence(kind: &str, failure: TestFailure) -> TestFailure {
    let [expression, expected, actual] =
        [&failure.expression, &failure.expected, &failure.actual].map(|text| quote_text(text));
    let what = match kind {
        "check" if failure.actual.is_empty() => format!("{expression} does not hold"),
        "check" => format!("{expression} does not hold: {actual}"),
        "equal" => format!("{expression} is {actual}, and {expected} was expected"),
        "throws" => {
            format!(
                "{expression} threw {}, and {} was expected",
                quote_value(&failure.actual),
                quote_value(&failure.expected)
            )
        }
        "output" => format!("{expression} printed {actual}, and {expected} was expected"),
        "threw" => format!("an exception came out of the test: {actual}"),
        "said" => failure.expression.clone(),
        _ => format!("{expression} failed"),
    };
    let sentence = match failure.file.is_empty() {
        true => what,
        false => format!("{what} ({}:{})", failure.file, failure.line),
    };
    TestFailure {
        sentence,
        ..failure
    }
}

/// Memory that was never freed.
pub(super) fn leak_failure(blocks: &str, bytes: &str) -> TestFailure {
    let plural = if blocks == "1" { " was" } else { "s were" };
    let unit = if bytes == "1" { "byte" } else { "bytes" };
    let sentence = format!("{blocks} block{plural} never freed ({bytes} {unit})");
    TestFailure {
        file: String::new(),
        line: 0,
        expression: String::new(),
        expected: String::new(),
        actual: String::new(),
        sentence,
    }
}

fn quote_text(text: &str) -> String {
    format!("`{}`", shorten_text(text))
}

/// `nothing` and `an exception` are words; the rest is text of the program's.
fn quote_value(text: &str) -> String {
    let is_words = [
        "nothing",
        "something",
        "something else",
        "an exception",
        "another exception",
        "no exception",
    ];
    if is_words.contains(&text) {
        text.to_owned()
    } else {
        quote_text(text)
    }
}

fn shorten_text(text: &str) -> String {
    let text = text.replace('`', "'").replace('\n', "\\n");
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
