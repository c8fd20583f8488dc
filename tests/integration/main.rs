//! Tests through the real parts: the real `grader`, the real g++, real processes. What needs the machine for itself is in
//! `tests/alone`.

#![expect(
    clippy::unwrap_used,
    reason = "what cannot be prepared is a failed test"
)]

#[path = "../support/mod.rs"]
mod support;

/// Whether the smallest course looks for repairs.
const SEARCHES_REPAIRS: bool = true;

mod after_end;
mod answer_mistakes;
mod architecture;
mod aspects;
mod build_logs;
mod build_systems;
mod cache;
mod case_again;
mod case_lints;
mod chance;
mod checkers;
mod cluster_templates;
mod command_line;
mod compare_grades;
mod comparing;
mod docs_index;
mod downloads;
mod equivalence;
mod evening;
mod external_reference;
mod faulty_programs;
mod flaky;
mod forgiven;
mod formats;
mod full_disk;
mod function_mistakes;
mod functions;
mod fuzz;
mod gates;
mod goldens;
mod gradebooks;
mod headers;
mod hint_table;
mod hunt;
mod import_libraries;
mod imports;
mod installation;
mod intake;
mod intake_messages;
mod interactors;
mod interrupt;
mod invocation;
mod kit;
mod libraries;
mod logging;
mod manual;
mod many_cases;
mod memory;
mod mistake_names;
mod mutants;
mod neutral_words;
mod new_assignment;
mod odd_files;
mod outcomes;
mod output;
mod overrides;
mod own_files;
mod own_hints;
mod own_questions;
mod pages;
mod pieces;
mod player_mistakes;
mod precompiled;
mod provided_files;
mod reading_grade;
mod records;
mod repairs;
mod report_folder;
mod reports;
mod reproduce;
mod results_contract;
mod roster;
mod rubric_mistakes;
mod rule_pages;
mod rules;
mod same_grades;
mod sample_class;
mod scoring;
mod several_runs;
mod shortest_games;
mod sixth_game;
mod slurm;
mod source_hostile;
mod standard_output;
mod terminal;
mod toolchains;
mod tutorial;
mod undefined;
mod undefined_toolchains;
mod uninitialised;
mod unit_tests;
mod verdicts;
mod warnings;
mod watch;
mod worksheet;
