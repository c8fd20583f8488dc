//! Who takes the course is found among those who handed in: nobody on the roster is forgotten, and what it knows of a person goes along.

use std::collections::{BTreeMap, BTreeSet};

use unicode_normalization::UnicodeNormalization as _;

use crate::model::{Course, Found, HandIn, HandedIn, Member, Roster, RosterRow, Submission};
use crate::nearest;
use crate::printable::printable;

/// Joins what was handed in with the course's roster: what a row says of a person stands in the submission, and who handed in
/// nothing has one that is missing.
pub(super) fn join(found: &mut HandedIn, course: &Course) {
    let Some(roster) = &course.roster else { return };
    let ids: Vec<String> = found.submissions.iter().map(|one| one.assignment.clone()).collect();
    let ids: BTreeSet<String> = ids.into_iter().collect();
    let mut missing = Vec::new();
    for id in &ids {
        let rule =
            course.assignments.iter().find(|one| one.id == *id).and_then(|one| one.late.as_ref());
        let own = found.submissions.iter_mut().filter(|one| one.assignment == *id);
        let mut own: Vec<&mut Submission> = own.collect();
        let rows = rows_of(roster, &own);
        for (submission, rows) in own.iter_mut().zip(&rows) {
            for row in rows {
                learn(submission, row, rows.len() > 1);
                let due = rule.and_then(|rule| row.due(id, rule.due));
                submission.due = submission.due.max(due);
            }
            if rows.is_empty() {
                found.remarks.push(stranger(submission, roster));
            }
        }
        let there: BTreeSet<u64> = rows.iter().flatten().map(|row| row.line).collect();
        let absent = roster.rows.iter().filter(|row| !there.contains(&row.line));
        missing.extend(absent.map(|row| nothing(row, id)));
    }
    let mut taken: BTreeSet<(String, String)> =
        found.submissions.iter().map(|one| (one.assignment.clone(), one.student.clone())).collect();
    for mut one in missing {
        // Two persons of one name stay two.
        if !taken.insert((one.assignment.clone(), one.student.clone())) {
            let id = one.hand_in.as_ref().and_then(|it| it.id.clone().or_else(|| it.login.clone()));
            one.student = format!("{} ({})", one.student, printable(id.unwrap_or_default()));
            taken.insert((one.assignment.clone(), one.student.clone()));
        }
        found.submissions.push(one);
    }
    let order = |id: &str| course.assignments.iter().position(|one| one.id == id);
    found.submissions.sort_by(|one, other| {
        (order(&one.assignment), &one.student).cmp(&(order(&other.assignment), &other.student))
    });
}

/// For each submission the rows of those who handed it in: one, or those of a group.
fn rows_of<'r>(roster: &'r Roster, submissions: &[&mut Submission]) -> Vec<Vec<&'r RosterRow>> {
    let mut by_key: BTreeMap<String, Vec<&RosterRow>> = BTreeMap::new();
    for row in &roster.rows {
        for key in row.keys().chain(row.group.as_deref()) {
            by_key.entry(folded(key)).or_default().push(row);
        }
    }
    let named = |key: &str| by_key.get(&folded(key));
    submissions
        .iter()
        .map(|submission| {
            let hand_in = submission.hand_in.as_ref();
            let members = hand_in.map(|it| it.members.as_slice()).unwrap_or_default();
            let of_members = members.iter().filter_map(|member| {
                let keys = [member.id.as_ref(), member.email.as_ref(), Some(&member.name)];
                let rows = keys.into_iter().flatten().find_map(|key| named(key))?;
                rows.first().copied().filter(|_| rows.len() == 1)
            });
            let of_members: Vec<&RosterRow> = of_members.collect();
            if !of_members.is_empty() {
                return of_members;
            }
            let said = hand_in
                .map(|it| [it.id.as_ref(), it.login.as_ref(), it.email.as_ref(), Some(&it.name)]);
            let keys = said.into_iter().flatten().flatten().chain([&submission.student]);
            let mut found = keys.filter_map(|key| named(key));
            let rows = found.next().cloned().unwrap_or_default();
            // Several are a group, or one name that nobody can tell apart.
            let is_group = rows.iter().all(|row| row.group.is_some() && row.group == rows[0].group);
            if rows.len() == 1 || is_group { rows } else { Vec::new() }
        })
        .collect()
}

/// Names are compared in composed letters, without case.
fn folded(key: &str) -> String {
    key.trim().nfc().collect::<String>().to_lowercase()
}

/// What the roster knows and the download does not say.
fn learn(submission: &mut Submission, row: &RosterRow, is_one_of_several: bool) {
    let name = || row.name.clone().unwrap_or_else(|| submission.student.clone());
    let hand_in =
        submission.hand_in.get_or_insert_with(|| HandIn { name: name(), ..HandIn::default() });
    if is_one_of_several {
        let is_known = |known: &Member| row.id.is_some() && known.id == row.id;
        if hand_in.layout.is_empty() && !hand_in.members.iter().any(is_known) {
            let name = row.name.clone().or_else(|| row.student.clone()).unwrap_or_default();
            hand_in.members.push(Member { name, id: row.id.clone(), email: row.email.clone() });
        }
    } else {
        hand_in.id = hand_in.id.take().or_else(|| row.id.clone());
        hand_in.login = hand_in.login.take().or_else(|| row.login.clone());
        hand_in.email = hand_in.email.take().or_else(|| row.email.clone());
    }
    hand_in.section = hand_in.section.take().or_else(|| row.section.clone());
}

fn nothing(row: &RosterRow, assignment: &str) -> Submission {
    let name = row.student.as_deref().or(row.name.as_deref()).or_else(|| row.keys().next());
    let name = name.unwrap_or_default();
    let hand_in = HandIn {
        name: row.name.clone().unwrap_or_else(|| name.to_owned()),
        id: row.id.clone(),
        login: row.login.clone(),
        email: row.email.clone(),
        section: row.section.clone(),
        ..HandIn::default()
    };
    Submission {
        student: printable(name),
        assignment: assignment.to_owned(),
        found: Found::Missing("Nothing was handed in.".to_owned()),
        remarks: Vec::new(),
        to_check: Vec::new(),
        not_compiled: Vec::new(),
        fallback: None,
        hand_in: Some(hand_in),
        due: None,
    }
}

fn stranger(submission: &Submission, roster: &Roster) -> String {
    let names: Vec<&str> = roster.rows.iter().flat_map(RosterRow::keys).collect();
    format!(
        "`{}` is not in {}, and is graded all the same{}",
        submission.student,
        roster.path.display(),
        nearest::hint(&submission.student, &names)
    )
}
