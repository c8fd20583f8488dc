//! `gen/GEN`: a line for each case, and what subtasks are worth.

/// Subtasks and generators.
pub(super) const GEN: &str = "gen/GEN";

/// How the input of a case comes to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CmsInput {
    /// The arguments of the generator.
    Generated(String),
    /// The path of a file.
    Copied(String),
}

/// A line that is a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CmsCase {
    pub(super) line: usize,
    pub(super) input: CmsInput,
}

/// Cases of which the worst one decides.
#[derive(Debug, PartialEq)]
pub(super) struct CmsSubtask {
    pub(super) line: usize,
    /// None if the cases are in no subtask: each earns its share.
    pub(super) points: Option<f64>,
    pub(super) cases: Vec<CmsCase>,
}

/// The subtasks of a file, or one without points if it has none. The error is a line with its mistake.
pub(super) fn parse_subtasks(text: &str) -> Result<Vec<CmsSubtask>, (usize, String)> {
    let mut subtasks: Vec<CmsSubtask> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let (arguments, comment) = content.split_once('#').unwrap_or((content, ""));
        let arguments = arguments.trim();
        let comment = comment.trim();
        if let Some(points) = comment.strip_prefix("ST:") {
            let points = points.trim().parse::<f64>();
            let points =
                points.map_err(|_| (line, "the points of a subtask are no number".to_owned()))?;
            subtasks.push(CmsSubtask {
                line,
                points: Some(points),
                cases: Vec::new(),
            });
            continue;
        }
        let input = match comment.strip_prefix("COPY:") {
            Some(path) => CmsInput::Copied(path.trim().to_owned()),
            None if arguments.is_empty() => continue,
            None => CmsInput::Generated(arguments.to_owned()),
        };
        if subtasks.is_empty() {
            subtasks.push(CmsSubtask {
                line,
                points: None,
                cases: Vec::new(),
            });
        }
        if let Some(last) = subtasks.last_mut() {
            last.cases.push(CmsCase { line, input });
        }
    }
    let has_loose = subtasks.first().is_some_and(|first| first.points.is_none());
    if has_loose && subtasks.len() > 1 {
        return Err((1, "a case stands before the first subtask".to_owned()));
    }
    Ok(subtasks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cases_and_comments_begin_subtasks() {
        let text = "# Examples\n#ST: 0\n#COPY: gen/a.txt\n\n# ST: 40\n10 20 # small\n 30\n";
        let subtasks = parse_subtasks(text).unwrap();
        let found: Vec<(usize, Option<f64>, Vec<CmsInput>)> = subtasks
            .into_iter()
            .map(|one| {
                let inputs = one.cases.into_iter().map(|case| case.input);
                (one.line, one.points, inputs.collect())
            })
            .collect();
        let generated = |text: &str| CmsInput::Generated(text.to_owned());
        let expected = [
            (2, Some(0.0), vec![CmsInput::Copied("gen/a.txt".to_owned())]),
            (5, Some(40.0), vec![generated("10 20"), generated("30")]),
        ];
        assert_eq!(found, expected);
        assert_eq!(parse_subtasks("1\n2\n").unwrap()[0].points, None);
        assert!(parse_subtasks("1\n#ST: 5\n2\n").is_err());
        assert!(parse_subtasks("#ST: many\n").is_err());
    }
}
