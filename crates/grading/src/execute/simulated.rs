//! What a simulator adds to a program's run, separated from the program's output.

use model::{Observation, Simulator};

// Both are read where a program could write the same words. A program that prints a banner of its own loses these
// lines; one that tells of a failure is taken at its word. Neither wins anything by it.

/// The run without the simulator's banner.
pub(super) fn strip_banner(mut seen: Observation, simulator: &Simulator) -> Observation {
    if let Some(first) = seen.turns.first_mut() {
        let length = banner_length(&first.output, simulator);
        first.output.drain(..length);
    }
    seen
}

/// The failure that the simulator reports.
pub(super) fn find_fault(seen: &Observation, simulator: &Simulator) -> Option<String> {
    let told = String::from_utf8_lossy(&seen.stderr);
    let found = simulator.faults.as_ref()?.find(&told)?;
    let lines: Vec<&str> = found.as_str().lines().map(str::trim).collect();
    Some(lines.join(": "))
}

/// How many bytes at the start are the simulator's. A line of the banner may be missing, and none is taken twice.
fn banner_length(output: &[u8], simulator: &Simulator) -> usize {
    let mut length = 0;
    for pattern in &simulator.banner {
        let rest = output.get(length..).unwrap_or_default();
        let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
            break;
        };
        let line = String::from_utf8_lossy(rest.get(..end).unwrap_or_default());
        let whole = pattern
            .find(&line)
            .is_some_and(|found| found.as_str() == line);
        if whole {
            length += end + 1;
        }
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Exit, ObservedTurn, SharedRegex};
    use regex::Regex;

    fn simulator() -> Simulator {
        Simulator {
            words: Vec::new(),
            banner: ["SPIM .*", "All rights", "Loaded: .*"]
                .map(|line| SharedRegex::new(Regex::new(line).unwrap()))
                .to_vec(),
            faults: Some(SharedRegex::new(
                Regex::new("(?m)^Exception at .*(\n  .*)?").unwrap(),
            )),
        }
    }

    fn seen(output: &str, stderr: &str) -> Observation {
        Observation {
            stderr: stderr.into(),
            ..Observation::new(vec![ObservedTurn::without_input(output)], Exit::Code(0))
        }
    }

    #[test]
    fn a_banner_is_its_lines_in_their_order_and_nothing_else() {
        for (printed, left) in [
            ("SPIM 8\nAll rights\nLoaded: x.s\nHi\n", "Hi\n"),
            ("SPIM 8\nLoaded: x.s\nHi", "Hi"),
            ("Loaded: x.s\nSPIM 8\nHi", "SPIM 8\nHi"),
            ("SPIM 8\nSPIM 8\n", "SPIM 8\n"),
            ("My SPIM 8\n", "My SPIM 8\n"),
            ("SPIM 8", "SPIM 8"),
            ("Hi\nSPIM 8\n", "Hi\nSPIM 8\n"),
            ("", ""),
        ] {
            let program = strip_banner(seen(printed, ""), &simulator());
            assert_eq!(
                String::from_utf8_lossy(&program.stdout()),
                left,
                "{printed:?}"
            );
        }
    }

    #[test]
    fn the_first_failure_is_told_in_one_line() {
        let told = "note\nException at PC=4\n  Unaligned address: 5\nException at PC=8\n";
        let fault = |output, stderr| find_fault(&seen(output, stderr), &simulator());
        assert_eq!(
            fault("", told).as_deref(),
            Some("Exception at PC=4: Unaligned address: 5")
        );
        assert_eq!(fault("Exception at PC=4", "note\n"), None);
    }
}
