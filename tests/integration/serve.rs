//! `grader serve`: who may ask, what is saved, and that no judgement is lost.

use std::io::Read as _;
use std::net::TcpStream;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::results::Results;
use crate::support::served::ServedClass;
use crate::support::{ADDS, Course, SUM, tries_all};

const STYLE: &str = "\n[[assignments.sum.criteria]]\nid = \"style\"\ntitle = \"Clear names\"\npoints = 5\nmanual = \"none\"\n";

/// Ann and bob wrote the same but for names, cleo something else; dora's program is wrong.
fn class() -> Course {
    let course = Course::sum();
    course.write("rubric.toml", format!("{SUM}{STYLE}"));
    let other = ADDS.replace("int first =", "std::fflush(stdout);\n    int first =");
    for (student, program) in [
        ("ann", ADDS.to_owned()),
        (
            "bob",
            ADDS.replace("first", "one").replace("second", "other"),
        ),
        ("cleo", other),
        ("dora", ADDS.replace("first + second", "first - second")),
    ] {
        course.write(format!("submissions/{student}/sum.cpp"), program);
    }
    course.grader(&["run", "submissions"]).exits_with(0);
    course
}

/// The class for tests that save nothing.
static UNCHANGED: LazyLock<Course> = LazyLock::new(class);

fn judgement(student: &str, seen: &str, points: &str, reason: &str) -> Value {
    let value = json!({"points": points, "reason": reason});
    json!({"assignment": "sum", "criterion": "style", "rows": [{"student": student, "seen": seen, "override": value}]})
}

#[test]
fn only_a_page_of_the_server_itself_is_answered() {
    let served = ServedClass::start(&UNCHANGED);
    let (root, host) = (served.root(), served.host());
    let own = format!("Host: {host}\r\n");
    let get = |path: &str, headers: &str| format!("GET {path} HTTP/1.1\r\n{headers}\r\n");
    let post = |headers: &str| format!("POST {root}save HTTP/1.1\r\n{own}{headers}\r\n{{}}");
    let origin = format!("Origin: http://{host}\r\n");
    let port = host.split_once(':').unwrap().1;
    for (request, status) in [
        (get(root, &own), 200),
        (get(root, &format!("Host: localhost:{port}\r\n")), 200),
        (get(&format!("{root}review"), &own), 303),
        // Without the secret, or half of it.
        (get("/", &own), 403),
        (get("/index.html", &own), 403),
        (get(&root[..20], &own), 403),
        (get(&root.replace(&root[5..8], "zzz"), &own), 403),
        // A name of somebody else that leads here, and a page of somebody else.
        (get(root, &format!("Host: evil.example:{port}\r\n")), 403),
        (get(root, ""), 403),
        (get(root, &format!("{own}{own}")), 400),
        (
            get(root, &format!("{own}Origin: http://evil.example\r\n")),
            403,
        ),
        (
            post("Content-Type: application/json\r\nContent-Length: 2\r\n"),
            403,
        ),
        (
            post("Origin: null\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"),
            403,
        ),
        // What no page of ours sends.
        (
            post(&format!(
                "{origin}Content-Type: text/plain\r\nContent-Length: 2\r\n"
            )),
            415,
        ),
        (
            post(&format!(
                "{origin}Content-Type: application/json\r\nContent-Length: 2\r\n"
            )),
            400,
        ),
        (
            post(&format!("{origin}Content-Length: 99999999999999999999\r\n")),
            413,
        ),
        (post(&format!("{origin}Content-Length: +2\r\n")), 400),
        (
            post(&format!("{origin}Transfer-Encoding: chunked\r\n")),
            501,
        ),
        (format!("DELETE {root} HTTP/1.1\r\n{own}\r\n"), 405),
        (
            format!(
                "GET {root} HTTP/1.1\r\n{own}X: {}\r\n\r\n",
                "x".repeat(20_000)
            ),
            431,
        ),
        ("hello\r\n\r\n".to_owned(), 400),
        // Other files.
        (get(&format!("{root}grades.csv"), &own), 200),
        (get(&format!("{root}ann/sum.html"), &own), 200),
        (get(&format!("{root}.grader/records"), &own), 404),
        (get(&format!("{root}../rubric.toml"), &own), 404),
        (get(&format!("{root}%2e%2e/rubric.toml"), &own), 404),
        (get(&format!("{root}%2e%2e%2frubric.toml"), &own), 404),
        (get(&format!("{root}ann//sum.html"), &own), 404),
        (get(&format!("{root}ann"), &own), 404),
        (get(&format!("{root}review/sum/nobody"), &own), 404),
    ] {
        let answer = served.send(request.as_bytes());
        let answer = answer.unwrap_or_else(|| panic!("no answer to {request}"));
        assert_eq!(answer.status, status, "{request}\n{}", answer.head);
        for header in [
            "Content-Security-Policy: ",
            "frame-ancestors 'none'",
            "Cache-Control: no-store",
            "Referrer-Policy: no-referrer",
            "X-Content-Type-Options: nosniff",
        ] {
            assert!(answer.head.contains(header), "{request}\n{}", answer.head);
        }
        assert!(status == 200 || !answer.body.contains(root), "{answer:?}");
    }
    // No other address of this machine.
    assert!(TcpStream::connect(("127.0.0.2", port.parse().unwrap())).is_err());

    // Who only holds connections is cut off before the server has none left, and hinders others only for a moment.
    let idle: Vec<TcpStream> = (0..32).map(|_| served.connect()).collect();
    let mut refused = served.connect();
    assert!(refused.read(&mut [0]).is_ok_and(|count| count == 0));
    drop(idle);
    let mut tries = 0;
    while served.send(get(root, &own).as_bytes()).is_none() {
        tries += 1;
        assert!(tries < 100, "connections that ended are still counted");
        thread::sleep(Duration::from_millis(50));
    }
    let (code, said) = served.interrupt();
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("0 decisions were saved"), "{said}");
}

#[test]
fn judgements_are_saved_immediately_and_do_not_overwrite_other_edits() {
    let course = class();
    let before = "# By hand\n[[override]]\nstudent = \"dora\"\nassignment = \"sum\"\ncriterion = \"sums\"\npoints = 4 # half\nreason = \"Nearly.\"\nby = \"Lee\"\n";
    course.write("overrides.toml", before);
    let served = ServedClass::start(&course);
    let page = served.get("");
    assert!(page.body.contains("4 programs are left"), "{}", page.body);

    // Two programs that are alike are judged in one look; the others are not among them.
    let page = served.get("review/sum/bob").body;
    assert!(page.contains("2 programs give the same results"), "{page}");
    assert!(!page.contains("value=\"cleo\""), "{page}");
    assert!(page.contains("<span class=\"kw\">return</span>"), "{page}");
    let page = served.get("review/sum/dora").body;
    assert!(
        page.contains("should be"),
        "the failed case is shown: {page}"
    );

    let value = json!({"points": "4.5", "reason": "Good, but for\n `x`."});
    let rows = ["ann", "bob"]
        .map(|student| json!({"student": student, "seen": "none", "override": value}));
    let saved = served.save(&json!({"assignment": "sum", "criterion": "style", "rows": rows}));
    assert_eq!(saved.status, 200, "{saved:?}");
    let saved = saved.json();
    assert_eq!(saved["rows"][0]["points"], 14.5, "{saved}");
    assert_eq!(saved["rows"][1]["before"], Value::Null, "{saved}");
    let file = course.read("overrides.toml");
    assert!(file.starts_with(before), "{file}");
    assert!(
        file.contains("reason = \"Good, but for `x`.\"\nby = \"Kim\""),
        "{file}"
    );
    let page = served.get("");
    assert!(page.body.contains("2 programs are left"), "{}", page.body);
    assert!(page.body.contains("data-points=\"14.5\""), "{}", page.body);

    // Lee edits the file meanwhile: neither word is lost.
    let seen = saved["rows"][0]["seen"].as_str().unwrap();
    course.write(
        "overrides.toml",
        file.replacen("points = 4.5", "points = 2", 1)
            .replacen("\"Kim\"", "\"Lee\"", 1),
    );
    let refused = served.save(&judgement("ann", seen, "5", "All there."));
    assert_eq!(refused.status, 409, "{refused:?}");
    let conflict = &refused.json()["conflicts"][0];
    assert_eq!(conflict["theirs"]["author"]["by"], "Lee", "{conflict}");
    assert_eq!(conflict["theirs"]["points"], "2", "{conflict}");
    assert_eq!(conflict["yours"]["points"], "5", "{conflict}");
    assert!(course.read("overrides.toml").contains("points = 2\n"));
    let seen = conflict["seen"].as_str().unwrap();
    let saved = served.save(&judgement("ann", seen, "5", "All there."));
    assert_eq!(saved.status, 200, "{saved:?}");
    let saved = &saved.json()["rows"][0];
    // And it can be taken back.
    let back = json!({"assignment": "sum", "criterion": "style", "rows": [
        {"student": "ann", "seen": saved["seen"], "override": saved["before"]},
    ]});
    assert_eq!(served.save(&back).status, 200);
    assert!(course.read("overrides.toml").contains("points = 2.0\n"));
    // The same once more is for a row that is no longer there.
    assert_eq!(served.save(&back).status, 409);

    // A comment at a line: the student reads it with the line, and it changes no points.
    let row = |student: &str, line: usize, seen: &str, comment: Value| json!({"student": student, "file": "sum.cpp", "line": line, "seen": seen, "comment": comment});
    let comment =
        |rows: &[Value]| served.post("comment", &json!({"assignment": "sum", "rows": rows}));
    let text = |text: &str| json!({"text": text});
    let saved = comment(&[row("cleo", 1, "none", text("Use `<iostream>`."))]);
    assert_eq!(saved.status, 200, "{saved:?}");
    let refused = comment(&[row("cleo", 1, "none", text("Another."))]);
    assert_eq!(refused.status, 409, "{refused:?}");
    let theirs = &refused.json()["conflicts"][0]["theirs"];
    assert_eq!(theirs["text"], "Use `<iostream>`.", "{refused:?}");
    let saved = comment(&[row("cleo", 2, "none", text("To be removed."))]).json();
    let seen = saved["rows"][0]["seen"].as_str().unwrap();
    assert_eq!(comment(&[row("cleo", 2, seen, Value::Null)]).status, 200);
    assert_eq!(
        comment(&[row("cleo", 1000, "none", text("Where?"))]).status,
        422
    );
    let comments = || course.read("overrides.toml").matches("[[comment]]").count();
    assert_eq!(comments(), 1);

    // A comment with points, which change wherever it is: in as many programs as a person has agreed to.
    let cost =
        |text: &str, points: &str| json!({"text": text, "criterion": "style", "points": points});
    for wrong in [
        cost("x", "many"),
        cost("x", "-6"),
        json!({"text": "x", "points": "-1"}),
        json!({"text": "x", "criterion": "stile", "points": "-1"}),
    ] {
        let refused = comment(&[row("ann", 3, "none", wrong)]);
        assert_eq!(refused.status, 422, "{refused:?}");
    }
    let short = || cost("A short name.", "-1");
    let saved = comment(&[
        row("ann", 3, "none", short()),
        row("ann", 4, "none", short()),
        row("bob", 3, "none", short()),
    ]);
    assert_eq!(saved.status, 200, "{saved:?}");
    let bank = |programs: usize| {
        served.post("bank", &json!({"assignment": "sum", "from": short(), "to": cost("Names say what is meant.", "-0.5"), "programs": programs}))
    };
    let before = course.read("overrides.toml");
    let refused = bank(3);
    assert_eq!(
        (refused.status, &refused.json()["programs"]),
        (409, &json!(2))
    );
    assert_eq!(course.read("overrides.toml"), before);
    let changed = bank(2);
    assert_eq!(changed.status, 200, "{changed:?}");
    let rows = changed.json()["rows"].as_array().unwrap().clone();
    assert_eq!(rows.len(), 3, "{rows:?}");
    // It can be taken back everywhere, and done again.
    let back: Vec<Value> = rows
        .iter()
        .map(|it| {
            row(
                it["student"].as_str().unwrap(),
                usize::try_from(it["line"].as_u64().unwrap()).unwrap(),
                it["seen"].as_str().unwrap(),
                it["before"].clone(),
            )
        })
        .collect();
    assert_eq!(comment(&back).status, 200);
    assert_eq!(course.read("overrides.toml"), before);
    assert_eq!(bank(2).status, 200);
    assert_eq!(comments(), 4);

    for (points, reason, says) in [
        ("6", "Too many.", "enter a number from 0 to 5"),
        ("-1", "Too few.", "enter a number from 0 to 5"),
        ("many", "None.", "enter a number from 0 to 5"),
        ("5", " \n", "say why"),
    ] {
        let refused = served.save(&judgement("cleo", "none", points, reason));
        assert_eq!(refused.status, 422, "{refused:?}");
        assert!(refused.body.contains(says), "{refused:?}");
    }
    let unknown = served.save(&judgement("nobody", "none", "1", "Who?"));
    assert_eq!(unknown.status, 422, "{unknown:?}");
    // For all that are left.
    let left = json!({"assignment": "sum", "criterion": "style", "left": {"points": "1", "reason": "Late."}});
    let saved = served.save(&left).json();
    assert_eq!(saved["rows"].as_array().unwrap().len(), 2, "{saved}");
    assert!(served.get("review/").body.contains("All is judged"));

    // A mistake in the file is named with its line, and nothing is written over it.
    let whole = course.read("overrides.toml");
    let broken = whole.replacen("by = \"Lee\"", "bye = \"Lee\"", 1);
    course.write("overrides.toml", &broken);
    let refused = served.save(&judgement("cleo", "none", "1", "One."));
    assert_eq!(refused.status, 422, "{refused:?}");
    assert!(refused.body.contains("overrides.toml:"), "{refused:?}");
    assert_eq!(course.read("overrides.toml"), broken);
    course.write("overrides.toml", &whole);

    let (code, said) = served.interrupt();
    assert_eq!(code, Some(0), "{said}");
    course
        .grader(&["report", "--all", "--format", "sarif=comments.sarif"])
        .exits_with(0);
    let one = [
        "run",
        "submissions",
        "--student",
        "ann",
        "--out",
        "one",
        "--format",
        "gradescope=ann.json",
    ];
    course.grader(&one).exits_with(0);
    let results = Results::read(&course.path("reports"));
    let points = ["ann", "bob", "cleo", "dora"]
        .map(|name| results.of(name, "sum")["points"].as_f64().unwrap());
    // Of ann's 2 points for names two comments take a half each, and of bob's 4.5 one.
    assert_eq!(points, [11.0, 14.0, 11.0, 5.0]);
    for (file, text) in [
        ("comments.sarif", "Use `<iostream>`."),
        (
            "comments.sarif",
            "Names say what is meant. (Clear names: −0.5 points)",
        ),
        (
            "ann.json",
            "`sum.cpp:4`: Names say what is meant. (Clear names: −0.5 points; Kim)",
        ),
        (
            "reports/ann/sum.md",
            "Kim gave 1 instead of 1.5 points for “Clear names”: sum.cpp:4: Names",
        ),
        (
            "reports/ann/sum.html",
            "Names say what is meant. (Clear names: −0.5 points; Kim)",
        ),
        (
            "reports/cleo/sum.md",
            "`sum.cpp:1`: Use `<iostream>`. (Kim)\n\n```cpp\n#include <cstdio>\n```",
        ),
        ("reports/cleo/sum.html", "#include &#60;cstdio&#62;"),
    ] {
        let report = course.read(file);
        assert!(report.contains(text), "{report}");
    }
    assert!(!course.read("reports/dora/sum.md").contains("Comments on"));
}

/// The student whose program the redirect of this page leads to, if it leads to one.
fn first_student(served: &ServedClass, page: &str) -> Option<String> {
    let answer = served.get(page);
    let mut lines = answer.head.lines();
    let address = lines.find_map(|line| line.strip_prefix("Location: "))?;
    let path = address.split('?').next()?;
    path.rsplit('/').next().map(str::to_owned)
}

#[test]
fn graders_judge_the_same_programs_alone_and_then_those_that_are_dealt_to_them() {
    let course = class();
    course.write(
        "overrides.toml",
        "[graders]\nnames = [\"anabel\", \"benito\"]\ntogether = 2\n",
    );
    let unknown = ["serve", "submissions", "--as", "zoe"];
    course
        .grader(&unknown)
        .exits_with(2)
        .says(&["`zoe` is not among the names", "anabel, benito"]);
    let anabel = ServedClass::start_for(&course, &["--as", "anabel"]);
    let benito = ServedClass::start_for(&course, &["--as", "benito"]);
    let mut judged = Vec::new();
    for (points, others) in [("5", "5"), ("3", "4")] {
        let student = first_student(&anabel, "review/").unwrap();
        let saved = anabel.save(&judgement(&student, "none", points, "Seen by one."));
        assert_eq!(saved.status, 200, "{saved:?}");
        // The other grader does not see it, and does not change it.
        assert_eq!(first_student(&benito, "review/").unwrap(), student);
        let page = benito.get(&format!("review/sum/{student}")).body;
        assert!(page.contains("All graders judge this program"), "{page}");
        assert!(
            !page.contains("(anabel)") && page.contains("to judge"),
            "{page}"
        );
        let agreement = benito.get("review/agreement").body;
        assert!(
            agreement.contains("Judge these programs first"),
            "{agreement}"
        );
        assert!(!agreement.contains("Weighted kappa"), "{agreement}");
        let saved = benito.save(&judgement(&student, "none", others, "Seen by the other."));
        assert_eq!(saved.status, 200, "{saved:?}");
        judged.push(student);
    }
    // Of 1 squared point of difference, 6 in 4 pairs would be chance: 1 - (1 / 2) / (6 / 4).
    let agreement = benito.get("review/agreement").body;
    for text in [
        "1 of 2",
        "<td>0.67</td>",
        "anabel 3, benito 4; anabel decides",
    ] {
        assert!(agreement.contains(text), "{agreement}");
    }
    // What is left is dealt out: the last of three groups to the second of two graders.
    let last = first_student(&benito, "review/").unwrap();
    assert!(!judged.contains(&last), "{last}");
    // Bob's program is like ann's, so it is for the same grader.
    assert_eq!(first_student(&anabel, "review/").as_deref(), Some("bob"));
    let left = json!({"assignment": "sum", "criterion": "style", "left": {"points": "1", "reason": "Late."}});
    assert_eq!(
        benito.save(&left).json()["rows"][0]["student"],
        last.as_str()
    );
    assert!(benito.get("review/").body.contains("dealt to benito"));

    let file = course.read("overrides.toml");
    assert_eq!(file.matches("[[second]]").count(), 2, "{file}");
    assert_eq!(
        file.matches("by = \"Course staff\"\ngrader = \"benito\"")
            .count(),
        3,
        "{file}"
    );
    drop((anabel, benito));

    // A student objects, and reads the answer; the points change with it.
    let form = "Username;Case or criterion;Comment\ndora;adds;It is right <b>.\n";
    course.write("form.csv", form);
    course
        .grader(&["request", "form.csv"])
        .exits_with(0)
        .says(&["1 more objection now"]);
    course
        .grader(&["request", "form.csv"])
        .exits_with(0)
        .says(&["0 more objections now, and had 1 of them before"]);
    course.write("wrong.csv", "student,case,text\ndora,adss,Why?\n");
    course
        .grader(&["request", "wrong.csv"])
        .exits_with(2)
        .says(&["wrong.csv:2", "did you mean `adds`?"]);
    let served = ServedClass::start(&course);
    assert_eq!(
        first_student(&served, "review/?show=objections").as_deref(),
        Some("dora")
    );
    let page = served.get("review/sum/dora").body;
    assert!(page.contains("It is right &#60;b&#62;."), "{page}");
    let answer = |seen: &str, answer: &str, points: Value| {
        let request = json!({"assignment": "sum", "student": "dora", "case": "adds", "criterion": null, "text": "It is right <b>.", "seen": seen, "answer": answer, "points": points});
        served.post("answer", &request)
    };
    assert_eq!(answer("none", "Late.", Value::Null).status, 409);
    let seen = served.get("review/sum/dora").body;
    let seen = seen
        .split("&#34;answer&#34;:null,&#34;seen&#34;:&#34;")
        .nth(1)
        .unwrap()
        .split("&#34;")
        .next()
        .unwrap()
        .to_owned();
    let points = json!({"criterion": "sums", "seen": "none", "override": {"points": "4", "reason": "Nearly."}});
    let saved = answer(&seen, "Nearly, so some points.", points);
    assert_eq!(saved.status, 200, "{saved:?}");
    assert_eq!(saved.json()["points"]["override"], Value::Null, "{saved:?}");
    assert_eq!(first_student(&served, "review/?show=objections"), None);
    drop(served);
    course.grader(&["report", "--all"]).exits_with(0);
    let report = course.read("reports/dora/sum.md");
    for text in [
        "You wrote about test case `adds`: “It is right",
        "Answer: Nearly, so some points. (Kim)",
        "Kim gave 4 instead of 0 points for “sums”",
    ] {
        assert!(report.contains(text), "{report}");
    }
    let page = course.read("reports/dora/sum.html");
    let header = page.split("</header>").next().unwrap();
    assert!(
        header.contains("Answer: Nearly, so some points. (Kim)"),
        "{page}"
    );
    // No report names graders.
    for (file, text) in course.files_in("reports") {
        assert!(
            !text.contains("anabel") && !text.contains("benito"),
            "{file}: {text}"
        );
    }
}

#[test]
fn a_server_that_is_killed_while_it_saves_loses_nothing_that_it_confirmed() {
    let course = Course::sum();
    course.write("rubric.toml", format!("{SUM}{STYLE}"));
    course.write("submissions/ann/sum.cpp", ADDS);
    course.grader(&["run", "submissions"]).exits_with(0);
    let moments = match tries_all() {
        true => 50,
        false => 4,
    };
    for moment in 0..moments {
        let served = ServedClass::start(&course);
        let rows = served.get("rows?assignment=sum&student=ann").json();
        let first = rows["style"].as_str().unwrap().to_owned();
        // The judgements of one page after the other, as fast as they are confirmed.
        let confirmed = AtomicUsize::new(0);
        thread::scope(|scope| {
            scope.spawn(|| {
                let mut seen = first;
                for number in 1.. {
                    let reason = format!("{number} of {moment}.");
                    let body = judgement("ann", &seen, "3", &reason);
                    let request = served.post_request("save", &body);
                    let Some(answer) = served.send(&request) else {
                        break;
                    };
                    assert_eq!(answer.status, 200, "{answer:?}");
                    seen = answer.json()["rows"][0]["seen"]
                        .as_str()
                        .unwrap()
                        .to_owned();
                    confirmed.store(number, Ordering::SeqCst);
                }
            });
            while confirmed.load(Ordering::SeqCst) == 0 {
                thread::sleep(Duration::from_millis(1));
            }
            thread::sleep(Duration::from_millis(moment * 3));
            served.kill();
        });
        let confirmed = confirmed.into_inner();
        let file: toml::Table = course.read("overrides.toml").parse().unwrap();
        let rows = file["override"].as_array().unwrap();
        assert_eq!(rows.len(), 1, "{rows:?}");
        let reason = rows[0]["reason"].as_str().unwrap();
        // What was written may have been killed before it was confirmed.
        let possible = [confirmed, confirmed + 1].map(|number| format!("{number} of {moment}."));
        assert!(
            possible.iter().any(|it| it == reason),
            "{reason} is none of {possible:?}"
        );
    }
}
