//! The `reference` program as a student's program sees it: bytes in, bytes out, an exit code.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin_cmd;

/// Plays a script on a pipe and returns what was printed.
fn piped(arguments: &[&str], script: &str) -> String {
    let run = cargo_bin_cmd!("reference")
        .args(arguments)
        .write_stdin(script)
        .assert()
        .success();
    String::from_utf8_lossy(&run.get_output().stdout).into_owned()
}

#[test]
fn a_game_of_tttn_is_printed_byte_for_byte() {
    assert_eq!(
        piped(&["tttn"], "3\n0\n0\n1\n4\n2\n8\n"),
        include_str!("golden/tttn-win.txt")
    );
}

#[test]
fn the_sample_run_of_domineering_is_printed_byte_for_byte() {
    let script = "5\n0\n20\n4\n9\n3\n14\n11\n13\n2\n7\n12\n";
    assert_eq!(
        piped(&["domineering"], script),
        include_str!("golden/domineering-sample.txt")
    );
}

#[test]
fn a_game_ends_silently_at_the_end_of_input_and_at_words() {
    let opening = piped(&["domineering"], "");
    assert_eq!(
        opening,
        ". . . .\n. . . .\n. . . .\n. . . .\nPlayer 1's move: "
    );
    assert_eq!(piped(&["domineering"], "five\n1\n"), opening);
    assert_eq!(piped(&["tttn"], "12\n0\n"), "");
}

#[test]
fn rows_count_from_the_base_that_was_asked_for() {
    assert!(piped(&["rowcol", "--base", "1"], "1 1\n").contains(" X  *  * \n"));
    assert!(piped(&["rowcol"], "1 1\n").contains(" *  X  * \n"));
}

#[test]
fn a_seed_repeats_a_game() {
    let game = |seed| piped(&["cpu", "--seed", seed], "1 2 3 4 5 6 7 8 9\n");
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
}

#[test]
fn wrong_usage_exits_with_2_and_names_the_nearest_game() {
    let unknown = cargo_bin_cmd!("reference").arg("tttm").assert().code(2);
    let complaint = String::from_utf8_lossy(&unknown.get_output().stderr).into_owned();
    assert!(
        complaint.contains("similar value exists: 'tttn'"),
        "{complaint}"
    );
    cargo_bin_cmd!("reference")
        .args(["rowcol", "--base", "2"])
        .assert()
        .code(2);
    cargo_bin_cmd!("reference").assert().code(2);
}

#[test]
fn every_prompt_arrives_before_its_answer_is_needed() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_reference"))
        .arg("counters")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut questions = program.stdout.take().expect("a pipe");
    let mut answers = program.stdin.take().expect("a pipe");
    for expected in [
        "Player 1, enter a square [0-8]: ",
        " 0  0  0\n 0 -1  0\n 0  0  0\n",
    ] {
        let mut arrived = vec![0; expected.len()];
        questions
            .read_exact(&mut arrived)
            .expect("the text arrives unasked");
        assert_eq!(arrived, expected.as_bytes());
        writeln!(answers, "4").expect("the program listens");
    }
    drop(answers);
    assert!(program.wait().expect("the program ends").success());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_reference"))
        .arg("tttn")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(program.stdout.take());
    write!(program.stdin.take().expect("a pipe"), "3 0 1 2").expect("the program listens");
    let end = program.wait_with_output().expect("the program ends");
    assert!(end.status.success());
    assert!(
        end.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&end.stderr)
    );
}
