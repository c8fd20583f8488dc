//! Which answer belongs to which address. All addresses begin with the server's secret, which is taken off before.

use percent_encoding::percent_decode_str;
use report::{LOOK_POLICY, SERVED_CLASS_POLICY};

use crate::answering::save_answer;
use crate::commenting::{change_bank, save_comments};
use crate::desk::{DeskError, ReviewDesk};
use crate::files::open_report;
use crate::http::{HttpMethod, HttpRefusal, HttpRequest, HttpResponse};
use crate::looks::{LookQuery, parse_query};
use crate::saving::{SaveRefusal, list_rows, save};

/// The answer to a request that may be answered.
pub(crate) fn answer(desk: &ReviewDesk, path: &str, request: &HttpRequest) -> HttpResponse {
    let parts: Vec<&str> = path.split('/').collect();
    let answered = match (request.method, parts.as_slice()) {
        (HttpMethod::Post, ["save"]) => answer_sent(desk, request, save),
        (HttpMethod::Post, ["comment"]) => answer_sent(desk, request, save_comments),
        (HttpMethod::Post, ["bank"]) => answer_sent(desk, request, change_bank),
        (HttpMethod::Post, ["answer"]) => answer_sent(desk, request, save_answer),
        (HttpMethod::Post, _) => Err(HttpRefusal::new(405, "Nothing can be sent there.")),
        (HttpMethod::Get, ["" | "index.html"]) => Ok(answer_class(desk)),
        (HttpMethod::Get, ["rows"]) => answer_rows(desk, request),
        (HttpMethod::Get, ["review"]) => {
            Ok(HttpResponse::redirect(format!("review/?{}", request.query)))
        }
        (HttpMethod::Get, ["review", ""]) => Ok(answer_start(desk, request)),
        (HttpMethod::Get, ["review", "agreement"]) => answer_agreement(desk),
        (HttpMethod::Get, ["review", assignment, student]) => {
            answer_look(desk, [*assignment, *student], request)
        }
        (HttpMethod::Get, _) => open_report(&desk.class.reports, path),
    };
    answered.unwrap_or_else(HttpResponse::from)
}

fn answer_sent(
    desk: &ReviewDesk,
    request: &HttpRequest,
    answer: fn(&ReviewDesk, &[u8]) -> Result<HttpResponse, SaveRefusal>,
) -> Result<HttpResponse, HttpRefusal> {
    // A form of another page cannot send this type.
    if request.content_type != "application/json" {
        return Err(HttpRefusal::new(415, "A judgement is sent as JSON."));
    }
    Ok(answer(desk, &request.body).unwrap_or_else(HttpResponse::from))
}

fn answer_class(desk: &ReviewDesk) -> HttpResponse {
    match desk.view().and_then(|view| view.render_class()) {
        Ok(page) => HttpResponse::page(page, &SERVED_CLASS_POLICY),
        Err(error) => explain(&error),
    }
}

/// What is wrong with the file is for whoever judges; it says which line to mend.
fn explain(error: &DeskError) -> HttpResponse {
    HttpResponse::text(
        500,
        format!("The class cannot be shown until this is mended:\n\n{error}\n"),
    )
}

fn answer_rows(desk: &ReviewDesk, request: &HttpRequest) -> Result<HttpResponse, HttpRefusal> {
    let pairs = parse_query(&request.query);
    let value = |key: &str| {
        let named = pairs.iter().find(|(known, _)| known == key);
        named.map_or("", |(_, value)| value.as_str())
    };
    let place = find_submission(desk, value("assignment"), value("student"))?;
    Ok(list_rows(desk, place).unwrap_or_else(HttpResponse::from))
}

fn answer_start(desk: &ReviewDesk, request: &HttpRequest) -> HttpResponse {
    let view = match desk.view() {
        Ok(view) => view,
        Err(error) => return explain(&error),
    };
    if let Some(address) = view.first_address(&LookQuery::parse(&request.query)) {
        return HttpResponse::redirect(address);
    }
    match view.finished_page() {
        Ok(page) => HttpResponse::page(page, &LOOK_POLICY),
        Err(error) => explain(&error),
    }
}

fn answer_agreement(desk: &ReviewDesk) -> Result<HttpResponse, HttpRefusal> {
    match desk.view().and_then(|view| view.agreement_page()) {
        Ok(Some(page)) => Ok(HttpResponse::page(page, &LOOK_POLICY)),
        Ok(None) => Err(HttpRefusal::new(
            404,
            "No program is judged by all graders: [graders] has no `together`.",
        )),
        Err(error) => Ok(explain(&error)),
    }
}

fn answer_look(
    desk: &ReviewDesk,
    names: [&str; 2],
    request: &HttpRequest,
) -> Result<HttpResponse, HttpRefusal> {
    let decode = |name: &str| percent_decode_str(name).decode_utf8_lossy().into_owned();
    let [assignment, student] = names.map(decode);
    let place = find_submission(desk, &assignment, &student)?;
    let query = LookQuery::parse(&request.query);
    let page = desk.view().and_then(|view| view.look_page(place, &query));
    match page {
        Ok(Some(page)) => Ok(HttpResponse::page(page, &LOOK_POLICY)),
        Ok(None) => Err(HttpRefusal::new(
            404,
            "A person judges nothing of this program.",
        )),
        Err(error) => Ok(explain(&error)),
    }
}

fn find_submission(
    desk: &ReviewDesk,
    assignment: &str,
    student: &str,
) -> Result<usize, HttpRefusal> {
    let place = desk.place_of(assignment, student);
    place.ok_or(HttpRefusal::new(404, "There is no such submission."))
}
