//! A reader that gives no more than it was allowed to, so that what a library keeps in memory is bounded.

use std::cell::Cell;
use std::io::{self, Read, Seek, SeekFrom};
use std::rc::Rc;

/// How many bytes may still be read; none if that is no question any more.
pub(super) type Allowance = Rc<Cell<Option<u64>>>;

/// A reader with an allowance.
pub(super) struct LimitedReader<R> {
    pub(super) inner: R,
    pub(super) allowance: Allowance,
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if let Some(left) = self.allowance.get() {
            let rest = left.checked_sub(read as u64);
            // Nothing is left from then on, which is how the archive is known for one that has too much.
            self.allowance.set(Some(rest.unwrap_or(0)));
            if rest.is_none() {
                return Err(io::Error::other("it has more than is read of any"));
            }
        }
        Ok(read)
    }
}

impl<R: Seek> Seek for LimitedReader<R> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.inner.seek(position)
    }
}
