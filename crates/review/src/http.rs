//! One request and one response on a connection. A request is bounded in size and time before anybody looks at what it asks.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// How long a request may take to arrive, and each part of a response to be taken.
const PATIENCE: Duration = Duration::from_secs(10);

/// The longest head of a request, in bytes, and how many headers it may have.
const LONGEST_HEAD: usize = 16 << 10;
const MOST_HEADERS: usize = 64;

/// The longest body: a judgement for a group of 500 programs has less.
const LONGEST_BODY: usize = 256 << 10;

/// How much of a request that is refused is still read, so that its sender reads why.
const MOST_DRAINED: u64 = 1 << 20;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HttpMethod {
    Get,
    Post,
}

/// A request that is complete.
#[derive(Debug)]
pub(crate) struct HttpRequest {
    pub(crate) method: HttpMethod,
    /// The path as it was sent, percent signs and all.
    pub(crate) path: String,
    /// What follows the question mark; empty if nothing does.
    pub(crate) query: String,
    pub(crate) host: String,
    pub(crate) origin: Option<String>,
    pub(crate) content_type: String,
    pub(crate) body: Vec<u8>,
}

/// What is answered.
#[derive(Debug)]
pub(crate) struct HttpResponse {
    pub(crate) status: u16,
    pub(crate) content_type: &'static str,
    /// What a browser may do with it.
    pub(crate) policy: String,
    /// Where the browser should look instead.
    pub(crate) location: Option<String>,
    pub(crate) body: ResponseBody,
}

/// What a response consists of.
#[derive(Debug)]
pub(crate) enum ResponseBody {
    Text(String),
    File(File),
}

/// Why a request is not answered as it wishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HttpRefusal {
    pub(crate) status: u16,
    pub(crate) reason: &'static str,
}

/// What a browser may do with an answer that is no page.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

impl HttpRefusal {
    pub(crate) const fn new(status: u16, reason: &'static str) -> HttpRefusal {
        HttpRefusal { status, reason }
    }
}

impl From<HttpRefusal> for HttpResponse {
    fn from(refusal: HttpRefusal) -> HttpResponse {
        HttpResponse::text(refusal.status, format!("{}\n", refusal.reason))
    }
}

impl HttpResponse {
    pub(crate) fn text(status: u16, text: String) -> HttpResponse {
        HttpResponse {
            status,
            content_type: "text/plain; charset=utf-8",
            policy: NOTHING.to_owned(),
            location: None,
            body: ResponseBody::Text(text),
        }
    }

    pub(crate) fn json(status: u16, value: &serde_json::Value) -> HttpResponse {
        HttpResponse {
            content_type: "application/json",
            ..HttpResponse::text(status, value.to_string())
        }
    }

    /// A page with a policy of its own.
    pub(crate) fn page(text: String, policy: &str) -> HttpResponse {
        HttpResponse {
            content_type: "text/html; charset=utf-8",
            policy: format!("{policy}; frame-ancestors 'none'"),
            ..HttpResponse::text(200, text)
        }
    }

    /// Says where to look instead.
    pub(crate) fn redirect(location: String) -> HttpResponse {
        HttpResponse {
            location: Some(location),
            ..HttpResponse::text(303, String::new())
        }
    }
}

/// Reads a request.
///
/// # Errors
///
/// Why it is refused; nothing if the other end has said nothing at all, as browsers do that connect in advance.
pub(crate) fn read_request(stream: &mut TcpStream) -> Result<HttpRequest, Option<HttpRefusal>> {
    let deadline = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    loop {
        let head = parse_head(&bytes)?;
        let length = head.as_ref().map_or(bytes.len(), |head| head.length);
        if length > LONGEST_HEAD {
            return Err(Some(HttpRefusal::new(431, "The request is too long.")));
        }
        if let Some(head) = head {
            return read_body(stream, bytes, head, deadline).map_err(Some);
        }
        match read_more(stream, &mut bytes, deadline) {
            Ok(()) => {}
            Err(_) if bytes.is_empty() => return Err(None),
            Err(refusal) => return Err(Some(refusal)),
        }
    }
}

/// The head of a request, and how much follows it.
struct RequestHead {
    request: HttpRequest,
    length: usize,
    body_length: usize,
}

fn parse_head(bytes: &[u8]) -> Result<Option<RequestHead>, HttpRefusal> {
    const STRANGE: HttpRefusal = HttpRefusal::new(400, "This is no request that is understood.");
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let length = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(_) => return Err(STRANGE),
    };
    let method = match parsed.method {
        Some("GET") => HttpMethod::Get,
        Some("POST") => HttpMethod::Post,
        _ => return Err(HttpRefusal::new(405, "Only GET and POST are answered.")),
    };
    let header = |name: &str| -> Result<Option<String>, HttpRefusal> {
        let mut found = parsed
            .headers
            .iter()
            .filter(|header| header.name.eq_ignore_ascii_case(name));
        let first = found.next();
        // Of two, another program might have looked at the other one.
        if found.next().is_some() {
            return Err(STRANGE);
        }
        let text = first.map(|header| String::from_utf8(header.value.to_vec()));
        text.transpose().map_err(|_| STRANGE)
    };
    if header("Transfer-Encoding")?.is_some() {
        return Err(HttpRefusal::new(501, "A request must say how long it is."));
    }
    let body_length = match header("Content-Length")? {
        None => 0,
        Some(digits) if digits.bytes().all(|digit| digit.is_ascii_digit()) => {
            digits.parse().unwrap_or(usize::MAX)
        }
        Some(_) => return Err(STRANGE),
    };
    if body_length > LONGEST_BODY {
        return Err(HttpRefusal::new(413, "The request is too long."));
    }
    let target = parsed.path.unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Ok(Some(RequestHead {
        request: HttpRequest {
            method,
            path: path.to_owned(),
            query: query.to_owned(),
            host: header("Host")?.unwrap_or_default(),
            origin: header("Origin")?,
            content_type: header("Content-Type")?.unwrap_or_default(),
            body: Vec::new(),
        },
        length,
        body_length,
    }))
}

fn read_body(
    stream: &mut TcpStream,
    mut bytes: Vec<u8>,
    head: RequestHead,
    deadline: Instant,
) -> Result<HttpRequest, HttpRefusal> {
    let end = head.length + head.body_length;
    while bytes.len() < end {
        read_more(stream, &mut bytes, deadline)?;
    }
    // A second request on the connection is not answered, so what follows is dropped.
    bytes.truncate(end);
    let mut request = head.request;
    request.body = bytes.split_off(head.length);
    Ok(request)
}

fn read_more(
    stream: &mut TcpStream,
    bytes: &mut Vec<u8>,
    deadline: Instant,
) -> Result<(), HttpRefusal> {
    const LATE: HttpRefusal = HttpRefusal::new(408, "The request took too long.");
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
        return Err(LATE);
    }
    let mut part = [0; 8 << 10];
    match stream.read(&mut part) {
        Ok(0) | Err(_) => Err(LATE),
        Ok(count) => {
            bytes.extend_from_slice(&part[..count]);
            Ok(())
        }
    }
}

/// Writes a response and closes the connection.
///
/// # Errors
///
/// If the other end does not take it.
pub(crate) fn write_response(stream: &mut TcpStream, response: HttpResponse) -> io::Result<()> {
    stream.set_write_timeout(Some(PATIENCE))?;
    let length = match &response.body {
        ResponseBody::Text(text) => text.len() as u64,
        ResponseBody::File(file) => file.metadata()?.len(),
    };
    let mut head = format!(
        "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {length}\r\nContent-Security-Policy: {}\r\n",
        response.status,
        reason_phrase(response.status),
        response.content_type,
        response.policy
    );
    if let Some(location) = &response.location {
        head += &format!("Location: {location}\r\n");
    }
    // The address is a secret: no cache keeps it, and no other site is sent it.
    head += "Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
        Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n";
    stream.write_all(head.as_bytes())?;
    match response.body {
        ResponseBody::Text(text) => stream.write_all(text.as_bytes())?,
        // A file that grows meanwhile is not longer than was said.
        ResponseBody::File(file) => drop(io::copy(&mut file.take(length), stream)?),
    }
    stream.shutdown(Shutdown::Write)?;
    // What was not read would make the system throw the answer away.
    stream.set_read_timeout(Some(Duration::from_millis(200)))?;
    let _ = io::copy(&mut stream.take(MOST_DRAINED), &mut io::sink());
    Ok(())
}

fn reason_phrase(status: u16) -> &'static str {
    match status {
        200 => "OK",
        303 => "See Other",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        422 => "Unprocessable Content",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        _ => "Internal Server Error",
    }
}
