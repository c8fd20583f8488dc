//! Laws of the ranking.

use crate::sample::{PLAIN, SampleProgram, SampleStyle};
use crate::{
    BaseCode, ExplainedPair, ExplainedPairs, LeftOutReason, ProgramSource, RankedPair,
    RankingOptions, SimilarityRanking, rank_programs, read_program,
};
use proptest::prelude::{prop_assert_eq, proptest};
use proptest::test_runner::Config;

const DISGUISED: SampleStyle = SampleStyle {
    prefix: "q_",
    space: "\n",
    is_turned: true,
};

fn rank(sources: &[ProgramSource], base: &BaseCode, workers: usize) -> SimilarityRanking {
    let read = sources.iter().map(|source| read_program(source, base));
    let options = RankingOptions {
        top: 3,
        listed: 10_000,
        workers,
    };
    rank_programs("tttn", read.collect(), &ExplainedPairs::default(), options)
}

fn honest_class(programs: u64, first_seed: u64) -> Vec<ProgramSource> {
    (0..programs)
        .map(|number| {
            SampleProgram::new(first_seed + number)
                .handed_in(&format!("student-{number:03}"), PLAIN)
        })
        .collect()
}

fn source(name: &str, text: &str) -> ProgramSource {
    ProgramSource {
        name: name.to_owned(),
        files: vec![("main.cpp".to_owned(), text.as_bytes().to_vec())],
        ..ProgramSource::default()
    }
}

/// What a ranking says of each pair, with all digits.
fn digits(ranking: &SimilarityRanking) -> Vec<(String, String, [u64; 3], Option<u64>)> {
    let name = |place: usize| ranking.programs[place].program.full_name();
    let of = |pair: &RankedPair| {
        let scores = [pair.shared, pair.dice, pair.score].map(f64::to_bits);
        (
            name(pair.first),
            name(pair.second),
            scores,
            pair.expected.map(f64::to_bits),
        )
    };
    ranking.pairs.iter().map(of).collect()
}

#[test]
fn identical_programs_share_all_in_every_class() {
    let program = SampleProgram::new(1);
    let common =
        "int helper(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i * n; return sum; }";
    let with_common = |name: &str, style| {
        let text = format!("{common}\n{}", program.write(style));
        source(
            name,
            &text
                .replace("int\n", "int ")
                .replacen("main", "helper(7); int main", 0),
        )
    };
    let base = BaseCode::from_programs(
        &[source("starter", common)],
        &["int item0(int a, int b)".to_owned()],
    );
    for count in [1, 2, 5, 24] {
        for base in [&BaseCode::default(), &base] {
            let class: Vec<ProgramSource> = (0..count)
                .map(|number| {
                    with_common(
                        &format!("{number}"),
                        if number % 2 == 0 { PLAIN } else { DISGUISED },
                    )
                })
                .collect();
            let ranking = rank(&class, base, 2);
            assert_eq!(ranking.pairs.len(), count * (count - 1) / 2);
            for pair in &ranking.pairs {
                assert_eq!([pair.shared, pair.dice], [1.0, 1.0], "{count}");
            }
        }
    }
    // Beside others, too.
    let mut class = honest_class(15, 100);
    class.push(program.handed_in("a copy", DISGUISED));
    class.push(program.handed_in("another", PLAIN));
    let ranking = rank(&class, &BaseCode::default(), 1);
    assert_eq!(ranking.pairs[0].shared, 1.0);
    assert!(
        ranking.pairs[0].expected.unwrap() < 0.01,
        "{:?}",
        ranking.pairs[0]
    );
    assert!(ranking.pairs[1].shared < 0.9);
}

proptest! {
    #![proptest_config(Config { cases: 4, ..Config::default() })]
    #[test]
    fn renaming_layout_order_and_workers_change_no_digit(seed in 0_u64..10_000) {
        let mut class = honest_class(14, seed);
        class.push(SampleProgram::new(seed).with_statement(3).handed_in("z", PLAIN));
        let ranking = rank(&class, &BaseCode::default(), 1);
        for (number, program) in class.iter_mut().enumerate().take(9) {
            let name = program.name.clone();
            *program = SampleProgram::new(seed + number as u64).handed_in(&name, DISGUISED);
        }
        class.reverse();
        prop_assert_eq!(digits(&ranking), digits(&rank(&class, &BaseCode::default(), 3)));
    }
}

#[test]
fn mechanical_disguises_change_no_token() {
    let plain = "int best(int a[], int n) { int top = a[0]; for (int i = 1; i < n; i++) { if (a[i] > top && a[i] != 7) { top = a[i]; } \
                 else { cout << a[i] << \" no\\n\"; } } return top > 3 ? top : n; } \
                 int main() { int v[3] = {1, 2, 3}; bool done = false; while (!done) { cin >> v[0] >> v[1]; done = v[0] <= 4; } \
                 cout << best(v, 3) << endl; return 0; }";
    let disguised = "int unused(int q) { return q * 3; } int best(int list[], int count); int main() { int v[3] = {1, 2, 3}; int z = 9; z += 3; bool done; done = false; \
                 while (done == false) { cin >> v[0]; cin >> v[1]; for (int k = 0; k < 4; k++) { z = z + k; } if (z > 7) { z = z - 1; } while (z > 2) z /= 2; done = 4 >= v[0]; } std::cout << best(v, 3); cout << '\\n'; } \
                 int best(int list[], int count) { int top; top = list[0]; int j = 1; while (count > j) { if (!(7 != list[j] && top < list[j])) { std::cout << list[j]; \
                 cout << \" no\" << endl; } else top = list[j]; j += 1; } if (3 < top) { return top; } else { return count; } }";
    let read = |text: &str| read_program(&source("x", text), &BaseCode::default());
    let (first, second) = (read(plain), read(disguised));
    let words = |program: &crate::ReadProgram| {
        let pieces = program.pieces.iter();
        let mut pieces: Vec<Vec<u32>> = pieces
            .map(|piece| crate::canonical::codes_of(piece))
            .collect();
        pieces.sort();
        pieces
    };
    assert_eq!(words(&first), words(&second));
    assert!(first.has_same_tokens_as(&second));
    assert!(!first.has_same_tokens_as(&read(&plain.replace("a[i] > top", "a[i] + 1 > top"))));
}

#[test]
fn blanks_within_names_types_and_casts_change_no_token() {
    let narrow = "int main() { std::string s; std::string t=\"a\"; long double e=1; int n; std::cin>>n>>s; double d=static_cast<double>(n)/2; \
                  std::cout<<d<<e<<std::endl<<std::flush; std::vector<int> v(n); v[n-1]=!(n>3)?-n:+n; }";
    let mut wide = narrow.replace("long double", "long  \n double");
    for sign in [
        "::", "<<", ">>", "<int>", "(", ")", "[", "]", "=", ";", ",", "?", "/", "-", "+", "!",
    ] {
        wide = wide.replace(sign, &format!(" \n {sign} "));
    }
    let wide = wide
        .replace("_cast<", "_cast < ")
        .replace("<int>", "< int >");
    let read = |text: &str| read_program(&source("x", text), &BaseCode::default());
    assert!(read(narrow).has_same_tokens_as(&read(&wide)), "{wide}");
    assert_eq!(read(narrow).shape, read(&wide).shape);
}

#[test]
fn programs_of_base_code_alone_are_left_out() {
    let program = SampleProgram::new(5);
    let base = BaseCode::from_programs(&[program.handed_in("starter", PLAIN)], &[]);
    let mut class = honest_class(12, 300);
    class.push(program.handed_in("ann", DISGUISED));
    class.push(program.handed_in("bob", PLAIN));
    class.push(source(
        "short",
        "int main() { int n; cin >> n; cout << n * n; }",
    ));
    let ranking = rank(&class, &base, 1);
    let left_out: Vec<_> = ranking
        .programs
        .iter()
        .filter_map(|one| Some((one.program.name.as_str(), one.left_out?)))
        .collect();
    let expected = [
        ("ann", LeftOutReason::NothingLeft),
        ("bob", LeftOutReason::NothingLeft),
        ("short", LeftOutReason::TooShort),
    ];
    assert_eq!(left_out, expected);
    assert_eq!(ranking.pair_count, 66);
    assert!(ranking.pairs.iter().all(|pair| pair.score.is_finite()));
}

/// A class in which a fifth has the same program, each with other changes.
fn class_with_ring() -> Vec<ProgramSource> {
    let mut class = honest_class(80, 1000);
    let leader = SampleProgram::new(2000);
    for member in 0..20 {
        let style = if member % 3 == 0 { DISGUISED } else { PLAIN };
        class.push(
            leader
                .with_statement(member % 4)
                .handed_in(&format!("ring-{member:02}"), style),
        );
    }
    class
}

#[test]
fn all_members_of_a_ring_form_one_group() {
    let ranking = rank(&class_with_ring(), &BaseCode::default(), 2);
    let names = |group: &Vec<usize>| -> Vec<String> {
        group
            .iter()
            .map(|place| ranking.programs[*place].program.name.clone())
            .collect()
    };
    let groups: Vec<Vec<String>> = ranking.groups.iter().map(names).collect();
    let ring: Vec<String> = (0..20).map(|member| format!("ring-{member:02}")).collect();
    assert_eq!(groups, [ring]);
    assert_eq!(ranking.background.as_ref().unwrap().programs, 81);
    let first = ranking.pairs[0].explanation.as_ref().unwrap();
    assert!(
        first.fragments.iter().any(|fragment| fragment.others >= 16),
        "{first:?}"
    );
}

#[test]
fn small_classes_get_no_background_and_honest_ones_no_groups() {
    let small = rank(&honest_class(11, 50), &BaseCode::default(), 1);
    assert!(small.background.is_none() && small.pairs[0].expected.is_none());
    for seed in [3000, 4000, 5000] {
        let honest = rank(&honest_class(40, seed), &BaseCode::default(), 1);
        assert!(honest.groups.is_empty(), "{seed}: {:?}", honest.pairs[0]);
    }
}

#[test]
fn archives_are_compared_with_the_class_and_not_with_each_other() {
    let mut class = honest_class(12, 600);
    for (number, archived) in honest_class(6, 700).into_iter().enumerate() {
        class.push(ProgramSource {
            archive: Some("2025".to_owned()),
            ..archived
        });
        if number == 2 {
            let copy = SampleProgram::new(702).handed_in("carl", DISGUISED);
            class.push(copy);
        }
    }
    let ranking = rank(&class, &BaseCode::default(), 1);
    assert_eq!(ranking.pair_count, 13 * 12 / 2 + 13 * 6);
    let pair = &ranking.pairs[0];
    let names = [pair.first, pair.second].map(|place| ranking.programs[place].program.full_name());
    assert_eq!(names, ["carl", "2025/student-002"]);
    let renamings = &pair.explanation.as_ref().unwrap().renamings;
    assert!(
        renamings
            .iter()
            .any(|one| one.first == "q_c" && one.second == "itemc"),
        "{renamings:?}"
    );
}

#[test]
fn an_explained_pair_keeps_its_place_and_joins_no_group() {
    let mut class = honest_class(14, 800);
    class.push(SampleProgram::new(800).handed_in("zoe", DISGUISED));
    let read = class
        .iter()
        .map(|source| read_program(source, &BaseCode::default()));
    let mut explained = ExplainedPairs::default();
    explained.set_reason(ExplainedPair {
        assignment: "tttn".to_owned(),
        pair: ["zoe".to_owned(), "student-000".to_owned()],
        reason: "handed in twice".to_owned(),
    });
    let options = RankingOptions {
        top: 1,
        listed: 5,
        workers: 1,
    };
    let ranking = rank_programs("tttn", read.collect(), &explained, options);
    assert_eq!(ranking.pairs.len(), 5);
    assert_eq!(ranking.pairs[0].reason.as_deref(), Some("handed in twice"));
    assert!(ranking.pairs[0].expected.unwrap() < 0.01 && ranking.groups.is_empty());
}

#[test]
fn the_encoding_of_a_source_changes_nothing() {
    let text = format!("// größe\n{}", SampleProgram::new(9).write(PLAIN));
    let latin: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
    let mut wide = vec![0xff, 0xfe];
    wide.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    let of = |bytes: Vec<u8>| {
        let files = vec![("main.cpp".to_owned(), bytes)];
        let read = read_program(
            &ProgramSource {
                files,
                ..ProgramSource::default()
            },
            &BaseCode::default(),
        );
        (read.fragments, read.shape, read.words)
    };
    let expected = of(text.into_bytes());
    assert_eq!(of(latin), expected);
    assert_eq!(of(wide), expected);
}

#[test]
fn hostile_programs_are_left_out() {
    let deep = format!("int main() {{ {} }}", "if (a) {".repeat(3000));
    let branches = format!("int main() {{ {} ; }}", "while (a) if (b) ".repeat(160));
    let nested = format!(
        "int main() {{ return {}1{}; }}",
        "(".repeat(290),
        ")".repeat(290)
    );
    for text in [
        "",
        "}}}}((",
        "\u{0}",
        "#define A A A\nA",
        &deep,
        &branches,
        &nested,
        &"x".repeat(300_000),
    ] {
        let read = read_program(&source("x", text), &BaseCode::default());
        let ranking = rank_programs(
            "x",
            vec![read],
            &ExplainedPairs::default(),
            RankingOptions {
                top: 1,
                listed: 1,
                workers: 1,
            },
        );
        assert!(ranking.programs[0].left_out.is_some());
    }
}
