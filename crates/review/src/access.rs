//! Who may ask. A page of another site can make a browser send requests to this machine, so the address holds a secret, and what
//! names another host or origin is refused.

use std::io;

use support::digest::{Digest, DigestBuilder};
use support::random::random_digits;

use crate::http::{HttpMethod, HttpRefusal, HttpRequest};

/// The same answer for every reason: who does not know the address learns nothing of it.
const FORBIDDEN: HttpRefusal = HttpRefusal::new(
    403,
    "Use the whole address that `grader serve` has printed.",
);

/// What a request must know.
pub(crate) struct AccessRules {
    token: String,
    /// How browsers name this server: by number and by name.
    hosts: [String; 2],
}

impl AccessRules {
    /// Rules for a server at this port, with a new secret.
    ///
    /// # Errors
    ///
    /// If the system has no random numbers.
    pub(crate) fn new(port: u16) -> io::Result<AccessRules> {
        Ok(AccessRules {
            token: random_digits()?,
            hosts: ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}")),
        })
    }

    /// The address of the class page.
    pub(crate) fn address(&self) -> String {
        let [host, _] = &self.hosts;
        format!("http://{host}/{}/", self.token)
    }

    /// The part of a request's path after the secret.
    ///
    /// # Errors
    ///
    /// If the request does not know the secret, or comes from elsewhere.
    pub(crate) fn check<'r>(&self, request: &'r HttpRequest) -> Result<&'r str, HttpRefusal> {
        if !self.hosts.contains(&request.host) {
            return Err(FORBIDDEN);
        }
        let own = format!("http://{}", request.host);
        match (&request.origin, request.method) {
            (Some(origin), _) if *origin != own => return Err(FORBIDDEN),
            // Browsers name the origin of everything that they send.
            (None, HttpMethod::Post) => return Err(FORBIDDEN),
            _ => {}
        }
        let path = request.path.strip_prefix('/').ok_or(FORBIDDEN)?;
        let (token, rest) = path.split_once('/').ok_or(FORBIDDEN)?;
        // Digests are compared, so that the time says nothing of how much of the secret was right.
        if digest(token) != digest(&self.token) {
            return Err(FORBIDDEN);
        }
        Ok(rest)
    }
}

fn digest(token: &str) -> Digest {
    DigestBuilder::default()
        .with_piece(token.as_bytes())
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_without_the_secret_or_from_other_origins_are_refused() {
        let rules = AccessRules::new(4711).unwrap();
        let address = rules.address();
        let path = address.strip_prefix("http://127.0.0.1:4711").unwrap();
        assert_eq!(path.len(), 2 + 32);
        assert_ne!(address, AccessRules::new(4711).unwrap().address());
        let (own, other) = ("http://127.0.0.1:4711", "http://evil.example");
        let half = &path[..path.len() / 2];
        for (method, path, host, origin, is_allowed) in [
            (HttpMethod::Get, path, "127.0.0.1:4711", None, true),
            (HttpMethod::Get, path, "localhost:4711", None, true),
            (HttpMethod::Get, path, "127.0.0.1:4711", Some(own), true),
            (HttpMethod::Post, path, "127.0.0.1:4711", Some(own), true),
            (HttpMethod::Post, path, "127.0.0.1:4711", None, false),
            (
                HttpMethod::Post,
                path,
                "127.0.0.1:4711",
                Some("null"),
                false,
            ),
            (HttpMethod::Get, path, "127.0.0.1:4711", Some(other), false),
            (HttpMethod::Post, path, "localhost:4711", Some(own), false),
            // A name of somebody else's that was made to lead here.
            (HttpMethod::Get, path, "evil.example:4711", None, false),
            (HttpMethod::Get, path, "127.0.0.1", None, false),
            (HttpMethod::Get, path, "", None, false),
            (HttpMethod::Get, "/", "127.0.0.1:4711", None, false),
            (
                HttpMethod::Get,
                "/index.html",
                "127.0.0.1:4711",
                None,
                false,
            ),
            (HttpMethod::Get, half, "127.0.0.1:4711", None, false),
        ] {
            let request = HttpRequest {
                method,
                path: path.to_owned(),
                query: String::new(),
                host: host.to_owned(),
                origin: origin.map(str::to_owned),
                content_type: String::new(),
                body: Vec::new(),
            };
            assert_eq!(rules.check(&request).is_ok(), is_allowed, "{request:?}");
        }
    }
}
