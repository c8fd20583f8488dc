//! The gradebook becomes files, and what a person sees in the terminal.
//!
//! | file | what it makes |
//! | --- | --- |
//! | `student` | the Markdown report of one submission, from `summary`, `criteria`, `failure`, `diagnostics`, `undefined` and `warnings` |
//! | `source_changes` | changes of the text that were proved, as sentences and as `diff` |
//! | `first_error`, `error_meanings` | why a program was not built: the first error, and what it means |
//! | `counted` | which verdicts cost points: only those are failures |
//! | `failed_case` | one failed case in full, from `explain`, `difference` with its `diff_rows`, `transcript` and `reproduce` |
//! | `failed_calls`, `call_script` | the same for a function: its wrong calls, and a `main` that makes them |
//! | `failed_tests` | the same for unit tests |
//! | `beside` | what a report is too short for: very long inputs, all wrong calls |
//! | `case_scripts` | the scripts of the cases, once for all students |
//! | `findings` | what rules found in the program's text |
//! | `comments` | what persons have written about lines |
//! | `adjustments` | what changed points after they were scored |
//! | `hints`, `common_mistakes` | probable causes: under a case, above all of them; counted over the class |
//! | `json`, `csv` | the same grades for other programs |
//! | `formats` | the same again in the words of other systems |
//! | `entry`, `problem`, `causes`, `names` | what is kept of each submission for all that tells of a class |
//! | `page` | a page for each student, and one of the class: see there |
//! | `case_lints` | what mutants, calibration programs and a class say of the cases: terminal, data, page |
//! | `mutants` | what planted faults showed of the cases: terminal, data, page |
//! | `similar_pairs` | which programs are alike: terminal, data, page |
//! | `missing` | whom a merge found no grade for |
//! | `places`, `folders` | where each file stands |
//! | `prepare`, `write` | before the work: can they be written? after it: all of them |
//! | `replacement` | a file, whole or not at all, and untouched where it says the same already |
//! | `table`, `statistics`, `progress`, `piece_progress` | the terminal: the class at the end, what matters of it, the run while it lasts, here and on other machines |
//! | `show` | the reports on one student, for the terminal |
//!
//! Whatever a student wrote or a student's program printed is hostile until it is a part of a `document`, which escapes it, or
//! has passed through a template that does.

#![forbid(unsafe_code)]

mod adjustments;
mod audience;
mod beside;
mod call_script;
mod case_lints;
mod case_scripts;
mod causes;
mod comments;
mod common_mistakes;
mod counted;
mod criteria;
mod csv;
mod cut_line;
mod diagnostics;
mod diff_rows;
mod difference;
mod entry;
mod error_meanings;
mod explain;
mod failed_calls;
mod failed_case;
mod failed_tests;
mod failure;
mod findings;
mod first_error;
#[cfg(test)]
mod fixture;
mod folders;
mod formats;
mod hand_ins;
mod hints;
mod inputs;
mod json;
#[cfg(test)]
mod laws;
mod missing;
mod mutants;
mod names;
mod page;
mod piece_progress;
mod places;
mod prepare;
mod problem;
mod progress;
mod replacement;
mod reproduce;
mod shortest_game;
mod show;
mod similar_pairs;
mod source_changes;
mod statistics;
mod student;
mod summary;
mod table;
mod transcript;
mod undefined;
mod warnings;
mod worksheet;
mod write;

use document::{commands, visible};

pub use case_lints::{print_case_lints, write_case_lints};
pub use comments::describe_request;
pub use csv::{ReportedPoints, read_reported_points};
pub use diagnostics::explain_linker_error;
pub use document::visible::escape_lines;
pub use entry::ReportEntry;
pub use failure::build_case_results;
pub use formats::{
    EventLines, FormatError, FormatTarget, ReportFormat, check_formats, write_formats,
    write_github_report,
};
pub use hand_ins::{print_hand_ins, print_hand_ins_as_json};
pub use hints::first_hint;
pub use missing::{has_missing, missing_file, update_missing, write_missing};
pub use mutants::{print_mutants, write_mutants};
pub use page::{
    AgreementPair, BankedComment, DifferingPoints, GraderAgreement, LOOK_POLICY, LookCriterion,
    LookFilter, LookMember, LookProgress, LookRequest, LookSteps, LookTrial, ProgramLook,
    SERVED_CLASS_POLICY, ServedClass, render_agreement, render_finished, render_look,
};
pub use piece_progress::ShardProgress;
pub use places::index_file;
pub use prepare::{PrepareError, has_results, prepare_folder, print_results};
pub use progress::{Progress, ProgressMode};
pub use show::{ReportAudience, ReportQuery, ShowError, build_student_reports};
pub use similar_pairs::{NameDisplay, print_similar_pairs, write_similar_pairs};
pub use table::{TerminalStyle, print_summary};
pub use worksheet::build_worksheet;
pub use write::{build_student_report, render_student_page, render_student_report, write_reports};
