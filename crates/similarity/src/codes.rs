//! What a canonical token is called, and hashes that are the same in every process.

/// The kind of a canonical token. Names of a program have one kind; functions of the library have one each.
pub(crate) type TokenCode = u32;

/// The code of a word: FNV-1a.
pub(crate) const fn code_of(word: &str) -> TokenCode {
    continue_code(0x811c_9dc5, word)
}

/// The code of a function that the program does not define.
pub(crate) const fn library_code(name: &str) -> TokenCode {
    continue_code(code_of("library:"), name)
}

/// The code of an operator.
pub(crate) const fn operator_code(sign: &str) -> TokenCode {
    continue_code(code_of("operator:"), sign)
}

const fn continue_code(start: u32, word: &str) -> TokenCode {
    let bytes = word.as_bytes();
    let mut code = start;
    let mut at = 0;
    while at < bytes.len() {
        code = (code ^ bytes[at] as u32).wrapping_mul(0x0100_0193);
        at += 1;
    }
    code
}

pub(crate) const NAME: TokenCode = code_of("name");
pub(crate) const NUMBER: TokenCode = code_of("number");
pub(crate) const TEXT: TokenCode = code_of("text");
pub(crate) const CHARACTER: TokenCode = code_of("character");
pub(crate) const TRUTH: TokenCode = code_of("truth");
pub(crate) const NULL: TokenCode = code_of("null");
pub(crate) const NEW_LINE: TokenCode = code_of("new line");
pub(crate) const ASSIGN: TokenCode = code_of("assign");
pub(crate) const STEP_UP: TokenCode = code_of("step up");
pub(crate) const STEP_DOWN: TokenCode = code_of("step down");
pub(crate) const PRINT: TokenCode = code_of("print");
pub(crate) const READ: TokenCode = code_of("read");
pub(crate) const LOOP: TokenCode = code_of("loop");
pub(crate) const IF: TokenCode = code_of("if");
pub(crate) const SWITCH: TokenCode = code_of("switch");
pub(crate) const CASE: TokenCode = code_of("case");
pub(crate) const RETURN: TokenCode = code_of("return");
pub(crate) const CALL: TokenCode = code_of("call");
pub(crate) const INDEX: TokenCode = code_of("index");
pub(crate) const FIELD: TokenCode = code_of("field");
pub(crate) const NOT: TokenCode = code_of("not");
pub(crate) const MINUS: TokenCode = code_of("minus");
pub(crate) const LESS: TokenCode = code_of("less");
pub(crate) const LESS_EQUAL: TokenCode = code_of("less or equal");
pub(crate) const EQUAL: TokenCode = code_of("equal");
pub(crate) const NOT_EQUAL: TokenCode = code_of("not equal");
pub(crate) const AND: TokenCode = code_of("and");
pub(crate) const OR: TokenCode = code_of("or");
pub(crate) const ARRAY: TokenCode = code_of("array");
pub(crate) const REFERENCE: TokenCode = code_of("reference");
pub(crate) const FUNCTION: TokenCode = code_of("function");

/// Mixes one more number into a hash of 64 bits: the finaliser of SplitMix64.
pub(crate) const fn mix(hash: u64, value: u64) -> u64 {
    let mut mixed = hash
        .rotate_left(23)
        .wrapping_add(value)
        .wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The hash of a text.
pub(crate) fn hash_text(text: &str) -> u64 {
    let bytes = text.bytes();
    bytes.fold(mix(0, text.len() as u64), |hash, byte| {
        mix(hash, u64::from(byte))
    })
}
