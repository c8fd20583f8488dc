//! `grader hunt`: what programs with all points do otherwise than the reference.

pub(super) mod arguments;

use std::io::Write as _;
use std::process::ExitCode;

use super::arguments::CliArgs;
use super::case_writing::CaseWriter;
use super::course_with_roster::load_course_with_roster;
use super::failure::{self, CliFailure};
use super::setup::{
    check_assignment_ids, configure_build, install_interrupt, open_cache, prepare_sandbox,
    worker_count,
};
use super::shared_arguments::FaultChoice;
use super::summary::{print_remark, print_remarks};
use arguments::{HuntArgs, HuntFormat};
use grading::{RunCache, Session, SubmissionSelection};
use lab::{HuntFault, HuntOptions, HuntReport, NondeterministicProgram, SkippedHunt};
use lms::intake::IntakeScratch;
use model::{CasePlayer, Course, GameRegistry, GradingEvent};
use report::{Progress, ProgressMode};
use serde_json::json;
use support::count::format_count;

pub(super) fn run(
    arguments: &CliArgs,
    games: &GameRegistry,
    asked: &HuntArgs,
) -> Result<ExitCode, CliFailure> {
    let course = load_course_with_roster(arguments, games, &asked.roster)?;
    check_assignment_ids(&course, &asked.assignments)?;
    let interrupt = install_interrupt()?;
    let scratch = IntakeScratch::default();
    let selection = SubmissionSelection {
        assignments: asked.assignments.clone(),
        students: Vec::new(),
    };
    let handed_in = asked.layout.find_submissions(
        &asked.submissions,
        &course,
        &selection,
        &scratch,
        &interrupt,
    )?;
    print_remarks(&handed_in.remarks);
    let sandbox = prepare_sandbox(arguments, &course, &interrupt)?
        .with_hidden_folders([asked.submissions.clone()]);
    let cache = RunCache::from_cache_folder(&open_cache(arguments));
    let progress = Progress::new(ProgressMode::for_stderr(arguments.quiet));
    let watcher = |event: &GradingEvent| progress.record_event(event);
    let session = Session::new(&sandbox, &interrupt).with_workers(worker_count(asked.jobs)?);
    let session = configure_build(arguments, session, &cache).with_watcher(&watcher);
    let wanted = HuntOptions {
        games: asked.games,
        seed: asked.seed,
        all: asked.every_criterion,
    };
    let found = lab::hunt_class(&course, &handed_in.submissions, session, wanted)?;
    drop(progress);
    let told = match asked.format {
        HuntFormat::Text => render_text(&found),
        HuntFormat::Json => render_json(&found),
    };
    failure::finish_printing(anstream::stdout().lock().write_all(told.as_bytes()))?;
    if let Some(name) = &asked.write_case {
        let session = Session::new(&sandbox, &interrupt).with_cache(&cache);
        let written = write_cases(
            arguments,
            games,
            &course,
            session,
            &found,
            name,
            asked.which,
        )?;
        // Beside JSON it would be in the way.
        for remark in written {
            print_remark(&remark);
        }
    }
    let is_ours = found.left_out.iter().any(|one| one.is_internal_error);
    Ok(ExitCode::from(if is_ours { 3 } else { 0 }))
}

/// Writes cases that show faults, with what is expected of them. What was done is returned in words.
fn write_cases(
    arguments: &CliArgs,
    games: &GameRegistry,
    course: &Course,
    session: Session<'_>,
    found: &HuntReport,
    name: &str,
    which: FaultChoice,
) -> Result<Vec<String>, CliFailure> {
    let shown = found.faults.iter().filter(|fault| fault.always).collect();
    let mut writer = CaseWriter::new(course);
    let mut remarks = Vec::new();
    for (name, fault) in which.choose(name, shown) {
        let HuntFault {
            assignment,
            like,
            script,
            ..
        } = fault;
        let Some(case) = writer.find_case(assignment, like) else {
            continue;
        };
        if matches!(case.player, CasePlayer::Policy { .. }) || case.table.is_some() {
            remarks.push(format!(
                "no case is written: `{like}`, which is most like it, is no script in a file of its own; write one with this \
                 `input` by hand"
            ));
            continue;
        }
        remarks.push(writer.write_case(assignment, case, &name, script)?);
    }
    writer.write_expected(arguments, games, session)?;
    if remarks.is_empty() {
        remarks.push("no case is written: there is nothing that one could show".to_owned());
    }
    Ok(remarks)
}

fn render_json(found: &HuntReport) -> String {
    let HuntReport {
        programs,
        games,
        faults,
        unsteady,
        left_out,
    } = found;
    let faults = faults.iter().map(|fault| {
        let HuntFault {
            assignment,
            criterion,
            verdict,
            mistake,
            sentence,
            ..
        } = fault;
        let HuntFault {
            script,
            like,
            always,
            programs,
            with_all_points,
            ..
        } = fault;
        json!({
            "assignment": assignment,
            "criterion": criterion,
            "verdict": verdict,
            "mistake": mistake,
            "sentence": sentence,
            "script": script,
            "like": like,
            "always": always,
            "programs": programs,
            "with_all_points": with_all_points.len(),
        })
    });
    let unsteady = unsteady.iter().map(|one| {
        let NondeterministicProgram {
            assignment,
            program,
            script,
        } = one;
        json!({ "assignment": assignment, "program": program, "script": script })
    });
    let left_out = left_out.iter().map(|one| {
        let SkippedHunt {
            assignment,
            why,
            programs,
            is_internal_error: _,
        } = one;
        json!({ "assignment": assignment, "why": why, "programs": programs })
    });
    let all = json!({
        "programs": programs,
        "games": games,
        "faults": faults.collect::<Vec<_>>(),
        "unsteady": unsteady.collect::<Vec<_>>(),
        "not_hunted": left_out.collect::<Vec<_>>(),
    });
    format!("{all:#}\n")
}

/// All that there is to say, in lines. Nobody is named but whoever's program plays by chance.
fn render_text(found: &HuntReport) -> String {
    let mut lines: Vec<String> = found.faults.iter().flat_map(render_fault).collect();
    for one in &found.unsteady {
        lines.push(format!(
            "{}/{}: does not do the same twice, as in {}; it is left out",
            one.assignment,
            one.program,
            render_script(&one.script)
        ));
    }
    for one in &found.left_out {
        lines.push(format!(
            "{}: {} not hunted: {}",
            one.assignment,
            format_program_count(one.programs),
            one.why
        ));
    }
    lines.push(format!(
        "{} ran with {} new inputs; {}",
        format_program_count(found.programs),
        found.games,
        match found.faults.len() {
            0 => "nothing differs from the reference".to_owned(),
            1 => "one fault was found".to_owned(),
            many => format!("{many} faults were found"),
        }
    ));
    lines
        .iter()
        .map(|line| format!("{}\n", report::escape_lines(line)))
        .collect()
}

fn render_fault(fault: &HuntFault) -> Vec<String> {
    let count = fault.programs.len();
    let with_all = fault.with_all_points.len();
    let points = match with_all {
        0 => String::new(),
        all if all == count => format!(" with all points in \"{}\"", fault.criterion),
        all => format!(
            " ({all} of them with all points in \"{}\")",
            fault.criterion
        ),
    };
    let differ = if count == 1 { "differs" } else { "differ" };
    let sometimes = if fault.always { "" } else { " in some runs of" };
    let input = match fault.script.as_slice() {
        [] => " without any input".to_owned(),
        lines if fault.is_game => format!(" in{sometimes} {}", render_script(lines)),
        _ if fault.always => " for this input".to_owned(),
        _ => " in some runs with this input".to_owned(),
    };
    let uncovered = if with_all > 0 {
        " No case covers it."
    } else {
        ""
    };
    let mistake = fault
        .mistake
        .map(|mistake| format!("`{mistake}`: "))
        .unwrap_or_default();
    let said = fault.sentence.trim_end_matches('.');
    let id = &fault.assignment;
    let first = format!(
        "{id}: {}{points} {differ} from the reference{input}.{uncovered}",
        format_program_count(count)
    );
    let typed = fault.script.iter().filter(|_| !fault.is_game);
    let typed = typed.map(|line| format!("    | {line}").trim_end().to_owned());
    let last = format!("  {}, {mistake}{said}", fault.verdict);
    [first].into_iter().chain(typed).chain([last]).collect()
}

/// The lines of a game, as one types them. Where one of them has blanks, they are parted by bars.
fn render_script(lines: &[String]) -> String {
    let has_blanks = lines
        .iter()
        .any(|line| line.is_empty() || line.contains(char::is_whitespace));
    lines.join(if has_blanks { " | " } else { " " })
}

fn format_program_count(count: usize) -> String {
    format_count(count, "program", "programs")
}
