//! One toolchain, key by key: what it starts from, and what it says itself.

use std::ops::Range;
use std::path::{Path, PathBuf};

use globset::{GlobSet, GlobSetBuilder};

use super::words;
use crate::config_file::ConfigFile;
use crate::raw;
use crate::raw::{Text, Texts};
use crate::{paths, pattern};
use model::{
    BuildCommand, BuildMethod, BuildSystem, CommandWord, CommandWordPart, SharedRegex, Simulator,
    Toolchain,
};

/// What is known of a toolchain, by key.
#[derive(Debug, Default, Clone)]
pub(super) struct ToolchainParts {
    files: Option<GlobSet>,
    compiler: Option<String>,
    build: Option<Vec<CommandWord>>,
    build_system: Option<Vec<CommandWord>>,
    errors: Option<SharedRegex>,
    warnings: Option<SharedRegex>,
    noise: Option<SharedRegex>,
    smallest: Option<String>,
    run: Option<Vec<CommandWord>>,
    banner: Option<Vec<SharedRegex>>,
    faults: Option<SharedRegex>,
    version: Option<Vec<String>>,
    ascii: Option<String>,
    reads: Option<Vec<PathBuf>>,
    needs: Option<Vec<String>>,
    install: Option<String>,
}

/// `base` with the keys of `body` in place of its own; none if something is wrong with it.
pub(super) fn overlay_parts(
    base: ToolchainParts,
    config: &ConfigFile<'_>,
    at: &Range<usize>,
    body: &raw::RawToolchain,
) -> Option<ToolchainParts> {
    let raw::RawToolchain {
        like: _,
        compiler,
        build,
        build_system,
        run,
        version,
        files,
        reads,
        install,
        ..
    } = body;
    let ways = [
        compiler.as_ref().map(|it| ("compiler", it.span())),
        build.as_ref().map(|it| ("build", it.span())),
        build_system.as_ref().map(|it| ("build_system", it.span())),
    ];
    let ways: Vec<_> = ways.into_iter().flatten().collect();
    if let [(first, _), (second, span), ..] = ways.as_slice() {
        let text = format!("found both `{first}` and `{second}`: a toolchain has one of them");
        config.report(span, text);
    }
    let expression = |typed: &Option<Text>| typed.as_ref().and_then(|it| parse_regex(config, it));
    let command = |key, typed: &Option<Texts>, blanks| {
        typed
            .as_ref()
            .map(|it| words::parse_command(config, key, it, blanks))
    };
    let new_build = command("build", build, words::BUILD);
    let new_run = command("run", run, words::RUN);
    let new_system = command("build_system", build_system, words::BUILD_SYSTEM);
    if [&new_build, &new_run, &new_system]
        .iter()
        .any(|new| matches!(new, Some(None)))
    {
        return None;
    }
    // Another command, other words: what is known of the old one's says nothing any more.
    let same = ways.is_empty();
    let parts = ToolchainParts {
        files: files
            .as_ref()
            .map(|it| parse_globs(config, it))
            .or(base.files),
        compiler: match compiler {
            Some(typed) => Some(parse_command_name(config, typed)),
            None => base.compiler.filter(|_| same),
        },
        build: new_build.flatten().or(base.build.filter(|_| same)),
        build_system: new_system.flatten().or(base.build_system.filter(|_| same)),
        errors: expression(&body.errors).or(base.errors.filter(|_| same)),
        warnings: expression(&body.warnings).or(base.warnings.filter(|_| same)),
        noise: expression(&body.noise).or(base.noise.filter(|_| same)),
        smallest: body.smallest.clone().or(base.smallest.filter(|_| same)),
        banner: body
            .banner
            .as_ref()
            .map(|it| parse_line_patterns(config, it))
            .or(base.banner),
        faults: expression(&body.faults).or(base.faults),
        version: version
            .as_ref()
            .map(|it| words::parse_plain_words(config, "version", it))
            .or(base.version.filter(|_| same && run.is_none())),
        run: new_run.flatten().or(base.run),
        ascii: body
            .ascii
            .as_ref()
            .map(|it| parse_comment_sign(config, it))
            .or(base.ascii),
        reads: reads
            .as_ref()
            .map(|it| parse_read_paths(config, it))
            .or(base.reads),
        needs: body
            .needs
            .as_ref()
            .map(|it| parse_command_names(config, it))
            .or(base.needs),
        install: install.clone().or(base.install),
    };
    parts.check_consistency(config, at).then_some(parts)
}

impl ToolchainParts {
    /// Reports what does not fit together.
    fn check_consistency(&self, config: &ConfigFile<'_>, at: &Range<usize>) -> bool {
        let has = |words: &Option<Vec<CommandWord>>, part: &CommandWordPart| {
            words.iter().flatten().any(|word| word.contains_part(part))
        };
        let sources = |words: &Option<Vec<CommandWord>>| {
            has(words, &CommandWordPart::Source)
                || words
                    .iter()
                    .flatten()
                    .any(|word| *word == CommandWord::Sources)
        };
        let makes = self.compiler.is_some()
            || self.build_system.is_some()
            || has(&self.build, &CommandWordPart::Program);
        let builds = makes || self.build.is_some();
        let asked = [
            ("errors", self.errors.is_some()),
            ("warnings", self.warnings.is_some()),
            ("smallest", self.smallest.is_some()),
            ("noise", self.noise.is_some() && self.build_system.is_none()),
        ];
        let lone = asked
            .iter()
            .find(|(_, is_there)| *is_there && self.build.is_none());
        let run_words = self.banner.is_some() || self.faults.is_some();
        let trouble = if !builds && self.run.is_none() {
            "missing key `compiler`, `build`, `build_system` or `run`: expected how programs are made or run"
                .to_owned()
        } else if self.build.is_some() && !sources(&self.build) {
            "`build` is never told the sources: expected a word `{sources}` or `{source}`"
                .to_owned()
        } else if self.run.is_none() && !makes {
            "`build` is never told what to make, and there is no `run`: expected a word with `{output}`"
                .to_owned()
        } else if has(&self.run, &CommandWordPart::Program) && !makes {
            "`run` runs the `{program}`, and nothing makes one: expected `{output}` in `build`, or `{source}` in `run`"
                .to_owned()
        } else if self.run.is_some()
            && !has(&self.run, &CommandWordPart::Program)
            && !sources(&self.run)
        {
            "`run` is never told what to run: expected a word with `{program}` or `{source}`"
                .to_owned()
        } else if let Some((key, _)) = lone {
            format!("`{key}` is about what `build` says, and there is no `build`")
        } else if run_words && self.run.is_none() {
            "`banner` and `faults` are about what `run` says, and there is no `run`".to_owned()
        } else {
            return true;
        };
        config.report(at, trouble);
        false
    }

    /// The toolchain, under a name.
    pub(super) fn into_toolchain(self, name: &str) -> Toolchain {
        let command = self.compiler.clone().or_else(|| {
            let built = self.build.as_ref().or(self.build_system.as_ref());
            let words = built.or(self.run.as_ref())?;
            match words.first()? {
                CommandWord::Composed(parts) => match parts.as_slice() {
                    [CommandWordPart::Text(text)] => Some(text.clone()),
                    _ => None,
                },
                _ => None,
            }
        });
        let asked = || {
            command
                .into_iter()
                .chain(["--version".to_owned()])
                .collect()
        };
        let build = match (self.compiler, self.build, self.build_system) {
            (Some(command), ..) => BuildMethod::Compiler(command),
            (None, Some(words), _) => BuildMethod::Command(Box::new(BuildCommand {
                words,
                errors: self.errors,
                warnings: self.warnings,
                noise: self.noise,
                smallest: self.smallest,
            })),
            (None, None, Some(words)) => BuildMethod::BuildSystem(Box::new(BuildSystem {
                words,
                noise: self.noise,
            })),
            (None, None, None) => BuildMethod::Nothing,
        };
        let simulator = |words| Simulator {
            words,
            banner: self.banner.unwrap_or_default(),
            faults: self.faults,
        };
        Toolchain {
            name: name.to_owned(),
            files: self.files.unwrap_or_else(GlobSet::empty),
            build,
            version: self.version.unwrap_or_else(asked),
            run: self.run.map(simulator),
            needs: self.needs.unwrap_or_default(),
            install: self.install,
            ascii: self.ascii,
            reads: self.reads.unwrap_or_default(),
        }
    }
}

fn parse_command_names(config: &ConfigFile<'_>, typed: &Texts) -> Vec<String> {
    typed
        .get_ref()
        .iter()
        .map(|name| parse_command_name(config, name))
        .collect()
}

fn parse_command_name(config: &ConfigFile<'_>, typed: &Text) -> String {
    let name = typed.get_ref();
    if name.is_empty()
        || name.contains([' ', '{'])
        || (name.contains('/') && !name.starts_with('/'))
    {
        let wanted = "expected the name of a command on PATH, or its path from `/` on";
        config.report(&typed.span(), format!("found `{name}`, {wanted}"));
    }
    name.clone()
}

fn parse_comment_sign(config: &ConfigFile<'_>, typed: &Text) -> String {
    let sign = typed.get_ref();
    if sign.is_empty() || !sign.is_ascii() || sign.contains(['"', '\'', '\n']) {
        config.report(
            &typed.span(),
            format!("found `{sign}`, expected the sign that begins a comment, such as `#`"),
        );
    }
    sign.clone()
}

fn parse_globs(config: &ConfigFile<'_>, typed: &Texts) -> GlobSet {
    let mut all = GlobSetBuilder::new();
    for glob in typed
        .get_ref()
        .iter()
        .filter_map(|name| paths::parse_glob(config, name))
    {
        all.add(glob);
    }
    all.build().unwrap_or_else(|_| GlobSet::empty())
}

fn parse_line_patterns(config: &ConfigFile<'_>, typed: &[Text]) -> Vec<SharedRegex> {
    typed
        .iter()
        .filter_map(|line| parse_regex(config, line))
        .collect()
}

fn parse_regex(config: &ConfigFile<'_>, typed: &Text) -> Option<SharedRegex> {
    let expression = typed.get_ref();
    match pattern::compile_pattern(expression) {
        Ok(regex) if regex.is_match("") => {
            config.report(
                &typed.span(),
                format!("the pattern `{expression}` matches even an empty text"),
            );
            None
        }
        Ok(regex) => Some(SharedRegex::new(regex)),
        Err(reason) => {
            config.report(
                &typed.span(),
                format!("the pattern `{expression}` is not valid: {reason}"),
            );
            None
        }
    }
}

/// Whatever stands here is open to students' programs, so it cannot be everything.
fn parse_read_paths(config: &ConfigFile<'_>, typed: &Texts) -> Vec<PathBuf> {
    let one = |typed: &Text| {
        let path = Path::new(typed.get_ref());
        let plain = path
            .components()
            .all(|part| part != std::path::Component::ParentDir);
        if path.is_absolute() && plain && path.parent().is_some() {
            return Some(path.to_owned());
        }
        let wanted = "expected the path of a file or folder from `/` on, and not all of `/`";
        config.report(
            &typed.span(),
            format!("found `{}`, {wanted}", typed.get_ref()),
        );
        None
    };
    typed.get_ref().iter().filter_map(one).collect()
}
