//! The formats of packages, and how each is known.

use super::check50;
use super::classroom;
use super::cms;
use super::dmoj;
use super::error::ImportError;
use super::exercism;
use super::kattis;
use super::package::ImportPackage;
use super::plan::ImportPlan;
use super::polygon;
use super::submitty;
use super::vpl;

/// A format of packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackageFormat {
    /// The problem package format of Kattis, as DOMjudge and others use it.
    Kattis,
    /// The problem format of DMOJ.
    Dmoj,
    /// The configuration of Submitty's automatic grading.
    Submitty,
    /// Checks of CS50.
    Check50,
    /// Exercises of exercism's C++ track.
    Exercism,
    /// Tests of GitHub Classroom.
    GithubClassroom,
    /// Cases of Moodle's activity VPL.
    Vpl,
    /// Packages of Polygon.
    Polygon,
    /// Tasks of CMS in the Italian format.
    Cms,
}

impl PackageFormat {
    /// All formats, in the order in which they are tried.
    pub const ALL: [PackageFormat; 9] = [
        PackageFormat::Kattis,
        PackageFormat::Dmoj,
        PackageFormat::Submitty,
        PackageFormat::Check50,
        PackageFormat::Exercism,
        PackageFormat::GithubClassroom,
        PackageFormat::Vpl,
        PackageFormat::Polygon,
        PackageFormat::Cms,
    ];

    /// The word for it on the command line.
    pub fn name(self) -> &'static str {
        match self {
            PackageFormat::Kattis => "kattis",
            PackageFormat::Dmoj => "dmoj",
            PackageFormat::Submitty => "submitty",
            PackageFormat::Check50 => "check50",
            PackageFormat::Exercism => "exercism",
            PackageFormat::GithubClassroom => "github-classroom",
            PackageFormat::Vpl => "vpl",
            PackageFormat::Polygon => "polygon",
            PackageFormat::Cms => "cms",
        }
    }

    /// The format with this word.
    pub fn from_name(name: &str) -> Option<PackageFormat> {
        PackageFormat::ALL
            .into_iter()
            .find(|one| one.name() == name)
    }

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            PackageFormat::Kattis => "Kattis",
            PackageFormat::Dmoj => "DMOJ",
            PackageFormat::Submitty => "Submitty",
            PackageFormat::Check50 => "check50",
            PackageFormat::Exercism => "exercism",
            PackageFormat::GithubClassroom => "GitHub Classroom",
            PackageFormat::Vpl => "VPL",
            PackageFormat::Polygon => "Polygon",
            PackageFormat::Cms => "CMS",
        }
    }

    /// What a package has by which it is known.
    pub(super) fn expected_files(self) -> &'static str {
        match self {
            PackageFormat::Kattis => "`problem.yaml` and the folder `data/`",
            PackageFormat::Dmoj => "`init.yml`",
            PackageFormat::Submitty => "`config.json` with `testcases`",
            PackageFormat::Exercism => "`.meta/config.json` and a test program",
            PackageFormat::GithubClassroom => {
                "`.github/classroom/autograding.json` or `.github/workflows/classroom.yml`"
            }
            PackageFormat::Vpl => "`vpl_evaluate.cases`",
            PackageFormat::Polygon => "`problem.xml`",
            PackageFormat::Cms => "`task.yaml` with `input/` or `gen/GEN`",
            PackageFormat::Check50 => "`.cs50.yml` or `__init__.py` with checks",
        }
    }

    pub(super) fn matches_package(self, package: &ImportPackage) -> bool {
        match self {
            PackageFormat::Kattis => package.has_file("problem.yaml"),
            PackageFormat::Dmoj => package.has_file("init.yml"),
            PackageFormat::Submitty => submitty::find_config(package).is_some(),
            PackageFormat::Exercism => package.has_file(exercism::CONFIG),
            PackageFormat::Check50 => check50::is_package(package),
            PackageFormat::GithubClassroom => classroom::is_package(package),
            PackageFormat::Vpl => vpl::find_cases(package).is_some(),
            PackageFormat::Polygon => package.has_file(polygon::FILE),
            PackageFormat::Cms => cms::is_package(package),
        }
    }

    /// Makes the plan of a package.
    pub(super) fn fill_plan(
        self,
        package: &ImportPackage,
        plan: &mut ImportPlan,
    ) -> Result<(), ImportError> {
        match self {
            PackageFormat::Kattis => kattis::fill_plan(package, plan),
            PackageFormat::Dmoj => dmoj::fill_plan(package, plan),
            PackageFormat::Submitty => submitty::fill_plan(package, plan),
            PackageFormat::Exercism => exercism::fill_plan(package, plan),
            PackageFormat::Check50 => check50::fill_plan(package, plan),
            PackageFormat::GithubClassroom => classroom::fill_plan(package, plan),
            PackageFormat::Vpl => vpl::fill_plan(package, plan),
            PackageFormat::Polygon => polygon::fill_plan(package, plan),
            PackageFormat::Cms => cms::fill_plan(package, plan),
        }
    }
}
