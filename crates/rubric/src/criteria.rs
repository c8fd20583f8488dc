//! The criteria of one assignment.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::path::Path;

use globset::GlobMatcher;

use super::choices::parse_keyword;
use super::comparison::overlay_comparison;
use super::config_file::ConfigFile;
use super::criterion_kind::{parse_criterion_kind, parse_each};
use super::game::GameContext;
use super::keywords::{BUILDS, CHECKS, CREDITS, CheckKeyword, MANUALS};
use super::paths;
use super::raw;
use super::referee::check_game_has_referee;
use super::requirements;
use super::rules;
use super::spanned::SpannedTable;
use super::vocabulary::Vocabulary;
use model::{
    Comparison, ComparisonScope, CreditRule, Criterion, CriterionEvidence, JudgedCase, TestCase,
};
use support::nearest;

/// What criteria look at.
#[derive(Debug)]
pub(super) struct CriteriaParser<'a> {
    /// The rubric.
    pub(super) config: &'a ConfigFile<'a>,
    /// The words that patterns may use.
    pub(super) vocabulary: &'a Vocabulary,
    /// The assignment's cases, sorted by name; empty if the folder is the trouble.
    pub(super) cases: &'a [TestCase],
    /// The built-in game that is the reference, if one is.
    pub(super) game: GameContext<'a>,
    /// Whether the assignment says how undefined behaviour is looked for.
    pub(super) checks_undefined: bool,
    /// The names of the files that make the program.
    pub(super) sources: &'a [String],
    /// Whether students hand in cases instead of a program.
    pub(super) judges_cases: bool,
}

impl CriteriaParser<'_> {
    /// The criteria that were typed.
    pub(super) fn parse_all(&self, typed: &[SpannedTable<raw::RawCriterion>]) -> Vec<Criterion> {
        let mut names = HashSet::new();
        for id in typed.iter().filter_map(|it| it.body.id.as_ref()) {
            if !names.insert(id.get_ref()) {
                let text = format!(
                    "a second criterion `{}`: each needs a name of its own",
                    id.get_ref()
                );
                self.config.report(&id.span(), text);
            }
        }
        let needed = requirements::resolve_requirements(self.config, typed);
        let criteria = typed.iter().zip(needed);
        criteria
            .filter_map(|(criterion, requires)| self.parse_criterion(criterion, requires))
            .collect()
    }

    fn parse_criterion(
        &self,
        table: &SpannedTable<raw::RawCriterion>,
        requires: Vec<usize>,
    ) -> Option<Criterion> {
        let SpannedTable { at, body } = table;
        let id = body.id.as_ref().filter(|id| !id.get_ref().is_empty());
        if id.is_none() {
            self.config
                .report(at, "missing key `id`: expected the criterion's short name");
        }
        let evidence = self.parse_evidence(table);
        let is_about_cases = matches!(evidence, Some(CriterionEvidence::CaseSet(_)));
        let is_about_program =
            !is_about_cases && !matches!(evidence, None | Some(CriterionEvidence::Manual(_)));
        if self.judges_cases && is_about_program {
            let text = "with `kind = \"cases\"`, a criterion has `check = \"valid\"`, `\"thorough\"` or `\"not-redundant\"`, \
                        or `manual`: nobody hands in a program";
            self.config.report(at, text);
        }
        if is_about_cases && (body.penalty.is_some() || body.each.is_some()) {
            let text =
                "a `check` of cases earns a share of `points`: expected no `penalty` and no `each`";
            self.config.report(at, text);
        }
        let kind = parse_criterion_kind(self.config, table);
        let each = parse_each(self.config, body);
        let id = id?.get_ref();
        Some(Criterion {
            id: id.clone(),
            title: body.title.as_ref().unwrap_or(id).clone(),
            kind: kind?,
            each,
            requires,
            evidence: evidence?,
        })
    }

    fn parse_evidence(
        &self,
        SpannedTable { at, body }: &SpannedTable<raw::RawCriterion>,
    ) -> Option<CriterionEvidence> {
        if body.cases.is_none() && (body.credit.is_some() || body.compare.is_some()) {
            self.config
                .report(at, "`credit` and `compare` go with `cases` only");
        }
        if let (None, Some(with)) = (&body.rule, &body.with) {
            self.config.report(&with.at, "`with` goes with `rule` only");
        }
        match (
            &body.cases,
            &body.build,
            &body.check,
            &body.manual,
            &body.rule,
        ) {
            (Some(globs), None, None, None, None) => self.parse_judged_cases(globs, body),
            (None, Some(word), None, None, None) => {
                parse_keyword(self.config, "build", word, BUILDS).map(CriterionEvidence::Build)
            }
            (None, None, Some(word), None, None) => self.parse_check(word),
            (None, None, None, Some(word), None) => {
                parse_keyword(self.config, "manual", word, MANUALS).map(CriterionEvidence::Manual)
            }
            (None, None, None, None, Some(word)) => {
                rules::parse_rule(self.config, word, body.with.as_ref(), self.sources)
                    .map(CriterionEvidence::Rule)
            }
            _ => {
                let wanted = "`cases = [\"…\"]`, `build = \"…\"`, `check = \"…\"`, `rule = \"…\"` or `manual = \"…\"`";
                self.config
                    .report(at, format!("a criterion needs exactly one of {wanted}"));
                None
            }
        }
    }

    fn parse_check(&self, word: &raw::Text) -> Option<CriterionEvidence> {
        let check = parse_keyword(self.config, "check", word, CHECKS)?;
        if let CheckKeyword::CaseSet(quality) = check {
            if !self.judges_cases {
                let text = format!(
                    "`check = \"{}\"` is about students' cases: expected `kind = \"cases\"` in the assignment",
                    word.get_ref()
                );
                self.config.report(&word.span(), text);
            }
            return Some(CriterionEvidence::CaseSet(quality));
        }
        if !self.checks_undefined {
            let text = "`check = \"undefined\"` needs the assignment's table `undefined`, such as \
                        `undefined = { sanitizers = true }`";
            self.config.report(&word.span(), text);
        }
        Some(CriterionEvidence::Undefined)
    }

    fn parse_judged_cases(
        &self,
        globs: &raw::Texts,
        body: &raw::RawCriterion,
    ) -> Option<CriterionEvidence> {
        if globs.get_ref().is_empty() {
            self.config.report(
                &globs.span(),
                "`cases` is empty: expected at least one glob",
            );
        }
        check_game_has_referee(self.config, body.compare.as_ref(), self.game);
        let chosen = self.match_cases(globs);
        let credit = match &body.credit {
            Some(word) => parse_keyword(self.config, "credit", word, CREDITS),
            None => Some(CreditRule::PerCase),
        };
        let called = chosen
            .iter()
            .find_map(|index| self.cases.get(*index).filter(|it| !it.plays_script()));
        if let (Some(table), Some(case)) = (&body.compare, called) {
            let what = if case.function.is_some() {
                "calls a function"
            } else {
                "runs tests"
            };
            let text = format!("`compare` is about transcripts, and `{}` {what}", case.id);
            self.config.report(&table.at, text);
        }
        let cases = chosen
            .iter()
            .filter_map(|index| Some((*index, self.cases.get(*index)?)));
        let cases = cases.map(|(index, case)| JudgedCase {
            index,
            comparison: body.compare.as_ref().map(|layer| {
                overlay_comparison(
                    self.config,
                    self.vocabulary,
                    self.game.reference_game,
                    Some(layer),
                    &case.comparison,
                )
            }),
        });
        let cases: Vec<JudgedCase> = cases.collect();
        if let Some(words) = body
            .compare
            .as_ref()
            .and_then(|it| it.body.interactor.as_ref())
        {
            let text = "`interactor` goes with an assignment or a case: a run has one partner, whatever criteria look at";
            self.config.report(&words.span(), text);
        }
        if let Some(table) = &body.compare {
            self.check_output_cases(&table.at, &cases);
        }
        if let (Some(word), Some(CreditRule::PerTurn)) = (&body.credit, credit) {
            self.check_turns(word, &cases);
        }
        if let (Some(word), Some(CreditRule::PerLine)) = (&body.credit, credit) {
            self.check_lines(word, &cases);
        }
        if let (Some(word), Some(CreditRule::PerCall)) = (&body.credit, credit) {
            self.check_calls(word, &cases);
        }
        if let (Some(word), Some(CreditRule::PerTest)) = (&body.credit, credit) {
            self.check_tests(word, &cases);
        }
        Some(CriterionEvidence::Cases {
            cases,
            credit: credit?,
        })
    }

    /// The places of the cases that at least one of the globs matches.
    pub(super) fn match_cases(&self, globs: &raw::Texts) -> BTreeSet<usize> {
        globs
            .get_ref()
            .iter()
            .flat_map(|it| self.match_glob(it))
            .collect()
    }

    /// Where a program finds its input as a whole, nobody sees where it reads.
    fn check_output_cases(&self, at: &Range<usize>, judged: &[JudgedCase]) {
        let needs_reads = |judged: &&JudgedCase| {
            let is_whole = self
                .cases
                .get(judged.index)
                .is_some_and(|case| case.bulk_input.is_some());
            let by_turns = |rule: &Comparison| {
                rule.referee.is_some()
                    || (rule.is_by_options() && rule.scope != ComparisonScope::Output)
            };
            is_whole && judged.comparison.as_ref().is_some_and(by_turns)
        };
        if let Some(case) = judged
            .iter()
            .find(needs_reads)
            .and_then(|it| self.cases.get(it.index))
        {
            let text = format!(
                "the case `{}` has `scope = \"output\"`, so its programs find all input at once, and where they read is not \
                 seen: here, too, the scope must be `output`",
                case.id
            );
            self.config.report(at, text);
        }
    }

    /// The first of a criterion's cases that is not compared in one of these scopes.
    fn find_case_outside(&self, scopes: &[ComparisonScope], judged: &[JudgedCase]) -> Option<&str> {
        let is_beyond = |judged: &JudgedCase| {
            let case = self.cases.get(judged.index)?;
            let comparison = judged.comparison.as_ref().unwrap_or(&case.comparison);
            let by_knobs = comparison.patterns.is_none() && comparison.checker.is_none();
            (!scopes.contains(&comparison.scope) || !by_knobs).then_some(case.id.as_str())
        };
        judged.iter().find_map(is_beyond)
    }

    /// The first of a criterion's cases, if this is true of all of them.
    fn first_if_all(
        &self,
        judged: &[JudgedCase],
        is_so: impl Fn(&TestCase) -> bool,
    ) -> Option<&TestCase> {
        let mut cases = judged.iter().filter_map(|it| self.cases.get(it.index));
        let first = cases.next().filter(|case| is_so(case))?;
        cases.all(is_so).then_some(first)
    }

    /// Lines are counted only where all of them are compared: those that are printed, or those of files that are written.
    fn check_lines(&self, word: &raw::Text, judged: &[JudgedCase]) {
        let writes_files = |judged: &&JudgedCase| {
            let case = self.cases.get(judged.index);
            case.is_some_and(|case| !case.invocation.writes.is_empty())
        };
        let printing: Vec<JudgedCase> = judged
            .iter()
            .filter(|judged| !writes_files(judged))
            .cloned()
            .collect();
        if let Some(case) = self.find_case_outside(
            &[ComparisonScope::Output, ComparisonScope::Transcript],
            &printing,
        ) {
            let text = format!(
                "the credit `per-line` counts lines, but the case `{case}` is not compared line by line: add \
                 `compare = {{ scope = \"transcript\" }}` to this criterion"
            );
            self.config.report(&word.span(), text);
            return;
        }
        if let Some(first) = self.first_if_all(judged, |case| case.function.is_some()) {
            let text = format!(
                "the credit `per-line` counts lines, but all cases here have `kind = \"call\"`, such as `{}`: give the \
                 credit `per-call`",
                first.id
            );
            self.config.report(&word.span(), text);
        }
    }

    /// Turns are counted only where cases are compared by them.
    fn check_turns(&self, word: &raw::Text, judged: &[JudgedCase]) {
        // Of games in free wording, turns are counted by what boards show.
        let is_game = |judged: &&JudgedCase| {
            let rule = judged.comparison.as_ref();
            let rule = rule.or_else(|| Some(&self.cases.get(judged.index)?.comparison));
            rule.is_some_and(|rule| {
                let patterns = rule.patterns.as_ref();
                rule.scope == ComparisonScope::Turns
                    && patterns.is_some_and(|it| !it.ending.is_empty())
            })
        };
        let others: Vec<JudgedCase> = judged.iter().filter(|it| !is_game(it)).cloned().collect();
        if let Some(case) = self.find_case_outside(&[ComparisonScope::Turns], &others) {
            let text = format!(
                "the credit `per-turn` counts turns, but the case `{case}` is not compared by turns: add \
                 `compare = {{ scope = \"turns\" }}` to this criterion"
            );
            self.config.report(&word.span(), text);
        }
    }

    /// Calls are counted only where there are some.
    fn check_calls(&self, word: &raw::Text, judged: &[JudgedCase]) {
        if let Some(first) = self.first_if_all(judged, |case| case.function.is_none()) {
            let text = format!(
                "the credit `per-call` counts calls, but no case here has `kind = \"call\"`, such as `{}`: without \
                 calls the credit is `per-case`",
                first.id
            );
            self.config.report(&word.span(), text);
        }
    }

    /// Tests are counted only where there are some.
    fn check_tests(&self, word: &raw::Text, judged: &[JudgedCase]) {
        if let Some(first) = self.first_if_all(judged, |case| case.unit_tests.is_none()) {
            let text = format!(
                "the credit `per-test` counts tests, but no case here has `kind = \"tests\"`, such as `{}`: without tests \
                 the credit is `per-case`",
                first.id
            );
            self.config.report(&word.span(), text);
        }
    }

    /// The cases that a glob matches. Without cases nothing is said: the empty folder is marked already.
    fn match_glob(&self, typed: &raw::Text) -> Vec<usize> {
        // With a criterion for each of thousands of cases, most globs are names.
        let is_name = !typed
            .get_ref()
            .contains(['*', '?', '[', ']', '{', '}', '\\']);
        let by_name = |case: &TestCase| case.id.as_str().cmp(typed.get_ref());
        if is_name && let Ok(place) = self.cases.binary_search_by(by_name) {
            return vec![place];
        }
        let Some(glob) = paths::parse_glob(self.config, typed).map(|glob| glob.compile_matcher())
        else {
            return Vec::new();
        };
        let found = find_matching_cases(&glob, self.cases);
        // A case with a mistake is not among the cases, and its name is no slip.
        let is_meant = |file: &Path| file.file_stem().is_some_and(|id| glob.is_match(id));
        let is_broken = self
            .config
            .diagnostics()
            .has_mistake_in(|file| file != self.config.path() && is_meant(file));
        if found.is_empty() && !self.cases.is_empty() && !is_broken {
            self.config.report(
                &typed.span(),
                describe_no_match(typed.get_ref(), self.cases),
            );
        }
        found
    }
}

fn find_matching_cases(glob: &GlobMatcher, cases: &[TestCase]) -> Vec<usize> {
    let numbered = cases.iter().enumerate();
    numbered
        .filter(|(_, case)| glob.is_match(&case.id))
        .map(|(index, _)| index)
        .collect()
}

/// Says which case comes nearest to a glob: what stands before its first wildcard is held against as much
/// of each name.
fn describe_no_match(glob: &str, cases: &[TestCase]) -> String {
    let start = glob.split(['*', '?', '[', '{']).next().unwrap_or_default();
    let whole = start.len() == glob.len();
    let slips = |id: &str| {
        let length = if whole {
            usize::MAX
        } else {
            start.chars().count()
        };
        let beginning: String = id.chars().take(length).collect();
        nearest::edit_distance(start, &beginning)
    };
    let nearest = cases
        .iter()
        .min_by_key(|case| slips(&case.id))
        .map_or("", |case| &case.id);
    format!("`{glob}` matches no case: the nearest is `{nearest}`")
}
