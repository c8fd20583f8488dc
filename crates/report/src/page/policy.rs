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
    let style = digest_parts(&[BASE.trim_end(), style.trim_end()]);
    let script = digest_parts(&[script.trim_end()]);
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; base-uri 'none'; form-action 'none'"
    )
}

fn digest_parts(parts: &[&str]) -> String {
    BASE64_STANDARD.encode(Sha256::digest(parts.concat().as_bytes()))
}
