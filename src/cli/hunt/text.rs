//! What was found, for a terminal.

use lab::{HuntFault, HuntReport};

/// All that there is to say, in lines. Nobody is named but whoever's program plays by chance.
pub(super) fn render_text(found: &HuntReport) -> String {
    let mut lines: Vec<String> = found.faults.iter().flat_map(render_fault).collect();
    for one in &found.unsteady {
        lines.push(format!(
            "{}/{}: does not do the same twice, as in {}; nothing is said of its games",
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
        "{} played {} games; {}",
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
    let sometimes = if fault.always {
        ""
    } else {
        " in some plays of"
    };
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
    format!(
        "{count} {}",
        if count == 1 { "program" } else { "programs" }
    )
}
