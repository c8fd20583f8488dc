//! Many jobs, some workers, results in the order of the jobs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Calls `work` once for each job, from `workers` threads; from fewer, if the system gives no more.
pub fn map_jobs<J: Sync, R: Send>(
    jobs: &[J],
    workers: usize,
    work: impl Fn(&J) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(jobs.len()));
    let take_jobs = || {
        while let Some((index, job)) = take_job(jobs, &next) {
            let result = work(job);
            done.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push((index, result));
        }
    };
    std::thread::scope(|scope| {
        // This thread is one of the workers, so that there is one in any case.
        for _ in 1..workers.clamp(1, jobs.len().max(1)) {
            if std::thread::Builder::new()
                .spawn_scoped(scope, take_jobs)
                .is_err()
            {
                break;
            }
        }
        take_jobs();
    });
    let mut results = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The same for work that may fail. What one worker cannot go on after, none of them goes on after: the first failure is the value,
/// and what nobody has begun stays undone.
///
/// # Errors
///
/// That of the work.
pub fn try_map_jobs<J: Sync, R: Send, E: Send>(
    jobs: &[J],
    workers: usize,
    work: impl Fn(&J) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let failed: Mutex<Option<E>> = Mutex::new(None);
    let first = || failed.lock().unwrap_or_else(PoisonError::into_inner);
    let done = map_jobs(jobs, workers, |job| {
        if first().is_some() {
            return None;
        }
        match work(job) {
            Ok(result) => Some(result),
            Err(error) => {
                first().get_or_insert(error);
                None
            }
        }
    });
    match first().take() {
        Some(error) => Err(error),
        None => Ok(done.into_iter().flatten().collect()),
    }
}

fn take_job<'j, J>(jobs: &'j [J], next: &AtomicUsize) -> Option<(usize, &'j J)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    jobs.get(index).map(|job| (index, job))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_failure_nothing_more_is_begun() {
        let jobs: Vec<u32> = (0..100).collect();
        let begun = AtomicUsize::new(0);
        let work = |job: &u32| {
            begun.fetch_add(1, Ordering::Relaxed);
            if *job < 3 { Ok(job * 2) } else { Err(*job) }
        };
        assert_eq!(try_map_jobs(&jobs, 1, work), Err(3));
        assert_eq!(begun.load(Ordering::Relaxed), 4);
        assert_eq!(try_map_jobs(&jobs[..3], 2, work), Ok(vec![0, 2, 4]));
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let jobs: Vec<u32> = (0..100).collect();
        for workers in [0, 1, 3, 200] {
            assert_eq!(
                map_jobs(&jobs, workers, |job| job * 2),
                jobs.iter().map(|job| job * 2).collect::<Vec<_>>()
            );
        }
    }
}
