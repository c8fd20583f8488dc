//! Changes after which a rejected program compiles: at the places of the compiler's errors, each proved by a compilation.

use std::time::Duration;

use super::program::ChangedBuilder;
use super::{accept_search_failure, changed_lines};
use crate::error::{GradingError, GradingInterrupted};
use crate::submission::{AssignmentGrader, SubmissionOutcome};
use cpp::mutants::SourceText;
use cpp::source::{self, CompilerError};
use model::{
    BuildMethod, BuildRepair, BuildRepairPlace, BuildSettings, BuildVerdict, SourceFile, TextEdit,
    apply_edits,
};
use toolchain::{Attempt, CachedRepair, SyntaxChecker, SyntaxVerdict};

/// What may be spent on a program. It is not the rubric's to set: no case is run, and few programs do not compile.
const BUDGET: Duration = Duration::from_secs(2);

/// What a compilation counts of the budget: about what one takes. Nothing is measured, so that all machines find the same.
const CPP_COST: Duration = Duration::from_millis(100);
const C_COST: Duration = Duration::from_millis(40);

/// Processor time of all checks of one program. A program that takes this long to compile is given up before its budget is spent.
const MOST_CPU: Duration = Duration::from_secs(8);

/// How many programs are built and linked: the last one, and those of which the linker misses something.
const MOST_BUILDS: usize = 6;

/// How many changes a program may need.
const MOST_CHANGES: usize = 4;

/// The largest program that is looked at: its files, and the bytes of all.
const MOST_FILES: usize = 16;
const MOST_BYTES: usize = 128 << 10;

/// How much of a line is quoted to say where a change is.
const LONGEST_QUOTE: usize = 24;

impl AssignmentGrader<'_> {
    /// Looks for changes after which a program that the compiler rejected compiles.
    pub(crate) fn add_build_repair(
        &self,
        sources: &[SourceFile],
        outcome: &mut SubmissionOutcome<'_>,
    ) -> Result<(), GradingInterrupted> {
        let size: usize = outcome.files.iter().map(|(_, bytes)| bytes.len()).sum();
        let is_small = outcome.files.len() <= MOST_FILES && size <= MOST_BYTES;
        let is_rejected = outcome.build.verdict == BuildVerdict::CompileError;
        if !is_rejected || !is_small || !self.session.explains_failures() {
            return Ok(());
        }
        let _entered = tracing::info_span!("build_repair").entered();
        outcome.build.repair = accept_search_failure(self.find_build_repair(sources, outcome))?;
        Ok(())
    }

    /// What was found before, or is found now.
    fn find_build_repair(
        &self,
        sources: &[SourceFile],
        outcome: &SubmissionOutcome<'_>,
    ) -> Result<Option<BuildRepair>, GradingError> {
        let toolchain = self.assignment.choose_toolchain(sources);
        if !matches!(toolchain.build, BuildMethod::Compiler(_)) {
            return Ok(None);
        }
        let builder = ChangedBuilder {
            grader: self,
            sources,
            provided: &outcome.build.provided,
        };
        let settings = builder.settings(false);
        let ours = self.kit.program_objects()?;
        let kept = self.session.cached_builds(&settings);
        let digest = kept.and_then(|kept| kept.repair_digest(&settings, &outcome.files, &ours));
        let Some((kept, digest)) = kept.zip(digest) else {
            return self.search_build_repair(&builder, &settings, outcome);
        };
        if let Some(known) = kept.restore_repair(digest) {
            return Ok(known.found);
        }
        let found = self.search_build_repair(&builder, &settings, outcome)?;
        let repair = CachedRepair { found };
        kept.save_repair(digest, &repair);
        Ok(repair.found)
    }

    fn search_build_repair(
        &self,
        builder: &ChangedBuilder<'_>,
        settings: &BuildSettings,
        outcome: &SubmissionOutcome<'_>,
    ) -> Result<Option<BuildRepair>, GradingError> {
        let toolchain = &settings.toolchain;
        let mut runner = self.session.start_submission_runner(
            toolchain,
            self.assignment.terminal,
            self.precompiled,
        )?;
        let original: Vec<(String, String)> = outcome
            .files
            .iter()
            .map(|(name, bytes)| (name.clone(), source::decode_for_repair(bytes)))
            .collect();
        let checker =
            SyntaxChecker::start(settings, builder.sources, self.precompiled, &mut runner)?;
        let Some(checker) = checker else {
            return Ok(None);
        };
        let mut search = BuildRepairSearch {
            original: &original,
            builder,
            checker,
            left: BUDGET,
            builds: MOST_BUILDS,
            cost: if toolchain.takes_cpp() {
                CPP_COST
            } else {
                C_COST
            },
        };
        let Some(changes) = search.run()? else {
            return Ok(None);
        };
        Ok(Some(changes.describe(&original)))
    }
}

/// Changes of several files, in the bytes of the texts as they were handed in.
#[derive(Debug, Clone, Default)]
struct FileChanges {
    /// Each with the place of its file.
    edits: Vec<(usize, TextEdit)>,
}

impl FileChanges {
    fn of_file(&self, file: usize) -> impl Iterator<Item = &TextEdit> {
        let here = self.edits.iter().filter(move |(own, _)| *own == file);
        here.map(|(_, edit)| edit)
    }

    fn text_of(&self, file: usize, original: &str) -> Option<String> {
        apply_edits(self.of_file(file), original)
    }

    /// These changes and some more, which are given in the bytes of the changed text; none if they touch what was changed before.
    fn with(&self, file: usize, more: &[TextEdit]) -> Option<FileChanges> {
        let mut changed = self.clone();
        for edit in more {
            let start = self.original_offset(file, edit.start)?;
            let end = self.original_offset(file, edit.end)?;
            let text = edit.text.clone();
            changed.edits.push((file, TextEdit { start, end, text }));
        }
        Some(changed)
    }

    /// Where a byte of the changed text was in the original; none if it was not there.
    fn original_offset(&self, file: usize, changed: usize) -> Option<usize> {
        let mut edits: Vec<&TextEdit> = self.of_file(file).collect();
        edits.sort();
        let mut added = 0;
        let mut removed = 0;
        for edit in edits {
            let start = edit.start + added - removed;
            if changed <= start {
                break;
            }
            if changed < start + edit.text.len() {
                return None;
            }
            added += edit.text.len();
            removed += edit.end - edit.start;
        }
        (changed + removed).checked_sub(added)
    }

    fn describe(&self, original: &[(String, String)]) -> BuildRepair {
        let mut edits = self.edits.clone();
        edits.sort();
        let places = edits.iter().filter_map(|(file, edit)| {
            let (name, text) = original.get(*file)?;
            Some(describe_place(name, text, edit))
        });
        let mut changes = Vec::new();
        for (file, (name, before)) in original.iter().enumerate() {
            if let Some(after) = self.text_of(file, before) {
                changes.extend(changed_lines(name, before, &after));
            }
        }
        BuildRepair {
            places: places.collect(),
            changes,
        }
    }
}

fn describe_place(name: &str, text: &str, edit: &TextEdit) -> BuildRepairPlace {
    let before = text.get(..edit.start).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let on_line = before[line_start..].trim();
    let skipped = on_line.chars().count().saturating_sub(LONGEST_QUOTE);
    let quote: String = on_line.chars().skip(skipped).collect();
    // A word is quoted whole, or not at all.
    let quote = match quote.split_once([' ', '\t']) {
        Some((_, rest)) if skipped > 0 => rest.trim_start().to_owned(),
        _ => quote,
    };
    BuildRepairPlace {
        file: name.to_owned(),
        line: before.matches('\n').count() + 1,
        removed: text
            .get(edit.start..edit.end)
            .unwrap_or_default()
            .trim()
            .to_owned(),
        added: edit.text.trim().to_owned(),
        after: quote,
    }
}

/// A search at work.
struct BuildRepairSearch<'s> {
    original: &'s [(String, String)],
    builder: &'s ChangedBuilder<'s>,
    checker: SyntaxChecker<'s>,
    /// What may still be spent, and what a compilation costs.
    left: Duration,
    cost: Duration,
    /// How many programs may still be built.
    builds: usize,
}

/// Changed texts that the compiler still rejects.
struct RejectedTexts {
    changes: FileChanges,
    errors: Vec<CompilerError>,
    /// How many bytes of the first error's file follow it.
    remaining: usize,
}

impl RejectedTexts {
    /// The fewer errors are left, the better; then the later the first of them is.
    fn rank(&self) -> (usize, usize) {
        (self.errors.len(), self.remaining)
    }

    /// Whether nothing is wrong but what was wrong before, and the first error is gone.
    fn follows(&self, before: &RejectedTexts) -> bool {
        let mut known: Vec<&str> = before
            .errors
            .iter()
            .skip(1)
            .map(|error| error.message.as_str())
            .collect();
        self.errors.len() < before.errors.len()
            && self.errors.iter().all(|error| {
                let same = known.iter().position(|message| *message == error.message);
                same.map(|at| known.remove(at)).is_some()
            })
    }
}

/// What became of changed texts.
enum ChangedOutcome {
    Accepted(FileChanges),
    Rejected(RejectedTexts),
    /// Not known: the compiler hit a limit, or the budget is spent.
    Unknown,
}

impl BuildRepairSearch<'_> {
    /// The changes after which the compiler accepts the texts; none if none were found.
    fn run(&mut self) -> Result<Option<FileChanges>, GradingError> {
        let ChangedOutcome::Rejected(mut best) = self.check(FileChanges::default())? else {
            return Ok(None);
        };
        for _ in 0..MOST_CHANGES {
            match self.improve(&best)? {
                ChangedOutcome::Accepted(changes) => return Ok(Some(changes)),
                ChangedOutcome::Rejected(better) => best = better,
                ChangedOutcome::Unknown => break,
            }
        }
        Ok(None)
    }

    /// The change that helps most against the first error.
    fn improve(&mut self, before: &RejectedTexts) -> Result<ChangedOutcome, GradingError> {
        let Some(first) = before.errors.first() else {
            return Ok(ChangedOutcome::Unknown);
        };
        let alike = before
            .errors
            .iter()
            .filter(|error| error.file == first.file);
        let errors: Vec<CompilerError> = alike.cloned().collect();
        let (name, original) = &self.original[first.file];
        if self.builder.provided.contains(name) {
            return Ok(ChangedOutcome::Unknown);
        }
        let Some(text) = before.changes.text_of(first.file, original) else {
            return Ok(ChangedOutcome::Unknown);
        };
        let mut best: Option<RejectedTexts> = None;
        for edits in source::suggest_build_changes(&errors, &text) {
            let changes = before.changes.with(first.file, &edits);
            let fits = |it: &FileChanges| it.text_of(first.file, original).is_some();
            let Some(changes) = changes.filter(fits) else {
                continue;
            };
            match self.check(changes)? {
                ChangedOutcome::Accepted(changes) => return Ok(ChangedOutcome::Accepted(changes)),
                // What is wrong is nowhere in the program's files, so nothing can be done about it.
                ChangedOutcome::Rejected(one) if one.errors.is_empty() => {}
                ChangedOutcome::Rejected(one) => {
                    if one.follows(before) {
                        return Ok(ChangedOutcome::Rejected(one));
                    }
                    let is_better = one.rank() < best.as_ref().unwrap_or(before).rank();
                    if is_better && one.errors.len() <= before.errors.len() {
                        best = Some(one);
                    }
                }
                ChangedOutcome::Unknown => break,
            }
        }
        Ok(best.map_or(ChangedOutcome::Unknown, ChangedOutcome::Rejected))
    }

    fn check(&mut self, changes: FileChanges) -> Result<ChangedOutcome, GradingError> {
        let left = self.left.checked_sub(self.cost);
        let Some(left) = left.filter(|_| self.checker.used() < MOST_CPU) else {
            return Ok(ChangedOutcome::Unknown);
        };
        self.left = left;
        let mut texts = Vec::new();
        for (file, (name, original)) in self.original.iter().enumerate() {
            let Some(text) = changes.text_of(file, original) else {
                return Ok(ChangedOutcome::Unknown);
            };
            if !self.builder.provided.contains(name) {
                self.checker.write_text(name, &text)?;
            }
            texts.push((name.clone(), text));
        }
        let errors = match self.checker.check()? {
            SyntaxVerdict::Limit => return Ok(ChangedOutcome::Unknown),
            SyntaxVerdict::Rejected(said) => source::compiler_errors(&said, &texts),
            // A compiler that only checks a text may let pass what it does not compile, and a linker has not been asked.
            SyntaxVerdict::Accepted => {
                let Some(builds) = self.builds.checked_sub(1) else {
                    return Ok(ChangedOutcome::Unknown);
                };
                self.builds = builds;
                let built = texts.iter().map(|(name, text)| SourceText {
                    name: name.clone(),
                    text: text.clone(),
                });
                match self.builder.build(&built.collect::<Vec<_>>(), None)? {
                    Attempt::Done(_) => return Ok(ChangedOutcome::Accepted(changes)),
                    Attempt::Rejected(said) => source::linker_errors(&said, &texts),
                }
            }
        };
        let remaining = errors.first().map(|first| {
            let text = &texts[first.file].1;
            text.lines().skip(first.line).map(str::len).sum()
        });
        Ok(ChangedOutcome::Rejected(RejectedTexts {
            changes,
            errors,
            remaining: remaining.unwrap_or_default(),
        }))
    }
}
