//! What is said of the files that a student handed in: which were taken, and which are missing.

use super::entries::{StudentEntry, has_archive_name, is_archive};
use super::error::join_quoted;
use super::files::{self, SubmissionFile};
use super::same_name::FileNamePattern;
use crate::archive::is_shortened;
use model::{Assignment, join_with_or};
use support::printable::to_printable;

/// The names of the program's files, as a person says them.
pub(super) fn program_names(assignment: &Assignment) -> String {
    let names: Vec<String> = assignment
        .sources
        .iter()
        .map(|name| describe_glob(name))
        .collect();
    names.join(" and ")
}

/// What goes with those names.
pub(super) fn is_or_are(assignment: &Assignment) -> &'static str {
    if assignment.sources.len() == 1 {
        "is"
    } else {
        "are"
    }
}

/// The files of a program are not there: what is, and what would be taken.
pub(super) fn missing_program_message(assignment: &Assignment, files: &[SubmissionFile]) -> String {
    let missing = format!(
        "{} {} not there{}",
        program_names(assignment),
        is_or_are(assignment),
        present_files_note(files)
    );
    // A source that was not taken needs a reason.
    if !files.iter().any(|file| files::is_source(&file.inside)) {
        return missing + &file_form_advice(files);
    }
    let accept = if assignment.accept.is_empty() {
        String::new()
    } else {
        format!(
            ", or a single {} of this assignment's",
            join_quoted(&assignment.accept)
        )
    };
    format!(
        "{missing}; what is taken is {}{accept}: give the file that name",
        program_names(assignment)
    )
}

/// What to do where a file with the program's text was probably meant, but has another form.
fn file_form_advice(files: &[SubmissionFile]) -> String {
    const DOCUMENTS: [&str; 6] = ["docx", "doc", "odt", "rtf", "pdf", "pages"];
    const COMPILED: [&str; 3] = ["exe", "o", "obj"];
    let files = || files.iter().filter(|file| file.kind.is_file());
    let is_hidden_source = |file: &&SubmissionFile| {
        has_ending(file, &["txt"]) && files::is_source(&file.inside.with_extension(""))
    };
    if let Some(file) = files().find(is_hidden_source) {
        let name = to_printable(&file.inside);
        let source = to_printable(file.inside.with_extension(""));
        return format!(
            ". Rename `{name}` to `{source}`; if you see `{source}` already, your system hides the ending `.txt`"
        );
    }
    for file in files() {
        let name = to_printable(&file.inside);
        if has_ending(&file, &DOCUMENTS) {
            return format!(
                ". `{name}` is a document and no source: hand in the program's text as your editor for C++ saves it"
            );
        }
        if has_ending(&file, &COMPILED) {
            return format!(". `{name}` was made by the compiler: hand in the program's text");
        }
    }
    String::new()
}

fn has_ending(file: &&SubmissionFile, endings: &[&str]) -> bool {
    let ending = file.inside.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| endings.contains(&ending.to_ascii_lowercase().as_str()))
}

/// Several files may be meant.
pub(super) fn undecided_message(assignment: &Assignment, candidates: &[&SubmissionFile]) -> String {
    let candidates: Vec<String> = candidates
        .iter()
        .take(5)
        .map(|file| format!("`{}`", to_printable(&file.inside)))
        .collect();
    let unclear = match candidates.as_slice() {
        [only] => format!("whether {only} is for this assignment"),
        _ => format!("which of {} is the program", join_with_or(&candidates)),
    };
    format!(
        "{} {} not there, and it is not clear {unclear}: it must have the name that the assignment says",
        program_names(assignment),
        is_or_are(assignment)
    )
}

/// What there is instead of what is missing.
pub(super) fn present_files_note(files: &[SubmissionFile]) -> String {
    let there: Vec<String> = files
        .iter()
        .filter(|file| !file.kind.is_dir())
        .take(5)
        .map(|file| format!("`{}`", to_printable(&file.inside)))
        .collect();
    let holds = if there.is_empty() {
        "nothing".to_owned()
    } else {
        there.join(", ")
    };
    // What can be unpacked has been, unless it is nested too deep.
    let archive = if files.iter().any(|file| is_archive(&file.inside)) {
        "; archives are nested too deep in it, hand in the files themselves"
    } else if files
        .iter()
        .any(|file| has_archive_name(&to_printable(&file.inside)))
    {
        "; such an archive is not unpacked, hand in a `.zip`"
    } else {
        ""
    };
    format!("; what was handed in holds {holds}{archive}")
}

/// Files with other names were taken together.
pub(super) fn together_remark(taken: &str, main: &str, names: &str, is_or_are: &str) -> String {
    format!(
        "{taken} were taken together as one program, because {names} {is_or_are} missing; `{main}` defines `main`"
    )
}

/// A file was taken whose name has other capital letters.
pub(super) fn other_case_remark(wanted: &FileNamePattern, file: &SubmissionFile) -> String {
    format!(
        "`{}` was taken for `{}`: the names differ in capital letters only",
        to_printable(&file.inside),
        wanted.text
    )
}

/// What was compiled, where something else could have been.
pub(super) fn compiled_files_remark(
    chosen: &[&SubmissionFile],
    rest: &[&SubmissionFile],
) -> Option<String> {
    if rest.is_empty() {
        return None;
    }
    let [chosen, rest] = [chosen, rest].map(|files| {
        let names: Vec<String> = files
            .iter()
            .map(|file| to_printable(&file.inside))
            .collect();
        join_quoted(&names)
    });
    Some(format!(
        "{chosen} was compiled; not compiled, because the assignment does not ask for it: {rest}"
    ))
}

/// Files of an archive whose names were too long for a file system.
pub(super) fn shortened_name_remarks(files: &[SubmissionFile]) -> Vec<String> {
    files
        .iter()
        .filter(|it| it.kind.is_file())
        .filter(has_shortened_name)
        .take(5)
        .map(describe_shortened_name)
        .collect()
}

fn has_shortened_name(file: &&SubmissionFile) -> bool {
    file.inside
        .iter()
        .any(|it| is_shortened(&it.to_string_lossy()))
}

fn describe_shortened_name(file: &SubmissionFile) -> String {
    format!(
        "`{}` had a name of more than 255 bytes, which no file can have here: its middle was left out",
        to_printable(&file.inside)
    )
}

/// What is said of archives beside a program.
pub(super) fn not_unpacked_remark(names: &[String]) -> String {
    format!(
        "Not unpacked, because the program stands beside it: {}",
        join_quoted(names)
    )
}

/// Archives beside the program: somebody may have meant what is in one.
pub(super) fn left_out_archives_remark(files: &[SubmissionFile]) -> Option<String> {
    let names = files.iter().filter(|file| file.kind.is_file());
    let names = names
        .map(|file| to_printable(&file.inside))
        .filter(|name| has_archive_name(name));
    let names: Vec<String> = names.collect();
    (!names.is_empty()).then(|| not_unpacked_remark(&names))
}

/// `game.{s,cpp}` as `` `game.s` or `game.cpp` ``; what has no such alternatives, or too many, as it is.
pub(super) fn describe_glob(glob: &str) -> String {
    const MOST: usize = 6;
    let names = expand_alternatives(glob);
    let names = if names.len() > MOST {
        vec![glob.to_owned()]
    } else {
        names
    };
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    join_with_or(&quoted)
}

/// One name for each alternative between braces. Braces in braces stay.
fn expand_alternatives(glob: &str) -> Vec<String> {
    let parts = glob.split_once('{').and_then(|(before, rest)| {
        let (inside, after) = rest.split_once('}')?;
        (!inside.contains(['{', '\\'])).then_some((before, inside, after))
    });
    let Some((before, inside, after)) = parts else {
        return vec![glob.to_owned()];
    };
    let mut names = Vec::new();
    for end in expand_alternatives(after) {
        names.extend(
            inside
                .split(',')
                .map(|middle| format!("{before}{middle}{end}")),
        );
    }
    names
}

/// The names of all assignments' files: `` `sum.cpp`, or else a single `*.cpp` (for `sum`)``.
pub(super) fn describe_expected(assignments: &[&Assignment]) -> String {
    const MOST: usize = 5;
    let mut all: Vec<String> = assignments
        .iter()
        .take(MOST)
        .map(|one| describe_names(one))
        .collect();
    if assignments.len() > MOST {
        all.push(format!(
            "those of {} more assignments",
            assignments.len() - MOST
        ));
    }
    format!("looked for {}", all.join("; "))
}

fn describe_names(assignment: &Assignment) -> String {
    let sources = join_quoted(&assignment.sources);
    let id = &assignment.id;
    if assignment.accept.is_empty() {
        return format!("{sources} (for `{id}`)");
    }
    format!(
        "{sources}, or else a single {} (for `{id}`)",
        join_quoted(&assignment.accept)
    )
}

/// What stands in the folder.
pub(super) fn describe_present(entries: &[StudentEntry], left_out: &[String]) -> String {
    let mut names: Vec<String> = Vec::new();
    for entry in entries {
        names.extend(entry_file_names(entry));
    }
    names.extend_from_slice(left_out);
    if names.is_empty() {
        return "the folder is empty".to_owned();
    }
    let archives = if names.iter().any(|name| has_archive_name(name)) {
        "; to grade an archive that holds a class, give the archive itself"
    } else {
        ""
    };
    format!("what is there is {}{archives}", join_quoted(&names))
}

/// The files of one entry, or the folder itself if it holds none.
fn entry_file_names(entry: &StudentEntry) -> Vec<String> {
    let seen = files::list_files(&entry.place).unwrap_or_default();
    let files: Vec<String> = seen
        .files
        .iter()
        .filter(|file| !file.kind.is_dir())
        .map(|file| to_printable(&file.below))
        .collect();
    if files.is_empty() {
        vec![format!("{}/ (empty)", to_printable(&entry.place.below))]
    } else {
        files
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_become_names() {
        let cases = [
            ("tttn.cpp", "`tttn.cpp`"),
            (
                "counters.{s,asm,cpp}",
                "`counters.s`, `counters.asm` or `counters.cpp`",
            ),
            ("a{1,2}.{c,h}", "`a1.c`, `a2.c`, `a1.h` or `a2.h`"),
            ("*.cpp", "`*.cpp`"),
            ("a{b", "`a{b`"),
            ("a.{1,2,3,4,5,6,7}", "`a.{1,2,3,4,5,6,7}`"),
        ];
        for (glob, words) in cases {
            assert_eq!(describe_glob(glob), words);
        }
    }
}
