//! Names that come from outside, made safe to print and to use as a file name.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use super::excerpt::cut_to;

/// The longest name that is kept whole, in bytes: file systems end at 255, and reports add endings.
const LONGEST: usize = 200;

/// `name` with every byte that is not part of a printable character as `\xNN`, and the backslash too, so that
/// different names stay different. Joiners and marks of direction stay where the script before them uses them. A very long name is cut and told apart by a checksum; what stands between is a
/// backslash that no short name has.
pub fn to_printable(name: impl AsRef<OsStr>) -> String {
    let bytes = name.as_ref().as_bytes();
    let shown: String = bytes
        .utf8_chunks()
        .map(|chunk| escape_chunk(chunk.valid(), chunk.invalid()))
        .collect();
    if shown.len() <= LONGEST {
        shown
    } else {
        shorten_name(&shown, bytes)
    }
}

fn escape_chunk(valid: &str, invalid: &[u8]) -> String {
    let mut shown = String::new();
    let mut before = None;
    for character in valid.chars() {
        let is_spelling = is_joiner_or_mark(character) && before.is_some_and(uses_joiners);
        before = Some(character);
        if is_spelling || is_printable(character) {
            shown.push(character);
        } else {
            let mut buffer = [0; 4];
            shown.push_str(&escape_bytes(character.encode_utf8(&mut buffer).as_bytes()));
        }
    }
    shown + &escape_bytes(invalid)
}

fn escape_bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect()
}

/// Zero-width joiners and marks of direction. They are part of how names are spelled, in Persian for example, and change the
/// direction of nothing but themselves.
pub fn is_joiner_or_mark(character: char) -> bool {
    matches!(character, '\u{200c}'..='\u{200f}' | '\u{061c}')
}

/// Whether a letter is of a script that is written from right to left or with joiners: Hebrew to Sinhala, and presentation forms.
fn uses_joiners(letter: char) -> bool {
    let is_of_script = matches!(letter,
        '\u{0590}'..='\u{0dff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}');
    is_of_script && !is_joiner_or_mark(letter)
}

/// Control characters, and those that change the direction or leave no trace, can make one name look like another.
fn is_printable(character: char) -> bool {
    let invisible = matches!(character,
        '\u{00ad}' | '\u{061c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202f}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}');
    character != '\\' && !character.is_control() && !invisible
}

fn shorten_name(shown: &str, bytes: &[u8]) -> String {
    // FNV-1a: only to tell two long names of one class apart.
    let checksum = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // A compiler goes by the ending.
    let ending = shown
        .rfind('.')
        .map(|dot| &shown[dot..])
        .filter(|ending| ending.len() <= 8)
        .unwrap_or_default();
    let start = cut_to(shown, LONGEST - 31);
    format!("{start}\\~{checksum:016x}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_stay_different_and_printable() {
        let names: [&[u8]; 6] = [
            b"\xff",
            b"\\xff",
            b"a\nb",
            b"a\x1b[31mb",
            "é".as_bytes(),
            "a\u{202e}b".as_bytes(),
        ];
        let shown: Vec<String> = names
            .iter()
            .map(|name| to_printable(OsStr::from_bytes(name)))
            .collect();
        assert_eq!(
            shown,
            [
                "\\xff",
                "\\x5cxff",
                "a\\x0ab",
                "a\\x1b[31mb",
                "é",
                "a\\xe2\\x80\\xaeb"
            ]
        );
    }

    #[test]
    fn joiners_stay_in_the_scripts_that_use_them_and_overrides_never_do() {
        for (name, shown) in [
            ("علی\u{200c}رضا", "علی\u{200c}رضا"),
            ("دانشجو\u{200f}", "دانشجو\u{200f}"),
            ("ශ්\u{200d}රී", "ශ්\u{200d}රී"),
            ("a\u{200c}nn", "a\\xe2\\x80\\x8cnn"),
            ("\u{200f}ann", "\\xe2\\x80\\x8fann"),
            ("ی\u{200c}\u{200c}", "ی\u{200c}\\xe2\\x80\\x8c"),
            ("ی\u{202e}cpp", "ی\\xe2\\x80\\xaecpp"),
            ("ی\u{2067}cpp", "ی\\xe2\\x81\\xa7cpp"),
        ] {
            assert_eq!(to_printable(name), shown);
        }
    }

    #[test]
    fn long_names_are_cut_and_stay_different() {
        let one = vec![0xfe; 255];
        let other = [vec![0xfe; 254], vec![0xfd]].concat();
        let shown = [
            to_printable(OsStr::from_bytes(&one)),
            to_printable(OsStr::from_bytes(&other)),
        ];
        assert!(shown.iter().all(|name| name.len() <= LONGEST));
        assert_ne!(shown[0], shown[1]);
    }
}
