//! A new case that is like another one, but for its script.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::input_text::InputText;
use super::raw::RawCase;
use super::toml_reading::read_toml;
use super::toml_writing::render_case;

/// A case could not be written.
#[derive(Debug, thiserror::Error)]
pub enum NewCaseError {
    /// The name is none that a file of a case can have.
    #[error("found the case name `{0}`, expected letters, digits, `-` and `_`")]
    Name(String),
    /// There is such a case.
    #[error("there is a case `{0}` already; name another one with --write-case")]
    Exists(String),
    /// The other one cannot be read.
    #[error("`{}` cannot be read as a case", .0.display())]
    Like(PathBuf),
    /// The system does not let us.
    #[error("cannot write `{}`", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
}

/// Writes a case of this name beside `like`, whose comparison it takes over, and the line of its schema. Comments are not taken over: they
/// may be about the other script. Its file is returned.
///
/// # Errors
///
/// If there is a case of that name, or it cannot be written.
pub fn write_case_like(
    like: &Path,
    name: &str,
    description: &str,
    input: &[String],
) -> Result<PathBuf, NewCaseError> {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || it == '-' || it == '_';
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(NewCaseError::Name(name.to_owned()));
    }
    let text = fs::read_to_string(like).map_err(|_| NewCaseError::Like(like.to_owned()))?;
    let Some(known) = read_toml::<RawCase>(&text).value else {
        return Err(NewCaseError::Like(like.to_owned()));
    };
    let lines = input.iter().map(|line| line.as_str().into()).collect();
    let case = RawCase {
        description: Some(description.into()),
        input: Some(InputText::Lines(lines).into()),
        tags: Vec::new(),
        seeds: None,
        weight: None,
        visibility: None,
        ..known
    };
    let schema = text
        .split_inclusive('\n')
        .next()
        .filter(|line| line.starts_with("#:schema"));
    let path = like.with_file_name(format!("{name}.toml"));
    let written = render_case(&case).and_then(|case| {
        let mut file = File::options().write(true).create_new(true).open(&path)?;
        file.write_all(format!("{}{case}", schema.unwrap_or_default()).as_bytes())
    });
    match written {
        Ok(()) => Ok(path),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            Err(NewCaseError::Exists(name.to_owned()))
        }
        Err(source) => Err(NewCaseError::Write { path, source }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_case_takes_over_what_is_not_about_the_other_script() {
        let folder = tempfile::tempdir().unwrap();
        let like = folder.path().join("like.toml");
        let text = "#:schema ../../schema/case.json\n# One.\ntags = [\"a\"]\nweight = 2\ndescription = \"One\"\n\
                    input = \"\"\"\n1\n\"\"\"\ncompare = { prompts = \"shows\" } # All.\n";
        fs::write(&like, text).unwrap();
        let lines = ["2".to_owned(), String::new()];
        let file = write_case_like(&like, "two", "Two", &lines).unwrap();
        let expected = "#:schema ../../schema/case.json\ndescription = \"Two\"\ninput = [\"2\", \"\"]\n\
                        compare = { prompts = \"shows\" }\n";
        assert_eq!(fs::read_to_string(file).unwrap(), expected);
        let again = write_case_like(&like, "two", "Two", &lines);
        assert!(matches!(again, Err(NewCaseError::Exists(_))));
        let unnamed = write_case_like(&like, "../two", "Two", &lines);
        assert!(matches!(unnamed, Err(NewCaseError::Name(_))));
    }
}
