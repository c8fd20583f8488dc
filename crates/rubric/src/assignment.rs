//! One assignment: its own keys over the defaults.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use super::answers::parse_answer_layers;
use super::calibration::parse_calibration;
use super::case_set::{self, CaseSetDefaults, parse_case_set};
use super::cases::{CaseDefaults, load_cases, parse_visibility};
use super::choices::parse_keyword;
use super::comparison::overlay_comparison;
use super::config_file::ConfigFile;
use super::criteria::CriteriaParser;
use super::game::GameContext;
use super::generators::{self, parse_generators_with_files};
use super::hints::{parse_hint_steps, parse_known_outputs};
use super::input_line::InputLineRules;
use super::keywords::KeywordTable;
use super::keywords::{ASSIGNMENT_KINDS, EXITS, FORGIVEN};
use super::late::parse_late_rule;
use super::libraries;
use super::limits;
use super::mutants;
use super::own_files;
use super::paths;
use super::player;
use super::points::parse_points;
use super::provided;
use super::quantity::parse_time_budget;
use super::raw;
use super::referee::check_game_has_referee;
use super::reference::{parse_index_bases, parse_reference};
use super::spanned::{Spanned, SpannedTable};
use super::toolchains::{self, ToolchainCatalog};
use super::undefined;
use super::unit_tests;
use super::vocabulary::Vocabulary;
use model::{
    Assignment, AssignmentOutline, BuildLimits, CalibrationProgram, CaseSetRules, CaseVisibility,
    Comparison, Criterion, CriterionKind, ExitRule, GameRegistry, KnownQuestion, Points,
    ReferenceSolution, RunLimits, TestCase, Toolchain,
};

/// What all assignments of a rubric share.
pub(super) struct AssignmentContext<'a> {
    pub(super) config: &'a ConfigFile<'a>,
    pub(super) games: &'a GameRegistry,
    /// The course's name; empty if it has none.
    pub(super) course: &'a str,
    pub(super) defaults: &'a raw::RawDefaults,
    pub(super) toolchains: &'a ToolchainCatalog,
}

/// An assignment as it was typed, with what it takes its values from.
struct AssignmentParser<'a> {
    config: &'a ConfigFile<'a>,
    games: &'a GameRegistry,
    course: &'a str,
    defaults: &'a raw::RawDefaults,
    toolchains: &'a ToolchainCatalog,
    vocabulary: Vocabulary,
    at: &'a Range<usize>,
    id: &'a str,
    body: &'a raw::RawAssignment,
}

/// The assignment that was typed.
pub(super) fn parse_assignment(
    &AssignmentContext {
        config,
        games,
        course,
        defaults,
        toolchains,
    }: &AssignmentContext<'_>,
    vocabulary: &Vocabulary,
    (id, SpannedTable { at, body }): (&raw::Text, &SpannedTable<raw::RawAssignment>),
) -> Option<Assignment> {
    if !is_assignment_id(id.get_ref()) {
        let wanted = "expected lower-case letters, digits and `-`";
        config.report(
            &id.span(),
            format!("found the assignment `{}`, {wanted}", id.get_ref()),
        );
        return None;
    }
    let vocabulary = vocabulary.with_words(config, &body.vocabulary);
    AssignmentParser {
        config,
        games,
        course,
        defaults,
        toolchains,
        vocabulary,
        at,
        id: id.get_ref(),
        body,
    }
    .parse()
}

fn is_assignment_id(id: &str) -> bool {
    id.starts_with(|first: char| first.is_ascii_lowercase() || first.is_ascii_digit())
        && id
            .chars()
            .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-')
}

impl AssignmentParser<'_> {
    fn parse(&self) -> Option<Assignment> {
        let AssignmentParser { config, body, .. } = *self;
        let games = self.games;
        let reference = parse_reference(config, games, self.at, body.reference.as_ref());
        let game = GameContext {
            games,
            reference_game: reference.as_ref().and_then(ReferenceSolution::game),
        };
        let testcases = generators::parse_testcases_folder(config, self.id, body);
        let generators = testcases
            .as_deref()
            .map(|folder| parse_generators_with_files(config, folder, &body.generators))
            .unwrap_or_default();
        let mut cases = testcases
            .as_deref()
            .map(|folder| self.load_cases(folder, game))
            .unwrap_or_default();
        let sources = self.parse_sources();
        let largest = self.parse_build_limits().source;
        let mut provided = provided::parse_provided_files(config, body, largest);
        unit_tests::take_framework_files(config, self.at, &mut provided, &mut cases);
        let (toolchain, alternatives) = self.choose_toolchains(&cases);
        let toolchains = std::iter::once(&toolchain).chain(&alternatives);
        own_files::check_file_support(config, self.at, &cases, game, toolchains);
        let criteria = self.parse_criteria(&cases, game, &sources);
        let undefined = undefined::parse_undefined_checks(
            body.undefined.as_ref(),
            self.defaults.undefined.as_ref(),
            std::iter::once(&toolchain).chain(&alternatives),
            &self.criteria_parser(&cases, game, &sources),
        );
        let accept = self.parse_accepted_names(&sources);
        let case_set = self.parse_case_set(game, reference.as_ref());
        Some(Assignment {
            id: self.id.to_owned(),
            outline: self.parse_outline(),
            sources,
            accept,
            also: self.parse_file_names(body.also.as_ref().or(self.defaults.also.as_ref())),
            provided,
            toolchain,
            alternatives,
            flags: body
                .flags
                .as_ref()
                .or(self.defaults.flags.as_ref())
                .cloned()
                .unwrap_or_default(),
            libraries: self.parse_libraries(),
            forgives_missing_includes: self.forgives_missing_includes(),
            terminal: self.uses_terminal(),
            build_limits: self.parse_build_limits(),
            undefined,
            exit: self.parse_exit_rule(),
            presentation_percent: self.parse_presentation_percent(),
            index_bases: parse_index_bases(
                config,
                games,
                body.index_bases.as_ref(),
                reference.as_ref(),
            ),
            donors: Vec::new(),
            repair_budget: self.parse_repair_budget(game.reference_game.is_some()),
            reference: reference?,
            testcases: testcases?,
            generators,
            hints: parse_known_outputs(config, &self.vocabulary, body.hints.as_ref()),
            calibrations: self.parse_calibrations(&cases, &criteria),
            cases,
            criteria,
            late: parse_late_rule(config, body, self.defaults),
            mutants: mutants::parse_mutant_rules(config, body),
            shortest: body.shortest.or(self.defaults.shortest).unwrap_or(true),
            case_set,
        })
    }

    /// Games are explained by playing; where programs are no games, a change of the text says more than anything else.
    fn parse_repair_budget(&self, is_game: bool) -> Duration {
        const USUAL: Duration = Duration::from_secs(2);
        let typed = self.body.repair.as_ref().or(self.defaults.repair.as_ref());
        let typed = typed.and_then(|typed| parse_time_budget(self.config, typed));
        typed.unwrap_or(if is_game { Duration::ZERO } else { USUAL })
    }

    /// Whether students hand in cases instead of a program.
    fn judges_cases(&self) -> bool {
        let kind = self.body.kind.as_ref();
        kind.and_then(|word| parse_keyword(self.config, "kind", word, ASSIGNMENT_KINDS))
            .unwrap_or(false)
    }

    /// What is asked of students' cases, if they hand in some.
    fn parse_case_set(
        &self,
        game: GameContext<'_>,
        reference: Option<&ReferenceSolution>,
    ) -> Option<CaseSetRules> {
        if !self.judges_cases() {
            case_set::refuse_case_set_keys(self.config, self.body);
            return None;
        }
        let inherited = CaseSetDefaults {
            comparison: &self.parse_comparison(game),
            limits: self.parse_run_limits(),
            answers: self.parse_answers(),
            end_of_input: self.wants_end_of_input(),
            reference,
        };
        Some(parse_case_set(self.config, self.at, self.body, inherited))
    }

    /// The questions that are answered in all cases.
    fn parse_answers(&self) -> Vec<KnownQuestion> {
        let lines = InputLineRules {
            on_a_terminal: self.uses_terminal(),
        };
        let layers = [
            self.defaults.answers.as_deref(),
            self.body.answers.as_deref(),
        ];
        parse_answer_layers(self.config, &self.vocabulary, lines, layers)
    }

    fn wants_end_of_input(&self) -> bool {
        let typed = self.body.end_of_input.as_ref();
        typed.is_some_and(|it| *it.get_ref())
    }

    /// What reports say of it.
    fn parse_outline(&self) -> AssignmentOutline {
        AssignmentOutline {
            course: self.course.to_owned(),
            title: self.body.title.as_deref().unwrap_or(self.id).to_owned(),
            program: self.parse_program_name(),
            hints: parse_hint_steps(self.config, self.body.hints.as_ref(), self.defaults),
            revision: self.config.revision(),
            ..AssignmentOutline::default()
        }
    }

    fn parse_sources(&self) -> Vec<String> {
        let wanted = "expected the names or globs of the files that make the program";
        match &self.body.sources {
            Some(typed) if typed.get_ref().is_empty() => {
                self.config
                    .report(&typed.span(), format!("`sources` is empty: {wanted}"));
                Vec::new()
            }
            Some(typed) => paths::parse_submitted_names(self.config, typed),
            None if self.judges_cases() => case_set::CASE_FILES.map(str::to_owned).to_vec(),
            None => {
                self.config
                    .report(self.at, format!("missing key `sources`: {wanted}"));
                Vec::new()
            }
        }
    }

    /// What is taken if none of `sources` is there: by default, where the program is one file, a file with such an ending.
    fn parse_accepted_names(&self, sources: &[String]) -> Vec<String> {
        const ENDINGS: [&str; 3] = ["cpp", "cc", "cxx"];
        let typed = self.body.accept.as_ref().or(self.defaults.accept.as_ref());
        if typed.is_some() {
            return self.parse_file_names(typed);
        }
        let [source] = sources else {
            return Vec::new();
        };
        match source.rsplit_once('.') {
            Some((_, ending)) if ENDINGS.contains(&ending) => {
                ENDINGS.map(|ending| format!("*.{ending}")).to_vec()
            }
            Some((_, ending @ ("c" | "s" | "asm"))) => vec![format!("*.{ending}")],
            _ => Vec::new(),
        }
    }

    fn parse_file_names(&self, typed: Option<&raw::Texts>) -> Vec<String> {
        typed
            .map(|typed| paths::parse_submitted_names(self.config, typed))
            .unwrap_or_default()
    }

    fn parse_program_name(&self) -> String {
        let Some(typed) = &self.body.program else {
            return self.id.to_owned();
        };
        let name = typed.get_ref();
        let starts_well = name.starts_with(|first: char| first.is_ascii_alphanumeric());
        if !starts_well
            || !name
                .chars()
                .all(|it| it.is_ascii_alphanumeric() || "._+-".contains(it))
        {
            let wanted = "expected a file name that starts with a letter or digit";
            self.config
                .report(&typed.span(), format!("found `{name}`, {wanted}"));
        }
        name.clone()
    }

    fn load_cases(&self, folder: &Path, game: GameContext<'_>) -> Vec<TestCase> {
        let named_at = self
            .body
            .testcases
            .as_ref()
            .map_or_else(|| self.at.clone(), Spanned::span);
        let inherited = CaseDefaults {
            vocabulary: &self.vocabulary,
            comparison: &self.parse_comparison(game),
            limits: self.parse_run_limits(),
            visibility: self.parse_visibility(),
            game,
            player: player::parse_player_choice(self.config, self.body.player.as_ref(), game)
                .unwrap_or(player::PlayerChoice::Script),
            terminal: self.uses_terminal(),
            answers: self.parse_answers(),
            has_answers: self
                .body
                .reference
                .as_ref()
                .is_some_and(|it| it.body.answers.as_ref().is_some_and(|it| *it.get_ref())),
            end_of_input: self.wants_end_of_input(),
            are_optional: self.needs_no_case(),
        };
        load_cases(self.config, &named_at, folder, &inherited)
    }

    /// Whether all criteria look at something else than cases: the build, the source, or what a person decides.
    fn needs_no_case(&self) -> bool {
        let criteria = &self.body.criteria;
        let is_free = |one: &raw::RawCriterion| {
            let looks_elsewhere = one.build.is_some() || one.rule.is_some() || one.manual.is_some();
            looks_elsewhere && one.cases.is_none()
        };
        !criteria.is_empty() && criteria.iter().all(|one| is_free(&one.body))
    }

    fn parse_comparison(&self, game: GameContext<'_>) -> Comparison {
        let layers = [self.defaults.compare.as_ref(), self.body.compare.as_ref()];
        layers
            .into_iter()
            .fold(Comparison::default(), |base, layer| {
                check_game_has_referee(self.config, layer, game);
                overlay_comparison(
                    self.config,
                    &self.vocabulary,
                    game.reference_game,
                    layer,
                    &base,
                )
            })
    }

    fn parse_visibility(&self) -> CaseVisibility {
        let base = parse_visibility(
            self.config,
            self.defaults.visibility.as_ref(),
            CaseVisibility::Full,
        );
        parse_visibility(self.config, self.body.visibility.as_ref(), base)
    }

    fn parse_run_limits(&self) -> RunLimits {
        let base =
            limits::parse_run_limits(self.config, self.defaults.limits.as_ref(), limits::RUN);
        limits::parse_run_limits(self.config, self.body.limits.as_ref(), base)
    }

    fn parse_build_limits(&self) -> BuildLimits {
        let base = limits::parse_build_limits(
            self.config,
            self.defaults.build_limits.as_ref(),
            limits::BUILD,
        );
        limits::parse_build_limits(self.config, self.body.build_limits.as_ref(), base)
    }

    /// The preferred toolchain and the others.
    fn choose_toolchains(&self, cases: &[TestCase]) -> (Toolchain, Vec<Toolchain>) {
        let [own, default] = [&self.body.toolchain, &self.defaults.toolchain].map(|typed| {
            typed
                .as_ref()
                .and_then(|it| self.toolchains.choose_toolchains(self.config, it))
        });
        let chosen = own.or(default);
        let (first, others) =
            chosen.unwrap_or_else(|| (toolchains::default_toolchain(), Vec::new()));
        let flags = std::iter::once(&first)
            .chain(&others)
            .any(Toolchain::takes_flags);
        if self.body.flags.is_some() && !flags {
            let text = format!(
                "`flags` are given, and the toolchain `{}` takes none",
                first.name
            );
            self.config.report(self.at, text);
        }
        let has_compiler = std::iter::once(&first)
            .chain(&others)
            .any(|it| it.compiler_command().is_some());
        if let Some(typed) = self.body.libraries.as_ref().and_then(|all| all.first())
            && !has_compiler
        {
            let wanted = "expected a toolchain with a `compiler`, or the library in its `build`";
            let text = format!(
                "`libraries` are given, and `{}` links none: {wanted}",
                first.name
            );
            self.config.report(&typed.span(), text);
        }
        let calls = cases.iter().any(|case| case.function.is_some());
        if calls && (first.compiler_command().is_none() || !others.is_empty()) {
            let text = "cases of kind `call` are linked with a program's objects: expected one toolchain, with a `compiler`";
            let at = self
                .body
                .toolchain
                .as_ref()
                .map_or_else(|| self.at.clone(), Spanned::span);
            self.config.report(&at, text);
        }
        self.check_unit_tests(cases, &first, !others.is_empty());
        (first, others)
    }

    /// Unit tests are compiled with a program's files, and must pass with the instructor's own.
    fn check_unit_tests(&self, cases: &[TestCase], first: &Toolchain, has_others: bool) {
        if !cases.iter().any(|case| case.unit_tests.is_some()) {
            return;
        }
        if !first.takes_cpp() || first.compiler_command().is_none() || has_others {
            let text = "cases of kind `tests` are compiled with a program's files: expected one toolchain, with a `compiler` for C++";
            let at = self
                .body
                .toolchain
                .as_ref()
                .map_or_else(|| self.at.clone(), Spanned::span);
            self.config.report(&at, text);
        }
        let reference = self.body.reference.as_ref();
        if let Some(table) =
            reference.filter(|table| table.body.sources.is_none() && table.body.answers.is_none())
        {
            let text = "cases of kind `tests` must pass with a solution: expected `reference = { sources = [\"…\"] }`";
            self.config.report(&table.at, text);
        }
        unit_tests::check_visibility(self.config, self.at, cases);
    }

    fn parse_libraries(&self) -> Vec<String> {
        let layers = [
            self.body.libraries.as_ref(),
            self.defaults.libraries.as_ref(),
        ];
        layers
            .into_iter()
            .flatten()
            .for_each(|all| libraries::check_libraries(self.config, all));
        layers
            .into_iter()
            .flatten()
            .next()
            .map(|all| raw::to_strings(all))
            .unwrap_or_default()
    }

    /// Whether the first layer that says something about it forgives missing headers; every layer is checked.
    fn forgives_missing_includes(&self) -> bool {
        let layers = [self.body.forgive.as_ref(), self.defaults.forgive.as_ref()];
        for word in layers
            .into_iter()
            .flatten()
            .flat_map(|typed| typed.get_ref())
        {
            parse_keyword(self.config, "forgive", word, FORGIVEN);
        }
        layers
            .into_iter()
            .flatten()
            .next()
            .is_some_and(|typed| !typed.get_ref().is_empty())
    }

    fn uses_terminal(&self) -> bool {
        self.body
            .terminal
            .or(self.defaults.terminal)
            .unwrap_or(false)
    }

    fn parse_exit_rule(&self) -> ExitRule {
        self.parse_layered_keyword("exit", [&self.body.exit, &self.defaults.exit], EXITS)
            .unwrap_or(ExitRule::Any)
    }

    /// The first layer's word, or the next one's; every layer is checked.
    fn parse_layered_keyword<T: Copy>(
        &self,
        key: &str,
        layers: [&Option<raw::Text>; 2],
        choices: &KeywordTable<T>,
    ) -> Option<T> {
        let [own, default] = layers.map(|layer| {
            layer
                .as_ref()
                .and_then(|word| parse_keyword(self.config, key, word, choices))
        });
        own.or(default)
    }

    fn parse_presentation_percent(&self) -> u32 {
        let layers = [
            self.body.presentation.as_ref(),
            self.defaults.presentation.as_ref(),
        ];
        for typed in layers
            .into_iter()
            .flatten()
            .filter(|typed| *typed.get_ref() > 100)
        {
            let text = format!(
                "found {}, expected a percentage from 0 to 100",
                typed.get_ref()
            );
            self.config.report(&typed.span(), text);
        }
        layers
            .into_iter()
            .flatten()
            .next()
            .map_or(0, |typed| *typed.get_ref())
    }

    fn parse_criteria(
        &self,
        cases: &[TestCase],
        game: GameContext<'_>,
        sources: &[String],
    ) -> Vec<Criterion> {
        if self.body.criteria.is_empty() {
            let text = "no criterion: add one, such as `[[assignments.{}.criteria]]`";
            self.config.report(self.at, text.replace("{}", self.id));
        }
        let valid = self
            .criteria_parser(cases, game, sources)
            .parse_all(&self.body.criteria);
        self.check_sum(self.sum_points(&valid));
        valid
    }

    /// What criteria look at.
    fn criteria_parser<'c>(
        &'c self,
        cases: &'c [TestCase],
        game: GameContext<'c>,
        sources: &'c [String],
    ) -> CriteriaParser<'c> {
        let checks_undefined = self.body.undefined.is_some() || self.defaults.undefined.is_some();
        let config = self.config;
        let vocabulary = &self.vocabulary;
        CriteriaParser {
            config,
            vocabulary,
            cases,
            game,
            checks_undefined,
            sources,
            judges_cases: self.judges_cases(),
        }
    }

    /// What the criteria add up to; none if some of them are wrong themselves.
    fn sum_points(&self, criteria: &[Criterion]) -> Option<Points> {
        let complete = criteria.len() == self.body.criteria.len();
        let ordinary = |one: &&Criterion| matches!(one.kind, CriterionKind::Ordinary(_));
        complete.then(|| {
            criteria
                .iter()
                .filter(ordinary)
                .map(Criterion::points)
                .sum()
        })
    }

    fn parse_calibrations(
        &self,
        cases: &[TestCase],
        criteria: &[Criterion],
    ) -> Vec<CalibrationProgram> {
        let handed_in = self.body.sources.as_ref().map(|it| it.get_ref().as_slice());
        let handed_in = handed_in.unwrap_or_default();
        let extra = criteria
            .iter()
            .filter(|one| matches!(one.kind, CriterionKind::Extra(_)));
        let extra: Points = extra.map(Criterion::points).sum();
        let most = self.sum_points(criteria).map(|total| total + extra);
        let typed = self.body.calibration.iter();
        typed
            .filter_map(|typed| {
                parse_calibration(
                    self.config,
                    self.id,
                    handed_in,
                    cases,
                    criteria,
                    most,
                    typed,
                )
            })
            .collect()
    }

    /// The criteria must add up to the declared points.
    fn check_sum(&self, sum: Option<Points>) {
        let Some(typed) = &self.body.points else {
            return;
        };
        if let (Some(declared), Some(sum)) = (parse_points(self.config, typed), sum)
            && declared != sum
        {
            let declared = declared.as_number();
            let sum = sum.as_number();
            let text = format!("`points` is {declared}, but the criteria add up to {sum}");
            self.config.report(&typed.span(), text);
        }
    }
}
