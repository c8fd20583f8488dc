//! Links programs of the `dev` profile at fixed addresses. Tests start `grader` tens of thousands of times, and each start of a
//! position-independent one resolves 190,000 relocations, which is half of its 9 ms.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    if is("PROFILE", "debug") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
}
