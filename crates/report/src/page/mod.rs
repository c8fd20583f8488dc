//! Pages for a browser: one for each submission, and one of the class for its staff.
//!
//! | file | what it makes |
//! | --- | --- |
//! | `student_page` | the page of one submission, bounded, from `failed_case` and the sections of the Markdown report |
//! | `failed_case` | one failed case: what happened, its replay, how to see it again |
//! | `replay`, `columns` | a game as a conversation, open where it goes wrong; expected and printed side by side |
//! | `wrong_turns` | the way from one wrong turn to the next |
//! | `html` | sentences and blocks that `document` renders, in a template |
//! | `class` | the page of the class: `attention`, `distribution`, `causes`, `items`, and a `row` for each submission |
//! | `look` | one program as whoever judges it by hand sees it |
//! | `staff_page` | a page about cases, whose sections are documents |
//! | `policy` | what a browser may do with a page: run our script, apply our style, and nothing else |
//!
//! Three rules keep a student's text inert. It passes through `visible`. Templates escape all that `document` has not escaped
//! (none says `safe`, and a test looks). And the page's policy lets no script run but ours, should both ever fail.

mod class;
mod columns;
mod failed_case;
pub(crate) mod html;
mod look;
mod policy;
mod replay;
mod staff_page;
mod student_page;
#[cfg(test)]
mod tests;
mod wrong_turns;

pub use class::{SERVED_CLASS_POLICY, ServedClass};
pub(super) use class::{is_class_page, write_page as write_class};
pub use look::{
    AgreementPair, BankedComment, DifferingPoints, GraderAgreement, LOOK_POLICY, LookCriterion,
    LookFilter, LookMember, LookProgress, LookRequest, LookSteps, LookTrial, ProgramLook,
    render_agreement, render_finished, render_look,
};
pub(super) use policy::security_policy;
pub(super) use staff_page::{StaffDetails, StaffSection, render_staff_page};
pub(super) use student_page::render_page as student;
