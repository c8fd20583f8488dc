//! From addresses in a program to lines of its sources.

use std::collections::BTreeMap;

use super::BuildError;
use super::compiler::{Compiler, OUT};
use crate::runner::InterruptibleRunner;
use model::BuildSettings;
use sandbox::SandboxError;

/// The tool that knows; it comes with every compiler's assembler and linker. It reads what a student's source became, so
/// it runs where compilers do.
const ADDR2LINE: &str = "addr2line";

/// How many addresses are looked up.
const MOST: usize = 400;

/// For each address, the lines that are there, as file and line, a function that was compiled into another one first.
/// Nothing is known of what the tool does not find, or if there is no such tool.
///
/// # Errors
///
/// If something of ours fails.
pub fn locate_addresses(
    settings: &BuildSettings,
    program: &str,
    addresses: &[u64],
    runner: &mut InterruptibleRunner,
) -> Result<BTreeMap<u64, Vec<(String, u32)>>, BuildError> {
    let folder = format!("{}/", runner.path_inside("source").display());
    let mut compiler = Compiler::new(settings, runner);
    let mut arguments = ["-a", "-i", "-e"].map(str::to_owned).to_vec();
    arguments.push(format!("{OUT}/{program}"));
    arguments.extend(
        addresses
            .iter()
            .take(MOST)
            .map(|address| format!("{address:#x}")),
    );
    Ok(match compiler.run_for_output(ADDR2LINE, arguments) {
        Ok(printed) => parse_addr2line(&printed, &folder),
        Err(error) if is_missing(&error) => BTreeMap::new(),
        Err(error) => return Err(error.into()),
    })
}

fn is_missing(error: &SandboxError) -> bool {
    matches!(error, SandboxError::Step { .. })
}

/// `0x000000000040123a`, and below it `/work/source/a.cpp:12 (discriminator 2)`, innermost first.
fn parse_addr2line(printed: &str, folder: &str) -> BTreeMap<u64, Vec<(String, u32)>> {
    let mut all: BTreeMap<u64, Vec<(String, u32)>> = BTreeMap::new();
    let mut address = None;
    for line in printed.lines() {
        if let Some(digits) = line.strip_prefix("0x") {
            address = u64::from_str_radix(digits, 16).ok();
            continue;
        }
        let place = line
            .split(" (")
            .next()
            .and_then(|place| place.rsplit_once(':'));
        let place = place.and_then(|(file, line)| {
            let file = file.strip_prefix(folder).unwrap_or(file);
            Some((file.to_owned(), line.parse().ok()?))
        });
        if let (Some(address), Some(place)) = (address, place) {
            all.entry(address).or_default().push(place);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_by_their_addresses() {
        let printed = "0x000000000040123a\n/work/source/a.cpp:12 (discriminator 2)\n/usr/include/x:3\n0x1\n??:0\n??:?\nb\n";
        let known = parse_addr2line(printed, "/work/source/");
        assert_eq!(
            known[&0x40_123a],
            [("a.cpp".to_owned(), 12), ("/usr/include/x".to_owned(), 3)]
        );
        assert_eq!(known[&1], [("??".to_owned(), 0)]);
    }
}
