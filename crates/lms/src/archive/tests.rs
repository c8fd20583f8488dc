//! Archives as attackers make them.

use std::fs;
use std::io::{Cursor, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use tar::{EntryType, Header};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

const SMALL: UnpackBounds = UnpackBounds {
    entries: 100,
    file: 1 << 20,
    all: 2 << 20,
    time: Duration::from_secs(60),
    hidden: false,
    person_levels: 0,
    skips_long_paths: false,
};

fn zipped(make: impl FnOnce(&mut ZipWriter<Cursor<Vec<u8>>>)) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    make(&mut writer);
    writer.finish().unwrap().into_inner()
}

fn zip_of(files: &[(&str, &[u8])]) -> Vec<u8> {
    zipped(|writer| {
        for (name, bytes) in files {
            writer
                .start_file(*name, SimpleFileOptions::default())
                .unwrap();
            writer.write_all(bytes).unwrap();
        }
    })
}

/// A header is written as it is, so that names may be what no program would write.
fn tar_of(entries: &[(&[u8], EntryType, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, kind, bytes) in entries {
        let mut header = Header::new_gnu();
        header.as_mut_bytes()[..name.len()].copy_from_slice(name);
        header.set_entry_type(*kind);
        header.set_mode(0o777);
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        builder.append(&header, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Unpacks into the folder `inside` of a new one. Nothing else may have appeared there, and inside nothing but files and folders
/// that nobody can execute.
fn unpack_within(
    bytes: &[u8],
    format: ArchiveFormat,
    bounds: &UnpackBounds,
) -> (TempDir, Result<UnpackReport, ArchiveError>) {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("inside");
    fs::create_dir(&folder).unwrap();
    let archive = home.path().join("archive");
    fs::write(&archive, bytes).unwrap();
    let result = unpack_archive(
        File::open(&archive).unwrap(),
        format,
        &folder,
        bounds,
        &|| false,
    );
    let mut names: Vec<_> = fs::read_dir(home.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["archive", "inside"]);
    for entry in walkdir::WalkDir::new(&folder) {
        let entry = entry.unwrap();
        assert!(
            entry.file_type().is_dir() || entry.file_type().is_file(),
            "{entry:?}"
        );
        let mode = entry.metadata().unwrap().permissions().mode();
        assert!(entry.file_type().is_dir() || mode & 0o111 == 0, "{entry:?}");
    }
    (home, result)
}

#[track_caller]
fn is_refused(bytes: &[u8], format: ArchiveFormat, why: &str) {
    match unpack_within(bytes, format, &SMALL).1 {
        Err(error @ ArchiveError::Refused { .. }) => {
            let reason = error.to_string();
            assert!(reason.contains(why), "{reason}");
        }
        other => panic!("{other:?}"),
    }
}

fn text(home: &TempDir, name: &str) -> String {
    fs::read_to_string(home.path().join("inside").join(name)).unwrap()
}

#[test]
fn all_formats_are_unpacked_without_what_systems_leave_behind() {
    let files: [(&str, &[u8]); 4] = [
        ("lab/sum.cpp", b"int a;"),
        ("lab\\src\\b.cpp", b"int b;"),
        ("__MACOSX/lab/._sum.cpp", b""),
        ("lab/.git/config", b""),
    ];
    let entries = files.map(|(name, bytes)| (name.as_bytes(), EntryType::Regular, bytes));
    let tar = tar_of(&entries);
    for (bytes, format) in [
        (zip_of(&files), ArchiveFormat::Zip),
        (gzipped(&tar), ArchiveFormat::TarGz),
        (tar, ArchiveFormat::Tar),
    ] {
        let (home, result) = unpack_within(&bytes, format, &SMALL);
        let unpacked = result.unwrap();
        assert_eq!((unpacked.entries, unpacked.bytes), (4, 12));
        assert_eq!(
            text(&home, "lab/sum.cpp") + &text(&home, "lab/src/b.cpp"),
            "int a;int b;"
        );
        assert!(!home.path().join("inside/__MACOSX").exists());
        assert!(!home.path().join("inside/lab/.git").exists());
    }
}

#[test]
fn no_name_leads_out_and_no_link_is_made() {
    for name in [
        "../out.cpp",
        "lab/../../out.cpp",
        "/tmp/out.cpp",
        "C:\\out.cpp",
        "..\\out.cpp",
    ] {
        is_refused(
            &zip_of(&[(name, b"")]),
            ArchiveFormat::Zip,
            "holds the name",
        );
        let tar = tar_of(&[(name.as_bytes(), EntryType::Regular, b"")]);
        is_refused(&tar, ArchiveFormat::Tar, "holds the name");
    }
    let zip = zipped(|writer| {
        let options = SimpleFileOptions::default();
        writer.add_symlink("away", "..", options).unwrap();
        writer.start_file("a.cpp", options).unwrap();
    });
    let (home, result) = unpack_within(&zip, ArchiveFormat::Zip, &SMALL);
    assert_eq!(
        result.unwrap().left_out,
        [("away".to_owned(), "it is a link or a device")]
    );
    assert!(home.path().join("inside/a.cpp").exists());
    for kind in [
        EntryType::Symlink,
        EntryType::Link,
        EntryType::Fifo,
        EntryType::Char,
        EntryType::GNUSparse,
    ] {
        let tar = tar_of(&[
            (b"away", kind, b""),
            (b"away/a.cpp", EntryType::Regular, b"int a;"),
        ]);
        let (home, result) = unpack_within(&tar, ArchiveFormat::Tar, &SMALL);
        assert_eq!(result.unwrap().left_out.len(), 1);
        assert_eq!(text(&home, "away/a.cpp"), "int a;");
    }
}

#[test]
fn what_an_archive_may_cost_is_bounded() {
    let zeros = vec![0; 3 << 20];
    // One large file is left out, and three that are each allowed are too much.
    let zip = zip_of(&[("large", &zeros), ("a.cpp", b"int a;")]);
    let (home, result) = unpack_within(&zip, ArchiveFormat::Zip, &SMALL);
    assert_eq!(
        result.unwrap().left_out,
        [("large".to_owned(), "it is too large")]
    );
    assert_eq!(text(&home, "a.cpp"), "int a;");
    let share = &zeros[..1 << 20];
    let bomb = [("a", share), ("b", share), ("c", share)];
    is_refused(&zip_of(&bomb), ArchiveFormat::Zip, "holds more than 2 MiB");
    let bomb = bomb.map(|(name, bytes)| (name.as_bytes(), EntryType::Regular, bytes));
    is_refused(
        &gzipped(&tar_of(&bomb)),
        ArchiveFormat::TarGz,
        "holds more than 2 MiB",
    );
    // What is left out has to be read, too.
    let junk = vec![1; 9 << 20];
    let entries: [(&[u8], EntryType, &[u8]); 2] = [
        (b".junk", EntryType::Regular, &junk),
        (b"a.cpp", EntryType::Regular, b""),
    ];
    is_refused(
        &gzipped(&tar_of(&entries)),
        ArchiveFormat::TarGz,
        "unpacks to more than 8 MiB",
    );
    // Whoever reads a source that is too large says so.
    let (home, result) = unpack_within(&zip_of(&[("a.cpp", &zeros)]), ArchiveFormat::Zip, &SMALL);
    assert!(result.unwrap().left_out.is_empty());
    assert_eq!(
        fs::metadata(home.path().join("inside/a.cpp"))
            .unwrap()
            .len(),
        SMALL.file + 1
    );
    let names: Vec<String> = (0..101).map(|number| format!("{number}.cpp")).collect();
    let many: Vec<(&str, &[u8])> = names
        .iter()
        .map(|name| (name.as_str(), b"".as_slice()))
        .collect();
    is_refused(&zip_of(&many), ArchiveFormat::Zip, "too many files");
    let none = UnpackBounds {
        time: Duration::ZERO,
        ..SMALL
    };
    let (_, result) = unpack_within(&zip_of(&[("a", b"")]), ArchiveFormat::Zip, &none);
    assert!(
        matches!(result, Err(ArchiveError::Refused { .. })),
        "{result:?}"
    );
}

#[test]
fn a_path_that_is_too_long_is_left_out_of_a_class_and_refuses_one_student() {
    for long in [
        "a/".repeat(17) + "b.txt",
        format!("{}/b.txt", "long/".repeat(12).repeat(9)),
    ] {
        let zip = zip_of(&[("ann/a.cpp", b"int a;"), (&format!("ann/{long}"), b"")]);
        is_refused(
            &zip,
            ArchiveFormat::Zip,
            "which is too long, or too many folders deep",
        );
        let class = UnpackBounds {
            skips_long_paths: true,
            ..SMALL
        };
        let (home, result) = unpack_within(&zip, ArchiveFormat::Zip, &class);
        let [(path, why)] = <[_; 1]>::try_from(result.unwrap().left_out).unwrap();
        assert!(
            path.starts_with("ann/") && why.contains("too many folders deep"),
            "{path}: {why}"
        );
        assert_eq!(text(&home, "ann/a.cpp"), "int a;");
    }
}

#[test]
fn a_hundred_thousand_names_are_not_even_read() {
    let name = "x".repeat(60);
    let names: Vec<String> = (0..100_000)
        .map(|number| format!("{name}{number}"))
        .collect();
    let zip = zipped(|writer| {
        for name in &names {
            writer
                .add_directory(name.as_str(), SimpleFileOptions::default())
                .unwrap();
        }
    });
    is_refused(&zip, ArchiveFormat::Zip, "more than is read");
}

#[test]
fn a_name_that_says_it_is_long_is_not_kept_in_memory() {
    let long = vec![b'a'; 1 << 20];
    let tar = tar_of(&[
        (b"././@LongLink", EntryType::GNULongName, &long),
        (b"a", EntryType::Regular, b""),
    ]);
    is_refused(&tar, ArchiveFormat::Tar, "too long");
    let tar = tar_of(&[
        (b"././@LongLink", EntryType::GNULongName, b"long/name.cpp\0"),
        (b"a", EntryType::Regular, b"int a;"),
        (b"pax", EntryType::XHeader, b"22 path=pax/name.cpp.\n"),
        (b"b", EntryType::Regular, b"int b;"),
    ]);
    let (home, result) = unpack_within(&tar, ArchiveFormat::Tar, &SMALL);
    result.unwrap();
    assert_eq!(
        text(&home, "long/name.cpp") + &text(&home, "pax/name.cpp."),
        "int a;int b;"
    );
}

#[test]
fn what_is_not_clear_is_refused() {
    let two = zip_of(&[("a.cpp", b"1"), ("b.cpp", b"2")]);
    let twice: Vec<u8> = two
        .iter()
        .map(|byte| if *byte == b'b' { b'a' } else { *byte })
        .collect();
    is_refused(&twice, ArchiveFormat::Zip, "twice");
    let twice = tar_of(&[
        (b"a", EntryType::Regular, b"1"),
        (b"./a", EntryType::Regular, b"2"),
    ]);
    is_refused(&twice, ArchiveFormat::Tar, "twice");
    let both = tar_of(&[
        (b"a", EntryType::Regular, b"1"),
        (b"a/b", EntryType::Regular, b"2"),
    ]);
    is_refused(&both, ArchiveFormat::Tar, "twice");
    let overlapping = zipped(|writer| {
        writer
            .start_file("a.cpp", SimpleFileOptions::default())
            .unwrap();
        writer.write_all(&[b'a'; 1000]).unwrap();
        writer.shallow_copy_file("a.cpp", "b.cpp").unwrap();
    });
    is_refused(&overlapping, ArchiveFormat::Zip, "share their bytes");
    // Large and small letters are two names here, and whoever looks for sources says what is unclear about them.
    let (home, result) = unpack_within(
        &zip_of(&[("a.cpp", b"1"), ("A.cpp", b"2")]),
        ArchiveFormat::Zip,
        &SMALL,
    );
    result.unwrap();
    assert_eq!(text(&home, "a.cpp") + &text(&home, "A.cpp"), "12");
}

#[test]
fn what_cannot_be_read_is_named() {
    let whole = zip_of(&[("a.cpp", b"int a;")]);
    let mut encrypted = whole.clone();
    for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let at = whole
            .windows(4)
            .position(|bytes| bytes == signature)
            .unwrap();
        encrypted[at + flags] |= 1;
    }
    is_refused(
        &encrypted,
        ArchiveFormat::Zip,
        "is encrypted with a password (`a.cpp` is)",
    );
    for cut in [0, 1, 20, whole.len() / 2, whole.len() - 1] {
        is_refused(&whole[..cut], ArchiveFormat::Zip, "damaged");
    }
    let tar = gzipped(&tar_of(&[(b"a.cpp", EntryType::Regular, &[1; 5000])]));
    is_refused(&tar[..tar.len() / 2], ArchiveFormat::TarGz, "damaged");
    is_refused(b"Rar!\x1a\x07 and so on", ArchiveFormat::Zip, "damaged");
}

#[test]
fn odd_names_are_kept_and_shown_safely() {
    let odd = "new\nline\u{202e}.cpp";
    let (home, result) = unpack_within(&zip_of(&[(odd, b"int a;")]), ArchiveFormat::Zip, &SMALL);
    result.unwrap();
    assert_eq!(text(&home, odd), "int a;");
    is_refused(&zip_of(&[("a\0b", b"")]), ArchiveFormat::Zip, "`a\\x00b`");
    is_refused(
        &zip_of(&[("../\u{202e}\n", b"")]),
        ArchiveFormat::Zip,
        "`../\\xe2\\x80\\xae\\x0a`",
    );
}

#[test]
fn whoever_wants_to_stop_is_heard() {
    let home = tempfile::tempdir().unwrap();
    let archive = home.path().join("archive");
    fs::write(&archive, zip_of(&[("a.cpp", b"")])).unwrap();
    let unpacked = unpack_archive(
        File::open(archive).unwrap(),
        ArchiveFormat::Zip,
        Path::new("/none"),
        &SMALL,
        &|| true,
    );
    assert!(matches!(unpacked, Err(ArchiveError::Interrupted)));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_changed_in_an_archive_stays_inside(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8), which in 0..3) {
        let files: [(&str, &[u8]); 2] = [("lab/sum.cpp", b"int a;"), ("lab/b", b"")];
        let entries = files.map(|(name, bytes)| (name.as_bytes(), EntryType::Regular, bytes));
        let (mut bytes, format) = match which {
            0 => (zip_of(&files), ArchiveFormat::Zip),
            1 => (tar_of(&entries), ArchiveFormat::Tar),
            _ => (gzipped(&tar_of(&entries)), ArchiveFormat::TarGz),
        };
        for (place, byte) in changes {
            let length = bytes.len();
            bytes[place.index(length)] = byte;
        }
        let (_home, result) = unpack_within(&bytes, format, &SMALL);
        prop_assert!(!matches!(result, Err(ArchiveError::Write(_) | ArchiveError::Interrupted)), "{result:?}");
    }
}
