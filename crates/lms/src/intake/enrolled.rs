//! The roster: who handed in nothing is added to the class, and what a row knows of a person goes into the submission.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::error::IntakeError;
use crate::identity::{
    IdentityDifference, NoMatch, PersonDirectory, PersonIdentity, normalize_name,
};
use model::{
    Course, GroupMember, HandIn, Roster, RosterRow, Submission, SubmissionContent,
    SubmissionLayout, SubmissionSet,
};
use support::nearest;
use support::printable::to_printable;

/// Joins what was handed in with the course's roster. Who is not on it, or could be several rows, is for staff to check.
///
/// # Errors
///
/// If most hand-ins match no row: then the roster is another class's, or the two have nothing to compare.
pub(super) fn join_roster(found: &mut SubmissionSet, course: &Course) -> Result<(), IntakeError> {
    let Some(roster) = &course.roster else {
        return Ok(());
    };
    found.remarks.extend(roster.remarks.iter().cloned());
    let enrolled = RosterIndex::new(roster);
    let ids: BTreeSet<String> = found
        .submissions
        .iter()
        .map(|one| one.assignment.clone())
        .collect();
    let mut missing = Vec::new();
    let mut students = BTreeSet::new();
    let mut unmatched = BTreeMap::new();
    for id in &ids {
        let rule = course
            .assignments
            .iter()
            .find(|one| one.id == *id)
            .and_then(|one| one.late.as_ref());
        let mut there: BTreeSet<u64> = BTreeSet::new();
        for submission in found
            .submissions
            .iter_mut()
            .filter(|one| one.assignment == *id)
        {
            students.insert(submission.student.clone());
            let (rows, reasons) = enrolled.find_rows(submission);
            submission.to_check.extend(reasons);
            if rows.is_empty() {
                let layout = submission.hand_in.as_ref().map(|it| it.layout.clone());
                unmatched.insert(submission.student.clone(), layout);
            }
            for row in &rows {
                fill_from_row(submission, row, roster.system, rows.len() > 1);
                let due = rule.and_then(|rule| row.extended_due(id, rule.due));
                submission.due = submission.due.max(due);
                there.insert(row.line);
            }
        }
        let absent = roster.rows.iter().filter(|row| !there.contains(&row.line));
        missing.extend(absent.map(|row| missing_submission(row, id)));
    }
    // A single program may be somebody's trial.
    if unmatched.len() >= 2 && unmatched.len() * 2 > students.len() {
        return Err(not_on_roster_error(roster, &unmatched, students.len()));
    }
    add_missing(missing, found);
    found.submissions.sort_by(|one, other| {
        (assignment_place(course, &one.assignment), &one.student)
            .cmp(&(assignment_place(course, &other.assignment), &other.student))
    });
    Ok(())
}

fn assignment_place(course: &Course, id: &str) -> Option<usize> {
    course.assignments.iter().position(|one| one.id == id)
}

fn not_on_roster_error(
    roster: &Roster,
    unmatched: &BTreeMap<String, Option<String>>,
    of: usize,
) -> IntakeError {
    let layout = unmatched
        .values()
        .flatten()
        .next()
        .and_then(|name| SubmissionLayout::from_name(name));
    let what_to_do = match layout {
        Some(layout) if roster.system == Some(layout) => {
            "give the file of the same course, and in Moodle of the same assignment"
        }
        Some(SubmissionLayout::Canvas) => {
            "names in a download of Canvas hold no more than Canvas's own number and the letters of a name, so give the file of \
             Grades → Export with `--roster FILE`"
        }
        Some(SubmissionLayout::Moodle) => {
            "give the assignment's grading worksheet with `--roster FILE`"
        }
        Some(SubmissionLayout::Blackboard) => {
            "give the file of Grade Center → Work Offline → Download with `--roster FILE`"
        }
        Some(SubmissionLayout::Brightspace) => {
            "give the file of Grades → Enter Grades → Export with `--roster FILE`"
        }
        _ => {
            "write the names of folders into the column `student`, or name another file with `--roster FILE`"
        }
    };
    IntakeError::NotOnRoster {
        roster: roster.path.clone(),
        unmatched: unmatched.len(),
        of,
        example: unmatched.keys().next().cloned().unwrap_or_default(),
        what_to_do,
    }
}

/// Adds those who handed in nothing, under names that nobody else has.
fn add_missing(missing: Vec<Submission>, found: &mut SubmissionSet) {
    let mut taken: BTreeSet<(String, String)> = found
        .submissions
        .iter()
        .map(|one| (one.assignment.clone(), one.student.clone()))
        .collect();
    for mut one in missing {
        // Two persons of one name stay two.
        if !taken.insert((one.assignment.clone(), one.student.clone())) {
            let id = one
                .hand_in
                .as_ref()
                .and_then(|it| it.id.clone().or_else(|| it.login.clone()));
            one.student = format!("{} ({})", one.student, to_printable(id.unwrap_or_default()));
            taken.insert((one.assignment.clone(), one.student.clone()));
        }
        found.submissions.push(one);
    }
}

/// A roster in which persons are found.
struct RosterIndex<'r> {
    roster: &'r Roster,
    directory: PersonDirectory,
    /// By the name of a folder, as the column `student` has it.
    by_student: HashMap<String, usize>,
    /// By the letters of a group's name, for each name the rows of its members.
    groups: HashMap<String, BTreeMap<&'r str, Vec<&'r RosterRow>>>,
}

impl<'r> RosterIndex<'r> {
    fn new(roster: &'r Roster) -> RosterIndex<'r> {
        let persons = roster
            .rows
            .iter()
            .map(|row| row_identity(row, roster.system))
            .collect();
        let mut by_student = HashMap::new();
        let mut groups: HashMap<String, BTreeMap<&str, Vec<&RosterRow>>> = HashMap::new();
        for (place, row) in roster.rows.iter().enumerate() {
            if let Some(student) = &row.student {
                by_student.insert(student.trim().to_lowercase(), place);
            }
            if let Some(group) = &row.group {
                groups
                    .entry(normalize_name(group))
                    .or_default()
                    .entry(group)
                    .or_default()
                    .push(row);
            }
        }
        RosterIndex {
            roster,
            directory: PersonDirectory::new(persons),
            by_student,
            groups,
        }
    }

    /// The rows of those who handed something in: one, or those of a group. Who has none gets a sentence for staff.
    fn find_rows(&self, submission: &Submission) -> (Vec<&'r RosterRow>, Vec<String>) {
        let student = &submission.student;
        let hand_in = submission.hand_in.clone().unwrap_or_else(|| HandIn {
            name: student.clone(),
            ..HandIn::default()
        });
        if !hand_in.members.is_empty() {
            return self.find_member_rows(&hand_in);
        }
        let person = PersonIdentity::from_hand_in(&hand_in, student, self.roster.system);
        let reason = match self.find_row(student, &person) {
            Ok(place) => {
                return (
                    self.roster.rows.get(place).into_iter().collect(),
                    Vec::new(),
                );
            }
            Err(reason) => reason,
        };
        match self.groups.get(&normalize_name(&hand_in.name)) {
            Some(groups) if groups.len() == 1 => {
                (groups.values().flatten().copied().collect(), Vec::new())
            }
            _ => (Vec::new(), vec![self.describe_mismatch(student, &reason)]),
        }
    }

    /// The place of a person. The name in the column `student` is an identifier.
    fn find_row(&self, student: &str, person: &PersonIdentity) -> Result<usize, NoMatch> {
        let Some(&place) = self.by_student.get(&student.trim().to_lowercase()) else {
            return self.directory.find_person(person);
        };
        let listed = self
            .roster
            .rows
            .get(place)
            .map(|row| row_identity(row, self.roster.system));
        match listed.and_then(|listed| person.find_difference(&listed)) {
            None => Ok(place),
            Some(difference) => Err(NoMatch::Differs {
                person: place,
                by_name: true,
                difference,
            }),
        }
    }

    fn find_member_rows(&self, hand_in: &HandIn) -> (Vec<&'r RosterRow>, Vec<String>) {
        let mut rows = Vec::new();
        let mut reasons = Vec::new();
        for member in &hand_in.members {
            let person = PersonIdentity::from_member(hand_in, member, self.roster.system);
            match self.directory.find_person(&person) {
                Ok(place) => rows.extend(self.roster.rows.get(place)),
                Err(reason) => {
                    reasons.push(self.describe_mismatch(&to_printable(&member.name), &reason))
                }
            }
        }
        (rows, reasons)
    }

    fn describe_mismatch(&self, student: &str, reason: &NoMatch) -> String {
        let path = self.roster.path.display();
        let line = |place: usize| {
            self.roster
                .rows
                .get(place)
                .map_or(String::new(), |row| row.line.to_string())
        };
        match reason {
            NoMatch::NotListed => {
                let names: Vec<&str> = self
                    .roster
                    .rows
                    .iter()
                    .flat_map(RosterRow::lookup_keys)
                    .collect();
                let hint = nearest::describe_suggestion(student, &names);
                format!("`{student}` is not in {path}, and is graded all the same{hint}")
            }
            NoMatch::Swapped { person } => format!(
                "`{student}` is not in {path}, and is graded all the same; line {} has these names in the other order",
                line(*person)
            ),
            NoMatch::Several { persons, .. } => {
                let lines: Vec<String> = persons.iter().map(|place| line(*place)).collect();
                format!(
                    "`{student}` could be any of lines {} of {path}, and is graded without what they say",
                    lines.join(", ")
                )
            }
            NoMatch::Differs {
                person,
                by_name,
                difference,
            } => {
                let IdentityDifference {
                    kind,
                    searched: wanted,
                    listed,
                } = difference;
                let wanted = to_printable(wanted);
                let listed = to_printable(listed);
                let how = if *by_name {
                    "the name"
                } else {
                    "an identifier"
                };
                format!(
                    "`{student}` has {how} of line {} of {path}, but the {kind} `{wanted}`, not `{listed}`, and is graded without \
                     what the line says",
                    line(*person)
                )
            }
        }
    }
}

/// Who a row is. The number in a `roster.csv` may be a system's or the school's.
fn row_identity(row: &RosterRow, system: Option<SubmissionLayout>) -> PersonIdentity {
    let (id, loose_id) = match system {
        Some(_) => (text_or_empty(&row.id), String::new()),
        None => (String::new(), text_or_empty(&row.id)),
    };
    PersonIdentity {
        id,
        loose_id,
        id_needs_name: system == Some(SubmissionLayout::Moodle),
        number: text_or_empty(&row.number),
        login: text_or_empty(&row.login),
        email: text_or_empty(&row.email),
        names: row.name.iter().cloned().collect(),
        has_name_columns: matches!(
            system,
            Some(SubmissionLayout::Brightspace | SubmissionLayout::Blackboard)
        ),
        other: Vec::new(),
    }
}

fn text_or_empty(text: &Option<String>) -> String {
    text.clone().unwrap_or_default()
}

/// What the roster knows and the download does not say.
fn fill_from_row(
    submission: &mut Submission,
    row: &RosterRow,
    system: Option<SubmissionLayout>,
    is_one_of_several: bool,
) {
    let name = || {
        row.name
            .clone()
            .unwrap_or_else(|| submission.student.clone())
    };
    let hand_in = submission.hand_in.get_or_insert_with(|| HandIn {
        name: name(),
        ..HandIn::default()
    });
    if is_one_of_several {
        let is_known = |known: &GroupMember| row.id.is_some() && known.id == row.id;
        if hand_in.layout.is_empty() && !hand_in.members.iter().any(is_known) {
            let name = row
                .name
                .clone()
                .or_else(|| row.student.clone())
                .unwrap_or_default();
            let id = comparable_id(hand_in, row, system);
            hand_in.members.push(GroupMember {
                name,
                id,
                email: row.email.clone(),
            });
        }
    } else {
        hand_in.id = hand_in
            .id
            .take()
            .or_else(|| comparable_id(hand_in, row, system));
        hand_in.login = hand_in.login.take().or_else(|| row.login.clone());
        hand_in.email = hand_in.email.take().or_else(|| row.email.clone());
    }
    hand_in.section = hand_in.section.take().or_else(|| row.section.clone());
    hand_in.time = hand_in.time.take().or_else(|| row.time.clone());
}

/// The number of a row that means the same as numbers in a hand-in do: a system's number means nothing elsewhere.
fn comparable_id(
    hand_in: &HandIn,
    row: &RosterRow,
    system: Option<SubmissionLayout>,
) -> Option<String> {
    use SubmissionLayout::{Blackboard, Brightspace, Canvas, Gradescope, Moodle};
    let layout = SubmissionLayout::from_name(&hand_in.layout);
    match (system, layout) {
        (None, _) => row.id.clone(),
        (Some(_), Some(_)) if system == layout => row.id.clone(),
        (_, Some(Canvas | Moodle | Blackboard | Brightspace)) => None,
        (_, Some(Gradescope)) | (Some(Moodle), _) => row.number.clone(),
        _ => row.id.clone().or_else(|| row.number.clone()),
    }
}

fn missing_submission(row: &RosterRow, assignment: &str) -> Submission {
    let name = row
        .student
        .as_deref()
        .or(row.name.as_deref())
        .or_else(|| row.lookup_keys().next());
    let name = name.unwrap_or_default();
    let hand_in = HandIn {
        name: row.name.clone().unwrap_or_else(|| name.to_owned()),
        id: row.id.clone().or_else(|| row.number.clone()),
        login: row.login.clone(),
        email: row.email.clone(),
        section: row.section.clone(),
        absent: true,
        ..HandIn::default()
    };
    let content = SubmissionContent::Missing("Nothing was handed in.".to_owned());
    Submission {
        hand_in: Some(hand_in),
        ..Submission::new(to_printable(name), assignment, content)
    }
}
