//! Numbers of things in words.

/// `1 case`, `2 cases`.
pub fn format_count(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
