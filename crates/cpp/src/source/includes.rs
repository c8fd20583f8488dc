//! What a file includes, found without the rest of its program.

use super::lexer::{self, TokenKind};
use super::program::decode_source;

/// The paths in `#include "…"`, in order. Those in branches that the preprocessor leaves out are among them.
pub fn quoted_includes(source: &[u8]) -> Vec<String> {
    // Most files of a class include nothing in quotes, and need not be cut into tokens.
    if !source
        .windows("include".len())
        .any(|part| part == b"include")
    {
        return Vec::new();
    }
    let lexed = lexer::lex(&decode_source(source));
    let directives = lexed.tokens.windows(3).filter(|tokens| {
        let [sign, word, path] = tokens else {
            return false;
        };
        sign.first
            && sign.kind == TokenKind::Sign
            && sign.text == "#"
            && word.text == "include"
            && path.kind == TokenKind::Quoted
            && path.text.starts_with('"')
    });
    directives
        .map(|tokens| tokens[2].text.trim_matches('"').to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_directives_with_quotes_count() {
        let table: [(&str, &[&str]); 5] = [
            (
                "#include \"a.h\"\n # include  \"b/c.h\" // \"d.h\"",
                &["a.h", "b/c.h"],
            ),
            ("#include <a.h>\n#include NAME", &[]),
            (
                "// #include \"a.h\"\n/*\n#include \"b.h\"\n*/\nauto t = \"#include\";",
                &[],
            ),
            ("#if 0\n#include \"a.h\"\n#endif", &["a.h"]),
            ("\u{feff}#include \"ä.h\"\r\nint include;", &["ä.h"]),
        ];
        for (source, expected) in table {
            assert_eq!(quoted_includes(source.as_bytes()), expected, "{source}");
        }
    }
}
