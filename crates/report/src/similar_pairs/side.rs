//! One program of a pair: its lines, with those that the other one has as well.

use document::visible::{self, VisibleDetail};
use similarity::{AlignedFragment, LineRange, ReadProgram};

use super::wording::{NameDisplay, rarity_level};

/// How many bytes the lines of one side may have on the page, so that a pair stays below 60 kB.
const MOST_BYTES: usize = 22_000;

/// What a run of lines costs besides its text, at most.
const RUN_BYTES: usize = 160;

/// Consecutive lines of the same kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LineRun {
    /// The number of the fragment that they belong to; 0 if they belong to none.
    pub(super) fragment: usize,
    /// How rare that is, from 0 to 4.
    pub(super) rarity: usize,
    /// Whether the fragment begins here.
    pub(super) is_start: bool,
    /// The lines, with their numbers.
    pub(super) text: String,
}

/// A file of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SideFile {
    pub(super) name: String,
    pub(super) runs: Vec<LineRun>,
}

/// The files of one side. `place` says where a fragment is in this program.
pub(super) fn show_side(
    program: &ReadProgram,
    fragments: &[AlignedFragment],
    place: fn(&AlignedFragment) -> LineRange,
    names: &NameDisplay,
) -> Vec<SideFile> {
    let all = program.files.iter().map(|file| file.lines.len() + 1);
    let needs_cut = program
        .files
        .iter()
        .flat_map(|file| &file.lines)
        .map(|line| line_bytes(line))
        .sum::<usize>()
        + fragments.len() * 2 * RUN_BYTES
        > MOST_BYTES;
    let mut budget = MOST_BYTES;
    let mut files = Vec::with_capacity(all.len());
    for (number, file) in program.files.iter().enumerate() {
        let lines = if names.is_anonymous() {
            hide_comments(&file.lines, &file.comments)
        } else {
            file.lines.clone()
        };
        let owners = line_owners(lines.len(), number, fragments, place);
        let mut runs: Vec<LineRun> = Vec::new();
        let mut last: Option<usize> = None;
        for (at, line) in lines.iter().enumerate() {
            let owner = owners[at];
            let fragment = owner.map_or(0, |place| place + 1);
            let is_next = last.is_some_and(|before| before + 1 == at);
            let continues = is_next && runs.last().is_some_and(|run| run.fragment == fragment);
            let shown = visible::escape_line(line, VisibleDetail::Plain);
            let cost = line_bytes(&shown) + if continues { 0 } else { RUN_BYTES };
            if (needs_cut && owner.is_none()) || cost > budget {
                continue;
            }
            budget -= cost;
            let shown = format!("{:>4}  {shown}\n", at + 1);
            match runs.last_mut() {
                Some(run) if continues => run.text.push_str(&shown),
                _ => {
                    let owner = owner.map(|place| &fragments[place]);
                    runs.push(LineRun {
                        fragment,
                        rarity: owner.map_or(0, rarity_level),
                        is_start: owner.is_some_and(|one| place(one).from == at + 1),
                        text: shown,
                    });
                }
            }
            last = Some(at);
        }
        if !runs.is_empty() {
            files.push(SideFile {
                name: names.file_name(program, number),
                runs,
            });
        }
    }
    files
}

/// The bytes of a line on the page: its number, and what must be escaped is longer.
fn line_bytes(line: &str) -> usize {
    let escaped = line
        .bytes()
        .filter(|byte| matches!(byte, b'<' | b'>' | b'&' | b'"' | b'\''));
    8 + line.len() + escaped.count() * 5
}

/// For each line the place of its fragment: of the rarest, if there are several.
fn line_owners(
    lines: usize,
    file: usize,
    fragments: &[AlignedFragment],
    place: fn(&AlignedFragment) -> LineRange,
) -> Vec<Option<usize>> {
    let mut owners: Vec<Option<usize>> = vec![None; lines];
    for (number, fragment) in fragments.iter().enumerate() {
        let range = place(fragment);
        if range.file != file {
            continue;
        }
        for owner in owners.iter_mut().take(range.to).skip(range.from - 1) {
            if owner.is_none_or(|other| fragment.rarity > fragments[other].rarity) {
                *owner = Some(number);
            }
        }
    }
    owners
}

/// The lines without what comments say, which may be a name.
fn hide_comments(lines: &[String], comments: &[(usize, String)]) -> Vec<String> {
    let mut shown = lines.to_vec();
    for (first, text) in comments {
        for (offset, part) in text.split('\n').enumerate() {
            let Some(line) = shown.get_mut(first + offset) else {
                continue;
            };
            match line.rfind(part) {
                Some(at) => line.replace_range(at..at + part.len(), ""),
                // A line that was cut does not have all of it.
                None => line.clear(),
            }
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use similarity::{BaseCode, ProgramSource, read_program};

    #[test]
    fn comments_are_hidden_and_long_programs_are_cut() {
        let text = "// Ann Smith\nint a; /* Ann\n Smith */ int b;\n".to_owned()
            + &"int x = 1 < 2;\n".repeat(4000);
        let source = ProgramSource {
            name: "ann".to_owned(),
            files: vec![("ann.cpp".to_owned(), text.into_bytes())],
            ..ProgramSource::default()
        };
        let program = read_program(&source, &BaseCode::default());
        let range = LineRange {
            file: 0,
            from: 2,
            to: 3000,
        };
        let fragment = AlignedFragment {
            first: range,
            second: range,
            tokens: 9,
            others: 0,
            rarity: 1.0,
        };
        let side = show_side(
            &program,
            &[fragment],
            |one| one.first,
            &NameDisplay::Codes(String::new()),
        );
        assert_eq!(side[0].name, "file 1");
        let run = &side[0].runs[0];
        assert!(
            run.text.starts_with("   2  int a;") && run.text.contains("int b"),
            "{}",
            &run.text[..60]
        );
        assert!(!run.text.contains("Smith") && run.text.len() < MOST_BYTES);
        assert_eq!((run.fragment, run.rarity, run.is_start), (1, 4, true));
    }
}
