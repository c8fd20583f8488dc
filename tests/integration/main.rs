//! Tests through the real parts: the real `grader`, the real g++, real processes. What needs the machine for itself is in
//! `tests/alone`.

#![expect(clippy::unwrap_used, reason = "what cannot be prepared is a failed test")]

#[path = "../support/mod.rs"]
mod support;

mod after_end;
mod answer_mistakes;
mod architecture;
mod aspects;
mod build_logs;
mod cache;
mod case_again;
mod chance;
mod cluster_templates;
mod command_line;
mod comparing;
mod downloads;
mod equivalence;
mod external_reference;
mod faulty_programs;
mod formats;
mod full_disk;
mod function_mistakes;
mod functions;
mod fuzz;
mod gates;
mod headers;
mod hint_table;
mod import_libraries;
mod intake;
mod intake_messages;
mod interrupt;
mod logging;
mod manual;
mod mistake_names;
mod new_assignment;
mod odd_files;
mod outcomes;
mod own_questions;
mod pages;
mod pieces;
mod player_mistakes;
mod precompiled;
mod records;
mod report_folder;
mod reports;
mod reproduce;
mod results_contract;
mod rubric_mistakes;
mod rule_pages;
mod rules;
mod same_grades;
mod sample_class;
mod scoring;
mod sixth_game;
mod slurm;
mod source_hostile;
mod standard_output;
mod terminal;
mod toolchains;
mod undefined;
mod undefined_toolchains;
mod uninitialised;
mod verdicts;
mod warnings;
