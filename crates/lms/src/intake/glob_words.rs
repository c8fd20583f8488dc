//! The names that a glob stands for, in words.

/// `game.{s,cpp}` as `` `game.s` or `game.cpp` ``; what has no such alternatives, or too many, as it is.
pub(super) fn describe_glob(glob: &str) -> String {
    const MOST: usize = 6;
    let names = expand_alternatives(glob);
    let names = if names.len() > MOST {
        vec![glob.to_owned()]
    } else {
        names
    };
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => quoted.concat(),
    }
}

/// One name for each alternative between braces. Braces in braces stay.
fn expand_alternatives(glob: &str) -> Vec<String> {
    let parts = glob.split_once('{').and_then(|(before, rest)| {
        let (inside, after) = rest.split_once('}')?;
        (!inside.contains(['{', '\\'])).then_some((before, inside, after))
    });
    let Some((before, inside, after)) = parts else {
        return vec![glob.to_owned()];
    };
    let mut names = Vec::new();
    for end in expand_alternatives(after) {
        names.extend(
            inside
                .split(',')
                .map(|middle| format!("{before}{middle}{end}")),
        );
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_become_names() {
        let cases = [
            ("tttn.cpp", "`tttn.cpp`"),
            (
                "counters.{s,asm,cpp}",
                "`counters.s`, `counters.asm` or `counters.cpp`",
            ),
            ("a{1,2}.{c,h}", "`a1.c`, `a2.c`, `a1.h` or `a2.h`"),
            ("*.cpp", "`*.cpp`"),
            ("a{b", "`a{b`"),
            ("a.{1,2,3,4,5,6,7}", "`a.{1,2,3,4,5,6,7}`"),
        ];
        for (glob, words) in cases {
            assert_eq!(describe_glob(glob), words);
        }
    }
}
