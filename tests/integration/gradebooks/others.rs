//! Blackboard's UTF-16 with tabs, Brightspace's export, and students whom another system named.

use super::{gradebook, graded, says};
use crate::support::ADDS;

fn utf16(text: &str) -> Vec<u8> {
    let units = text.encode_utf16().flat_map(u16::to_le_bytes);
    [b"\xff\xfe".to_vec(), units.collect()].concat()
}

#[test]
fn blackboard_gets_utf_16_with_tabs_as_it_gave_it() {
    let course = graded(&[
        ("Lab 3_ann_attempt_2024-02-20-00-35-07_sum.cpp", ADDS),
        (
            "Lab 3_zoe_attempt_2024-02-20-00-35-07_sum.cpp",
            "int main() {}",
        ),
    ]);
    let titles = "\"Last Name\"\t\"First Name\"\t\"Username\"\t\"Student ID\"";
    let lab = "\"Lab 3 [Total Pts: 10 Score] |1702852\"";
    course.write(
        "gc.xls",
        utf16(&format!(
            "{titles}\t\"Last Access\"\t\"Essay [Total Pts: 5 Score] |17\"\t{lab}\t\"Feedback to Learner\"\r\n\
             \"@Zola\"\t\"Zoë\"\t\"zoe\"\t\"007\"\t\"never\"\t\"3\"\t\"Needs Grading\"\t\"\"\r\n\
             \"Example\"\t\"Ann\"\t\"ann\"\t\"008\"\t\"never\"\t\"4\"\t\"\"\t\"fine\"\r\n"
        )),
    );
    gradebook(&course, &["blackboard", "gc.xls", "--column", "lab 3"]).exits_with(0);
    says(
        &course,
        "gc-graded.xls",
        utf16(&format!(
            "{titles}\t{lab}\r\n\"'@Zola\"\t\"Zoë\"\t\"zoe\"\t\"007\"\t\"0\"\r\n\"Example\"\t\"Ann\"\t\"ann\"\t\"008\"\t\"10\"\r\n"
        )),
    );
    gradebook(&course, &["blackboard"])
        .exits_with(2)
        .says(&["Work Offline"]);
    let ran = gradebook(&course, &["blackboard", "gc.xls", "--feedback", "f.zip"]);
    ran.exits_with(2).says(&["takes no feedback files"]);
}

const EXPORT: &str = "OrgDefinedId,Username,Last Name,First Name,Email,sum Points Grade <Numeric MaxPoints:10 Weight:10>,End-of-Line Indicator\r\n\
    #0675,#ann,Example,Ann,ann@example.edu,,#\r\n#0676,#bob,Smith,Bob,bob@example.edu,,#\r\n#0677,#cem,Demir,Cem,cem@example.edu,,#\r\n";

#[test]
fn brightspace_knows_students_by_name_and_gets_feedback_into_its_own_environment() {
    let course = graded(&[
        ("70-901 - Ann Example - Oct 12, 2024 758 PM/sum.cpp", ADDS),
        (
            "71-902 - Bob Smith - Oct 12, 2024 758 PM/sum.cpp",
            "int main() {}",
        ),
    ]);
    course.write("export.csv", EXPORT);
    let ran = gradebook(
        &course,
        &["brightspace", "export.csv", "--feedback", "back"],
    );
    ran.exits_with(0)
        .says(&["left as they are, because they have no submission here (1): Demir, Cem"]);
    says(
        &course,
        "export-graded.csv",
        "OrgDefinedId,Username,sum Points Grade <Numeric MaxPoints:10 Weight:10>,End-of-Line Indicator\r\n#0675,#ann,10,#\r\n#0676,#bob,0,#\r\n",
    );
    let files: Vec<String> = course.files_in("back").into_keys().collect();
    let names = ["70-901 - Ann Example", "71-902 - Bob Smith"];
    assert_eq!(
        files,
        names.map(|name| format!("{name} - Oct 12, 2024 758 PM/sum.html"))
    );
    gradebook(
        &course,
        &["brightspace", "export.csv", "--feedback", "back"],
    )
    .exits_with(2)
    .says(&["back is there already"]);
    gradebook(&course, &["brightspace", "--column", "Lab 3"])
        .exits_with(2)
        .says(&["says neither `OrgDefinedId` nor `Username`"]);
}

/// `Smith Bob` may be another person than Bob Smith, and nothing else is known of either.
#[test]
fn swapped_names_are_no_proof_where_the_file_has_columns_for_both() {
    let course = graded(&[
        ("70-901 - Ann Example - Oct 12, 2024 758 PM/sum.cpp", ADDS),
        ("71-902 - Smith Bob - Oct 12, 2024 758 PM/sum.cpp", ADDS),
    ]);
    course.write("export.csv", EXPORT);
    gradebook(&course, &["brightspace", "export.csv"])
        .exits_with(0)
        .says(&["`Smith Bob`: `Smith, Bob` in the file has these names in the other order"]);
    let graded = course.read("export-graded.csv");
    assert!(graded.contains("#0675,#ann,10,#\r\n"), "{graded}");
    assert!(!graded.contains("#bob,10"), "{graded}");
}

#[test]
fn each_of_a_group_gets_the_points_of_what_it_handed_in_elsewhere() {
    let submitters = "---\nsubmission_11:\n  :submitters:\n  - :name: Ann Example\n    :sid: '0675'\n  - :name: Bob\n    \
                      :email: BOB@example.edu\n";
    let course = graded(&[
        ("submission_metadata.yml", submitters),
        ("submission_11/sum.cpp", ADDS),
    ]);
    course.write("export.csv", EXPORT);
    gradebook(&course, &["brightspace", "export.csv"])
        .exits_with(0)
        .shows(&["2 students"]);
    assert!(
        course
            .read("export-graded.csv")
            .ends_with("#0675,#ann,10,#\r\n#0676,#bob,10,#\r\n")
    );
    let made = ["brightspace", "--column", "Lab 3", "--out", "made.csv"];
    gradebook(&course, &made)
        .exits_with(0)
        .says(&["nobody gets the points of"]);
    says(
        &course,
        "made.csv",
        "OrgDefinedId,Username,Lab 3 Points Grade,End-of-Line Indicator\r\n#0675,,10,#\r\n",
    );
}
