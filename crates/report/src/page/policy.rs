//! What a browser may do with a page. Nothing is loaded, nothing is sent, and of all scripts and styles in the page only
//! those with these digests are obeyed: ours.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

/// What every page looks like.
const BASE: &str = include_str!("base.css");

/// The content security policy of a page with this style behind the one that all have, and with this script. Templates take
/// files in without their last line break.
pub(crate) fn security_policy(style: &str, script: &str) -> String {
    build_policy(&[style], &[script])
}

/// The same for a page of `grader serve`, which sends judgements to where it comes from.
pub(crate) fn saving_policy(styles: &[&str], scripts: &[&str]) -> String {
    format!("{}; connect-src 'self'", build_policy(styles, scripts))
}

fn build_policy(styles: &[&str], scripts: &[&str]) -> String {
    let mut all = vec![BASE];
    all.extend(styles);
    let style = digest_parts(&all);
    let script = digest_parts(scripts);
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; base-uri 'none'; form-action 'none'"
    )
}

fn digest_parts(parts: &[&str]) -> String {
    let all: String = parts.iter().map(|part| part.trim_end()).collect();
    BASE64_STANDARD.encode(Sha256::digest(all.as_bytes()))
}
