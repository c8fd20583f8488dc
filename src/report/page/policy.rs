//! What a browser may do with a page. Nothing is loaded, nothing is sent, and of all scripts and styles in the page only
//! those with these digests are obeyed: ours.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

/// The content security policy of a page with this style and this script.
pub(super) fn policy(style: &str, script: &str) -> String {
    let [style, script] =
        [style, script].map(|text| BASE64_STANDARD.encode(Sha256::digest(text.as_bytes())));
    format!(
        "default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; base-uri 'none'; form-action 'none'"
    )
}
