//! A program, read once for all comparisons: its canonical tokens, its fragments, its shape and its words.

use std::collections::{BTreeMap, BTreeSet};

use crate::canonical::{
    self, CanonicalProgram, CanonicalToken, TokenList, TokenRules, canonicalise, codes_of,
};
use crate::codes::{TokenCode, hash_text, mix};
use crate::shape::shape_features;
use cpp::source::{FileView, ParsedProgram};
use serde::{Deserialize, Serialize};
use support::excerpt::cut_to;

/// How many tokens a fragment has.
pub(crate) const FRAGMENT_LENGTH: usize = 5;

/// The longest line that is kept for display, in bytes.
const LONGEST_LINE: usize = 400;

/// A program that is to be compared, as it was handed in.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ProgramSource {
    /// Whose it is.
    pub name: String,
    /// The archive that it comes from; none for a program of the class.
    pub archive: Option<String>,
    /// Its files by name, in any encoding.
    pub files: Vec<(String, Vec<u8>)>,
    /// The names of those files that are the instructor's.
    pub provided: Vec<String>,
}

/// What an assignment gives to everybody: it counts for nobody.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct BaseCode {
    fragments: BTreeSet<u64>,
    shape: BTreeSet<u64>,
    words: BTreeSet<u64>,
    dictated: BTreeSet<Vec<TokenCode>>,
    required: BTreeSet<String>,
}

/// A program that was read.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ReadProgram {
    /// Whose it is.
    pub name: String,
    /// The archive that it comes from; none for a program of the class.
    pub archive: Option<String>,
    /// Its files, as they are shown.
    pub files: Vec<SourceListing>,
    /// How many canonical tokens it has.
    pub token_count: usize,
    /// How many fragments are left without base code.
    pub fragment_count: usize,
    /// Whether base code took fragments out.
    pub has_base_code: bool,
    /// Whether one of its files is too large or too strange to be read.
    pub is_unread: bool,
    pub(crate) pieces: Vec<TokenList>,
    pub(crate) names: Vec<String>,
    /// Hashes of its fragments, sorted, each once.
    pub(crate) fragments: Vec<u64>,
    /// Hashes of its subtrees, sorted, with how often each occurs.
    pub(crate) shape: Vec<(u64, u32)>,
    /// Hashes of its words, sorted, each once.
    pub(crate) words: Vec<u64>,
}

/// A file of a program, as it is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceListing {
    /// Its name.
    pub name: String,
    /// Its lines, as they were typed.
    pub lines: Vec<String>,
    /// Its comments: the first line, from 0 on, and the text.
    pub comments: Vec<(usize, String)>,
}

impl BaseCode {
    /// What these programs and prototypes give. Functions named in `prototypes` count although `main` does not call them.
    pub fn from_programs(programs: &[ProgramSource], prototypes: &[String]) -> BaseCode {
        let mut base = BaseCode::default();
        let text: String = prototypes.iter().map(|text| format!("{text};\n")).collect();
        let files = [("prototypes.cpp".to_owned(), text.into_bytes())];
        let parsed = ParsedProgram::parse_files(&files, &[], None);
        base.dictated = canonical::header_codes(&parsed.file_views());
        for prototype in prototypes {
            base.required.extend(prototype_name(prototype));
        }
        for program in programs {
            for keeps_dead_code in [false, true] {
                let read = read_with_rules(program, &base, keeps_dead_code);
                base.fragments.extend(read.fragments);
                base.shape.extend(read.shape.iter().map(|(hash, _)| *hash));
                base.words.extend(read.words);
            }
        }
        base
    }
}

/// The name before the first bracket.
fn prototype_name(prototype: &str) -> Option<String> {
    let before = prototype.split('(').next()?;
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let name = before.trim_end().rsplit(|letter| !is_part(letter)).next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// Reads a program. Anything is a program: what cannot be read has no tokens.
pub fn read_program(source: &ProgramSource, base: &BaseCode) -> ReadProgram {
    let mut read = read_with_rules(source, base, false);
    let before = read.fragments.len();
    read.fragments.retain(|hash| !base.fragments.contains(hash));
    read.shape.retain(|(hash, _)| !base.shape.contains(hash));
    read.words.retain(|hash| !base.words.contains(hash));
    read.fragment_count = read.fragments.len();
    read.has_base_code = read.fragment_count < before;
    read
}

fn read_with_rules(source: &ProgramSource, base: &BaseCode, keeps_dead_code: bool) -> ReadProgram {
    let files: Vec<(String, Vec<u8>)> = source
        .files
        .iter()
        .map(|(name, bytes)| (name.clone(), decode_text(bytes).into_bytes()))
        .collect();
    let parsed = ParsedProgram::parse_files(&files, &source.provided, None);
    let views = parsed.file_views();
    let rules = TokenRules {
        dictated: &base.dictated,
        required: &base.required,
        keeps_dead_code,
    };
    let CanonicalProgram { pieces, names } = canonicalise(&views, rules);
    ReadProgram {
        name: source.name.clone(),
        archive: source.archive.clone(),
        files: views.iter().map(list_source).collect(),
        token_count: pieces.iter().map(Vec::len).sum(),
        fragment_count: 0,
        has_base_code: false,
        is_unread: views.iter().any(|view| view.is_unread),
        fragments: fragment_hashes(&pieces),
        shape: shape_features(&views),
        words: word_hashes(&views),
        pieces,
        names,
    }
}

/// A program's text, whatever encoding it has: UTF-16 with a mark, UTF-8, or one byte for each character.
fn decode_text(bytes: &[u8]) -> String {
    let wide = |rest: &[u8], read: fn([u8; 2]) -> u16| {
        let pairs = rest.chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
        String::from_utf16_lossy(&pairs.collect::<Vec<_>>())
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => wide(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => wide(rest, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
        },
    }
}

fn list_source(view: &FileView<'_>) -> SourceListing {
    let comments = view.comments.iter();
    SourceListing {
        name: view.name.to_owned(),
        lines: view.lines.iter().map(|line| shorten(line)).collect(),
        comments: comments
            .map(|comment| (comment.line, comment.text.to_owned()))
            .collect(),
    }
}

fn shorten(line: &str) -> String {
    if line.len() <= LONGEST_LINE {
        return line.to_owned();
    }
    format!("{}…", cut_to(line, LONGEST_LINE))
}

/// The hash of one fragment.
pub(crate) fn fragment_hash(tokens: &[CanonicalToken]) -> u64 {
    tokens.iter().fold(tokens.len() as u64, |hash, token| {
        mix(hash, u64::from(token.code))
    })
}

/// The fragments of a piece: all runs of five tokens, or all of a piece that is shorter.
pub(crate) fn piece_fragments(piece: &[CanonicalToken]) -> Vec<u64> {
    if piece.len() < FRAGMENT_LENGTH {
        return vec![fragment_hash(piece)];
    }
    piece.windows(FRAGMENT_LENGTH).map(fragment_hash).collect()
}

fn fragment_hashes(pieces: &[TokenList]) -> Vec<u64> {
    let all = pieces.iter().flat_map(|piece| piece_fragments(piece));
    let mut hashes: Vec<u64> = all.collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

/// Names, literals and the words of comments.
fn word_hashes(views: &[FileView<'_>]) -> Vec<u64> {
    let mut words = BTreeSet::new();
    for view in views {
        for id in view.syntax.all_nodes() {
            let text = view.syntax.text(id);
            match view.syntax.kind(id) {
                "identifier" | "field_identifier" | "type_identifier" | "number_literal"
                | "char_literal" => {
                    words.insert(hash_text(text));
                }
                "string_literal" => add_words(text, &mut words),
                _ => {}
            }
        }
        for comment in &view.comments {
            add_words(comment.text, &mut words);
        }
    }
    words.into_iter().collect()
}

fn add_words(text: &str, words: &mut BTreeSet<u64>) {
    let parts = text.split(|letter: char| !letter.is_alphanumeric());
    for part in parts.filter(|part| part.chars().nth(1).is_some()) {
        words.insert(hash_text(&part.to_lowercase()));
    }
}

impl ReadProgram {
    /// A program whose files could not be read.
    pub fn unread(source: &ProgramSource) -> ReadProgram {
        ReadProgram {
            name: source.name.clone(),
            archive: source.archive.clone(),
            is_unread: true,
            ..ReadProgram::default()
        }
    }

    /// The same as what another process, which a student's bytes may have misled, says of this source: its order and counts are made
    /// sound, and whose program it is comes from us.
    #[must_use]
    pub fn validate_against(mut self, source: &ProgramSource) -> ReadProgram {
        self.name.clone_from(&source.name);
        self.archive.clone_from(&source.archive);
        self.fragments.sort_unstable();
        self.fragments.dedup();
        self.words.sort_unstable();
        self.words.dedup();
        self.shape.retain(|(_, count)| *count > 0);
        self.shape.sort_unstable();
        self.shape.dedup_by_key(|(hash, _)| *hash);
        self.token_count = self.pieces.iter().map(Vec::len).sum();
        self.fragment_count = self.fragments.len();
        self
    }

    /// A name of the program by its place.
    pub(crate) fn name_at(&self, place: u32) -> Option<&str> {
        self.names.get(place as usize).map(String::as_str)
    }

    /// Whether two programs are token for token the same, wherever their functions are.
    pub fn has_same_tokens_as(&self, other: &ReadProgram) -> bool {
        let of = |program: &ReadProgram| {
            let mut counts: BTreeMap<Vec<TokenCode>, usize> = BTreeMap::new();
            for piece in &program.pieces {
                *counts.entry(codes_of(piece)).or_default() += 1;
            }
            counts
        };
        of(self) == of(other)
    }
}
