//! The ways in which the submissions of one assignment are built, the rubric's own and the others.

use std::collections::BTreeMap;

use super::super::toolbox::ToolchainSet;
use judging::undefined::{BuildVariant, STACK_FILLER_LINK_FLAG};
use model::{Assignment, BuildSettings, Course, Submission, SubmissionContent, Toolchain};

/// The ids of an assignment and of a toolchain.
pub(in super::super) type AssignmentToolchain<'a> = (&'a str, &'a str);

/// How sources for one toolchain of an assignment are built, in each variant.
pub(in super::super) struct BuildVariants<'a> {
    pub(super) assignment: &'a Assignment,
    /// As the rubric has it.
    pub(super) plain: BuildSettings,
    pub(super) sanitized: BuildSettings,
    /// For linking alone: the ordinary variant with the stack filler.
    pub(super) stack_filled: BuildSettings,
    zeros: BuildSettings,
    pattern: BuildSettings,
    optimised: BuildSettings,
}

impl<'a> BuildVariants<'a> {
    pub(super) fn new(assignment: &'a Assignment, toolchain: &Toolchain) -> BuildVariants<'a> {
        let plain = assignment.build_settings(toolchain);
        BuildVariants {
            assignment,
            sanitized: BuildVariant::Sanitized.apply_to(&plain),
            stack_filled: with_stack_filler(&plain),
            zeros: BuildVariant::Zeros.apply_to(&plain),
            pattern: BuildVariant::Pattern.apply_to(&plain),
            optimised: BuildVariant::Optimised.apply_to(&plain),
            plain,
        }
    }

    /// Those that submissions need: of assignments that ask for them, with toolchains that can make them and are there.
    pub(in super::super) fn for_submissions(
        course: &'a Course,
        submissions: &[Submission],
        toolbox: &ToolchainSet,
    ) -> BTreeMap<AssignmentToolchain<'a>, BuildVariants<'a>> {
        let mut all = BTreeMap::new();
        for submission in submissions {
            let mut asking = course
                .assignments
                .iter()
                .filter(|one| one.undefined.is_some());
            let assignment = asking.find(|one| one.id == submission.assignment);
            let (Some(assignment), SubmissionContent::Sources(sources)) =
                (assignment, &submission.content)
            else {
                continue;
            };
            let toolchain = assignment.choose_toolchain(sources);
            if toolchain.compiles_to_programs() && toolbox.find_problem(toolchain).is_none() {
                let pair = (assignment.id.as_str(), toolchain.name.as_str());
                all.entry(pair)
                    .or_insert_with(|| BuildVariants::new(assignment, toolchain));
            }
        }
        all
    }

    /// How one variant is built.
    pub(super) fn variant_settings(&self, build_variant: BuildVariant) -> &BuildSettings {
        match build_variant {
            BuildVariant::Sanitized => &self.sanitized,
            BuildVariant::Zeros => &self.zeros,
            BuildVariant::Pattern => &self.pattern,
            BuildVariant::Optimised => &self.optimised,
        }
    }
}

fn with_stack_filler(settings: &BuildSettings) -> BuildSettings {
    let mut painted = settings.clone();
    painted.flags.push(STACK_FILLER_LINK_FLAG.to_owned());
    painted
}
