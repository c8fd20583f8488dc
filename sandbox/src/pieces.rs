//! Lines that are handed over byte by byte.

use crate::pressure::Pressure;

/// How many bytes of a run are handed over by themselves; the others would only take time.
const MOST: usize = 256;

/// What of a line was not handed over yet. Without pressure, and once enough bytes have come apart, a line is one piece.
#[derive(Debug)]
pub(super) struct Pieces {
    /// How many bytes are still to come apart.
    apart: usize,
    rest: Vec<u8>,
}

impl Pieces {
    /// Of a run under this pressure.
    pub(super) fn new(pressure: Pressure) -> Pieces {
        let apart = if pressure == Pressure::ByteByByte { MOST } else { 0 };
        Pieces { apart, rest: Vec::new() }
    }

    /// Takes a line, of which nothing is left then, and returns its first piece.
    pub(super) fn first(&mut self, line: Vec<u8>) -> Vec<u8> {
        self.rest = line;
        self.next()
    }

    /// The next piece of the line; nothing if there is none.
    pub(super) fn next(&mut self) -> Vec<u8> {
        let count = if self.apart == 0 { self.rest.len() } else { self.rest.len().min(1) };
        self.apart = self.apart.saturating_sub(count);
        let later = self.rest.split_off(count);
        std::mem::replace(&mut self.rest, later)
    }

    /// All that is left of the line.
    pub(super) fn rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_piece_unless_its_bytes_shall_come_apart() {
        let mut whole = Pieces::new(Pressure::None);
        assert_eq!(whole.first(b"12\n".to_vec()), b"12\n");
        assert_eq!(whole.next(), b"");
        let mut apart = Pieces::new(Pressure::ByteByByte);
        assert_eq!(apart.first(b"12\n".to_vec()), b"1");
        assert_eq!(
            (apart.next(), apart.next(), apart.next()),
            (b"2".into(), b"\n".into(), b"".into())
        );
        apart.first(b"345\n".to_vec());
        assert_eq!(apart.rest(), b"45\n");
    }

    #[test]
    fn after_many_bytes_the_others_come_together() {
        let mut apart = Pieces::new(Pressure::ByteByByte);
        let mut sizes = vec![apart.first(vec![b'x'; MOST + 10]).len()];
        sizes.extend((0..MOST + 1).map(|_| apart.next().len()));
        assert_eq!(sizes[..MOST], [1; MOST]);
        assert_eq!(sizes[MOST..], [10, 0]);
    }
}
