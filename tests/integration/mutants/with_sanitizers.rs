//! Mutants that do what the program does, and what C++ leaves undefined besides.

use super::{RUBRIC, SOLUTION, check, course, found, outcomes};

/// Reads an array to its end; one further changes nothing.
const READS: &str = "    int seen[4] = {};
    for (int i = 0; i < 4; i++) {
        if (seen[i] == 12345) {
            first = 0;
        }
    }
    return first + second;";

const BEYOND: &str = "for (int i = 0; i <= 4; i++) {";

#[test]
#[ignore = "takes long: scripts/test-long rest"]
fn what_only_sanitizers_see_is_told_with_what_the_score_would_be_and_counts_where_a_criterion_does()
{
    let solution = SOLUTION.replace("    return first + second;", READS);
    let cases = [("small", "\"2\", \"3\"")];
    let course = course(RUBRIC, &cases);
    course.write("solution.cpp", &solution);
    let ran = check(&course, &[]);
    let all = found(&course);
    assert_eq!(outcomes(&all, BEYOND), ["undefined"]);
    let beyond = all.iter().find(|one| one["becomes"] == BEYOND).unwrap();
    assert_eq!(beyond["case"], "small");
    assert!(
        ran.stdout.contains("  counting undefined behaviour "),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains(", and with sanitizers "),
        "{}",
        ran.stdout
    );
    assert!(
        course
            .read("mutants/index.html")
            .contains("which sanitizers see in small")
    );

    let counted = "undefined = { sanitizers = true }\n\n[[assi";
    let criterion =
        "\n[[assignments.sum.criteria]]\nid = \"defined\"\npoints = 2\ncheck = \"undefined\"\n";
    course.write("rubric.toml", RUBRIC.replace("[[assi", counted) + criterion);
    let ran = check(&course, &[]);
    let all = found(&course);
    assert_eq!(outcomes(&all, BEYOND), ["noticed"], "{}", ran.stdout);
    let beyond = all.iter().find(|one| one["becomes"] == BEYOND).unwrap();
    assert_eq!(beyond["criterion"], "defined");
    assert_eq!(beyond["case"], "small");
}
