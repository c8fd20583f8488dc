//! Mistakes in the rules of a game, found by playing.
//!
//! For every usual mistake there is a game that makes it. It is given the case's script; where the program did what
//! that game does, and not what the reference does, the program behaves as if it made the mistake. A suspicion must
//! hold in the whole submission: a game that would have failed a case in which the program is right is no suspect.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::input_effects::contradicts_game;
use super::judged_run::{JudgedRun, collapse_blanks, contains_lines, is_equal, loose_rule};
use super::mutant_games::{GameDifference, MutantGames, PlayedScript, ReplayedGame};
use crate::compare::board_changes::{BoardChange, BoardSequence};
use crate::compare::{seems_to_continue, shows_content};
use model::{Comparison, Exit, GameEnding, GameTurn, Hint, KnownBug, StartMutant, Verdict};

/// So many runs that nothing else explains prove a mistake beside another one: a single run may be both at work.
const LEAST_FOR_SECOND_MISTAKE: usize = 2;

/// A run and the game as it should have been.
struct ReplayedRun<'a> {
    run: &'a JudgedRun<'a>,
    script: Arc<PlayedScript>,
    misplayed: bool,
    /// What changes on its boards, once that was asked.
    changes: OnceCell<Vec<BoardChange>>,
}

/// A mutant, and its place among all of the game.
struct NumberedMutant<'a> {
    number: usize,
    start: &'a StartMutant,
}

/// What one mutant explains.
#[derive(Clone)]
struct MutantSuspicion<'a> {
    bug: &'a KnownBug,
    explains: Vec<usize>,
    /// How many runs it plays otherwise than the reference in which the program did something else.
    contradicted: usize,
}

/// The mistake in the rules that explains each run, as far as one does. One run per case.
pub(super) fn recognise_known_bugs(
    runs: &[JudgedRun<'_>],
    mutants: &MutantGames,
) -> Vec<Option<Hint>> {
    let replayed: Vec<ReplayedRun<'_>> = runs
        .iter()
        .map(|run| ReplayedRun::new(run, mutants))
        .collect();
    let mut suspicions: Vec<MutantSuspicion<'_>> = Vec::new();
    let mut number = 0;
    for bug in &mutants.known.bugs {
        for start in &bug.mutants {
            let mutant = NumberedMutant { number, start };
            suspicions.extend(find_suspicion(bug, &mutant, &replayed));
            number += 1;
        }
    }
    let suspicions = select_fewest(add_partial_suspicions(suspicions));
    let hints = build_hints(&suspicions, runs.len());
    if is_proved(&hints, &replayed) {
        hints
    } else {
        vec![None; runs.len()]
    }
}

/// The suspicions, those that explain most first. What a program does wrong in part counts only where something else would
/// be told that explains less.
fn add_partial_suspicions<'a>(suspicions: Vec<MutantSuspicion<'a>>) -> Vec<MutantSuspicion<'a>> {
    let (partial, mut kept): (Vec<_>, Vec<_>) = suspicions
        .into_iter()
        .partition(|suspicion| suspicion.bug.is_partial);
    let widens = |one: &MutantSuspicion<'_>| {
        kept.iter().any(|other| {
            other.explains.len() < one.explains.len()
                && other.explains.iter().all(|run| one.explains.contains(run))
        })
    };
    let wider: Vec<MutantSuspicion<'a>> = partial.into_iter().filter(widens).collect();
    kept.extend(wider);
    kept.sort_by_key(|suspicion| std::cmp::Reverse(suspicion.explains.len()));
    kept
}

/// The fewest suspicions that explain all that any of them explains: one, or two. One explanation of everything is likelier
/// than several that share it. Where not even two do, only the one that explains most is believed.
fn select_fewest(suspicions: Vec<MutantSuspicion<'_>>) -> Vec<MutantSuspicion<'_>> {
    let all = explained_places(&suspicions.iter().collect::<Vec<_>>()).len();
    let whole = suspicions.iter().filter(|one| one.explains.len() == all);
    if let Some(one) = whole.min_by_key(|one| one.contradicted) {
        return vec![one.clone()];
    }
    let mut best: Option<[&MutantSuspicion<'_>; 2]> = None;
    let contradicted =
        |pair: [&MutantSuspicion<'_>; 2]| pair[0].contradicted + pair[1].contradicted;
    for (place, one) in suspicions.iter().enumerate() {
        for other in suspicions.iter().skip(place + 1) {
            let pair = [one, other];
            let is_better = best.is_none_or(|best| contradicted(pair) < contradicted(best));
            if is_better
                && explained_places(&pair).len() == all
                && is_needed(one, other)
                && is_needed(other, one)
            {
                best = Some(pair);
            }
        }
    }
    if let Some([one, other]) = best {
        return vec![one.clone(), other.clone()];
    }
    suspicions.into_iter().take(1).collect()
}

fn explained_places(some: &[&MutantSuspicion<'_>]) -> BTreeSet<usize> {
    some.iter()
        .flat_map(|one| one.explains.iter().copied())
        .collect()
}

/// Whether a suspicion explains more beside another one than speaks against it.
fn is_needed(one: &MutantSuspicion<'_>, beside: &MutantSuspicion<'_>) -> bool {
    let own = one
        .explains
        .iter()
        .filter(|run| !beside.explains.contains(run));
    own.count() >= one.contradicted.max(LEAST_FOR_SECOND_MISTAKE)
}

/// The first suspicion that explains each run.
fn build_hints(suspicions: &[MutantSuspicion<'_>], runs: usize) -> Vec<Option<Hint>> {
    let hint = |run: usize| {
        let found = suspicions
            .iter()
            .find(|suspicion| suspicion.explains.contains(&run))?;
        let bug = found.bug;
        Some(Hint::new(bug.mistake, bug.sentence.clone()).with_remedy(bug.remedy))
    };
    (0..runs).map(hint).collect()
}

/// Where most of what a program plays otherwise remains unexplained, it makes none of the mistakes. Where the text is given, a
/// game that takes all its inputs may be wrong in its words alone.
fn is_proved(hints: &[Option<Hint>], replayed: &[ReplayedRun<'_>]) -> bool {
    let explained = hints.iter().flatten().count();
    let mut unexplained = 0;
    for (hint, one) in hints.iter().zip(replayed) {
        let takes_all =
            one.run.read_count() == one.run.expected_read_count() && !one.run.seen.saw_eof;
        if hint.is_none() && one.misplayed && (is_free(replayed) || !takes_all) {
            unexplained += 1;
        }
    }
    let mistakes: BTreeSet<&str> = hints.iter().flatten().map(|hint| hint.mistake).collect();
    let explains_all = unexplained == 0 && mistakes.len() == 1;
    unexplained <= explained
        && (!is_free(replayed)
            || explains_all && draws_moves(replayed)
            || has_announced_end(hints, replayed))
}

/// Whether the program draws what moves change, so that boards would have spoken against a mistake that it does not make.
fn draws_moves(replayed: &[ReplayedRun<'_>]) -> bool {
    let mut changes = replayed.iter().flat_map(ReplayedRun::board_changes);
    changes.any(|change| matches!(change, BoardChange::Places(_)))
}

/// Whether the wording is free.
fn is_free(replayed: &[ReplayedRun<'_>]) -> bool {
    replayed.iter().any(|one| one.run.rule.patterns.is_some())
}

/// Whether the program tells the end of a game in some run that is right or explained. Where all that is known of it is that
/// it goes on, anything may be the reason.
fn has_announced_end(hints: &[Option<Hint>], replayed: &[ReplayedRun<'_>]) -> bool {
    for (hint, one) in hints.iter().zip(replayed) {
        if hint.is_none() && !one.is_right() {
            continue;
        }
        let Some(patterns) = &one.run.rule.patterns else {
            continue;
        };
        let text = String::from_utf8_lossy(&one.run.seen.stdout()).into_owned();
        let mut endings = patterns.ending.iter().chain(&patterns.never);
        if endings.any(|told| told.is_match(&text)) {
            return true;
        }
    }
    false
}

/// What a mutant explains; none if that is nothing, or if it does not fit the rest of what was seen.
fn find_suspicion<'a>(
    bug: &'a KnownBug,
    mutant: &NumberedMutant<'_>,
    all: &[ReplayedRun<'_>],
) -> Option<MutantSuspicion<'a>> {
    for one in all.iter().filter(|one| one.is_right() && !bug.is_partial) {
        // The mistake may do no harm in a right run: the program was still asking when the input ended.
        if let Some(difference) = one.find_difference(mutant)
            && !one.matches_mutant(mutant, &difference, all)
        {
            return None;
        }
    }
    let mut explains = Vec::new();
    let mut contradicted = 0;
    for (index, one) in all.iter().enumerate().filter(|(_, one)| !one.is_right()) {
        let Some(difference) = one.find_difference(mutant) else {
            continue;
        };
        if one.misplayed && one.matches_mutant(mutant, &difference, all) {
            explains.push(index);
        } else {
            contradicted += 1;
        }
    }
    // A program with several mistakes contradicts each of them now and then.
    let fits = !explains.is_empty() && contradicted <= explains.len();
    fits.then_some(MutantSuspicion {
        bug,
        explains,
        contradicted,
    })
}

impl<'a> ReplayedRun<'a> {
    fn new(run: &'a JudgedRun<'a>, mutants: &MutantGames) -> ReplayedRun<'a> {
        let followed = run.is_compared_by_options() || run.rule.patterns.is_some();
        let misplayed = followed
            && run.has_failed()
            && run.seen.synchronised
            && !run.is_right_under_loose_rule();
        let changes = OnceCell::new();
        ReplayedRun {
            run,
            script: mutants.replay_script(run.input),
            misplayed,
            changes,
        }
    }

    /// What each input changes on its boards: the same for all mutants.
    fn board_changes(&self) -> &[BoardChange] {
        self.changes
            .get_or_init(|| BoardSequence::from_run(self.run.seen).list_changes())
    }

    fn is_right(&self) -> bool {
        self.run.judgement.verdict == Verdict::Accepted
    }

    /// How a mutant plays the script otherwise than the reference. Where the wording is free, nothing is known of boards.
    fn find_difference(&self, mutant: &NumberedMutant<'_>) -> Option<GameDifference> {
        let difference = self.script.find_difference(mutant.number, mutant.start)?;
        let is_seen = self.run.rule.patterns.is_none() || difference.beyond_the_board;
        is_seen.then_some(difference)
    }

    /// Whether the program did what this mutant does.
    fn matches_mutant(
        &self,
        mutant: &NumberedMutant<'_>,
        how: &GameDifference,
        all: &[ReplayedRun<'_>],
    ) -> bool {
        if self.run.read_count() != how.reads || !self.may_end_like(how) {
            return false;
        }
        let played = &self.script.play_mutant(mutant.start);
        if self.run.rule.patterns.is_some() && contradicts_game(self.board_changes(), &played.turns)
        {
            return false;
        }
        match (played.ending, &self.run.rule.patterns) {
            (None, _) => self.continues_after_end(played),
            (Some(_), None) => self.ends_like(&played.turns, &loose_rule(self.run.rule)),
            (Some(GameEnding::Quit), Some(_)) => {
                played.read_count() < self.script.right.read_count()
                    && matches!(self.run.seen.exit, Exit::Code(_))
            }
            (Some(ending), Some(_)) => {
                rule_for(ending, all).is_some_and(|rule| self.ends_like(&played.turns, rule))
            }
        }
    }

    /// The script ended before the program did, which showed the same board, no end of the game, and its usual question.
    fn continues_after_end(&self, played: &ReplayedGame) -> bool {
        let says_so = match &self.run.rule.patterns {
            Some(patterns) => {
                let last = self
                    .run
                    .seen
                    .turns
                    .last()
                    .map(|turn| turn.output.as_slice());
                let last = String::from_utf8_lossy(last.unwrap_or_default());
                patterns
                    .ending
                    .iter()
                    .chain(&patterns.never)
                    .any(|it| it.is_match(&last))
            }
            None => {
                let ended = self.run.final_message().map(collapse_blanks);
                ended.is_some_and(|message| self.run.last_lines().contains(&message))
            }
        };
        self.run.seen.saw_eof
            && !says_so
            && seems_to_continue(self.run.seen)
            && (self.run.rule.patterns.is_some() || self.shows_boards(played))
    }

    /// Whether the program may end like a mutant of which only the end is known, so that the mutant need not play again.
    fn may_end_like(&self, how: &GameDifference) -> bool {
        let is_by_screen = how.ending.is_some()
            && self.run.rule.referee.is_none()
            && self.run.rule.patterns.is_none()
            && self.run.rule.numbers.is_none();
        !is_by_screen || shows_content(self.run.seen, &how.final_content)
    }

    fn ends_like(&self, turns: &[GameTurn], rule: &Comparison) -> bool {
        matches!(self.run.seen.exit, Exit::Code(_)) && is_equal(turns, self.run.seen, rule)
    }

    /// Whether the program showed the last screen of a game, which may be no more than a refusal, and no other boards before the end of
    /// its input.
    fn shows_boards(&self, played: &ReplayedGame) -> bool {
        let (turn, lines) = played.last_screen().unwrap_or_default();
        contains_lines(&self.run.turn_lines(turn), &lines) && {
            let changes = self.board_changes();
            let before_end = &changes[..changes.len().saturating_sub(1)];
            !contradicts_game(before_end, &played.turns)
        }
    }
}

/// How a game that ends so is judged where the wording is free: as a case is that should end so.
fn rule_for<'a>(ending: GameEnding, all: &'a [ReplayedRun<'_>]) -> Option<&'a Comparison> {
    let alike = all
        .iter()
        .filter(|one| one.script.right.ending == Some(ending));
    alike
        .map(|one| one.run.rule)
        .find(|rule| recognises_endings(rule))
}

fn recognises_endings(rule: &Comparison) -> bool {
    rule.patterns
        .as_ref()
        .is_none_or(|it| !it.ending.is_empty())
}
