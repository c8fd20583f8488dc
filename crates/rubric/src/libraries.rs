//! `libraries`: what programs are linked with.

use super::config_file::ConfigFile;
use super::raw::Text;

/// Reports names that are none: they become words of a command.
pub(super) fn check_libraries(config: &ConfigFile<'_>, typed: &[Text]) {
    for one in typed {
        let name = one.get_ref();
        let is_part = |it: char| it.is_ascii_alphanumeric() || "_+-.".contains(it);
        if let Some(short) = name.strip_prefix("-l").filter(|short| !short.is_empty()) {
            let text = format!("found `{name}`, expected the name alone: `{short}`");
            config.report(&one.span(), text);
        } else if name.is_empty() || name.starts_with('-') || !name.chars().all(is_part) {
            let wanted = "expected the name of a library as `-l` takes it, such as `m`: letters, digits, `_`, `+`, `-` and `.`";
            config.report(&one.span(), format!("found `{name}`, {wanted}"));
        }
    }
}
