//! `vpl_evaluate.cases`: statements `NAME = VALUE`, of which some have several lines.

/// What a statement says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StatementName {
    Case,
    Input,
    Output,
    MultilineEnd,
    GradeReduction,
    FailMessage,
    ProgramToRun,
    ProgramArguments,
    ExpectedExitCode,
    Variation,
    TimeLimit,
    /// What only a report shows; whether it has several lines.
    Display(bool),
}

/// The names of statements, in small letters.
const NAMES: [(&str, StatementName); 20] = [
    ("case", StatementName::Case),
    ("input", StatementName::Input),
    ("output", StatementName::Output),
    ("multiline end", StatementName::MultilineEnd),
    ("grade reduction", StatementName::GradeReduction),
    ("fail message", StatementName::FailMessage),
    ("fail output message", StatementName::FailMessage),
    ("program to run", StatementName::ProgramToRun),
    ("program arguments", StatementName::ProgramArguments),
    ("expected exit code", StatementName::ExpectedExitCode),
    ("variation", StatementName::Variation),
    ("time limit", StatementName::TimeLimit),
    ("pass message", StatementName::Display(true)),
    ("timeout message", StatementName::Display(true)),
    ("fail exit code message", StatementName::Display(true)),
    ("final report message", StatementName::Display(true)),
    ("case title format", StatementName::Display(false)),
    ("fail mark", StatementName::Display(false)),
    ("pass mark", StatementName::Display(false)),
    ("error mark", StatementName::Display(false)),
];

/// What a wrong case takes off.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum GradeReduction {
    /// In points of the activity.
    Points(f64),
    /// Of all points of the activity.
    Percent(f64),
}

/// A case. Statements before the first one hold for all.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct VplCase {
    pub(super) line: usize,
    pub(super) title: String,
    pub(super) input: String,
    /// One of these is enough.
    pub(super) outputs: Vec<String>,
    pub(super) reduction: Option<GradeReduction>,
    pub(super) fail_message: String,
    /// Negative: besides the output.
    pub(super) exit_code: i32,
    /// Another program than the student's.
    pub(super) program: String,
    pub(super) arguments: String,
    pub(super) variation: String,
    /// In seconds.
    pub(super) time_limit: Option<f64>,
}

/// A line that is no statement.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct UnknownLine {
    pub(super) line: usize,
    pub(super) text: String,
}

/// The cases of a file, and lines that are no statements.
pub(super) fn parse_cases(text: &str) -> (Vec<VplCase>, Vec<UnknownLine>) {
    let text = text.replace('\r', "");
    let mut reader = CaseReader::default();
    for (number, line) in (1..).zip(text.lines()) {
        reader.read_line(number, line);
    }
    reader.finish()
}

#[derive(Default)]
struct CaseReader {
    cases: Vec<VplCase>,
    unknown: Vec<UnknownLine>,
    defaults: VplCase,
    current: VplCase,
    has_case: bool,
    /// A statement of several lines that is not over.
    open: Option<(StatementName, String)>,
    /// What ends the next statement of several lines; empty if the next statement does.
    end: String,
}

impl CaseReader {
    fn read_line(&mut self, number: usize, line: &str) {
        let statement = parse_statement(line);
        if let Some((name, mut value)) = self.open.take() {
            let has_end = !self.end.is_empty();
            let at = line.rfind(&self.end);
            if let Some(at) = at.filter(|_| has_end && line.trim().ends_with(&self.end)) {
                value += &line[..at];
                self.end.clear();
                if name == StatementName::Input {
                    value.push('\n');
                }
                self.set_value(name, &value);
                return;
            }
            if has_end || statement.is_none() {
                value += line;
                value.push('\n');
                self.open = Some((name, value));
                return;
            }
            self.set_value(name, &value);
        }
        match statement {
            Some((name, value)) => self.begin_statement(number, name, value),
            None => {
                let content = line.trim();
                if !content.is_empty() && !content.starts_with('#') {
                    self.unknown.push(UnknownLine {
                        line: number,
                        text: content.to_owned(),
                    });
                }
            }
        }
    }

    fn begin_statement(&mut self, number: usize, name: StatementName, value: &str) {
        let is_long = matches!(
            name,
            StatementName::Input
                | StatementName::Output
                | StatementName::FailMessage
                | StatementName::Display(true)
        );
        if is_long {
            let first = value.strip_prefix(' ').unwrap_or(value);
            let cut = (!self.end.is_empty())
                .then(|| value.rfind(&self.end))
                .flatten();
            match cut {
                Some(at) => {
                    self.end.clear();
                    self.set_value(name, &value[..at]);
                }
                None => self.open = Some((name, format!("{first}\n"))),
            }
            return;
        }
        if name == StatementName::Case {
            if self.has_case {
                let next = self.defaults.clone();
                self.cases.push(std::mem::replace(&mut self.current, next));
            } else {
                self.has_case = true;
                self.defaults = self.current.clone();
            }
            self.end.clear();
            self.current.line = number;
            self.current.title = value.trim().to_owned();
            return;
        }
        self.set_value(name, value.trim());
    }

    fn set_value(&mut self, name: StatementName, value: &str) {
        let case = &mut self.current;
        match name {
            StatementName::Input => value.clone_into(&mut case.input),
            StatementName::Output => case.outputs.push(value.to_owned()),
            StatementName::FailMessage => value.trim().clone_into(&mut case.fail_message),
            StatementName::MultilineEnd => value.clone_into(&mut self.end),
            StatementName::GradeReduction => case.reduction = parse_reduction(value),
            StatementName::ProgramToRun => value.clone_into(&mut case.program),
            StatementName::ProgramArguments => value.clone_into(&mut case.arguments),
            StatementName::ExpectedExitCode => case.exit_code = value.parse().unwrap_or(0),
            StatementName::Variation => value.clone_into(&mut case.variation),
            StatementName::TimeLimit => case.time_limit = value.parse().ok(),
            StatementName::Case | StatementName::Display(_) => {}
        }
    }

    fn finish(mut self) -> (Vec<VplCase>, Vec<UnknownLine>) {
        if let Some((name, value)) = self.open.take() {
            self.set_value(name, &value);
        }
        if self.has_case {
            self.cases.push(self.current);
        }
        (self.cases, self.unknown)
    }
}

/// The name and the value of a statement; none for another line.
fn parse_statement(line: &str) -> Option<(StatementName, &str)> {
    let (name, value) = line.split_once('=')?;
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    let name = words.join(" ");
    // Its manual says `program args`, and `timeout mark` is a mark like the others.
    let name = match name.as_str() {
        "program args" => "program arguments",
        "timeout mark" => "fail mark",
        other => other,
    };
    let known = NAMES.iter().find(|(known, _)| *known == name);
    known.map(|(_, found)| (*found, value))
}

fn parse_reduction(value: &str) -> Option<GradeReduction> {
    match value.strip_suffix('%') {
        Some(percent) => percent.trim().parse().ok().map(GradeReduction::Percent),
        None => value.parse().ok().map(GradeReduction::Points),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_on_to_the_next_statement_or_to_their_end() {
        let text = "# A comment\ngrade reduction = 5%\nCase = Sum\n INPUT = 3\n4\n\nOutput = 7\noutput=x = 7\n\
                    case=End\nmultiline end = DONE\ninput = a\ncase = no\nDONE\noutput=1\n\
                    fail message = Look\nagain\ngrade reduction=2\nprogram args = a 'b c'\n\
                    case=Exit\nexpected exit code = -3\nwhat is this\noutput=\"a\nb\"";
        let (cases, unknown) = parse_cases(text);
        let found: Vec<(&str, &str, Vec<&str>)> = cases
            .iter()
            .map(|one| {
                let outputs = one.outputs.iter().map(String::as_str).collect();
                (one.title.as_str(), one.input.as_str(), outputs)
            })
            .collect();
        let expected = [
            ("Sum", "3\n4\n\n", vec!["7\n", "x = 7\n"]),
            ("End", "a\ncase = no\n\n", vec!["1\n"]),
            ("Exit", "", vec!["\"a\nb\"\n"]),
        ];
        assert_eq!(found, expected);
        let [sum, end, exit] = cases.as_slice() else {
            panic!("three cases")
        };
        assert_eq!(sum.reduction, Some(GradeReduction::Percent(5.0)));
        assert_eq!(end.reduction, Some(GradeReduction::Points(2.0)));
        assert_eq!(end.fail_message, "Look\nagain");
        assert_eq!((end.arguments.as_str(), exit.exit_code), ("a 'b c'", -3));
        let expected = UnknownLine {
            line: 21,
            text: "what is this".to_owned(),
        };
        assert_eq!(unknown, [expected]);
    }
}
