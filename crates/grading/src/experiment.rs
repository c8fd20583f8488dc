//! One engine for all that runs programs more often than a verdict needs: variants of a program on cases, until enough is known.
//!
//! A variant is what is run: a changed program, a build with other flags, or just the program. A case is what it is run on: a prepared
//! case, a game that no case plays, a script. The stop rule sees each run.

use crate::error::GradingError;

/// Variants of a program, the cases on which each is run, and when to stop.
pub struct Experiment<V, C, U> {
    variants: V,
    cases: C,
    until: U,
}

impl<V: IntoIterator, C: IntoIterator + Clone, U> Experiment<V, C, U> {
    /// Each of the variants on each of the cases, in this order, up to the first run for which `until` is true.
    pub fn new<R>(variants: V, cases: C, until: U) -> Experiment<V, C, U>
    where
        U: FnMut(&R) -> bool,
    {
        Experiment {
            variants,
            cases,
            until,
        }
    }

    /// Makes the runs, one after the other, and returns them in this order.
    ///
    /// # Errors
    ///
    /// The first error of a run. Nothing is run after it.
    pub fn run<R>(
        mut self,
        mut run_case: impl FnMut(&mut V::Item, C::Item) -> Result<R, GradingError>,
    ) -> Result<Vec<R>, GradingError>
    where
        U: FnMut(&R) -> bool,
    {
        let mut runs = Vec::new();
        for mut variant in self.variants {
            for case in self.cases.clone() {
                let run = run_case(&mut variant, case)?;
                let is_enough = (self.until)(&run);
                runs.push(run);
                if is_enough {
                    return Ok(runs);
                }
            }
        }
        Ok(runs)
    }
}

/// The stop rule of an experiment that ends when something holds for so many runs.
pub fn until_count<R>(count: usize, holds: impl Fn(&R) -> bool) -> impl FnMut(&R) -> bool {
    let mut left = count;
    move |run| {
        left = left.saturating_sub(usize::from(holds(run)));
        left == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is run, as numbers; none if a run is an error.
    fn run(until: impl FnMut(&i32) -> bool) -> Option<Vec<i32>> {
        let experiment = Experiment::new([10, 20], [1, 2, 3], until);
        let runs = experiment.run(|variant, case| match case + *variant {
            23 => Err(GradingError::Interrupted),
            sum => Ok(sum),
        });
        runs.ok()
    }

    #[test]
    fn each_variant_is_run_on_each_case_until_a_run_is_enough() {
        assert_eq!(run(|sum| *sum == 21), Some(vec![11, 12, 13, 21]));
        assert_eq!(run(until_count(2, |sum| *sum > 11)), Some(vec![11, 12, 13]));
    }

    #[test]
    fn nothing_is_run_after_an_error() {
        assert_eq!(run(|_| false), None);
    }
}
