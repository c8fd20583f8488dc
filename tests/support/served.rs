//! `grader serve` as a browser sees it: a real process, and HTTP over a socket.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::{Course, PATIENCE};

/// A server that runs until it is stopped, or dropped.
pub(crate) struct ServedClass {
    child: Child,
    /// `http://127.0.0.1:PORT/SECRET/`
    pub(crate) address: String,
}

/// What a server answered.
#[derive(Debug)]
pub(crate) struct ServedAnswer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl ServedAnswer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

impl ServedClass {
    /// Serves the folder `submissions` of a course.
    pub(crate) fn start(course: &Course) -> ServedClass {
        ServedClass::start_for(course, &["--by", "Kim"])
    }

    /// The same for somebody else than Kim.
    pub(crate) fn start_for(course: &Course, who: &[&str]) -> ServedClass {
        let words = [&["serve", "submissions"], who].concat();
        let mut child = course
            .command(&words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut address)
            .unwrap();
        let address = address.trim().to_owned();
        let mut said = String::new();
        if !address.ends_with('/') {
            let mut errors = child.stderr.take().unwrap();
            errors.read_to_string(&mut said).unwrap();
        }
        assert_eq!(said, "", "there is no address");
        ServedClass { child, address }
    }

    /// `127.0.0.1:PORT`
    pub(crate) fn host(&self) -> &str {
        let rest = self.address.strip_prefix("http://").unwrap();
        rest.split_once('/').unwrap().0
    }

    /// `/SECRET/`
    pub(crate) fn root(&self) -> &str {
        &self.address["http://".len() + self.host().len()..]
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.host()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends these bytes and reads the answer; none if there is none.
    pub(crate) fn send(&self, request: &[u8]) -> Option<ServedAnswer> {
        let mut stream = TcpStream::connect(self.host()).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // The server may have refused before all is sent.
        let _ = stream.write_all(request);
        read_answer(stream)
    }

    /// Asks for a page below the secret.
    pub(crate) fn get(&self, path: &str) -> ServedAnswer {
        let request = format!(
            "GET {}{path} HTTP/1.1\r\nHost: {}\r\n\r\n",
            self.root(),
            self.host()
        );
        self.send(request.as_bytes()).unwrap()
    }

    /// The request by which a page of this server sends something to this address below the secret.
    pub(crate) fn post_request(&self, path: &str, body: &Value) -> Vec<u8> {
        let body = body.to_string();
        let (root, host) = (self.root(), self.host());
        format!(
            "POST {root}{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .into_bytes()
    }

    /// Saves as a page does.
    pub(crate) fn save(&self, body: &Value) -> ServedAnswer {
        self.send(&self.post_request("save", body)).unwrap()
    }

    /// Sends something to this address as a page does.
    pub(crate) fn post(&self, path: &str, body: &Value) -> ServedAnswer {
        self.send(&self.post_request(path, body)).unwrap()
    }

    /// Kills the process at once.
    pub(crate) fn kill(&self) {
        kill_process(Pid::from_child(&self.child), Signal::KILL).unwrap();
    }

    /// Presses Ctrl-C; the exit code, and what was said.
    pub(crate) fn interrupt(mut self) -> (Option<i32>, String) {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, Signal::INT).unwrap();
        let mut said = String::new();
        let mut errors = self.child.stderr.take().unwrap();
        errors.read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

impl Drop for ServedClass {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_answer(mut stream: TcpStream) -> Option<ServedAnswer> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n")?;
    // An answer that breaks off is none.
    let length = format!("\r\nContent-Length: {}\r\n", body.len());
    if !head.contains(&length) {
        return None;
    }
    Some(ServedAnswer {
        status: head.split(' ').nth(1)?.parse().unwrap(),
        head: head.to_owned(),
        body: body.to_owned(),
    })
}
