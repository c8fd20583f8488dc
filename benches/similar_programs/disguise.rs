//! Copies of a program in levels of disguise, made without a compiler's help: the text is cut into tokens and statements, changed,
//! and written again. The same seed makes the same copy everywhere.
//!
//! | level | what is changed, each on top of the one before |
//! | --- | --- |
//! | 0 | nothing |
//! | 1 | layout and comments |
//! | 2 | all names |
//! | 3 | the order of functions, with prototypes |
//! | 4 | dead statements with names of their own after every fourth |
//! | 5 | `for` as `while`, `++` as `+= 1`, comparisons turned round, arms swapped under `!` |
//! | 6 | chains of `<<` cut, more dead statements, three dead functions |

use std::collections::BTreeMap;

/// The highest level.
pub(crate) const LEVELS: usize = 7;

/// Words that are not the program's own names.
const KNOWN: &str = "alignas auto bool break case catch char class const constexpr continue default delete do double else enum explicit extern \
    false float for friend goto if inline int long mutable namespace new nullptr operator private protected public register return short \
    signed sizeof static struct switch template this throw true try typedef typename union unsigned using virtual void volatile while \
    main std cin cout cerr endl string vector array size length push_back pop_back begin end at find substr empty clear ignore fail eof good get \
    getline setw setprecision fixed left right setfill rand srand time NULL RAND_MAX abs max min pow sqrt swap sort exit EXIT_SUCCESS EXIT_FAILURE system \
    numeric_limits streamsize toupper tolower isdigit isalpha stoi to_string istream ostream printf scanf puts putchar getchar stoul stol \
    size_t and or not first second pair map set tuple make_pair flush ws c_str append insert erase resize assign back front count fill \
    istringstream stringstream ostringstream str optional value has_value has_value move function unique_ptr make_unique uniform_int_distribution \
    mt19937 random_device int8_t uint8_t int32_t uint64_t int64_t uint32_t INT_MAX CHAR_MAX override final noexcept sync_with_stdio tie \
    boolalpha hex dec setf precision width none_of all_of any_of iota reverse transform accumulate distance advance next prev";

/// A source of numbers that look random.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % most.max(1)
    }

    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            let other = self.below(at + 1);
            all.swap(at, other);
        }
    }
}

type Tokens = Vec<String>;

enum Statement {
    Simple(Tokens),
    Block(Vec<Statement>),
    If(Tokens, Box<Statement>, Option<Box<Statement>>),
    For([Tokens; 3], Box<Statement>),
    While(Tokens, Box<Statement>),
    /// Written as it is.
    Other(Tokens),
}

enum Item {
    Directive(String),
    Function(Tokens, Vec<Statement>),
    Other(Tokens),
}

/// A copy of a program in this level.
pub(crate) fn disguise(text: &str, level: usize, seed: u64) -> String {
    if level == 0 {
        return text.to_owned();
    }
    let mut tokens = cut(text);
    if level >= 2 {
        rename(&mut tokens, seed);
    }
    let mut disguiser = Disguiser {
        chance: Chance::new(seed),
        level,
        dead: 0,
        statements: 0,
    };
    let mut items = read_items(&tokens);
    if level >= 3 {
        items = reorder(items, &mut disguiser.chance);
    }
    let mut out = String::new();
    let mut functions = 0;
    for item in items {
        if level >= 6 && functions == 0 && matches!(item, Item::Function(..)) {
            for number in 0..3 {
                out += &disguiser.dead_function(number);
            }
        }
        match item {
            Item::Directive(line) => out += &format!("{line}\n"),
            Item::Other(tokens) => out += &format!("{}\n", tokens.join(" ")),
            Item::Function(header, body) => {
                functions += 1;
                out += &format!("{}\n{{\n", header.join(" "));
                disguiser.write_all(&body, &mut out);
                out += "}\n";
            }
        }
    }
    out
}

struct Disguiser {
    chance: Chance,
    level: usize,
    dead: usize,
    statements: usize,
}

impl Disguiser {
    fn write_all(&mut self, statements: &[Statement], out: &mut String) {
        for statement in statements {
            self.write(statement, out);
            self.statements += 1;
            let every = if self.level >= 6 { 2 } else { 4 };
            let is_last = matches!(statement, Statement::Simple(tokens) if matches!(tokens[0].as_str(), "return" | "break" | "continue"));
            if self.level >= 4 && self.statements.is_multiple_of(every) && !is_last {
                self.write_dead(out);
            }
        }
    }

    fn write_dead(&mut self, out: &mut String) {
        self.dead += 1;
        let name = format!("tmp_{}_{}", self.dead, self.chance.below(90));
        let number = self.chance.below(100);
        *out += &match self.chance.below(4) {
            0 => format!(
                "int {name} = {number}; {name} += {};\n",
                self.chance.below(9)
            ),
            1 => format!(
                "int {name} = {number} * 3; if ({name} > {number}) {{ {name} = {name} - 1; }}\n"
            ),
            2 => format!("double {name} = {number}.5; {name} = {name} * 2;\n"),
            _ => format!(
                "int {name} = 0; for (int k_{0} = 0; k_{0} < 3; k_{0}++) {{ {name} += k_{0}; }}\n",
                self.dead
            ),
        };
    }

    fn dead_function(&mut self, number: usize) -> String {
        let start = self.chance.below(50);
        match number {
            0 => format!(
                "int helper_sum_{start}(int a, int b) {{ int s = {start}; for (int i = a; i < b; i++) {{ s += i * 2; }} return s; }}\n"
            ),
            1 => format!(
                "bool helper_even_{start}(int n) {{ if (n % 2 == 0) {{ return true; }} return n > {start}; }}\n"
            ),
            _ => format!(
                "int helper_steps_{start}(int n) {{ int c = 0; while (n > 1) {{ if (n % 2 == 0) n = n / 2; else n = 3 * n + 1; c++; }} return c; }}\n"
            ),
        }
    }

    fn write(&mut self, statement: &Statement, out: &mut String) {
        let changes = self.level >= 5;
        match statement {
            Statement::Simple(tokens) => self.write_simple(tokens, out),
            Statement::Other(tokens) => *out += &format!("{}\n", tokens.join(" ")),
            Statement::Block(inner) => {
                *out += "{\n";
                self.write_all(inner, out);
                *out += "}\n";
            }
            Statement::If(condition, then, otherwise) => {
                let condition = if changes {
                    turn(condition)
                } else {
                    condition.clone()
                };
                match otherwise {
                    Some(otherwise) if changes => {
                        *out += &format!("if (!({})) ", condition.join(" "));
                        self.write_braced(otherwise, out);
                        *out += "else ";
                        self.write_braced(then, out);
                    }
                    _ => {
                        *out += &format!("if ({}) ", condition.join(" "));
                        self.write_braced(then, out);
                        if let Some(otherwise) = otherwise {
                            *out += "else ";
                            self.write_braced(otherwise, out);
                        }
                    }
                }
            }
            Statement::While(condition, body) => {
                let condition = if changes {
                    turn(condition)
                } else {
                    condition.clone()
                };
                *out += &format!("while ({}) ", condition.join(" "));
                self.write_braced(body, out);
            }
            Statement::For([start, condition, step], body) => {
                let is_simple = !start.iter().any(|one| one == ":") && !condition.is_empty();
                if changes && is_simple && !has_continue(body) {
                    *out += &format!(
                        "{{ {} ; while ({}) {{\n",
                        start.join(" "),
                        turn(condition).join(" ")
                    );
                    self.write(body, out);
                    *out += &format!("{} ;\n}} }}\n", lengthen_step(step).join(" "));
                } else if condition.is_empty() && step.is_empty() {
                    *out += &format!("for ({}) ", start.join(" "));
                    self.write_braced(body, out);
                } else {
                    *out += &format!(
                        "for ({} ; {} ; {}) ",
                        start.join(" "),
                        condition.join(" "),
                        step.join(" ")
                    );
                    self.write_braced(body, out);
                }
            }
        }
    }

    fn write_braced(&mut self, statement: &Statement, out: &mut String) {
        *out += "{\n";
        match statement {
            Statement::Block(inner) => self.write_all(inner, out),
            other => self.write_all(std::slice::from_ref(other), out),
        }
        *out += "}\n";
    }

    fn write_simple(&mut self, tokens: &Tokens, out: &mut String) {
        let mut tokens = tokens.clone();
        if self.level >= 5 {
            tokens = lengthen_step(&tokens);
        }
        if self.level >= 6 && tokens.first().is_some_and(|one| one == "cout") {
            let items = split_chain(&tokens[1..]);
            for item in items {
                *out += &format!("cout << {} ;\n", item.join(" "));
            }
            return;
        }
        *out += &format!("{} ;\n", tokens.join(" "));
    }
}

fn has_continue(statement: &Statement) -> bool {
    match statement {
        Statement::Simple(tokens) | Statement::Other(tokens) => {
            tokens.iter().any(|one| one == "continue")
        }
        Statement::Block(inner) => inner.iter().any(has_continue),
        Statement::If(_, then, otherwise) => {
            has_continue(then) || otherwise.as_ref().is_some_and(|other| has_continue(other))
        }
        Statement::For(_, body) | Statement::While(_, body) => has_continue(body),
    }
}

/// The items of `<< a << b`.
fn split_chain(tokens: &[String]) -> Vec<Tokens> {
    let mut items: Vec<Tokens> = Vec::new();
    let mut depth = 0;
    for token in tokens {
        depth += bracket_step(token);
        if depth == 0 && token == "<<" {
            items.push(Tokens::new());
        } else if let Some(item) = items.last_mut() {
            item.push(token.clone());
        }
    }
    items
}

fn bracket_step(token: &str) -> i32 {
    match token {
        "(" | "[" | "{" => 1,
        ")" | "]" | "}" => -1,
        _ => 0,
    }
}

/// `x++` as `x += 1`.
fn lengthen_step(tokens: &Tokens) -> Tokens {
    let name = match tokens.as_slice() {
        [name, step] if matches!(step.as_str(), "++" | "--") => Some((name, step)),
        [step, name] if matches!(step.as_str(), "++" | "--") => Some((name, step)),
        _ => None,
    };
    match name {
        Some((name, step)) => [name.as_str(), if step == "++" { "+=" } else { "-=" }, "1"]
            .map(str::to_owned)
            .to_vec(),
        None => tokens.clone(),
    }
}

/// `a < b` as `b > a`, where both sides are single words.
fn turn(condition: &Tokens) -> Tokens {
    let mut turned = condition.clone();
    let is_word = |at: usize| turned_word(condition.get(at));
    for at in 1..condition.len() {
        let sign = match condition[at].as_str() {
            "<" => ">",
            ">" => "<",
            "<=" => ">=",
            ">=" => "<=",
            "==" => "==",
            "!=" => "!=",
            _ => continue,
        };
        let before = at.checked_sub(2).and_then(|place| condition.get(place));
        let after = condition.get(at + 2);
        let is_free = |token: Option<&String>| {
            token.is_none_or(|one| matches!(one.as_str(), "(" | ")" | "&&" | "||"))
        };
        // A call would lose its name.
        let calls =
            before.is_some_and(|one| one == "(") && at >= 3 && turned_word(condition.get(at - 3));
        if is_word(at - 1) && is_word(at + 1) && is_free(before) && is_free(after) && !calls {
            turned[at] = sign.to_owned();
            turned.swap(at - 1, at + 1);
        }
    }
    turned
}

fn turned_word(token: Option<&String>) -> bool {
    token.is_some_and(|one| {
        one.starts_with(|first: char| first.is_alphanumeric() || first == '_' || first == '\'')
    })
}

/// Cuts a text into tokens; lines of the preprocessor are one token each, and comments are none.
fn cut(text: &str) -> Tokens {
    let signs = [
        "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=", "*=",
        "/=", "%=", "->", "::",
    ];
    let mut tokens = Tokens::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
            continue;
        } else if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
            continue;
        } else if rest.starts_with("/*") {
            rest = &rest[rest.find("*/").map_or(rest.len(), |at| at + 2)..];
            continue;
        } else if first == '#' {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' || first == '\'' {
            quoted_length(rest, first)
        } else if first.is_alphanumeric() || first == '_' {
            let is_number = first.is_ascii_digit();
            rest.find(|one: char| {
                !(one.is_alphanumeric() || one == '_' || (is_number && one == '.'))
            })
            .unwrap_or(rest.len())
        } else {
            signs
                .iter()
                .find(|sign| rest.starts_with(**sign))
                .map_or(first.len_utf8(), |sign| sign.len())
        };
        tokens.push(rest[..length].trim_end().to_owned());
        rest = &rest[length..];
    }
    tokens
}

fn quoted_length(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, one) in text.char_indices().skip(1) {
        if one == mark && !escaped {
            return at + 1;
        }
        escaped = one == '\\' && !escaped;
    }
    text.len()
}

/// Gives every name of the program another one.
fn rename(tokens: &mut Tokens, seed: u64) {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut chance = Chance::new(seed ^ 0xabcd);
    for token in tokens.iter_mut() {
        let is_name = token.starts_with(|first: char| first.is_alphabetic() || first == '_');
        if !is_name || KNOWN.split_whitespace().any(|known| known == token) {
            continue;
        }
        let count = names.len();
        let renamed = names.entry(token.clone()).or_insert_with(|| {
            let parts = ["val", "pos", "cur", "res", "item", "flag", "idx", "who"];
            format!(
                "{}{}_{count}",
                parts[chance.below(parts.len())],
                chance.below(10)
            )
        });
        token.clone_from(renamed);
    }
}

fn read_items(tokens: &[String]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < tokens.len() {
        let token = tokens[at].as_str();
        if token.starts_with('#') && start == at {
            items.push(Item::Directive(tokens[at].clone()));
            at += 1;
            start = at;
        } else if token == "{" {
            let end = matching(tokens, at);
            let is_function = at > start && (tokens[at - 1] == ")" || tokens[at - 1] == "const");
            if is_function {
                let body = read_statements(&tokens[at + 1..end]);
                items.push(Item::Function(tokens[start..at].to_vec(), body));
                at = end + 1;
                start = at;
            } else {
                at = end + 1;
            }
        } else if token == ";" {
            items.push(Item::Other(tokens[start..=at].to_vec()));
            at += 1;
            start = at;
        } else {
            at += 1;
        }
    }
    items
}

/// Where the bracket that opens at `at` closes.
fn matching(tokens: &[String], at: usize) -> usize {
    let mut depth = 0;
    for (place, token) in tokens.iter().enumerate().skip(at) {
        depth += bracket_step(token);
        if depth == 0 {
            return place;
        }
    }
    tokens.len().saturating_sub(1)
}

fn read_statements(tokens: &[String]) -> Vec<Statement> {
    let mut statements = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (statement, next) = read_statement(tokens, at);
        statements.extend(statement);
        at = next.max(at + 1);
    }
    statements
}

fn read_statement(tokens: &[String], at: usize) -> (Option<Statement>, usize) {
    let Some(first) = tokens.get(at) else {
        return (None, at);
    };
    let condition = |at: usize| {
        let end = matching(tokens, at + 1);
        (tokens[at + 2..end].to_vec(), end + 1)
    };
    match first.as_str() {
        ";" => (None, at + 1),
        "{" => {
            let end = matching(tokens, at);
            (
                Some(Statement::Block(read_statements(&tokens[at + 1..end]))),
                end + 1,
            )
        }
        "if" => {
            let (condition, next) = condition(at);
            let (then, next) = read_statement(tokens, next);
            let then = Box::new(then.unwrap_or(Statement::Block(Vec::new())));
            if tokens.get(next).is_some_and(|one| one == "else") {
                let (otherwise, next) = read_statement(tokens, next + 1);
                return (
                    Some(Statement::If(condition, then, otherwise.map(Box::new))),
                    next,
                );
            }
            (Some(Statement::If(condition, then, None)), next)
        }
        "while" => {
            let (condition, next) = condition(at);
            let (body, next) = read_statement(tokens, next);
            let body = Box::new(body.unwrap_or(Statement::Block(Vec::new())));
            (Some(Statement::While(condition, body)), next)
        }
        "for" => {
            let (head, next) = condition(at);
            let mut parts = head.split(|token| token == ";").map(<[String]>::to_vec);
            let mut part = || parts.next().unwrap_or_default();
            let parts = [part(), part(), part()];
            let (body, next) = read_statement(tokens, next);
            let body = Box::new(body.unwrap_or(Statement::Block(Vec::new())));
            (Some(Statement::For(parts, body)), next)
        }
        "do" => {
            let (_, next) = read_statement(tokens, at + 1);
            let end = (next..tokens.len())
                .find(|place| tokens[*place] == ";")
                .unwrap_or(tokens.len() - 1);
            (Some(Statement::Other(tokens[at..=end].to_vec())), end + 1)
        }
        "switch" => {
            let (_, next) = condition(at);
            let end = matching(tokens, next);
            (Some(Statement::Other(tokens[at..=end].to_vec())), end + 1)
        }
        _ => {
            let mut depth = 0;
            let mut end = at;
            while end < tokens.len() {
                depth += bracket_step(&tokens[end]);
                if depth == 0 && tokens[end] == ";" {
                    break;
                }
                end += 1;
            }
            (Some(Statement::Simple(tokens[at..end].to_vec())), end + 1)
        }
    }
}

/// Functions in another order, below prototypes of all of them. Those with default arguments stay.
fn reorder(items: Vec<Item>, chance: &mut Chance) -> Vec<Item> {
    let mut head = Vec::new();
    let mut functions = Vec::new();
    for item in items {
        match item {
            Item::Function(header, body) => functions.push((header, body)),
            Item::Other(tokens) if is_prototype(&tokens) => {}
            other => head.push(other),
        }
    }
    for (header, _) in &functions {
        if !header.iter().any(|one| one == "main") {
            let mut prototype = header.clone();
            prototype.push(";".to_owned());
            head.push(Item::Other(prototype));
        }
    }
    chance.shuffle(&mut functions);
    let functions = functions
        .into_iter()
        .map(|(header, body)| Item::Function(header, body));
    head.into_iter().chain(functions).collect()
}

fn is_prototype(tokens: &Tokens) -> bool {
    let has_value = tokens
        .iter()
        .any(|one| matches!(one.as_str(), "=" | "using" | "struct" | "class"));
    !has_value && tokens.len() > 2 && tokens[tokens.len() - 2] == ")"
}
