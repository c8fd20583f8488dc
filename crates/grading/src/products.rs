//! What a program leaves besides standard output: standard error and files, compared with what the reference leaves.

use judging::compare;
use judging::compare::{ComparisonOutcome, ComparisonResult, ExpectedTranscript};
use model::{
    Comparison, ComparisonScope, Exit, ExpectedSideOutput, GameTurn, Observation, ObservedTurn,
    OutputPiece, PartCount, Prompt, PromptMode, SideOutput, StandardError, TestCase,
    TranscriptDifference, WrittenFile,
};

/// What the reference has left in a case; the error says in words why that is nothing to compare with.
pub(super) fn reference_products(
    case: &TestCase,
    seen: &Observation,
    written: &[WrittenFile],
) -> Result<Vec<ExpectedSideOutput>, String> {
    let mut all = Vec::new();
    for (product, file) in case.side_outputs() {
        let bytes = product_bytes(&product, seen, written);
        let bytes =
            bytes.ok_or_else(|| format!("it does not write {}", describe_product(&product)))?;
        let text = String::from_utf8(bytes.to_vec())
            .map_err(|_| format!("{} is not UTF-8", describe_product(&product)))?;
        all.push(ExpectedSideOutput {
            product,
            text,
            file: Some(file),
        });
    }
    all.extend(stated_stderr(case));
    Ok(all)
}

/// What the case itself says must be left; none if it says nothing.
pub(super) fn stated_stderr(case: &TestCase) -> Option<ExpectedSideOutput> {
    let StandardError::Text(text) = &case.stderr else {
        return None;
    };
    Some(ExpectedSideOutput {
        product: SideOutput::StandardError,
        text: text.clone(),
        file: None,
    })
}

/// The result of a run, with what it left: standard output is told first, then the first thing that differs. Right lines of files
/// count with those of the output.
pub(super) fn compare_products(
    mut compared: ComparisonResult,
    products: &[ExpectedSideOutput],
    seen: &Observation,
    written: &[WrittenFile],
    rule: &Comparison,
) -> ComparisonResult {
    let is_judged = matches!(seen.exit, Exit::Code(_)) && !compared.regardless_of_exit;
    let by_lines = rule.scope != ComparisonScope::Turns;
    for ExpectedSideOutput { product, text, .. } in products.iter().filter(|_| is_judged) {
        let has_parts = by_lines && matches!(product, SideOutput::File(_));
        let is_undecided = matches!(
            compared.outcome,
            ComparisonOutcome::Equal | ComparisonOutcome::Presentation
        );
        if !has_parts && !is_undecided {
            continue;
        }
        let bytes = product_bytes(product, seen, written);
        let mut left = compare_product_text(text, bytes.unwrap_or_default(), product, rule);
        if has_parts {
            compared.parts = add_parts(compared.parts, left.parts);
        }
        if !is_undecided {
            continue;
        }
        if bytes.is_none() {
            let sentence = format!(
                "Your program did not write {}, which it must.",
                describe_product(product)
            );
            left.outcome = ComparisonOutcome::Different;
            left.difference = Some(TranscriptDifference::from_sentence(&sentence));
        }
        let ComparisonResult {
            outcome,
            difference,
            ..
        } = left;
        if outcome != ComparisonOutcome::Equal
            && (compared.outcome == ComparisonOutcome::Equal
                || outcome == ComparisonOutcome::Different)
        {
            compared = ComparisonResult {
                outcome,
                difference,
                ..compared
            };
        }
    }
    compared
}

fn add_parts(known: Option<PartCount>, more: Option<PartCount>) -> Option<PartCount> {
    let both = known.zip(more).map(|(one, other)| PartCount {
        right: one.right + other.right,
        all: one.all + other.all,
    });
    both.or(known).or(more)
}

fn product_bytes<'a>(
    product: &SideOutput,
    seen: &'a Observation,
    written: &'a [WrittenFile],
) -> Option<&'a [u8]> {
    match product {
        SideOutput::StandardError => Some(&seen.stderr),
        SideOutput::File(name) => written
            .iter()
            .find(|file| file.name == *name)?
            .content
            .as_deref(),
    }
}

/// Compared as output is, in which there are no reads, and no prompts.
fn compare_product_text(
    text: &str,
    bytes: &[u8],
    product: &SideOutput,
    rule: &Comparison,
) -> ComparisonResult {
    let expected = [GameTurn {
        pieces: text_pieces(text),
        input: None,
    }];
    let seen = Observation::new(vec![ObservedTurn::without_input(bytes)], Exit::Code(0));
    let rule = Comparison {
        scope: if rule.scope == ComparisonScope::Output {
            rule.scope
        } else {
            ComparisonScope::Transcript
        },
        prompts: PromptMode::Any,
        checker: None,
        patterns: None,
        referee: None,
        aspects: None,
        ..rule.clone()
    };
    let mut compared = compare::compare_transcript(
        ExpectedTranscript {
            turns: &expected,
            messages: &[],
        },
        &seen,
        &rule,
    );
    let difference = compared.difference.take();
    let difference = difference.map(|found| TranscriptDifference {
        sentence: format!("In {}: {}", describe_product(product), found.sentence),
        turn: None,
        ..found
    });
    ComparisonResult {
        difference,
        ..compared
    }
}

/// Complete lines, and what stands behind the last of them.
fn text_pieces(text: &str) -> Vec<OutputPiece> {
    text.split_inclusive('\n').map(line_to_piece).collect()
}

fn line_to_piece(line: &str) -> OutputPiece {
    match line.strip_suffix('\n') {
        Some(complete) => OutputPiece::Message(complete.to_owned()),
        None => OutputPiece::Prompt(Prompt {
            text: line.to_owned(),
            shows: Vec::new(),
        }),
    }
}

fn describe_product(product: &SideOutput) -> String {
    match product {
        SideOutput::StandardError => "what it printed on standard error".to_owned(),
        SideOutput::File(name) => format!("the file `{name}`"),
    }
}
