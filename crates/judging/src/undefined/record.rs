//! What the hook in a program wrote about a finding (lines between two marks on standard error), the source line that it is about, and
//! whether a program stands in the hook's way.
//!
//! The mark is a random number of this one run, which is taken out of the environment before the program begins. So no
//! report that a program prints is ever taken for one; a program that digs the mark out of its memory accuses itself.

use model::{Exit, SourceLocation};
use object::{Object, ObjectSymbol};
use support::excerpt::cut_to;

/// What a sanitizer found, in its own words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SanitizerRecord {
    /// `address`, `undefined` or `library`.
    pub tool: String,
    /// What the tool calls the kind of finding.
    pub kind: String,
    /// Its sentence; the condition that does not hold, of the library.
    pub message: String,
    /// Where it is, by the undefined sanitizer: line and file.
    pub place: Option<(u32, String)>,
    /// Of memory that was read or written: whether it was written, and how many bytes.
    pub access: Option<(bool, u64)>,
    /// The address sanitizer's report.
    pub text: String,
    /// Addresses in the program, of the calls that were under way, the innermost first.
    pub frames: Vec<u64>,
}

/// How long a record is at most, in bytes: as much as the hook has room for.
const LONGEST: usize = 1 << 14;

/// Whether the hook was there when the program began, and when it ended, if it ended by itself.
pub fn is_hook_intact(stderr: &[u8], mark: &str, exit: Exit) -> bool {
    let ended_by_itself = matches!(exit, Exit::Code(_));
    has_hook_line(mark, stderr, "begins")
        && (!ended_by_itself || has_hook_line(mark, stderr, "ends"))
}

fn has_hook_line(mark: &str, stderr: &[u8], what: &str) -> bool {
    let line = format!("\n{mark}:{what}\n").into_bytes();
    stderr.windows(line.len()).any(|part| part == line)
}

/// The record in what a run printed to standard error; none if there is none.
pub fn read_record(stderr: &[u8], mark: &str) -> Option<SanitizerRecord> {
    let text = String::from_utf8_lossy(stderr);
    let (_, rest) = text.split_once(&format!("\n{mark} "))?;
    let (body, _) = rest.split_once(&format!("\n{mark}\n"))?;
    // A program that digs the mark out may write more than the hook has room for.
    let body = cut_to(body, LONGEST);
    let mut lines = body.lines();
    let mut record = SanitizerRecord {
        tool: lines.next()?.to_owned(),
        ..SanitizerRecord::default()
    };
    for line in lines {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        match key {
            "kind" => value.clone_into(&mut record.kind),
            "message" => value.clone_into(&mut record.message),
            "place" => {
                record.place = value
                    .split_once(' ')
                    .and_then(|(line, file)| Some((line.parse().ok()?, file.to_owned())));
            }
            "access" => {
                record.access = value
                    .split_once(' ')
                    .and_then(|(written, size)| Some((written == "1", size.parse().ok()?)))
                    .filter(|(_, size)| *size > 0);
            }
            "text" => {
                record.text.push_str(value);
                record.text.push('\n');
            }
            "frame" => record.frames.extend(u64::from_str_radix(value, 16).ok()),
            _ => {}
        }
    }
    Some(record)
}

/// How names of sanitizers begin. A program that has one of them answers in their place, or is called by them.
const OF_SANITIZERS: [&str; 5] = [
    "__asan_",
    "__ubsan_",
    "__sanitizer_",
    "__lsan_",
    "__interceptor_",
];

/// The names that the hook needs of others, as its own object says.
pub fn needed_symbols(watcher: &[u8]) -> Vec<String> {
    let Ok(file) = object::File::parse(watcher) else {
        return Vec::new();
    };
    let undefined = file.symbols().filter(ObjectSymbol::is_undefined);
    let names = undefined.filter_map(|symbol| symbol.name().ok().map(str::to_owned));
    names.filter(|name| !name.is_empty()).collect()
}

/// A name by which a program's object comes between the hook and what it needs: one that it has itself, or a sanitizer's
/// that only a hook uses.
pub fn find_interposed_symbol(object: &[u8], needed: &[String]) -> Option<String> {
    let file = object::File::parse(object).ok()?;
    let stands_between = |symbol: &object::Symbol<'_, '_>| {
        let Ok(name) = symbol.name() else {
            return false;
        };
        let is_needed = needed.iter().any(|it| it == name);
        let is_sanitizers = OF_SANITIZERS.iter().any(|start| name.starts_with(start));
        if symbol.is_undefined() {
            return is_needed && is_sanitizers;
        }
        symbol.is_global() && (is_needed || is_sanitizers)
    };
    let found = file.symbols().find(stands_between)?;
    found.name().ok().map(str::to_owned)
}

/// How many lines are shown before and after.
const AROUND: usize = 2;

/// How long a line may be, in characters.
const LONGEST_EXCERPT: usize = 200;

/// The place, if the file is one of the submission's and has such a line. `files` are its files by their names. A compiler
/// names files as the source tells it to (`#line`), so no other file is ever opened.
pub fn find_source_location(
    files: &[(String, Vec<u8>)],
    file: &str,
    line: u32,
) -> Option<SourceLocation> {
    let name = file.trim_start_matches("./");
    let (file, bytes) = files.iter().find(|(known, _)| known == name)?;
    let text = String::from_utf8_lossy(bytes);
    let at = usize::try_from(line).ok()?.checked_sub(1)?;
    let lines: Vec<&str> = text.lines().collect();
    lines.get(at)?;
    let first = at.saturating_sub(AROUND);
    let numbered = (1_u32..)
        .zip(&lines)
        .skip(first)
        .take(at + AROUND + 1 - first);
    let excerpt =
        numbered.map(|(number, line)| (number, line.chars().take(LONGEST_EXCERPT).collect()));
    Some(SourceLocation {
        file: file.clone(),
        line,
        excerpt: excerpt.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A program that has found the mark writes what it likes.
        #[test]
        fn whatever_stands_between_the_marks_makes_no_more_than_it_is(
            words in prop::collection::vec("(kind|message|place|access|text|frame|) ?[ -~é\n]{0,40}", 0..60),
        ) {
            let body = words.join("\n");
            let stderr = format!("x\n1234 address\n{body}\n\n1234\n");
            if let Some(record) = read_record(stderr.as_bytes(), "1234") {
                prop_assert!(record.text.len() + record.message.len() <= stderr.len());
                prop_assert!(record.frames.len() <= words.len() + body.matches('\n').count() + 1);
            }
        }

        #[test]
        fn any_bytes_are_a_record_or_none(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let framed = [b"\n1234 ".as_slice(), &bytes, b"\n1234\n"].concat();
            let _ = read_record(&bytes, "1234");
            let _ = read_record(&framed, "1234");
        }
    }

    #[test]
    fn of_a_record_longer_than_any_only_the_beginning_is_read() {
        let forged = format!("\n1234 address\n{}\n1234\n", "text x\n".repeat(100_000));
        assert!(read_record(forged.as_bytes(), "1234").unwrap().text.len() <= LONGEST);
    }

    #[test]
    fn a_run_is_vouched_for_from_its_beginning_to_its_end() {
        let begins = "\n1234:begins\n";
        let ends = "\n1234:ends\n";
        for (stderr, exit, vouched) in [
            (format!("{begins}words{ends}"), Exit::Code(0), true),
            (format!("words{begins}"), Exit::Code(0), false),
            (ends.to_owned(), Exit::Code(0), false),
            (begins.to_owned(), Exit::Signal(6), true),
            (begins.replace("12", "21"), Exit::Signal(6), false),
            (String::new(), Exit::Signal(6), false),
        ] {
            assert_eq!(
                is_hook_intact(stderr.as_bytes(), "1234", exit),
                vouched,
                "{stderr}"
            );
        }
    }

    #[test]
    fn only_what_stands_between_the_marks_is_a_record() {
        let fake =
            "==1==ERROR: AddressSanitizer: heap-buffer-overflow\n\nabc address\nkind x\n\nabc\n";
        assert_eq!(read_record(fake.as_bytes(), "1234"), None);
        let real = "\n1234 address\nkind heap-buffer-overflow\naccess 1 4\ntext one\ntext two\nframe 4011d6\nframe zz\n\n1234\nmore";
        let record = read_record(format!("{fake}{real}").as_bytes(), "1234").unwrap();
        assert_eq!(
            (record.tool.as_str(), record.kind.as_str()),
            ("address", "heap-buffer-overflow")
        );
        assert_eq!(
            (record.access, record.text.as_str()),
            (Some((true, 4)), "one\ntwo\n")
        );
        assert_eq!(record.frames, [0x0040_11d6]);
        let other = "\n1234 undefined\nkind out-of-bounds-index\nplace 13 a b.cpp\nmessage Index 9\n\n1234\n";
        let record = read_record(other.as_bytes(), "1234").unwrap();
        assert_eq!(record.place, Some((13, "a b.cpp".to_owned())));
        for cut in [
            "",
            "\n1234 ",
            "\n1234 address\nkind x\n",
            "1234 address\n\n1234\n",
        ] {
            assert_eq!(read_record(cut.as_bytes(), "1234"), None, "{cut}");
        }
    }

    #[test]
    fn a_place_comes_with_its_neighbours_and_no_other_file() {
        let files = [("a.cpp".to_owned(), b"1\n2\n3\n4\n5\n6".to_vec())];
        let numbers = |file, line| {
            let place = find_source_location(&files, file, line)?;
            Some(
                place
                    .excerpt
                    .iter()
                    .map(|(number, _)| *number)
                    .collect::<Vec<u32>>(),
            )
        };
        assert_eq!(numbers("a.cpp", 1), Some(vec![1, 2, 3]));
        assert_eq!(numbers("./a.cpp", 4), Some(vec![2, 3, 4, 5, 6]));
        assert_eq!(numbers("a.cpp", 6), Some(vec![4, 5, 6]));
        for (file, line) in [("a.cpp", 0), ("a.cpp", 7), ("/etc/passwd", 1), ("b.cpp", 1)] {
            assert_eq!(numbers(file, line), None, "{file}:{line}");
        }
    }
}
