//! One failed case in full: what was asked, what happened, and how to see it again at home.

use std::borrow::Cow;

use super::transcript::{render_stderr, render_transcript};
use super::{
    beside, difference, explain, failed_calls, failed_tests, hints, inputs, reproduce,
    shortest_game,
};
use crate::cut_line::cut_line;
use document::{Block, Prose, join, prose};
use model::{
    CaseReport, CaseVisibility, CriterionReport, Grade, InputOrigin, Invocation, Judgement,
    Observation, OneRun, PlayedGame, ShortestGame, Verdict, WhitespaceMode, join_with_and,
    with_line_breaks,
};

/// What stands in place of inputs, output and difference that students are not shown.
pub(super) const WITHHELD: &str = "Your instructor shows only the verdict of this test case.";

/// A judgement that costs points, with the run it is about.
#[derive(Debug, Clone)]
pub(super) struct FailedCase<'a> {
    /// The case.
    pub(super) case: &'a CaseReport,
    /// Why it is shown.
    pub(super) judgement: &'a Judgement,
    /// The criteria whose own comparison this is; none for the case's own verdict.
    pub(super) criteria: Vec<&'a CriterionReport>,
    /// The game that it is about, if that is not the case's own.
    game: Option<&'a PlayedGame>,
    /// A shorter game with the same fault, found for this case or for another that fails for the same reason.
    pub(super) shortest: Option<&'a ShortestGame>,
}

impl<'a> FailedCase<'a> {
    /// What a judgement says of a case: the case's own, or that of a criterion.
    pub(super) fn new(
        case: &'a CaseReport,
        judgement: &'a Judgement,
        criterion: Option<&'a CriterionReport>,
    ) -> FailedCase<'a> {
        let mut games = case.other_games.iter();
        let game = games.find(|(id, _)| criterion.is_some_and(|criterion| criterion.id == *id));
        let helps = |game: &&ShortestGame| criterion.is_none() && is_helpful(game, case);
        let shortest = case.shortest.as_ref().filter(helps);
        let criteria = criterion.into_iter().collect();
        FailedCase {
            case,
            judgement,
            criteria,
            game: game.map(|(_, game)| game),
            shortest,
        }
    }

    /// Whether another criterion says the same of the same game.
    pub(super) fn is_duplicate_of(&self, other: &FailedCase<'_>) -> bool {
        let is_partial = |it: &FailedCase<'_>| it.criteria.iter().all(|one| one.is_partial);
        self.case.case.id == other.case.case.id
            && is_partial(self)
            && is_partial(other)
            && self.judgement.verdict == other.judgement.verdict
            && self.judgement.remarks == other.judgement.remarks
            && self.reason() == other.reason()
    }

    /// What the program was given.
    pub(super) fn input(&self) -> &'a [String] {
        self.game.map_or(&self.case.input, |game| &game.input)
    }

    /// All that it was given on standard input, byte for byte.
    fn input_text(&self) -> Cow<'a, str> {
        match self.game {
            Some(game) => Cow::Owned(with_line_breaks(&game.input)),
            None => self.case.input_text(),
        }
    }

    /// What it was given, in one paragraph.
    pub(super) fn render_inputs(&self) -> Prose {
        match &self.case.case.long_input {
            Some(words) => prose!("**Input.** {}.", words),
            None => {
                let ending = Prose::literal(inputs::describe_ending(&self.input_text()));
                render_input_list(self.input()).then(ending)
            }
        }
    }

    /// Whether its input is too long to be shown.
    pub(super) fn has_long_input(&self) -> bool {
        self.case.case.long_input.is_some()
    }

    /// Whether the student handed it in, so that what was printed is what it expects.
    pub(super) fn is_handed_in(&self) -> bool {
        self.case.input_origin == InputOrigin::HandedIn
    }

    /// Whose output is compared with the expected one.
    pub(super) fn printed_words(&self) -> &'static str {
        if self.is_handed_in() {
            "your case expects"
        } else {
            "your program printed"
        }
    }

    /// The commands with which it is seen again. A long input stands with the course's test cases, and not beside the report.
    pub(super) fn replay_commands(&self, grade: &Grade) -> Vec<String> {
        let long = self
            .has_long_input()
            .then(|| format!("{}.in", self.case.case.id));
        let file = long.or(self.input_file(grade));
        reproduce::build_commands(grade, &self.case.case, &self.input_text(), file.as_deref())
    }

    /// What was seen of it.
    pub(super) fn observation(&self) -> Option<&'a Observation> {
        self.game
            .map(|game| &game.observation)
            .or(self.case.observation.as_ref())
    }

    /// The sentence that says why; cases with the same one are shown together.
    pub(super) fn reason(&self) -> Cow<'a, str> {
        explain::judgement_reason(self.judgement).unwrap_or_default()
    }

    /// What is said of failures that are shown together. No two games of a program that chooses at random break a rule on the same
    /// square: where only a part of the rules is judged, numbers do not make another fault.
    pub(super) fn grouping_key(&self) -> Cow<'a, str> {
        let reason = self.reason();
        let is_partial = self.criteria.iter().any(|criterion| criterion.is_partial);
        if is_partial {
            Cow::Owned(without_numbers(&reason))
        } else {
            reason
        }
    }

    /// What is probably wrong, by its names; none if nothing was recognised.
    pub(super) fn mistake_names(&self) -> Vec<&'static str> {
        self.judgement
            .hints
            .iter()
            .map(|hint| hint.mistake)
            .collect()
    }

    /// Whether students are shown the verdict and no more.
    pub(super) fn is_withheld(&self) -> bool {
        self.case.case.visibility != CaseVisibility::Full && self.case.observation.is_none()
    }

    /// The verdict in a few words, with the criterion it belongs to.
    pub(super) fn label(&self) -> String {
        let label = explain::verdict_label(&self.judgement.verdict);
        let titles: Vec<String> = self
            .criteria
            .iter()
            .map(|criterion| format!("“{}”", criterion.title))
            .collect();
        if titles.is_empty() {
            return label.into_owned();
        }
        format!("{label} under {}", join_with_and(&titles))
    }

    /// Everything about the case. `alike` are the other cases that fail for the same reason.
    pub(super) fn render_blocks(&self, grade: &Grade, alike: &[&str]) -> Vec<Block> {
        let case = self.case;
        let id = Prose::code(&case.case.id);
        let mut blocks = vec![Block::Heading(3, prose!("{}: {}", id, self.label()))];
        blocks.extend(hints::render_steps(self.judgement));
        blocks.extend(
            render_description(case)
                .map(|sentence| Block::Paragraph(prose!("**What was asked.** {}", sentence))),
        );
        let outcome = prose!("**What happened.** {}", self.render_outcome());
        blocks.push(Block::Paragraph(outcome));
        blocks.extend(render_same_reason(alike).map(Block::Paragraph));
        if self.is_withheld() {
            blocks.push(Block::literal(WITHHELD));
            return blocks;
        }
        if case.case.calls_function {
            blocks.extend(failed_calls::render_blocks(case, grade));
            return blocks;
        }
        if case.case.runs_tests {
            blocks.extend(failed_tests::render_blocks(case));
            return blocks;
        }
        blocks.extend(render_invocation(case).map(Block::Paragraph));
        blocks.push(Block::Paragraph(self.render_inputs()));
        blocks.extend(self.render_difference());
        blocks.extend(shortest_game::render_blocks(
            self.shortest,
            self.whitespace(),
        ));
        blocks.extend(self.render_output());
        blocks.extend(self.observation().into_iter().flat_map(render_stderr));
        if self.is_handed_in() {
            return blocks;
        }
        blocks.push(Block::literal(
            "**See it yourself**, beside your source file:",
        ));
        let file = self.input_file(grade);
        blocks.push(Block::code("sh", self.replay_commands(grade).join("\n")));
        if let Some(file) = file {
            let file = Prose::code(&format!("{}/{file}", grade.assignment));
            blocks.push(Block::Paragraph(prose!(
                "The inputs are in the file {} beside this report.",
                file
            )));
        }
        blocks
    }

    fn render_output(&self) -> Vec<Block> {
        let Some(seen) = self.observation() else {
            return Vec::new();
        };
        let place = self
            .judgement
            .hints
            .iter()
            .find_map(|hint| hint.place.as_ref());
        let Some(shown) = render_transcript(seen, place) else {
            let nothing = prose!("**What {}.** Nothing.", self.printed_words());
            return vec![Block::Paragraph(nothing)];
        };
        let how = if seen.synchronised && !self.input().is_empty() {
            prose!(
                "**What {}**, with each input `‹…›` where it was read:",
                self.printed_words()
            )
        } else {
            prose!("**What {}:**", self.printed_words())
        };
        vec![Block::Paragraph(how), Block::code("text", shown)]
    }

    /// What happened, in sentences.
    pub(super) fn render_outcome(&self) -> Prose {
        let mut sentences = vec![explain::verdict_meaning(&self.judgement.verdict).into_owned()];
        let limits = &self.case.case.limits;
        sentences.extend(
            self.observation()
                .and_then(|seen| explain::limit_figures(seen, limits)),
        );
        if let Some(difference) = &self.judgement.difference {
            match self.judgement.verdict {
                _ if difference.tells_end => sentences = vec![difference.sentence.clone()],
                Verdict::WrongAnswer => sentences = vec![difference.sentence.clone()],
                // The fault comes first: that the input then ran out follows from it.
                Verdict::ReadPastEnd => sentences.insert(0, difference.sentence.clone()),
                _ => sentences.push(difference.sentence.clone()),
            }
        }
        sentences.extend(self.judgement.remarks.iter().cloned());
        join(sentences.iter().map(|raw| render_sentence(raw)), " ")
    }

    fn render_difference(&self) -> Vec<Block> {
        let found = self.judgement.difference.as_ref();
        found
            .map(|found| difference::render_blocks(found, self.whitespace(), self.is_handed_in()))
            .unwrap_or_default()
    }

    /// The white space that counted, if that is known.
    pub(super) fn whitespace(&self) -> Option<WhitespaceMode> {
        self.criteria
            .is_empty()
            .then_some(self.case.case.whitespace)
    }

    /// The file with its inputs, where no command can hold them: those of the case's own game are in one.
    pub(super) fn input_file(&self, grade: &Grade) -> Option<String> {
        if self.game.is_some() || self.has_long_input() {
            None
        } else {
            beside::input_file(grade, self.case)
        }
    }
}

/// Whether a shorter game helps to understand a case: it is shorter, and has no numbers out of all proportion that the case has not.
fn is_helpful(game: &ShortestGame, case: &CaseReport) -> bool {
    const LARGE: u64 = 1000;
    let has_large = |input: &[String]| {
        let mut words = input.iter().flat_map(|line| line.split_whitespace());
        words.any(|word| {
            word.parse::<i64>()
                .is_ok_and(|number| number.unsigned_abs() >= LARGE)
        })
    };
    game.input.len() < case.input.len() && (!has_large(&game.input) || has_large(&case.input))
}

/// A sentence without its numbers, and without the letters that end an ordinal.
fn without_numbers(sentence: &str) -> String {
    let mut is_number = false;
    let is_kept = |character: &char| {
        is_number = character.is_ascii_digit() || (is_number && character.is_alphabetic());
        !is_number
    };
    sentence.chars().filter(is_kept).collect()
}

/// The case in a sentence; none if it has no description.
pub(super) fn render_description(case: &CaseReport) -> Option<Prose> {
    let description = &case.case.description;
    (!description.is_empty()).then(|| render_sentence(description))
}

/// A sentence, with the full stop that its writer may have left out.
fn render_sentence(raw: &str) -> Prose {
    let raw = raw.trim_end();
    let stop = if raw.is_empty() || raw.ends_with(['.', '!', '?', '`', ':']) {
        ""
    } else {
        "."
    };
    Prose::text(raw).then(stop)
}

/// Which other cases fail so.
pub(super) fn render_same_reason(alike: &[&str]) -> Option<Prose> {
    const NAMED: usize = 8;
    let mut named: Vec<Prose> = alike.iter().take(NAMED).map(|id| Prose::code(id)).collect();
    match alike.len().saturating_sub(NAMED) {
        0 => {}
        more => named.push(prose!("and {} more", more)),
    }
    (!alike.is_empty()).then(|| prose!("The same happened in {}.", join(named, ", ")))
}

/// What the case starts programs with; none if that is nothing.
pub(super) fn render_invocation(case: &CaseReport) -> Option<Prose> {
    let Invocation {
        arguments,
        environment,
        files,
        writes,
        scratch: _,
        runs,
    } = &case.case.invocation;
    let shown = |words: &[String]| {
        let words = words.iter().map(|word| Prose::code(&cut_line(word, 0, 0)));
        join(words, " ")
    };
    let variables: Vec<String> = environment
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let mut parts = Vec::new();
    if !arguments.is_empty() {
        parts.push(prose!("**Arguments.** {}", shown(arguments)));
    }
    if !variables.is_empty() {
        parts.push(prose!("**Environment.** {}", shown(&variables)));
    }
    let files: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    if !files.is_empty() {
        parts.push(prose!("**Files.** {}", shown(&files)));
    }
    if !writes.is_empty() {
        parts.push(prose!("**Files to write.** {}", shown(writes)));
    }
    if !runs.is_empty() {
        let starts: Vec<String> = runs.iter().map(OneRun::transcript_mark).collect();
        parts.push(prose!("**Runs.** {}", shown(&starts)));
    }
    (!parts.is_empty()).then(|| join(parts, " "))
}

/// The inputs in one paragraph.
fn render_input_list(input: &[String]) -> Prose {
    if input.is_empty() {
        return Prose::literal("**Inputs.** None: the input ends at once.");
    }
    prose!("**Inputs, in order.** {}", inputs::render_list(input))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn game(input: &[&str]) -> ShortestGame {
        let input = input.iter().map(|line| (*line).to_owned()).collect();
        let seen = fixture::wrong().cases[1].observation.clone().unwrap();
        ShortestGame {
            input,
            judgement: Judgement::new(Verdict::WrongAnswer),
            observation: seen,
        }
    }

    #[test]
    fn a_game_helps_where_it_is_shorter_and_can_be_understood() {
        let mut case = fixture::wrong().cases.remove(1);
        case.input = ["3", "0", "1", "4"].map(str::to_owned).to_vec();
        assert!(is_helpful(&game(&["3", "0", "1"]), &case));
        assert!(
            !is_helpful(&game(&["3", "0", "1", "2"]), &case),
            "it is as long"
        );
        assert!(!is_helpful(&game(&["3", "2", "1000000"]), &case));
        case.input[1] = "-5000".to_owned();
        assert!(
            is_helpful(&game(&["3", "1000000"]), &case),
            "the case has such numbers as well"
        );
    }

    #[test]
    fn the_fault_comes_before_the_end_of_the_input() {
        let mut case = fixture::wrong().cases.remove(1);
        case.judgement.verdict = Verdict::ReadPastEnd;
        case.judgement.difference.as_mut().unwrap().sentence = "The sum is wrong.".to_owned();
        let story = FailedCase::new(&case, &case.judgement, None).render_outcome();
        let story = document::prose_to_plain(&story);
        assert!(story.starts_with("The sum is wrong."), "{story}");
    }
}
