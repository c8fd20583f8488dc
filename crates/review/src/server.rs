//! Accepts connections on this machine until somebody asks it to stop.

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::BorrowedFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};

use crate::access::AccessRules;
use crate::desk::ReviewDesk;
use crate::http::{HttpRefusal, HttpResponse, read_request, write_response};
use crate::routes;

/// How many connections there may be at a time. A browser uses six.
const MOST_CONNECTIONS: usize = 32;

/// How long answers under way may take when the server is to stop.
const GRACE: Duration = Duration::from_secs(5);

/// A server for one class.
pub struct ReviewServer {
    listener: TcpListener,
    shared: Arc<SharedState>,
}

/// What all connections use.
struct SharedState {
    rules: AccessRules,
    desk: ReviewDesk,
    connections: AtomicUsize,
}

/// Counts a connection as long as it lasts.
struct ConnectionGuard(Arc<SharedState>);

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::SeqCst);
    }
}

impl ReviewServer {
    /// Listens at this port of this machine, or at a free one if it is 0. No other machine can reach it.
    ///
    /// # Errors
    ///
    /// If the port is taken, or the system has no random numbers.
    pub fn new(desk: ReviewDesk, port: u16) -> io::Result<ReviewServer> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let shared = SharedState {
            rules: AccessRules::new(listener.local_addr()?.port())?,
            desk,
            connections: AtomicUsize::new(0),
        };
        Ok(ReviewServer {
            listener,
            shared: Arc::new(shared),
        })
    }

    /// Where the class page is. Whoever knows it can read the class and change points.
    pub fn address(&self) -> String {
        self.shared.rules.address()
    }

    /// Answers until `stop` can be read. Answers under way are finished. How many judgements were saved is the value.
    ///
    /// # Errors
    ///
    /// If the system does not let it wait for connections.
    pub fn run(&self, stop: BorrowedFd<'_>) -> io::Result<usize> {
        loop {
            let mut waiting = [
                PollFd::from_borrowed_fd(stop, PollFlags::IN),
                PollFd::new(&self.listener, PollFlags::IN),
            ];
            rustix::io::retry_on_intr(|| poll(&mut waiting, None))?;
            if !waiting[0].revents().is_empty() {
                break;
            }
            match self.listener.accept() {
                Ok((stream, _)) => self.start_connection(stream),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                // Such as too many open files: those who wait are served when others have gone.
                Err(error) => {
                    tracing::warn!(%error, "a connection cannot be accepted");
                    thread::sleep(Duration::from_millis(100));
                }
            }
        }
        let deadline = Instant::now() + GRACE;
        while self.shared.connections.load(Ordering::SeqCst) > 0 && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(10));
        }
        Ok(self.shared.desk.count_saved())
    }

    fn start_connection(&self, stream: TcpStream) {
        let shared = Arc::clone(&self.shared);
        let count = shared.connections.fetch_add(1, Ordering::SeqCst);
        let guard = ConnectionGuard(shared);
        if count >= MOST_CONNECTIONS {
            // Closing it says enough; an answer could make this thread wait.
            return;
        }
        // If no thread can be had, the connection is closed and the guard dropped.
        let _ = thread::Builder::new().spawn(move || serve_connection(stream, &guard));
    }
}

fn serve_connection(mut stream: TcpStream, guard: &ConnectionGuard) {
    let ConnectionGuard(shared) = guard;
    if stream.set_nonblocking(false).is_err() || stream.set_nodelay(true).is_err() {
        return;
    }
    let response = match read_request(&mut stream) {
        Ok(request) => match shared.rules.check(&request) {
            Ok(path) => routes::answer(&shared.desk, path, &request),
            Err(refusal) => refusal.into(),
        },
        Err(Some(refusal)) => HttpResponse::from(refusal),
        Err(None) => return,
    };
    if let Err(error) = write_response(&mut stream, response) {
        tracing::debug!(%error, "a response was not taken");
    }
}

impl From<io::Error> for HttpRefusal {
    fn from(error: io::Error) -> HttpRefusal {
        tracing::warn!(%error, "a request cannot be answered");
        HttpRefusal::new(500, "The server failed. Its log says why (--verbose).")
    }
}
