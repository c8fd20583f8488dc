//! Programs for tests, made of statements at random: as different from each other as independent ones, and each in any layout,
//! order and with any names.

use crate::codes::mix;
use crate::program::ProgramSource;

/// A program whose names are numbers between `<` and `>` marks of their own.
#[derive(Debug, Clone)]
pub(crate) struct SampleProgram {
    /// The functions without `main`.
    functions: Vec<String>,
    main: String,
}

/// How a program is written down.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SampleStyle {
    /// What each name begins with.
    pub(crate) prefix: &'static str,
    /// What is between two tokens.
    pub(crate) space: &'static str,
    /// Whether the functions are written from the last to the first, below prototypes.
    pub(crate) is_turned: bool,
}

pub(crate) const PLAIN: SampleStyle = SampleStyle {
    prefix: "item",
    space: " ",
    is_turned: false,
};

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = mix(self.0, 1);
        (self.0 >> 16) % sides
    }
}

impl SampleProgram {
    /// The program with this number.
    pub(crate) fn new(seed: u64) -> SampleProgram {
        let mut dice = Dice(mix(0x5eed, seed));
        let mut functions = Vec::new();
        for number in 0..4 + dice.roll(3) {
            let statements = 6 + dice.roll(6);
            let body = write_statements(&mut dice, statements, 2);
            functions.push(format!(
                "int @f{number} ( int @a , int @b ) {{ int @c = 0 ; {body} return @c ; }}"
            ));
        }
        let calls: String = (0..functions.len())
            .map(|number| format!("@c = @c + @f{number} ( @a , @b ) ; "))
            .collect();
        let body = write_statements(&mut dice, 5, 2);
        let main = format!(
            "int main ( ) {{ int @a , @b , @c = 1 ; cin >> @a >> @b ; {calls} {body} cout << @c << endl ; return 0 ; }}"
        );
        SampleProgram { functions, main }
    }

    /// The same with a statement more at the start of each function, which does something.
    pub(crate) fn with_statement(&self, number: u64) -> SampleProgram {
        let add = |text: &String| {
            text.replacen(
                "int @c = 0 ;",
                &format!("int @c = 0 ; @b -= @a * {number} ;"),
                1,
            )
        };
        SampleProgram {
            functions: self.functions.iter().map(add).collect(),
            main: self.main.clone(),
        }
    }

    /// The program's text.
    pub(crate) fn write(&self, style: SampleStyle) -> String {
        let mut functions = self.functions.clone();
        let mut text = String::from("#include <iostream>\nusing namespace std;\n");
        if style.is_turned {
            for number in 0..functions.len() {
                text += &format!("int @f{number} ( int , int ) ;\n");
            }
            functions.reverse();
        }
        functions.push(self.main.clone());
        for function in functions {
            text += &function.replace(' ', style.space);
            text += "\n";
        }
        text.replace('@', style.prefix)
    }

    /// The program, handed in.
    pub(crate) fn handed_in(&self, name: &str, style: SampleStyle) -> ProgramSource {
        let text = self.write(style).replace("int\n", "int ");
        ProgramSource {
            name: name.to_owned(),
            files: vec![("main.cpp".to_owned(), text.into_bytes())],
            ..ProgramSource::default()
        }
    }
}

fn write_statements(dice: &mut Dice, count: u64, depth: u64) -> String {
    (0..count).map(|_| write_statement(dice, depth)).collect()
}

fn write_statement(dice: &mut Dice, depth: u64) -> String {
    let value = write_value(dice, 2);
    let other = write_value(dice, 1);
    let sign = ["<", "==", "!=", "<="][dice.roll(4) as usize];
    match dice.roll(if depth > 0 { 9 } else { 5 }) {
        0 => format!("@c = {value} ; "),
        1 => format!("@b += {value} ; "),
        2 => format!("cout << {value} << \"text\" << {other} ; "),
        3 => format!("@c -- ; @a = {other} / 2 ; "),
        4 => format!("cin >> @b ; @c = @b % {value} ; "),
        5 | 6 => {
            let count = 1 + dice.roll(3);
            let body = write_statements(dice, count, depth - 1);
            format!("if ( {value} {sign} {other} ) {{ {body} }} ")
        }
        7 => {
            let body = write_statements(dice, 2, depth - 1);
            format!("for ( int @i = 0 ; @i {sign} {value} ; @i ++ ) {{ @c += @i ; {body} }} ")
        }
        _ => {
            let body = write_statements(dice, 1, depth - 1);
            let rest = write_statements(dice, 2, depth - 1);
            format!("if ( {value} {sign} {other} ) {{ {body} }} else {{ {rest} }} ")
        }
    }
}

fn write_value(dice: &mut Dice, depth: u64) -> String {
    match dice.roll(if depth > 0 { 8 } else { 4 }) {
        0 => "@a".to_owned(),
        1 => "@b".to_owned(),
        2 => "@c".to_owned(),
        3 => format!("{}", dice.roll(90)),
        4 | 5 => {
            let sign = ["+", "-", "*", "/"][dice.roll(4) as usize];
            format!(
                "{} {sign} {}",
                write_value(dice, depth - 1),
                write_value(dice, depth - 1)
            )
        }
        6 => format!(
            "( {} ) * {}",
            write_value(dice, depth - 1),
            write_value(dice, depth - 1)
        ),
        _ => format!("- {}", write_value(dice, depth - 1)),
    }
}
