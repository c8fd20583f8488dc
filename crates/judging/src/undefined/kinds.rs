//! What sanitizers find, in words for someone who has programmed for six weeks.
//!
//! Only what is named here is a finding. What a sanitizer also reports and is no undefined behaviour is not: a stack that
//! endless recursion has filled, or more memory than there is.

use std::sync::LazyLock;

use regex::Regex;

use super::record::SanitizerRecord;

/// A kind of finding and what it means here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndefinedExplanation {
    /// Its stable name.
    pub kind: &'static str,
    /// What is wrong, in general words.
    pub sentence: &'static str,
    /// The same with the numbers of this run.
    pub detail: Option<String>,
}

const OUTSIDE_HEAP: &str = "The program uses memory outside of a block that it got with `new`, or outside of a `vector` or `string`.";
const OUTSIDE_STACK: &str = "The program uses memory outside of a local variable, most often with an index that the array does not have.";
const BAD_POINTER: &str = "The program follows a pointer that points to nothing of its own: it never got a value, or its object is gone.";
const NULL: &str = "The program follows a null pointer: there is no object behind it.";
const GONE: &str = "The program uses a variable that does not exist any more: the block or function that it belongs to has ended.";
const SHIFT: &str = "A shift (`<<` or `>>`) moves bits by a number that is negative or too large for the type, or shifts a negative number.";
const BROKEN: &str =
    "A variable holds a value that its type does not have: most often it never got one.";
const NULL_ARGUMENT: &str = "A null pointer is handed to a function that does not accept one.";

/// The name that the address sanitizer gives, ours, and what it means.
const ADDRESS: [(&str, &str, &str); 22] = [
    ("heap-buffer-overflow", "heap-buffer-overflow", OUTSIDE_HEAP),
    ("container-overflow", "heap-buffer-overflow", OUTSIDE_HEAP),
    (
        "stack-buffer-overflow",
        "stack-buffer-overflow",
        OUTSIDE_STACK,
    ),
    (
        "stack-buffer-underflow",
        "stack-buffer-overflow",
        OUTSIDE_STACK,
    ),
    (
        "dynamic-stack-buffer-overflow",
        "stack-buffer-overflow",
        OUTSIDE_STACK,
    ),
    (
        "global-buffer-overflow",
        "global-buffer-overflow",
        "The program uses memory outside of a global variable, most often with an index that the array does not have.",
    ),
    (
        "heap-use-after-free",
        "heap-use-after-free",
        "The program uses memory after giving it back: with `delete`, or because the `vector` or `string` has moved or is gone.",
    ),
    ("stack-use-after-scope", "stack-use-after-scope", GONE),
    ("stack-use-after-return", "stack-use-after-scope", GONE),
    (
        "double-free",
        "double-free",
        "Memory is given back a second time.",
    ),
    (
        "bad-free",
        "bad-free",
        "Memory is given back that did not come from `new`.",
    ),
    (
        "alloc-dealloc-mismatch",
        "alloc-dealloc-mismatch",
        "Memory is given back in the wrong way: `new` goes with `delete`, `new[]` with `delete[]`, `malloc` with `free`.",
    ),
    (
        "new-delete-type-mismatch",
        "alloc-dealloc-mismatch",
        "An object is given back as one of another type.",
    ),
    ("null-deref", "null-pointer-use", NULL),
    ("wild-addr-read", "wild-pointer-use", BAD_POINTER),
    ("wild-addr-write", "wild-pointer-use", BAD_POINTER),
    ("wild-addr", "wild-pointer-use", BAD_POINTER),
    ("wild-jump", "wild-pointer-use", BAD_POINTER),
    (
        "param-overlap",
        "overlapping-copy",
        "Memory is copied onto itself.",
    ),
    (
        "memcpy-param-overlap",
        "overlapping-copy",
        "Memory is copied onto itself.",
    ),
    (
        "strcpy-param-overlap",
        "overlapping-copy",
        "Memory is copied onto itself.",
    ),
    (
        "negative-size-param",
        "negative-size",
        "A number of bytes is negative.",
    ),
];

/// The same for the undefined sanitizer, whose names we keep.
const UNDEFINED: [(&str, &str); 20] = [
    ("out-of-bounds-index", "An index is outside of the array."),
    (
        "signed-integer-overflow",
        "The result of a calculation is too large for its type.",
    ),
    ("integer-divide-by-zero", "The program divides by zero."),
    ("float-divide-by-zero", "The program divides by zero."),
    ("null-pointer-use", NULL),
    (
        "misaligned-pointer-use",
        "A pointer points to a place where no object of its type can be.",
    ),
    (
        "insufficient-object-size",
        "The program uses memory outside of a variable, most often with an index that the array does not have.",
    ),
    ("invalid-shift-base", SHIFT),
    ("invalid-shift-exponent", SHIFT),
    (
        "missing-return",
        "A function that promises a value ends without `return`: its caller gets whatever happens to be there.",
    ),
    (
        "unreachable-call",
        "The program comes to a place that was declared to be never reached.",
    ),
    (
        "non-positive-vla-index",
        "An array is made with no elements, or with fewer than none.",
    ),
    (
        "float-cast-overflow",
        "A number is too large for the type that it is turned into.",
    ),
    ("invalid-bool-load", BROKEN),
    ("invalid-enum-load", BROKEN),
    (
        "invalid-builtin-use",
        "A function of the compiler is asked for what it does not have.",
    ),
    ("invalid-null-argument", NULL_ARGUMENT),
    (
        "invalid-null-return",
        "A function returns a null pointer and declares that it never does.",
    ),
    ("pointer-overflow", "A pointer is moved out of all memory."),
    (
        "dynamic-type-mismatch",
        "An object is used as one of another type.",
    ),
];

const LIBRARY: &str = "library-assertion";

/// What a record says; none if it is nothing that is undefined.
pub fn explain_record(record: &SanitizerRecord) -> Option<UndefinedExplanation> {
    match record.tool.as_str() {
        "address" => {
            let (_, kind, sentence) = ADDRESS.iter().find(|(theirs, ..)| *theirs == record.kind)?;
            Some(UndefinedExplanation {
                kind,
                sentence,
                detail: memory_detail(record),
            })
        }
        "undefined" => {
            let (kind, sentence) = UNDEFINED.iter().find(|(kind, _)| *kind == record.kind)?;
            Some(UndefinedExplanation {
                kind,
                sentence,
                detail: undefined_detail(record),
            })
        }
        "library" => Some(explain_library(record)),
        _ => None,
    }
}

#[expect(
    clippy::expect_used,
    reason = "the patterns are constants, and a test compiles them"
)]
fn compile_pattern(text: &str) -> Regex {
    Regex::new(text).expect("valid")
}

static INDEX: LazyLock<Regex> =
    LazyLock::new(|| compile_pattern(r"^Index (-?\d+) out of bounds for type '[^'\[]*\[(\d+)\]"));
static REGION: LazyLock<Regex> = LazyLock::new(|| {
    compile_pattern(
        r"is located (\d+) bytes (to the right of|after|to the left of|before|inside of) (?:(\d+)-byte region|global variable '([^']*)' .*of size (\d+))",
    )
});
static VARIABLE: LazyLock<Regex> = LazyLock::new(|| {
    compile_pattern(r"(?m)^ *\[\d+, \d+\) '([^'<]+)'(?: \(line (\d+)\))? <== Memory access")
});

fn undefined_detail(record: &SanitizerRecord) -> Option<String> {
    if let Some(found) = INDEX.captures(&record.message) {
        let index = &found[1];
        let size = &found[2];
        let last = size.parse::<u64>().ok()?.checked_sub(1);
        return Some(match last {
            Some(last) => {
                format!(
                    "Index {index} is outside of an array of {size}: it has the indices 0 to {last}."
                )
            }
            None => format!("Index {index} is outside of an array without elements."),
        });
    }
    let says_more = !["missing-return", "integer-divide-by-zero"].contains(&record.kind.as_str());
    (says_more && !record.message.is_empty()).then(|| format!("{}.", record.message))
}

/// Which memory was meant, from the address sanitizer's report.
fn memory_detail(record: &SanitizerRecord) -> Option<String> {
    let used = match record.access {
        Some((written, size)) => {
            let verb = if written { "writes" } else { "reads" };
            let noun = if size == 1 { "byte" } else { "bytes" };
            format!("It {verb} {size} {noun}")
        }
        None => "It happens".to_owned(),
    };
    if let Some(found) = VARIABLE.captures(&record.text) {
        let line = found
            .get(2)
            .map_or(String::new(), |line| format!(" (line {})", line.as_str()));
        return Some(format!("{used} at the variable `{}`{line}.", &found[1]));
    }
    let found = REGION.captures(&record.text)?;
    let what = match (found.get(3), found.get(4), found.get(5)) {
        (Some(size), ..) => format!("a block of {} bytes", size.as_str()),
        (_, Some(name), Some(size)) => {
            format!(
                "the global variable `{}` of {} bytes",
                name.as_str(),
                size.as_str()
            )
        }
        _ => return None,
    };
    let distance = &found[1];
    Some(match (&found[2], distance) {
        ("inside of", _) => format!("{used} in {what}."),
        ("to the right of" | "after", "0") => format!("{used} right after the end of {what}."),
        ("to the right of" | "after", _) => {
            format!("{used} {distance} bytes after the end of {what}.")
        }
        _ => format!("{used} {distance} bytes before the beginning of {what}."),
    })
}

fn explain_library(record: &SanitizerRecord) -> UndefinedExplanation {
    let condition = record.message.as_str();
    let sentence = if condition.contains("empty()") {
        "An element is asked of a container that has none."
    } else if condition.contains("size()") {
        "An index is outside of a `vector`, `string` or other container."
    } else {
        "The program breaks a rule of the C++ library."
    };
    UndefinedExplanation {
        kind: LIBRARY,
        sentence,
        detail: Some(format!("The library demands `{condition}`.")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use model::UNINITIALISED;

    fn record(tool: &str, kind: &str, message: &str, text: &str) -> SanitizerRecord {
        let [tool, kind, message, text] = [tool, kind, message, text].map(str::to_owned);
        SanitizerRecord {
            tool,
            kind,
            message,
            text,
            access: Some((true, 4)),
            ..SanitizerRecord::default()
        }
    }

    #[test]
    fn numbers_are_put_in_plain_words() {
        let table = [
            (
                record(
                    "undefined",
                    "out-of-bounds-index",
                    "Index 9 out of bounds for type 'int [9]'",
                    "",
                ),
                "Index 9 is outside of an array of 9: it has the indices 0 to 8.",
            ),
            (
                record(
                    "undefined",
                    "out-of-bounds-index",
                    "Index -1 out of bounds for type 'char [3][5]'",
                    "",
                ),
                "Index -1 is outside of an array of 3: it has the indices 0 to 2.",
            ),
            (
                record(
                    "address",
                    "heap-buffer-overflow",
                    "",
                    "0x1 is located 0 bytes to the right of 36-byte region [0x0,0x1)\n",
                ),
                "It writes 4 bytes right after the end of a block of 36 bytes.",
            ),
            (
                record(
                    "address",
                    "heap-buffer-overflow",
                    "",
                    "0x1 is located 8 bytes before 36-byte region [0x0,0x1)\n",
                ),
                "It writes 4 bytes 8 bytes before the beginning of a block of 36 bytes.",
            ),
            (
                record(
                    "address",
                    "global-buffer-overflow",
                    "",
                    "0x1 is located 0 bytes after global variable 'board' defined in 'a.cpp:6:5' (0x4) of size 36\n",
                ),
                "It writes 4 bytes right after the end of the global variable `board` of 36 bytes.",
            ),
            (
                record(
                    "address",
                    "stack-buffer-overflow",
                    "",
                    "  [416, 452) 'row' (line 11) <== Memory access at offset 452 overflows this variable\n",
                ),
                "It writes 4 bytes at the variable `row` (line 11).",
            ),
            (
                record("library", "assertion", "__n < this->size()", ""),
                "The library demands `__n < this->size()`.",
            ),
        ];
        for (record, detail) in table {
            assert_eq!(
                explain_record(&record).unwrap().detail.as_deref(),
                Some(detail)
            );
        }
    }

    #[test]
    fn the_page_lists_every_kind_and_no_other() {
        let page = include_str!("../../../../docs/how-to/undefined.md");
        let (_, table) = page.split_once("## Kinds").unwrap();
        let (table, _) = table.split_once("## What is promised").unwrap();
        let first = |row: &str| row.split('|').nth(1).unwrap_or_default().to_owned();
        let cells: Vec<String> = table.lines().map(first).collect();
        let listed: BTreeSet<&str> = cells
            .iter()
            .flat_map(|cell| cell.split('`').skip(1).step_by(2))
            .collect();
        let ours = ADDRESS.iter().map(|(_, kind, _)| *kind);
        let known = ours.chain(UNDEFINED.iter().map(|(kind, _)| *kind));
        let known: BTreeSet<&str> = known.chain([LIBRARY, UNINITIALISED]).collect();
        assert_eq!(listed, known);
    }

    #[test]
    fn what_is_not_undefined_is_no_finding() {
        for (tool, kind) in [
            ("address", "stack-overflow"),
            ("address", "allocation-size-too-big"),
            ("address", "out-of-memory"),
            ("undefined", "unsigned-integer-overflow"),
            ("x", "heap-buffer-overflow"),
        ] {
            assert_eq!(explain_record(&record(tool, kind, "", "")), None, "{kind}");
        }
    }
}
