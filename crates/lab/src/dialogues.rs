//! What an instructor should know about the dialogues that the course's own solutions have: what of the input they leave unread, and what
//! every program must print above a prompt.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use grading::{CaseKind, FileFreshness};
use model::{ComparisonScope, Course, GameTurn, OutputPiece, ReferenceSolution, TestCase};
use rubric::transcript;

/// How many remarks of one kind an assignment has.
const MOST_ALIKE: usize = 3;

/// Remarks on the cases of which the reference is a program of the course, in sentences. Nothing in them is an error. `files` are the
/// expected transcripts of the course.
pub fn remark_on_dialogues(course: &Course, files: &[FileFreshness]) -> Vec<String> {
    let expected: HashMap<&Path, &[u8]> = files
        .iter()
        .map(|one| (one.file.as_path(), one.bytes.as_slice()))
        .collect();
    let mut remarks = Vec::new();
    for assignment in &course.assignments {
        let reference = &assignment.reference;
        if !matches!(
            reference,
            ReferenceSolution::Command(_) | ReferenceSolution::Sources(_)
        ) {
            continue;
        }
        let mut unread = Vec::new();
        let mut menus = BTreeSet::new();
        for case in assignment.cases.iter().filter(|case| is_dialogue(case)) {
            let Some(bytes) = expected.get(case.expected_file.as_path()) else {
                continue;
            };
            let text = String::from_utf8_lossy(bytes);
            let turns = transcript::parse_expected_file(&case.expected_file, &text);
            unread.extend(describe_unread(case, &turns));
            menus.extend(describe_menu(case, &turns));
        }
        add_some(&mut remarks, &assignment.id, unread.into_iter());
        add_some(&mut remarks, &assignment.id, menus.into_iter());
    }
    remarks
}

/// Whether a program is started once and given a line when it reads.
fn is_dialogue(case: &TestCase) -> bool {
    case.plays_script() && matches!(CaseKind::from_program_case(case), CaseKind::Script)
}

/// Adds the first few sentences, and how many are left out.
fn add_some(
    remarks: &mut Vec<String>,
    assignment: &str,
    mut sentences: impl Iterator<Item = String>,
) {
    let first = sentences.by_ref().take(MOST_ALIKE);
    remarks.extend(first.map(|sentence| format!("{assignment}: {sentence}")));
    match sentences.count() {
        0 => {}
        more => remarks.push(format!("{assignment}: and {more} more like these")),
    }
}

fn describe_unread(case: &TestCase, expected: &[GameTurn]) -> Option<String> {
    let left = case.input.get(::reference::count_reads(expected)..)?;
    if left.is_empty() || case.end_of_input {
        return None;
    }
    let lines: Vec<String> = left.iter().map(|line| format!("`{line}`")).collect();
    let id = &case.id;
    Some(format!(
        "in `{id}` the reference ends before it has read all of `input`, so nothing checks what a program does with the rest: {}",
        lines.join(", ")
    ))
}

fn describe_menu(case: &TestCase, expected: &[GameTurn]) -> Option<String> {
    if case.comparison.scope == ComparisonScope::Output {
        return None;
    }
    let (prompt, lines) = find_repeated_lines(expected)?;
    let lines: Vec<String> = lines.iter().map(|line| format!("`{line}`")).collect();
    Some(format!(
        "every program must print these lines above each prompt `{}`: {}. If programs may word them otherwise, let the reference print \
         them on the prompt's line, and set `extra_lines = \"allow\"`",
        prompt.trim_end(),
        lines.join(", ")
    ))
}

/// The lines that stand right above a prompt each time that it is printed, at least twice: those of a menu. The prompt comes first.
fn find_repeated_lines(turns: &[GameTurn]) -> Option<(&str, Vec<&str>)> {
    let mut above: BTreeMap<&str, (usize, Vec<&str>)> = BTreeMap::new();
    for turn in turns.iter().filter(|turn| turn.input.is_some()) {
        let Some((OutputPiece::Prompt(prompt), before)) = turn.pieces.split_last() else {
            continue;
        };
        let lines: Vec<&str> = before
            .iter()
            .map(|piece| match piece {
                OutputPiece::Message(line) => line.as_str(),
                _ => "",
            })
            .collect();
        match above.get_mut(prompt.text.as_str()) {
            None => {
                above.insert(&prompt.text, (1, lines));
            }
            Some((count, common)) => {
                let pairs = common.iter().rev().zip(lines.iter().rev());
                let same = pairs.take_while(|(one, other)| one == other).count();
                common.drain(..common.len() - same);
                *count += 1;
            }
        }
    }
    let mut found = above.into_iter();
    found.find_map(|(prompt, (count, lines))| {
        let is_menu = count > 1 && lines.iter().any(|line| !line.trim().is_empty());
        is_menu.then_some((prompt, lines))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Prompt;

    fn turn(lines: &[&str], prompt: &str) -> GameTurn {
        let lines = lines
            .iter()
            .map(|line| OutputPiece::Message((*line).to_owned()));
        let prompt = OutputPiece::Prompt(Prompt {
            text: prompt.to_owned(),
            shows: Vec::new(),
        });
        GameTurn {
            pieces: lines.chain([prompt]).collect(),
            input: Some("1".to_owned()),
        }
    }

    #[test]
    fn lines_above_each_prompt_of_its_kind_are_a_menu() {
        let menu = ["1 Add", "2 Quit"];
        let first = turn(&["Welcome", menu[0], menu[1]], "Choice: ");
        let amount = turn(&["Add"], "Amount: ");
        let again = turn(&["Added", menu[0], menu[1]], "Choice: ");
        let other = turn(&["Sum: 1"], "Choice: ");
        let found = [first.clone(), amount.clone(), again.clone()];
        assert_eq!(
            find_repeated_lines(&found),
            Some(("Choice: ", menu.to_vec()))
        );
        assert_eq!(find_repeated_lines(&[first.clone(), amount]), None);
        assert_eq!(find_repeated_lines(&[first, again, other]), None);
    }
}
