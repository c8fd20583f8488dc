//! The makefile of a package: what `make TARGET` compiles.
//!
//! Read are variables, rules with commands of a compiler, pattern rules, and the rules that make has built in. Everything else that
//! decides how the program is made is refused, with its line.

use std::collections::BTreeMap;

use super::super::compilation::{ProgramCompilation, is_compiler};
use super::super::error::ImportError;
use super::super::notes::quote_word;
use super::super::package::ImportPackage;
use super::super::programs::{file_extension, file_name, file_stem, is_header, is_source};

/// The names that make looks for, in its order.
const NAMES: [&str; 3] = ["GNUmakefile", "makefile", "Makefile"];

/// Variables that make knows from the start.
const BUILT_IN: [(&str, &str); 4] = [
    ("CXX", "g++"),
    ("CC", "cc"),
    ("RM", "rm -f"),
    ("MAKE", "make"),
];

/// Commands that make nothing of a program.
const IDLE: [&str; 7] = ["echo", "rm", "mkdir", "touch", "chmod", "true", "printf"];

/// How many variables may stand for one another.
const DEEPEST: usize = 20;

/// A makefile.
#[derive(Debug, Default)]
pub(super) struct Makefile {
    file: String,
    variables: BTreeMap<String, String>,
    rules: Vec<MakeRule>,
    /// The first line that is not understood, and why.
    unread: Option<String>,
}

#[derive(Debug)]
struct MakeRule {
    target: String,
    prerequisites: Vec<String>,
    /// The commands, each with its line.
    recipe: Vec<(usize, String)>,
}

/// What the commands of rules have in common so far.
struct MakeCollector {
    made: ProgramCompilation,
    /// The targets that were visited.
    visited: Vec<String>,
}

impl Makefile {
    /// The makefile of a package; none if there is none.
    pub(super) fn read_from(package: &ImportPackage) -> Result<Option<Makefile>, ImportError> {
        let Some(file) = NAMES.into_iter().find(|name| package.has_file(name)) else {
            return Ok(None);
        };
        let bytes = package.read_bytes(file)?;
        Ok(Some(Makefile::parse(
            file,
            &String::from_utf8_lossy(&bytes),
        )))
    }

    fn parse(file: &str, text: &str) -> Makefile {
        let mut made = Makefile {
            file: file.to_owned(),
            ..Makefile::default()
        };
        let all = BUILT_IN
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        made.variables.extend(all);
        let mut pending = String::new();
        let mut rule: Option<usize> = None;
        for (index, line) in text.lines().enumerate() {
            let line = line.trim_end_matches('\r');
            pending.push_str(line.strip_suffix('\\').unwrap_or(line));
            if line.ends_with('\\') {
                pending.push(' ');
                continue;
            }
            let whole = std::mem::take(&mut pending);
            rule = made.read_line(index + 1, &whole, rule);
        }
        made
    }

    /// Reads a line, after lines of this rule. Returns the rule to which the next line belongs.
    fn read_line(&mut self, number: usize, line: &str, rule: Option<usize>) -> Option<usize> {
        if let Some(command) = line.strip_prefix('\t') {
            let command = command.trim();
            if let Some(rule) = rule.and_then(|index| self.rules.get_mut(index))
                && !command.is_empty()
                && !command.starts_with('#')
            {
                rule.recipe.push((number, command.to_owned()));
            }
            return rule;
        }
        let line = line.split(" #").next().unwrap_or_default().trim();
        if line.is_empty() || line.starts_with('#') {
            return rule;
        }
        if let Some((name, operator, value)) = split_assignment(line) {
            self.assign(name, operator, value);
            return None;
        }
        let parts = line
            .split_once(':')
            .map(|(targets, rest)| (self.expand(targets), self.expand(rest)));
        // `target: NAME = value` is a variable of one target.
        let parts = parts.filter(|(_, rest)| !rest.as_ref().is_ok_and(|it| it.contains('=')));
        let Some((Ok(targets), Ok(rest))) = parts else {
            let what = line.split_whitespace().next().unwrap_or_default();
            let why = format!(
                "{}:{number}: {} is not read here",
                self.file,
                quote_word(what)
            );
            self.unread.get_or_insert(why);
            return None;
        };
        let (rest, command) = rest.split_once(';').unwrap_or((&rest, ""));
        let prerequisites: Vec<String> = rest
            .split_whitespace()
            .filter(|word| *word != "|")
            .map(str::to_owned)
            .collect();
        let first = self.rules.len();
        for target in targets.split_whitespace() {
            let (target, prerequisites) = match old_pattern(target) {
                Some((from, to)) => (format!("%.{to}"), vec![format!("%.{from}")]),
                None => (target.to_owned(), prerequisites.clone()),
            };
            self.rules.push(MakeRule {
                target,
                prerequisites,
                recipe: Some((number, command.trim().to_owned()))
                    .into_iter()
                    .filter(|(_, text)| !text.is_empty())
                    .collect(),
            });
        }
        // Rules with several targets are left to the first of them.
        (self.rules.len() > first).then_some(first)
    }

    fn assign(&mut self, name: &str, operator: &str, value: &str) {
        let known = self.variables.get(name).cloned();
        let value = match operator {
            "+" => format!("{} {value}", known.unwrap_or_default()),
            "?" => known.unwrap_or_else(|| value.to_owned()),
            // Its value is that of now, and a later one may use its own name.
            ":" => self.expand(value).unwrap_or_else(|_| value.to_owned()),
            _ => value.to_owned(),
        };
        self.variables.insert(name.to_owned(), value);
    }

    /// What make compiles for this target, or for its first one; or why that is not known.
    pub(super) fn find_compilation(
        &self,
        target: Option<&str>,
    ) -> Result<ProgramCompilation, String> {
        if let Some(why) = &self.unread {
            return Err(why.clone());
        }
        let is_usual =
            |rule: &&MakeRule| !rule.target.starts_with('.') && !rule.target.contains('%');
        let first = || {
            self.rules
                .iter()
                .find(is_usual)
                .map(|rule| rule.target.as_str())
        };
        let mut target = target
            .or_else(first)
            .ok_or_else(|| format!("{}: it has no rule", self.file))?;
        // A target that only names another one.
        for _ in 0..DEEPEST {
            let Some(rule) = self.find_rule(target).filter(|rule| rule.recipe.is_empty()) else {
                break;
            };
            match rule.prerequisites.as_slice() {
                [only] if !is_source(only) && !is_object(only) => target = only,
                several if several.iter().any(|it| is_source(it) || is_object(it)) => break,
                _ => {
                    return Err(format!(
                        "{}: {} is not one program",
                        self.file,
                        quote_word(target)
                    ));
                }
            }
        }
        let made = ProgramCompilation {
            program: target.to_owned(),
            sources: Vec::new(),
            flags: Vec::new(),
            libraries: Vec::new(),
        };
        let mut all = MakeCollector {
            made,
            visited: Vec::new(),
        };
        self.collect_target(&mut all, target)?;
        let mut made = all.made;
        if made.sources.is_empty() {
            return Err(format!(
                "{}: {} compiles no source",
                self.file,
                quote_word(target)
            ));
        }
        made.sort_flags();
        Ok(made)
    }

    fn find_rule(&self, target: &str) -> Option<&MakeRule> {
        let is_meant = |rule: &&MakeRule| rule.target == target;
        let with_recipe = self
            .rules
            .iter()
            .filter(is_meant)
            .find(|rule| !rule.recipe.is_empty());
        with_recipe.or_else(|| self.rules.iter().find(is_meant))
    }

    /// Adds what a target is made of.
    fn collect_target(&self, all: &mut MakeCollector, target: &str) -> Result<(), String> {
        if all.visited.iter().any(|known| known == target) {
            return Ok(());
        }
        all.visited.push(target.to_owned());
        let rule = self.find_rule(target);
        let prerequisites: Vec<String> = self
            .rules
            .iter()
            .filter(|it| it.target == target)
            .flat_map(|it| it.prerequisites.clone())
            .collect();
        let Some(rule) = rule.filter(|rule| !rule.recipe.is_empty()) else {
            return self.collect_built_in(all, target, &prerequisites);
        };
        for (line, command) in &rule.recipe {
            let place = format!("{}:{line}", self.file);
            let text = self.expand_automatic(command, target, &prerequisites);
            let text = text.map_err(|why| format!("{place}: {why}"))?;
            self.collect_command(all, &text)
                .map_err(|why| format!("{place}: {why}"))?;
        }
        Ok(())
    }

    /// What make does for a target without commands.
    fn collect_built_in(
        &self,
        all: &mut MakeCollector,
        target: &str,
        prerequisites: &[String],
    ) -> Result<(), String> {
        if is_object(target) {
            let named = prerequisites.iter().find(|it| is_source(it)).cloned();
            let pattern = self.rules.iter().find(|rule| rule.target == "%.o");
            let of_pattern =
                pattern.and_then(|rule| rule.prerequisites.iter().find(|it| is_source(it)));
            let stem = file_stem(target);
            let source = named.or_else(|| of_pattern.map(|it| it.replace('%', stem)));
            let source = source.unwrap_or_else(|| format!("{stem}.{}", self.usual_ending()));
            if let Some(rule) = pattern.filter(|rule| !rule.recipe.is_empty()) {
                for (line, command) in &rule.recipe {
                    let place = format!("{}:{line}", self.file);
                    let text =
                        self.expand_automatic(command, target, std::slice::from_ref(&source));
                    let text = text.map_err(|why| format!("{place}: {why}"))?;
                    self.collect_command(all, &text)
                        .map_err(|why| format!("{place}: {why}"))?;
                }
                return Ok(());
            }
            return self.collect_command(all, &self.built_in_command(&[source])?);
        }
        let mut parts: Vec<String> = prerequisites
            .iter()
            .filter(|it| is_source(it) || is_object(it))
            .cloned()
            .collect();
        if parts.is_empty() {
            parts.push(format!("{target}.{}", self.usual_ending()));
        }
        self.collect_command(all, &self.built_in_command(&parts)?)
    }

    fn built_in_command(&self, parts: &[String]) -> Result<String, String> {
        let is_c = parts.iter().all(|it| file_extension(it) == "c");
        let text = if is_c {
            "$(CC) $(CFLAGS)"
        } else {
            "$(CXX) $(CXXFLAGS)"
        };
        let text = self.expand(&format!("{text} $(CPPFLAGS) $(LDFLAGS)"))?;
        let libraries = self.expand("$(LDLIBS)")?;
        Ok(format!("{text} {} {libraries}", parts.join(" ")))
    }

    /// The ending of sources that no rule names.
    fn usual_ending(&self) -> &'static str {
        let is_c = |rule: &MakeRule| {
            rule.prerequisites
                .iter()
                .any(|it| file_extension(it) == "c")
        };
        let has_flags = |name: &str| self.variables.contains_key(name);
        let is_c = self.rules.iter().any(is_c) || has_flags("CFLAGS") && !has_flags("CXXFLAGS");
        if is_c { "c" } else { "cpp" }
    }

    fn collect_command(&self, all: &mut MakeCollector, text: &str) -> Result<(), String> {
        let text = text.trim_start_matches(['@', '-', '+']).trim();
        let words = shlex::split(text).ok_or("its quotes do not end")?;
        let Some((program, rest)) = words.split_first() else {
            return Ok(());
        };
        if IDLE.contains(&program.as_str()) {
            return Ok(());
        }
        if !is_compiler(program) {
            return Err(format!("{} is no command of a compiler", quote_word(text)));
        }
        let mut words = rest.iter();
        while let Some(word) = words.next() {
            if word == "-o" {
                words.next();
            } else if is_object(word) {
                self.collect_target(all, word)?;
            } else if is_source(word) && !word.contains(['?', '[']) {
                let source = word.trim_start_matches("./").to_owned();
                if !all.made.sources.contains(&source) {
                    all.made.sources.push(source);
                }
            } else if is_header(word) || word == "-c" || word.starts_with("-M") {
                // It changes nothing about the program.
            } else if word.starts_with('-') {
                all.made.add_flag(word)?;
            } else {
                return Err(format!("{} is no source", quote_word(word)));
            }
        }
        Ok(())
    }

    /// A command with its variables, and those of its rule.
    fn expand_automatic(
        &self,
        command: &str,
        target: &str,
        prerequisites: &[String],
    ) -> Result<String, String> {
        let all = prerequisites.join(" ");
        let first = prerequisites.first().map_or("", String::as_str);
        let stem = file_stem(target);
        let mut text = command.to_owned();
        for (name, value) in [('@', target), ('<', first), ('^', &all), ('*', stem)] {
            text = text
                .replace(&format!("$({name})"), value)
                .replace(&format!("${name}"), value);
        }
        self.expand(&text)
    }

    /// A text with the values of its variables.
    fn expand(&self, text: &str) -> Result<String, String> {
        let mut text = text.to_owned();
        for _ in 0..DEEPEST {
            let Some(at) = text.find('$') else {
                return Ok(text);
            };
            let rest = text.get(at + 1..).unwrap_or_default();
            let open = rest.chars().next().ok_or("it ends with `$`")?;
            let (name, end) = match open {
                '(' | '{' => {
                    let close = if open == '(' { ')' } else { '}' };
                    let end = rest.find(close).ok_or("a `$(` is never closed")?;
                    (rest.get(1..end).unwrap_or_default(), end + 1)
                }
                letter => (
                    rest.get(..letter.len_utf8()).unwrap_or_default(),
                    letter.len_utf8(),
                ),
            };
            let value = self.expand_variable(name)?;
            text = format!(
                "{}{value}{}",
                text.get(..at).unwrap_or_default(),
                rest.get(end..).unwrap_or_default()
            );
        }
        Err("its variables are too deep".to_owned())
    }

    /// The value of `NAME`, `NAME:.cpp=.o`, `wildcard *.cpp` or `patsubst %.cpp,%.o,$(NAME)`.
    fn expand_variable(&self, name: &str) -> Result<String, String> {
        if let Some(pattern) = name.strip_prefix("wildcard ") {
            return Ok(pattern.trim().to_owned());
        }
        if let Some((variable, change)) = name.split_once(':') {
            let (from, to) = change
                .split_once('=')
                .ok_or("a change of endings has no `=`")?;
            let value = self.variables.get(variable).cloned().unwrap_or_default();
            let value = self.expand(&value)?;
            let words = value.split_whitespace().map(|word| {
                match word.strip_suffix(from.trim_start_matches('%')) {
                    Some(stem) => format!("{stem}{}", to.trim_start_matches('%')),
                    None => word.to_owned(),
                }
            });
            let words: Vec<String> = words.collect();
            return Ok(words.join(" "));
        }
        if name.contains(char::is_whitespace) || name.contains('$') {
            return Err(format!(
                "{} is not read here",
                quote_word(&format!("$({name})"))
            ));
        }
        Ok(self.variables.get(name).cloned().unwrap_or_default())
    }
}

/// The endings of `.cpp.o`, which is the older form of `%.o: %.cpp`.
fn old_pattern(target: &str) -> Option<(&str, &str)> {
    let (from, to) = target.strip_prefix('.')?.split_once('.')?;
    is_source(&format!("%.{from}")).then_some((from, to))
}

/// Whether a file is made of a source by `-c`.
fn is_object(word: &str) -> bool {
    file_extension(file_name(word)) == "o"
}

/// `NAME = value`: the name, the letter before `=` if there is one, and the value.
fn split_assignment(line: &str) -> Option<(&str, &str, &str)> {
    let (before, value) = line.split_once('=')?;
    let operator = before.chars().next_back().filter(|it| ":+?".contains(*it));
    let name = before.trim_end_matches([':', '+', '?']).trim();
    let is_name = !name.is_empty()
        && name
            .chars()
            .all(|it| it.is_ascii_alphanumeric() || "_-.".contains(it));
    let operator = match operator {
        Some(':') => ":",
        Some('+') => "+",
        Some('?') => "?",
        _ => "",
    };
    is_name.then_some((name, operator, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makefiles_say_what_a_target_compiles_or_which_line_is_not_read() {
        let objects = "CXX = clang++\nCXXFLAGS := -Wall -std=c++17\nOBJ = $(SRC:.cpp=.o)\nSRC = main.cpp util.cpp\n\
                       .PHONY: all clean\nall: sum\nsum: $(OBJ)\n\t$(CXX) $(CXXFLAGS) -o $@ $^ -lm\n\
                       %.o: %.cpp util.h\n\t$(CXX) $(CXXFLAGS) -c $< -o $@\nclean:\n\trm -f sum *.o\n";
        let table = [
            (
                "all: prog\nprog: main.cpp\n\tg++ -o prog main.cpp\n",
                None,
                "prog main.cpp  ",
            ),
            (
                "prog: main.cpp util.h\n\t@echo building\n\tg++ -g main.cpp -o prog\n",
                Some("prog"),
                "prog main.cpp -g ",
            ),
            (objects, None, "sum main.cpp,util.cpp -Wall,-std=c++17 m"),
            (
                objects,
                Some("all"),
                "sum main.cpp,util.cpp -Wall,-std=c++17 m",
            ),
            ("CXXFLAGS = -O2\n", Some("sum"), "sum sum.cpp -O2 "),
            (
                "CFLAGS = -O2\nsum: sum.o more.o\n",
                Some("sum"),
                "sum sum.c,more.c -O2 ",
            ),
            (
                "sum: sum.o\n\tg++ -o $@ $^\n.cpp.o:\n\tg++ -g -c $<\n",
                None,
                "sum sum.cpp -g ",
            ),
            (
                "sum: $(wildcard *.cpp)\n\tg++ $^ -o $@\n",
                None,
                "sum *.cpp  ",
            ),
        ];
        for (text, target, expected) in table {
            let made = Makefile::parse("Makefile", text)
                .find_compilation(target)
                .unwrap();
            assert_eq!(made.to_line(), expected, "{text}");
        }
        for (text, target, why) in [
            (
                "all: one two\none: a.cpp\n\tg++ -o one a.cpp\n",
                None,
                "Makefile: `all` is not one program",
            ),
            (
                "test: sum\n\t./sum\n",
                None,
                "Makefile:2: `./sum` is no command of a compiler",
            ),
            (
                "ifdef DEBUG\nsum: a.cpp\n",
                None,
                "Makefile:1: `ifdef` is not read here",
            ),
            (
                "sum: a.cpp\n\tg++ $(shell pkg-config x) a.cpp\n",
                None,
                "Makefile:2: `$(shell pkg-config x)`",
            ),
            (
                "sum: a.cpp\n\tg++ -Iinclude a.cpp\n",
                None,
                "the flag `-Iinclude` is not carried over",
            ),
            (
                "sum: CXXFLAGS += -g\nsum: sum.cpp\n",
                None,
                "Makefile:1: `sum:` is not read here",
            ),
            ("\n", None, "Makefile: it has no rule"),
        ] {
            let found = Makefile::parse("Makefile", text)
                .find_compilation(target)
                .unwrap_err();
            assert!(found.contains(why), "{text}: {found}");
        }
    }
}
