//! What all reports on similar programs say in the same words.

use similarity::{AlignedFragment, LeftOutReason, RankedPair, ReadProgram, SimilarityRanking};
use support::digest::DigestBuilder;

/// No smaller expectation is written: the background is not known better than that.
pub(super) const LEAST_EXPECTED: f64 = 0.001;

/// What every report ends with.
pub(super) const CAVEAT: &str = "This is a ranking, not a verdict. A high place does not mean that somebody copied, and a low one does not mean that nobody did. \
                                 Read the fragments: starter code, a textbook and advice of assistants look the same.";

/// Whether programs are shown by the names of their students.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameDisplay {
    /// By their names.
    Names,
    /// By a code that this seed makes of each name. Names of files, comments and reasons are not shown either.
    Codes(String),
}

impl NameDisplay {
    /// Whether names are hidden.
    pub(super) fn is_anonymous(&self) -> bool {
        matches!(self, NameDisplay::Codes(_))
    }

    /// What a program is called.
    pub(super) fn program_name(&self, program: &ReadProgram) -> String {
        let name = program.full_name();
        match self {
            NameDisplay::Names => name,
            NameDisplay::Codes(seed) => {
                let digest = DigestBuilder::default()
                    .with_piece(seed.as_bytes())
                    .with_piece(name.as_bytes());
                let code = digest.finish().leading_u64() >> 32;
                let archive = if program.archive.is_some() {
                    "archived "
                } else {
                    ""
                };
                format!("{archive}program {code:08x}")
            }
        }
    }

    /// Both programs of a pair.
    pub(super) fn pair_names(&self, ranking: &SimilarityRanking, pair: &RankedPair) -> [String; 2] {
        [pair.first, pair.second].map(|place| self.program_name(&ranking.programs[place].program))
    }

    /// What is said of an explained pair.
    pub(super) fn reason_text(&self, pair: &RankedPair) -> Option<String> {
        let reason = pair.reason.as_ref()?;
        Some(match self {
            NameDisplay::Names => reason.clone(),
            NameDisplay::Codes(_) => "explained".to_owned(),
        })
    }

    /// What a file of a program is called.
    pub(super) fn file_name(&self, program: &ReadProgram, file: usize) -> String {
        match self {
            NameDisplay::Names => program
                .files
                .get(file)
                .map(|file| file.name.clone())
                .unwrap_or_default(),
            NameDisplay::Codes(_) => format!("file {}", file + 1),
        }
    }
}

/// A share in percent, rounded down: only what is whole is 100 %.
pub(super) fn percent_text(share: f64) -> String {
    format!("{} %", (share * 100.0).floor())
}

/// How many such pairs honest classes have, for a table.
pub(super) fn expected_text(expected: Option<f64>) -> String {
    match expected {
        None => "not known".to_owned(),
        Some(few) if few < LEAST_EXPECTED => "under 1 in 1,000".to_owned(),
        Some(some) if some < 0.995 => format!("{} in 1,000", (some * 1000.0).ceil()),
        Some(many) => format!("{} per class", many.round()),
    }
}

/// The same as a sentence.
pub(super) fn expected_sentence(expected: Option<f64>) -> String {
    match expected {
        None => "There are too few programs to say how often honest classes have such a pair."
            .to_owned(),
        Some(few) if few < LEAST_EXPECTED => {
            "Less than 1 in 1,000 honest classes of this size is expected to have such a pair."
                .to_owned()
        }
        Some(some) if some < 0.995 => format!(
            "{} such pairs are expected in 1,000 honest classes of this size.",
            (some * 1000.0).ceil()
        ),
        Some(many) => format!(
            "About {} such pairs are expected in every honest class of this size.",
            many.round()
        ),
    }
}

/// What the background is, or that there is none.
pub(super) fn background_sentence(ranking: &SimilarityRanking) -> String {
    match &ranking.background {
        Some(background) => format!(
            "Background: {} programs, one of each cluster. Half of their pairs score below {}, and 9 in 10 below {}.",
            background.programs,
            percent_text(background.median),
            percent_text(background.ninth_decile)
        ),
        None => format!(
            "Fewer than {} programs (one of each cluster): nothing is said of how often an honest class has such a pair, and there are no groups.",
            similarity::FEWEST_PROGRAMS
        ),
    }
}

/// How many programs were compared.
pub(super) fn size_sentence(ranking: &SimilarityRanking) -> String {
    let compared = ranking.programs.iter().filter(|one| one.left_out.is_none());
    let archived = compared.clone().filter(|one| one.program.archive.is_some());
    let archived = archived.count();
    let own = compared.count() - archived;
    let more = if archived > 0 {
        format!(" and {archived} of archives")
    } else {
        String::new()
    };
    format!("{own} programs{more}, {} pairs", ranking.pair_count)
}

/// The programs that are left out, with the reason, if there are any.
pub(super) fn left_out_sentences(ranking: &SimilarityRanking, names: &NameDisplay) -> Vec<String> {
    let reasons = [
        (LeftOutReason::TooShort, "Too short to say"),
        (LeftOutReason::NothingLeft, "Nothing left without base code"),
        (LeftOutReason::Unread, "Too large or too strange to be read"),
    ];
    let mut sentences = Vec::new();
    for (reason, title) in reasons {
        let left_out = ranking.programs.iter();
        let left_out = left_out.filter(|one| one.left_out == Some(reason));
        let left_out: Vec<String> = left_out
            .map(|one| names.program_name(&one.program))
            .collect();
        if !left_out.is_empty() {
            sentences.push(format!("{title}: {}", left_out.join(", ")));
        }
    }
    sentences
}

/// The programs of each group.
pub(super) fn group_texts(ranking: &SimilarityRanking, names: &NameDisplay) -> Vec<String> {
    let name = |place: &usize| names.program_name(&ranking.programs[*place].program);
    let groups = ranking.groups.iter();
    groups
        .map(|group| group.iter().map(name).collect::<Vec<_>>().join(", "))
        .collect()
}

/// How rare a fragment is, from 0 to 4.
pub(super) fn rarity_level(fragment: &AlignedFragment) -> usize {
    (fragment.rarity * 4.99) as usize
}

/// The length of the longest part that both have, in lines of the first program.
pub(super) fn longest_fragment(pair: &RankedPair) -> usize {
    let fragments = pair.explanation.iter().flat_map(|it| &it.fragments);
    let lengths = fragments.map(|fragment| fragment.first.to + 1 - fragment.first.from);
    lengths.max().unwrap_or(0)
}
