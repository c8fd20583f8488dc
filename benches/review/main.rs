//! What it takes to judge a class by hand with `grader serve`: looks, how points spread within a group, and how long a person waits.
//!
//! `cargo bench --bench review` makes a class of `rowcol` from a seed, grades it, and judges all of it over HTTP: each look gives points to
//! all programs of its group. `-- --students 300` takes another size, and `--write DIR` only writes the class. Nothing is asserted.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../class/chance.rs"]
mod chance;
#[path = "../class/programs.rs"]
mod programs;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Parser;
use serde_json::{Value, json};

use chance::Chance;
use programs::Programs;

type Outcome<T> = Result<T, Box<dyn Error>>;

const ASSIGNMENT: &str = "rowcol";

/// How often the class page is asked for.
const PAINTS: usize = 10;

/// What it takes to judge a class by hand.
#[derive(Debug, Parser)]
#[command(name = "review")]
struct Options {
    /// Students in the class
    #[arg(long, default_value_t = 200)]
    students: usize,
    /// The class follows from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the class into this folder, and measure nothing
    #[arg(long, value_name = "DIR")]
    write: Option<PathBuf>,
    /// What cargo says to every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Outcome<()> {
    let options = Options::parse();
    if let Some(folder) = &options.write {
        return write_class(folder, &options);
    }
    let temporary = tempfile::Builder::new().prefix("review-").tempdir()?;
    let folder = temporary.path();
    write_class(folder, &options)?;
    let graded = grader(folder, &["--quiet", "run", "submissions"]).output()?;
    if !graded.status.success() {
        return Err(String::from_utf8_lossy(&graded.stderr).into());
    }
    let started = Instant::now();
    let server = ClassServer::start(folder)?;
    println!(
        "{} students, ready after {:.2?}",
        options.students,
        started.elapsed()
    );
    let mut paints = Vec::new();
    for _ in 0..PAINTS {
        let started = Instant::now();
        server.get("")?;
        paints.push(started.elapsed());
    }
    print_times("class page", &mut paints);
    judge_class(&server, folder)
}

/// The course with this assignment only, and a class.
fn write_class(folder: &Path, options: &Options) -> Outcome<()> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut rubric: toml::Table = fs::read_to_string(repository.join("rubric.toml"))?.parse()?;
    let assignments = rubric
        .get_mut("assignments")
        .and_then(toml::Value::as_table_mut);
    let assignments = assignments.ok_or("the rubric has no assignments")?;
    assignments.retain(|id, _| id == ASSIGNMENT);
    for (_, assignment) in assignments.iter_mut() {
        let assignment = assignment
            .as_table_mut()
            .ok_or("an assignment that is no table")?;
        assignment.remove("calibration");
        assignment.insert("accept".to_owned(), vec!["*.cpp"].into());
    }
    fs::create_dir_all(folder)?;
    fs::write(folder.join("rubric.toml"), toml::to_string(&rubric)?)?;
    let cases = folder.join("testcases").join(ASSIGNMENT);
    fs::create_dir_all(&cases)?;
    for entry in fs::read_dir(repository.join("testcases").join(ASSIGNMENT))? {
        let path = entry?.path();
        if path.is_file() {
            fs::copy(&path, cases.join(path.file_name().unwrap_or_default()))?;
        }
    }
    let programs = Programs::of(ASSIGNMENT, repository)?;
    let mut chance = Chance::new(options.seed.wrapping_mul(1000));
    let mut names = Chance::new(options.seed.wrapping_mul(1000) + 500);
    for student in 1..=options.students {
        let student = format!("student-{student:04}");
        let code = programs.write(&student, &mut chance, &mut names)?;
        let folder = folder.join("submissions").join(&student);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(format!("{ASSIGNMENT}.cpp")), code)?;
    }
    Ok(())
}

fn grader(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grader"));
    command.args(arguments).current_dir(folder);
    command.env("XDG_CACHE_HOME", folder.join("cache"));
    command
}

/// Gives other points at each look, until nothing is left.
fn judge_class(server: &ClassServer, folder: &Path) -> Outcome<()> {
    let mut saves = Vec::new();
    let mut pages = Vec::new();
    let mut groups: Vec<Vec<String>> = Vec::new();
    let mut next = server.get("review/")?;
    while let Some(address) = next.location() {
        let started = Instant::now();
        let page = server.get(&format!("review/{address}"))?;
        pages.push(started.elapsed());
        let data = page.look_data()?;
        let members = data["members"].as_array().cloned().unwrap_or_default();
        let points = groups.len() % 11;
        let rows = members.iter().map(|member| {
            let value =
                json!({"points": points.to_string(), "reason": format!("Look {}.", groups.len())});
            json!({"student": member["student"], "seen": member["rows"][0][1], "override": value})
        });
        let criterion = &members[0]["rows"][0][0];
        let request = json!({"assignment": ASSIGNMENT, "criterion": criterion, "rows": rows.collect::<Vec<_>>()});
        let started = Instant::now();
        let saved = server.post("save", &request)?;
        saves.push(started.elapsed());
        if !saved.head.contains(" 200 ") {
            return Err(saved.body.into());
        }
        let names = members
            .iter()
            .filter_map(|member| member["student"].as_str());
        groups.push(names.map(str::to_owned).collect());
        next = server.get("review/")?;
    }
    let file: toml::Table = fs::read_to_string(folder.join("overrides.toml"))?.parse()?;
    let mut given = BTreeMap::new();
    for row in file["override"].as_array().into_iter().flatten() {
        let student = row["student"].as_str().unwrap_or_default().to_owned();
        given.insert(student, row["points"].as_float().unwrap_or_default());
    }
    let mut spread = 0.0_f64;
    for group in &groups {
        let points: Vec<f64> = group
            .iter()
            .filter_map(|it| given.get(it).copied())
            .collect();
        let most = points.iter().copied().fold(f64::MIN, f64::max);
        let least = points.iter().copied().fold(f64::MAX, f64::min);
        spread = spread.max(most - least);
    }
    let largest = groups.iter().map(Vec::len).max().unwrap_or_default();
    println!(
        "{} looks for {} programs; the largest group has {largest}; points within a group differ by at most {spread}",
        groups.len(),
        given.len()
    );
    print_times("page of a program", &mut pages);
    print_times("saving a look", &mut saves);
    Ok(())
}

fn print_times(what: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    let most = times.last().copied().unwrap_or_default();
    println!("{what}: median {median:.1?}, at most {most:.1?}");
}

/// A running `grader serve`.
struct ClassServer {
    child: Child,
    /// `127.0.0.1:PORT`
    host: String,
    /// `/SECRET/`
    root: String,
}

impl Drop for ClassServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the server answered.
struct ServerAnswer {
    head: String,
    body: String,
}

impl ServerAnswer {
    fn location(&self) -> Option<&str> {
        let mut lines = self.head.lines();
        lines.find_map(|line| line.strip_prefix("Location: "))
    }

    /// What the script of the page knows.
    fn look_data(&self) -> Outcome<Value> {
        let data = self.body.split("data-look=\"").nth(1);
        let data = data.and_then(|rest| rest.split('"').next());
        let data = data.ok_or("the page has no data")?;
        let pairs = [
            ("&#34;", "\""),
            ("&#39;", "'"),
            ("&#60;", "<"),
            ("&#62;", ">"),
            ("&#38;", "&"),
        ];
        let mut text = data.to_owned();
        for (from, to) in pairs {
            text = text.replace(from, to);
        }
        Ok(serde_json::from_str(&text)?)
    }
}

impl ClassServer {
    fn start(folder: &Path) -> Outcome<ClassServer> {
        let mut child = grader(folder, &["serve", "submissions", "--by", "Kim"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut address = String::new();
        let out = child.stdout.take().ok_or("no standard output")?;
        BufReader::new(out).read_line(&mut address)?;
        let rest = address.trim().strip_prefix("http://");
        let (host, path) = rest
            .and_then(|rest| rest.split_once('/'))
            .ok_or("no address")?;
        Ok(ClassServer {
            child,
            host: host.to_owned(),
            root: format!("/{path}"),
        })
    }

    fn send(&self, request: &str) -> Outcome<ServerAnswer> {
        let mut stream = TcpStream::connect(&self.host)?;
        stream.write_all(request.as_bytes())?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        let (head, body) = text.split_once("\r\n\r\n").ok_or("no answer")?;
        Ok(ServerAnswer {
            head: head.to_owned(),
            body: body.to_owned(),
        })
    }

    fn get(&self, path: &str) -> Outcome<ServerAnswer> {
        let (root, host) = (&self.root, &self.host);
        self.send(&format!(
            "GET {root}{path} HTTP/1.1\r\nHost: {host}\r\n\r\n"
        ))
    }

    fn post(&self, path: &str, body: &Value) -> Outcome<ServerAnswer> {
        let body = body.to_string();
        let (root, host) = (&self.root, &self.host);
        self.send(&format!(
            "POST {root}{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        ))
    }
}
