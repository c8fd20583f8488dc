//! What no class of real programs shows: ungraded submissions, more points than there is room for, any bytes.

use std::path::Path;

use proptest::prelude::*;

use super::sheet::UnreadHandIn;
use super::{FilledFile, UploadError, UploadGrade, UploadRequest, UploadSystem, fill_table};
use crate::identity::PersonIdentity;
use model::Points;

const CANVAS: &str =
    "Student,ID,Section,sum (1)\nAnn,1,,\nBob,2,,7\nPoints Possible,3,,\nDan,4,,\n";

const WORKSHEET: &str = "Identifier,Full name,Grade,Maximum grade,Last modified (grade)\n\
                         Participant 1,Ann,,10.00,-\n";

fn upload(id: &str, name: &str, points: Option<f64>) -> UploadGrade {
    let recipient = PersonIdentity {
        id: id.to_owned(),
        names: vec![name.to_owned()],
        ..PersonIdentity::default()
    };
    UploadGrade {
        student: name.to_owned(),
        points: points.map(Points::from_number),
        max_points: Points::from_number(10.0),
        unread: None,
        awaits_instructor: false,
        is_absent: false,
        is_anonymous: false,
        recipients: vec![recipient],
    }
}

fn filled(
    system: UploadSystem,
    file: &[u8],
    uploads: &[UploadGrade],
    missing_as_zero: bool,
) -> Result<FilledFile, UploadError> {
    let wanted = UploadRequest {
        system,
        column: None,
        title: "sum",
        assignment: "sum",
        scale: false,
        missing_as_zero,
    };
    fill_table(Some((Path::new("grades.csv"), file)), uploads, wanted)
}

fn text(filled: &FilledFile) -> String {
    String::from_utf8_lossy(&filled.bytes).into_owned()
}

#[test]
fn what_we_failed_at_is_nobodys_zero() {
    let uploads = [upload("1", "Ann", None), upload("3", "Cem", Some(2.083))];
    let filled = filled(UploadSystem::Canvas, CANVAS.as_bytes(), &uploads, true).unwrap();
    assert_eq!(
        text(&filled),
        "Student,ID,Section,sum (1)\nPoints_Possible,3,,2.08\nDan,4,,0\n"
    );
    assert_eq!(
        filled.remarks,
        [
            "left as they are, because their submissions are not graded (1): Ann",
            "given 0, because they have no submission here (1): Dan",
            "left as they are, because they have no submission here (1): Bob",
        ]
    );
}

#[test]
fn a_refused_hand_in_keeps_its_grade() {
    let refused = UploadGrade {
        unread: Some(UnreadHandIn::Refused(
            "it has more than 5,000 files".to_owned(),
        )),
        ..upload("1", "Ann", Some(0.0))
    };
    let filled = filled(
        UploadSystem::Canvas,
        CANVAS.as_bytes(),
        &[refused, upload("2", "Bob", Some(1.0))],
        true,
    )
    .unwrap();
    assert_eq!(
        text(&filled),
        "Student,ID,Section,sum (1)\nBob,2,,1\nPoints_Possible,3,,0\nDan,4,,0\n"
    );
    assert_eq!(
        filled.remarks[0],
        "left as they are, because what they handed in is refused (1): Ann (it has more than 5,000 files)"
    );
}

#[test]
fn a_hand_in_without_a_program_keeps_its_grade_unless_zeros_are_requested() {
    let text_entry = |id: &str, name: &str| UploadGrade {
        unread: Some(UnreadHandIn::NoProgram("it was typed in".to_owned())),
        ..upload(id, name, Some(0.0))
    };
    let uploads = [
        text_entry("1", "Ann"),
        // The file has a grade already.
        text_entry("2", "Bob"),
        upload("4", "Dan", Some(3.0)),
    ];
    let header = "Student,ID,Section,sum (1)\n";
    for (as_zero, rows, remarks) in [
        (
            false,
            "Dan,4,,3\n",
            &[
                "left as they are, because no program was found in what they handed in (2): Ann (it was typed in), Bob (it was typed in)",
                "left as they are, because they have no submission here (1): Points Possible",
            ][..],
        ),
        (
            true,
            "Ann,1,,0\nPoints_Possible,3,,0\nDan,4,,3\n",
            &[
                "given 0, because no program was found in what they handed in (1): Ann (it was typed in)",
                "left as they are, because no program was found in what they handed in (1): Bob (it was typed in)",
                "given 0, because they have no submission here (1): Points Possible",
            ],
        ),
    ] {
        let filled = filled(UploadSystem::Canvas, CANVAS.as_bytes(), &uploads, as_zero).unwrap();
        assert_eq!(text(&filled), format!("{header}{rows}"));
        assert_eq!(filled.remarks, remarks);
        assert_eq!(filled.recipient_ids.len(), 3, "their reports are packed");
    }
}

#[test]
fn two_submissions_for_one_student_are_not_chosen_from() {
    let uploads = [upload("1", "Ann", Some(9.0)), upload("1", "ann", Some(1.0))];
    let refused = filled(UploadSystem::Canvas, CANVAS.as_bytes(), &uploads, false).unwrap_err();
    let said = refused.to_string();
    assert!(
        said.contains("nobody gets the points of `Ann`, `ann`: all of them could be `Ann`"),
        "{said}"
    );
}

#[test]
fn most_submissions_without_a_row_are_a_file_of_another_class() {
    let ann = upload("1", "Ann", Some(9.0));
    for (strangers, is_most) in [(1, false), (2, true)] {
        let strangers =
            (0..strangers).map(|place| upload(&format!("7{place}"), "x\\xe2", Some(1.0)));
        let uploads: Vec<UploadGrade> = strangers.chain([ann.clone()]).collect();
        let filled = filled(UploadSystem::Canvas, CANVAS.as_bytes(), &uploads, false).unwrap();
        assert_eq!(filled.most_match_no_row, is_most);
        let said = filled.remarks.join("\n");
        assert_eq!(
            said.contains("2 of 3 submissions match no row of grades.csv"),
            is_most,
            "{said}"
        );
        // A name that is escaped in the records is not escaped again.
        assert!(
            said.contains("nobody gets the points of `x\\xe2`"),
            "{said}"
        );
    }
}

#[test]
fn more_points_than_the_system_takes_are_refused_with_both_numbers() {
    let uploads = [upload("1", "Ann", Some(12.0))];
    let refused = filled(UploadSystem::Moodle, WORKSHEET.as_bytes(), &uploads, false).unwrap_err();
    let said = refused.to_string();
    assert!(
        said.contains("`Ann` has 12 points and `Grade` takes 10 at most"),
        "{said}"
    );
    // Canvas knows points that are more than all.
    assert!(filled(UploadSystem::Canvas, CANVAS.as_bytes(), &uploads, false).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_a_file_or_a_reason(
        seed in prop::sample::select(vec![CANVAS, WORKSHEET, "Username,sum [Total Pts: 10 Score] |1\nann,\n",
            "OrgDefinedId,sum Points Grade <MaxPoints:10>,End-of-Line Indicator\n#1,,#\n"]),
        at in any::<prop::sample::Index>(),
        bytes in prop::collection::vec(any::<u8>(), 0..6),
        removed in 0..6_usize,
    ) {
        let mut file = seed.as_bytes().to_vec();
        let start = at.index(file.len());
        file.splice(start..(start + removed).min(seed.len()), bytes);
        for system in UploadSystem::ALL {
            for as_zero in [true, false] {
                // Either is right; that nothing panics is what is asked.
                match filled(system, &file, &[upload("1", "Ann", Some(3.0))], as_zero) {
                    Ok(filled) => prop_assert!(filled.students > 0),
                    Err(error) => prop_assert!(!error.to_string().is_empty()),
                }
            }
        }
    }
}
