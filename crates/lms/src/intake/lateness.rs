//! Whether it is known when something was handed in, where the rubric says when it is due.

use model::{Course, LateRule, Submission, SubmissionContent, SubmissionLayout, SubmissionSet};

/// Says where lateness cannot be known: of a class in one sentence, of single submissions for staff to check.
pub(super) fn remark_unknown_times(found: &mut SubmissionSet, course: &Course) {
    for assignment in &course.assignments {
        let Some(rule) = &assignment.late else {
            continue;
        };
        let own = found
            .submissions
            .iter_mut()
            .filter(|one| one.assignment == assignment.id);
        let mut handed_in: Vec<&mut Submission> = own
            .filter(|one| !matches!(one.content, SubmissionContent::Missing(_)))
            .collect();
        let of = handed_in.len();
        let unknown: Vec<&mut &mut Submission> = handed_in
            .iter_mut()
            .filter(|one| !is_time_known(one))
            .collect();
        if unknown.len() == of && of > 0 {
            let layout = unknown.iter().find_map(|one| one.hand_in.as_ref());
            let is_moodle = layout.is_some_and(|it| it.layout == SubmissionLayout::Moodle.name());
            found
                .remarks
                .push(class_remark(&assignment.id, rule, is_moodle));
            continue;
        }
        for submission in unknown {
            let text = submission_remark(submission);
            submission.to_check.push(text);
        }
    }
}

/// Whether the time is known, or that it was not late.
fn is_time_known(submission: &Submission) -> bool {
    submission.hand_in.as_ref().is_some_and(|hand_in| {
        let has_time = hand_in.time.as_ref().is_some_and(|time| time.iso.is_some());
        has_time || hand_in.late == Some(false)
    })
}

fn class_remark(id: &str, rule: &LateRule, is_moodle: bool) -> String {
    let due = rule.due.strftime("%Y-%m-%d %H:%M");
    let what_to_do = match is_moodle {
        true => "give the assignment's grading worksheet with `--roster FILE`",
        false => {
            "give a download that has times, the group `time` of `--pattern`, or entries in overrides.toml"
        }
    };
    format!(
        "`{id}` is due {due}, and it is not known when anything was handed in, so nothing counts as late; {what_to_do}"
    )
}

fn submission_remark(submission: &Submission) -> String {
    let hand_in = submission.hand_in.as_ref();
    if hand_in.is_some_and(|hand_in| hand_in.late == Some(true)) {
        return "It was handed in late, and how late is not known, so no points were taken."
            .to_owned();
    }
    match hand_in.and_then(|hand_in| hand_in.time.as_ref()) {
        Some(time) => {
            format!(
                "The time `{}` was not understood, so it does not count as late.",
                time.shown
            )
        }
        None => "It is not known when it was handed in, so it does not count as late.".to_owned(),
    }
}
