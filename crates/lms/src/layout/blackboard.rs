//! Blackboard Learn: `<assignment>_<user>_attempt_<time>_<file>`, and for each attempt a receipt, `<the same>.txt`.
//!
//! The system writes its part in front of the name that a student chose, so the first `_attempt_<time>` decides, and what
//! follows is the student's text. Only where the names of all files share more, that is the assignment's name.
//!
//! A user's name may hold `_` and so may an assignment's, so where there is a receipt it decides. It has the student's name, too,
//! and lists the files. Where a receipt and a name disagree about two students, neither is graded.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use unicode_normalization::UnicodeNormalization as _;

use super::item::{DownloadEntry, DownloadTop, EntryContent, LayoutEntry, StaticRegex, group_text};
use model::{HandIn, HandInTime};
use support::printable::to_printable;

static NAME: StaticRegex = StaticRegex::new(
    r"^(?P<whose>.+?)_attempt_(?P<time>\d{4}(?:-\d{2}){5})(?:_(?P<file>.+)|(?P<receipt>\.txt))$",
);

/// `Name: First Last (user)`.
static OWNER: StaticRegex =
    StaticRegex::new(r"(?m)^Name: (?P<name>.*?) ?\((?P<user>[^()\r\n]+)\)\s*$");

/// `Date Submitted: Tuesday, February 20, 2024 12:35:07 AM CST`.
static DATE: StaticRegex = StaticRegex::new(r"(?m)^Date Submitted: (?P<date>[^\r\n]+)");

/// What is looked for stands in the first lines and in the last ones, with the student's comments between.
const LARGEST_RECEIPT: u64 = 64 << 10;

/// The line before the list of files.
const FILES: &str = "Files:";

/// Before the name that a file has in the download.
const LISTED_FILE: &str = "Filename: ";

/// A name in Blackboard's form.
struct BlackboardName<'n> {
    /// `<assignment>_<user>_attempt_<time>`, which all files of one attempt share.
    stem: &'n str,
    /// `<assignment>_<user>`.
    whose: &'n str,
    time: &'n str,
    /// The name that the student chose; none of a receipt.
    file: Option<&'n str>,
}

struct BlackboardReceipt {
    name: String,
    user: String,
    date: Option<String>,
    /// The files of the attempt by their names in the download.
    files: BTreeSet<String>,
}

/// The receipts by the stems of their attempts.
type ReceiptIndex<'n> = HashMap<&'n str, BlackboardReceipt>;

pub(super) fn parse_entries(top: &DownloadTop<'_>) -> Vec<Option<LayoutEntry>> {
    let read = read_names(top);
    let mut receipts = ReceiptIndex::new();
    for (entry, name) in top.entries.iter().zip(&read.names) {
        if let Some(name) = name.as_ref().filter(|name| name.file.is_none()) {
            let text = (top.read)(&entry.path, LARGEST_RECEIPT);
            let receipt = text.and_then(|text| parse_receipt(&text));
            receipts.extend(receipt.map(|receipt| (name.stem, receipt)));
        }
    }

    let item = |(entry, name): (&DownloadEntry, &Option<BlackboardName<'_>>)| {
        build_entry(entry, name.as_ref()?, &receipts)
    };
    let mut items: Vec<Option<LayoutEntry>> =
        top.entries.iter().zip(&read.names).map(item).collect();

    let mut contested = find_contested(top.entries, &read.names, &receipts);
    if read.is_unclear {
        let owners = items.iter().flatten().map(|item| item.owner.clone());
        let reason = "all names share one `_attempt_` with a time and go on with another one, and nothing proves which is the user's";
        contested.extend(owners.map(|owner| (owner, reason.to_owned())));
    }
    for item in items.iter_mut().flatten() {
        item.contested = contested.get(&item.owner).cloned();
    }
    items
}

/// The names of a download in Blackboard's form.
struct BlackboardNames<'n> {
    names: Vec<Option<BlackboardName<'n>>>,
    /// Whether all of them can be read in two ways.
    is_unclear: bool,
}

/// Reads the names of a download. An assignment's name may hold `_attempt_<time>`, too: then all files share it, more than one
/// attempt follows it, and one of them has a receipt.
fn read_names<'n>(top: &DownloadTop<'n>) -> BlackboardNames<'n> {
    let parse_all = |skipped: usize| -> Vec<Option<BlackboardName<'n>>> {
        let files = top.entries.iter();
        files
            .map(|entry| parse_name(&entry.name, skipped).filter(|_| !entry.is_folder))
            .collect()
    };
    let names = parse_all(0);
    let stems: BTreeSet<&str> = names.iter().flatten().map(|name| name.stem).collect();
    let shared = stems.iter().next().filter(|_| stems.len() == 1);
    let later = parse_all(shared.map_or(0, |stem| stem.len()));
    let count = |names: &[Option<BlackboardName<'n>>]| names.iter().flatten().count();
    if shared.is_none() || count(&later) < count(&names) {
        return BlackboardNames {
            names,
            is_unclear: false,
        };
    }
    let stems: BTreeSet<&str> = later.iter().flatten().map(|name| name.stem).collect();
    let has_receipt = later.iter().flatten().any(|name| name.file.is_none());
    match stems.len() > 1 && has_receipt {
        true => BlackboardNames {
            names: later,
            is_unclear: false,
        },
        false => BlackboardNames {
            names,
            is_unclear: true,
        },
    }
}

/// A name whose first `skipped` bytes are the assignment's.
fn parse_name(name: &str, skipped: usize) -> Option<BlackboardName<'_>> {
    let found = NAME.captures(name.get(skipped..)?)?;
    let time = found.name("time")?;
    Some(BlackboardName {
        stem: name.get(..skipped + time.end())?,
        whose: name.get(..skipped + found.name("whose")?.end())?,
        time: time.as_str(),
        file: group_text(&found, "file"),
    })
}

fn parse_receipt(text: &str) -> Option<BlackboardReceipt> {
    let owner = OWNER.captures(text)?;
    let user = group_text(&owner, "user")?.trim().to_owned();
    let name = group_text(&owner, "name")
        .unwrap_or(&user)
        .trim()
        .to_owned();
    let date = DATE
        .captures(text)
        .and_then(|found| group_text(&found, "date").map(str::to_owned));
    Some(BlackboardReceipt {
        name,
        user,
        date,
        files: listed_files(text),
    })
}

/// The names after the last line `Files:`. Lines before it may be the student's comment.
fn listed_files(text: &str) -> BTreeSet<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let Some(heading) = lines.iter().rposition(|line| *line == FILES) else {
        return BTreeSet::new();
    };
    let listed = lines.iter().skip(heading);
    listed
        .filter_map(|line| line.strip_prefix(LISTED_FILE))
        .map(|name| name.trim().nfc().collect())
        .collect()
}

/// The receipt of an attempt, if its user is the one in the name.
fn fitting_receipt<'r>(
    name: &BlackboardName<'_>,
    receipts: &'r ReceiptIndex<'_>,
) -> Option<&'r BlackboardReceipt> {
    let receipt = receipts.get(name.stem)?;
    name.whose
        .ends_with(&format!("_{}", receipt.user))
        .then_some(receipt)
}

/// The user by the receipt, or else what follows the last `_`.
fn find_user<'u>(name: &BlackboardName<'u>, receipts: &'u ReceiptIndex<'_>) -> Option<&'u str> {
    match fitting_receipt(name, receipts) {
        Some(receipt) => Some(&receipt.user),
        None => name.whose.rsplit_once('_').map(|(_, user)| user),
    }
}

/// The users who may be two students, or whose file may be another one's, each with the reason.
fn find_contested(
    entries: &[DownloadEntry],
    names: &[Option<BlackboardName<'_>>],
    receipts: &ReceiptIndex<'_>,
) -> BTreeMap<String, String> {
    let mut contested = BTreeMap::new();
    let known = names.iter().flatten();
    let users: BTreeSet<&str> = known.filter_map(|name| find_user(name, receipts)).collect();
    let mut listed_by: HashMap<&str, Vec<&str>> = HashMap::new();
    for receipt in receipts.values() {
        for file in &receipt.files {
            listed_by.entry(file).or_default().push(&receipt.user);
        }
    }
    for (entry, name) in entries.iter().zip(names) {
        let Some(name) = name else { continue };
        let Some(user) = find_user(name, receipts) else {
            continue;
        };
        let receipt = receipts.get(name.stem);
        let is_listed = receipt.is_some_and(|it| it.files.contains(&entry.name));
        let mut others: Vec<&str> = match is_listed {
            true => Vec::new(),
            false => listed_by.get(&*entry.name).cloned().unwrap_or_default(),
        };
        others.extend(receipt.map(|it| it.user.as_str()));
        others.retain(|other| *other != user && users.contains(other));
        for other in others {
            let reason = format!(
                "by its name `{}` is a file of `{}`, and by a receipt it is one of `{}`",
                to_printable(&entry.name),
                to_printable(user),
                to_printable(other)
            );
            contested.insert(user.to_owned(), reason.clone());
            contested.insert(other.to_owned(), reason);
        }
    }
    contested.extend(find_namesakes(names, receipts));
    contested
}

/// Users who are `x` by the last `_` alone, where a download of one assignment has both `Lab 3_x` and `Lab 3_bob_x`.
fn find_namesakes(
    names: &[Option<BlackboardName<'_>>],
    receipts: &ReceiptIndex<'_>,
) -> BTreeMap<String, String> {
    let mut beginnings: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut guessed: BTreeSet<&str> = BTreeSet::new();
    for name in names.iter().flatten() {
        let Some(user) = find_user(name, receipts) else {
            continue;
        };
        beginnings.entry(user).or_default().insert(name.whose);
        if fitting_receipt(name, receipts).is_none() {
            guessed.insert(user);
        }
    }
    beginnings.retain(|user, beginnings| beginnings.len() > 1 && guessed.contains(user));
    let namesake = |(user, beginnings): (&str, BTreeSet<&str>)| {
        let beginnings: Vec<String> = beginnings
            .iter()
            .map(|whose| format!("`{}`", to_printable(whose)))
            .collect();
        let reason = format!(
            "`{}` may be several users, because names begin with {}, and not each attempt has its receipt",
            to_printable(user),
            beginnings.join(" and ")
        );
        (user.to_owned(), reason)
    };
    beginnings.into_iter().map(namesake).collect()
}

fn build_entry(
    entry: &DownloadEntry,
    name: &BlackboardName<'_>,
    receipts: &ReceiptIndex<'_>,
) -> Option<LayoutEntry> {
    let user = find_user(name, receipts)?;
    let receipt = fitting_receipt(name, receipts);
    let shown = receipt
        .and_then(|it| it.date.clone())
        .unwrap_or_else(|| name.time.to_owned());
    let hand_in = HandIn {
        name: receipt.map_or(user, |it| it.name.as_str()).to_owned(),
        id: Some(user.to_owned()),
        login: Some(user.to_owned()),
        time: Some(HandInTime {
            shown,
            iso: to_iso_time(name.time),
        }),
        ..HandIn::default()
    };
    let content = match name.file {
        Some(file) => EntryContent::File(file.to_owned()),
        None => EntryContent::NotCompilable("it is Blackboard's receipt"),
    };
    Some(LayoutEntry {
        owner: user.to_owned(),
        hand_in,
        attempt: name.time.to_owned(),
        to_check: describe_doubts(entry, name, receipts),
        content,
        ..LayoutEntry::default()
    })
}

/// What staff should check where a receipt does not confirm the name of a file.
fn describe_doubts(
    entry: &DownloadEntry,
    name: &BlackboardName<'_>,
    receipts: &ReceiptIndex<'_>,
) -> Vec<String> {
    let receipt = receipts.get(name.stem).filter(|_| name.file.is_some());
    let Some(receipt) = receipt else {
        return Vec::new();
    };
    let file = to_printable(&entry.name);
    let mut doubts = Vec::new();
    if fitting_receipt(name, receipts).is_none() {
        let user = to_printable(&receipt.user);
        doubts.push(format!(
            "the receipt of `{file}` names the user `{user}`, and the file does not"
        ));
    }
    if !receipt.files.is_empty() && !receipt.files.contains(&entry.name) {
        doubts.push(format!("the receipt of the attempt does not list `{file}`"));
    }
    doubts
}

/// `2024-02-20-00-35-07` as `2024-02-20T00:35:07`, in the system's own zone.
fn to_iso_time(time: &str) -> Option<String> {
    let (date, clock) = time.split_at_checked(10)?;
    Some(format!(
        "{date}T{}",
        clock.strip_prefix('-')?.replace('-', ":")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The beginning of each name of Lab 3.
    const LAB: &str = "Lab 3_";

    fn read(files: &[(String, String)]) -> Vec<(String, bool, bool)> {
        let listed = |(name, _): &(String, String)| DownloadEntry {
            name: name.clone(),
            path: name.into(),
            is_folder: false,
        };
        let entries: Vec<DownloadEntry> = files.iter().map(listed).collect();
        let text = |path: &std::path::Path, _| {
            let found = files.iter().find(|(name, _)| path.as_os_str() == &**name);
            found.map(|(_, text)| text.clone())
        };
        let top = DownloadTop {
            name: "gradebook",
            entries: &entries,
            read: &text,
            list: &|_| Vec::new(),
            is_required: &|_| false,
            is_on_roster: &|_| false,
            is_named: false,
        };
        let parts = |item: LayoutEntry| {
            let is_contested = item.contested.is_some();
            (item.owner, is_contested, !item.to_check.is_empty())
        };
        parse_entries(&top)
            .into_iter()
            .flatten()
            .map(parts)
            .collect()
    }

    /// `user day file`: a name of the first of January or another day; without a file, the attempt's receipt.
    fn name(words: &str) -> String {
        let mut words = words.splitn(3, ' ');
        let mut word = || words.next().unwrap_or_default();
        let stem = format!("{LAB}{}_attempt_2026-01-{}-10-00-00", word(), word());
        match word() {
            "" => stem + ".txt",
            file => format!("{stem}_{file}"),
        }
    }

    /// A receipt of `user` that lists these files.
    fn receipt(user: &str, files: &[String]) -> String {
        let mut text = format!(
            "Name: A Student ({user})\nAssignment: Lab 3\n\nComments:\nFiles:\n\tFilename: {}\n",
            name("ann 01 sum.cpp")
        );
        text += "\nFiles:\n";
        for file in files {
            text += &format!("\tOriginal filename: x\n\tFilename: {file}\n");
        }
        text
    }

    /// A student's file may have any name, also one that looks as if it were of another student's newest attempt.
    #[test]
    fn a_file_is_of_the_student_whose_name_the_system_wrote() {
        let mimic = name(&format!("eve 02 {}", name("ann 03 sum.cpp")));
        let files = [
            name("ann 01 sum.cpp"),
            name("bob_x 01 sum.cpp"),
            name("eve 02 sum.cpp"),
            mimic.clone(),
        ];
        let bare: Vec<(String, String)> =
            files.iter().map(|it| (it.clone(), String::new())).collect();
        let owners = |read: Vec<(String, bool, bool)>| -> Vec<String> {
            read.into_iter()
                .map(|(owner, contested, doubted)| format!("{owner} {contested} {doubted}"))
                .collect()
        };
        assert_eq!(
            owners(read(&bare)),
            [
                "ann false false",
                "x false false",
                "eve false false",
                "eve false false"
            ]
        );

        let mut all = bare.clone();
        all.push((name("ann 01"), receipt("ann", &files[..1])));
        all.push((name("bob_x 01"), receipt("bob_x", &files[1..2])));
        all.push((name("eve 02"), receipt("eve", &files[2..])));
        assert_eq!(
            owners(read(&all)),
            [
                "ann false false",
                "bob_x false false",
                "eve false false",
                "eve false false",
                "ann false false",
                "bob_x false false",
                "eve false false"
            ]
        );

        // Ann's receipt is of another file, and Eve's lists the one that has Ann's name.
        all[4].1 = receipt("ann", &[name("ann 01 other.cpp")]);
        all[6].1 = receipt("eve", &[files[0].clone(), files[2].clone(), mimic]);
        assert_eq!(
            owners(read(&all))[..3],
            ["ann true true", "bob_x false false", "eve true false"]
        );

        // Nothing lists Ann's file.
        all[6].1 = receipt("eve", &files[2..]);
        assert_eq!(owners(read(&all))[..1], ["ann false true"]);
    }

    #[test]
    fn two_users_with_one_last_part_are_not_one() {
        let files = ["x 01 sum.cpp", "bob_x 01 sum.cpp", "cem 01 sum.cpp"].map(name);
        let files = files.map(|name| (name, String::new()));
        let expected = [("x", true), ("x", true), ("cem", false)];
        let found = read(&files)
            .into_iter()
            .map(|(owner, contested, _)| (owner, contested));
        assert_eq!(
            found.collect::<Vec<_>>(),
            expected.map(|(owner, contested)| (owner.to_owned(), contested))
        );
    }

    #[test]
    fn what_all_names_share_is_of_the_assignment() {
        let lab = "Task_attempt_2025-01-01-10-00-00_";
        let with_lab = |words: &str| format!("{lab}{}", name(words));
        let owners = |files: &[(String, String)]| -> Vec<(String, bool)> {
            let parts = read(files).into_iter();
            parts
                .map(|(owner, contested, _)| (owner, contested))
                .collect()
        };
        let files = [
            (with_lab("ann 01 sum.cpp"), String::new()),
            (with_lab("ann 01"), receipt("ann", &[])),
            (with_lab("eve 02 x"), String::new()),
        ];
        let expected = ["ann", "ann", "eve"].map(|owner| (owner.to_owned(), false));
        assert_eq!(owners(&files), expected);
        // Without a receipt it may be one student, whose files have odd names.
        let unclear = owners(&[files[0].clone(), files[2].clone()]);
        assert!(unclear.iter().all(|(_, contested)| *contested));
    }
}
