//! Many jobs, some workers, results in the order of the jobs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Calls `work` once for each job, from `workers` threads; from fewer, if the system gives no more.
pub(crate) fn map<J: Sync, R: Send>(
    jobs: &[J],
    workers: usize,
    work: impl Fn(&J) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(jobs.len()));
    let take_jobs = || {
        while let Some((index, job)) = take(jobs, &next) {
            let result = work(job);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
        }
    };
    std::thread::scope(|scope| {
        // This thread is one of the workers, so that there is one in any case.
        for _ in 1..workers.clamp(1, jobs.len().max(1)) {
            if std::thread::Builder::new().spawn_scoped(scope, take_jobs).is_err() {
                break;
            }
        }
        take_jobs();
    });
    let mut results = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

fn take<'j, J>(jobs: &'j [J], next: &AtomicUsize) -> Option<(usize, &'j J)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    jobs.get(index).map(|job| (index, job))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let jobs: Vec<u32> = (0..100).collect();
        for workers in [0, 1, 3, 200] {
            assert_eq!(
                map(&jobs, workers, |job| job * 2),
                jobs.iter().map(|job| job * 2).collect::<Vec<_>>()
            );
        }
    }
}
