//! Comparing where the reads say nothing: the program flushed nothing before it read, or nobody could watch it.
//!
//! Prompts then have no visible end: each stands glued to whatever was printed next. The expected transcript says
//! where prompts may be; between them its content must appear line by line. What stands in a prompt's place must be
//! no row of a board, be one line (unless the reference asks again there), and not be the program's own prompt more
//! often than the reference reads.

use std::borrow::Cow;

use super::expected::{BoardShape, ExpectedTurn};
use super::prompt::{self, PromptHistory, glued_before};
use super::shown::{ChatterFilter, count_occurrences};
use super::text::MatchOptions;
use model::ExtraLines;

/// What the expected transcript demands, in order.
#[derive(Debug, Clone)]
enum OutputDemand<'a> {
    /// These lines.
    Content(Vec<&'a str>),
    /// One or several reads with nothing but prompts between them.
    Prompts {
        reads: usize,
        asks_again: bool,
        shows: Vec<&'a str>,
    },
}

/// What a whole output is held against.
pub(super) struct OutputExpectation<'a> {
    pub(super) expected: &'a [ExpectedTurn],
    pub(super) board: &'a BoardShape,
    pub(super) chatter: &'a ChatterFilter,
    pub(super) options: MatchOptions,
}

impl<'a> OutputExpectation<'a> {
    /// Whether `actual` is the expected output under free prompts; with `must_show`, they must show what they must.
    pub(super) fn is_matched_by(&self, actual: &str, must_show: bool) -> bool {
        let lines = actual.split('\n').map(Cow::Borrowed).collect();
        let mut matcher = OutputMatcher {
            must_show,
            ..self.start_matcher(lines, PromptHistory::default())
        };
        let demands = list_demands(self.expected);
        demands
            .iter()
            .enumerate()
            .all(|(index, demand)| match demand {
                OutputDemand::Content(lines) => lines.iter().all(|line| matcher.take_line(line)),
                OutputDemand::Prompts {
                    reads,
                    asks_again,
                    shows,
                } => {
                    let next = match demands.get(index + 1) {
                        Some(OutputDemand::Content(lines)) => lines.first().copied(),
                        _ => None,
                    };
                    matcher.take_prompts(next, *reads, *asks_again, shows)
                }
            })
            && matcher.is_at_end()
    }

    /// Whether `actual` ends with the expected last screen, whose first row a prompt may be glued to, and, where the
    /// reference quit, with no more after it than prompts for the reads that the reference made.
    pub(super) fn ends_with(&self, screen: &[String], actual: &str) -> bool {
        let mut lines: Vec<Cow<'_, str>> = actual
            .split('\n')
            .filter(|line| !line.trim().is_empty())
            .map(Cow::Borrowed)
            .collect();
        let own_prompts = prompts_before_rows(&lines, self.board, screen.len());
        let mut after: Vec<Cow<'_, str>> = Vec::new();
        let demands = list_demands(self.expected);
        let quit = demands
            .last()
            .filter(|demand| matches!(demand, OutputDemand::Prompts { .. }));
        while quit.is_some() && lines.last().is_some_and(|line| !self.board.is_row(line)) {
            after.extend(lines.pop());
        }
        after.reverse();
        if self.options.extra_lines == ExtraLines::Allow {
            lines.retain(|line| !self.chatter.is_chatter(line));
        }
        let Some(start) = lines.len().checked_sub(screen.len()) else {
            return false;
        };
        let mut matcher = OutputMatcher {
            position: start,
            ..self.start_matcher(lines, own_prompts)
        };
        let Some(first) = screen.first() else {
            return true;
        };
        let current = matcher.current_line();
        if current
            .and_then(|line| glued_before(line, first, self.board, self.options))
            .is_some()
        {
            matcher.lines[start] = first.into();
        }
        let equal = screen.iter().all(|line| matcher.take_line(line));
        equal
            && match quit {
                Some(OutputDemand::Prompts {
                    reads,
                    asks_again,
                    shows,
                }) => matcher.is_possible(&after, *reads, *asks_again, true, shows),
                _ => true,
            }
    }

    fn start_matcher<'m>(
        &self,
        lines: Vec<Cow<'m, str>>,
        own_prompts: PromptHistory,
    ) -> OutputMatcher<'m>
    where
        'a: 'm,
    {
        let OutputExpectation {
            board,
            chatter,
            options,
            ..
        } = *self;
        OutputMatcher {
            lines,
            position: 0,
            board,
            chatter,
            options,
            must_show: false,
            own_prompts,
        }
    }
}

/// What a program prints before rows of boards; not before the first, which may follow a welcome.
fn prompts_before_rows(lines: &[Cow<'_, str>], board: &BoardShape, rows: usize) -> PromptHistory {
    let first = lines
        .iter()
        .position(|line| board.is_row(line) || board.before_row(line).is_some());
    let later = &lines[first.map_or(lines.len(), |first| first + 1)..];
    let mut asked = PromptHistory::default();
    for pair in later
        .windows(2)
        .filter(|pair| is_apart_from_board(board, &pair[0]) && board.is_row(&pair[1]))
    {
        asked.record_prompt(&pair[0]);
    }
    for prompt in later.iter().filter_map(|line| board.before_row(line)) {
        asked.record_prompt(prompt);
    }
    if asked.is_empty() && later.len() > rows {
        // Several boards and nothing before any of them: the program never asks.
        asked.record_prompt("");
    }
    asked
}

fn is_apart_from_board(board: &BoardShape, line: &str) -> bool {
    !board.is_row(line) && board.before_row(line).is_none()
}

fn list_demands(expected: &[ExpectedTurn]) -> Vec<OutputDemand<'_>> {
    let mut demands: Vec<OutputDemand<'_>> = Vec::new();
    for turn in expected {
        let content: Vec<&str> = turn
            .content
            .iter()
            .map(String::as_str)
            .filter(|line| !line.trim().is_empty())
            .collect();
        let silent = content.is_empty();
        if !silent {
            demands.push(OutputDemand::Content(content));
        }
        if turn.input.is_none() {
            continue;
        }
        let showing = turn
            .prompts
            .iter()
            .flat_map(|prompt| &prompt.shows)
            .map(String::as_str);
        match demands.last_mut() {
            Some(OutputDemand::Prompts {
                reads,
                asks_again,
                shows,
            }) => {
                *reads += 1;
                *asks_again = true;
                shows.extend(showing);
            }
            _ => demands.push(OutputDemand::Prompts {
                reads: 1,
                asks_again: silent,
                shows: showing.collect(),
            }),
        }
    }
    demands
}

struct OutputMatcher<'a> {
    lines: Vec<Cow<'a, str>>,
    position: usize,
    board: &'a BoardShape,
    chatter: &'a ChatterFilter,
    options: MatchOptions,
    must_show: bool,
    /// The program's own prompts, as far as they stood alone.
    own_prompts: PromptHistory,
}

impl<'a> OutputMatcher<'a> {
    fn take_line(&mut self, expected: &str) -> bool {
        loop {
            self.skip_blank();
            let Some(line) = self.current_line() else {
                return false;
            };
            let found = self.options.is_same(expected, line);
            if !found && !self.may_chat(line) {
                return false;
            }
            self.position += 1;
            if found {
                return true;
            }
        }
    }

    fn take_prompts(
        &mut self,
        next: Option<&'a str>,
        reads: usize,
        asks_again: bool,
        shows: &[&str],
    ) -> bool {
        let mut texts: Vec<Cow<'_, str>> = Vec::new();
        loop {
            self.skip_blank();
            let Some(line) = self.lines.get(self.position).cloned() else {
                break;
            };
            if let Some(prompt) =
                next.and_then(|next| glued_before(&line, next, self.board, self.options))
            {
                if !prompt.trim().is_empty() {
                    texts.push(prompt.to_owned().into());
                }
                self.lines[self.position] = next.unwrap_or_default().into();
                break;
            }
            if self.board.is_row(&line) {
                return false;
            }
            texts.push(line);
            self.position += 1;
        }
        self.is_possible(&texts, reads, asks_again, next.is_none(), shows)
    }

    fn is_possible(
        &mut self,
        texts: &[Cow<'_, str>],
        reads: usize,
        asks_again: bool,
        last: bool,
        shows: &[&str],
    ) -> bool {
        let text = texts.join("\n");
        let chats = self.options.extra_lines == ExtraLines::Allow;
        // Where the player types cannot be seen here, so a last line that shows nothing may be no prompt at all.
        let is_one_prompt = texts.len() < 2
            || (texts
                .iter()
                .all(|line| shows.iter().any(|word| count_occurrences(line, word) > 0))
                && prompt::find_prompt_start(texts, shows, |line| {
                    !self.chatter.repeats_message(line)
                }) == 0);
        if (!asks_again && !chats && !is_one_prompt)
            || (last && !chats && !self.own_prompts.allows_text(&text, reads))
        {
            return false;
        }
        if reads == 1 && !last && !asks_again {
            self.own_prompts.record_prompt(&text);
        }
        !self.must_show
            || shows
                .iter()
                .all(|word| count_occurrences(&text, word) >= count_equal_words(shows, word))
    }

    fn current_line(&self) -> Option<&str> {
        self.lines.get(self.position).map(Cow::as_ref)
    }

    fn skip_blank(&mut self) {
        while self
            .current_line()
            .is_some_and(|line| line.trim().is_empty())
        {
            self.position += 1;
        }
    }

    fn may_chat(&self, line: &str) -> bool {
        self.options.extra_lines == ExtraLines::Allow && self.chatter.is_chatter(line)
    }

    fn is_at_end(&mut self) -> bool {
        self.skip_blank();
        while self
            .current_line()
            .is_some_and(|line| line.trim().is_empty() || self.may_chat(line))
        {
            self.position += 1;
        }
        self.position == self.lines.len()
    }
}

fn count_equal_words(words: &[&str], wanted: &str) -> usize {
    words.iter().filter(|word| **word == wanted).count()
}
