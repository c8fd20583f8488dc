//! Lines that are handed over byte by byte.

use crate::pressure::RunStress;

/// How many bytes of a run are handed over by themselves; the others would only take time.
const MOST: usize = 256;

/// What of a line was not handed over yet. Without pressure, and once enough bytes have come apart, a line is one piece.
#[derive(Debug)]
pub(super) struct LinePieces {
    /// How many bytes are still to come apart.
    apart: usize,
    rest: Vec<u8>,
}

impl LinePieces {
    /// Of a run under this pressure.
    pub(super) fn new(pressure: RunStress) -> LinePieces {
        let apart = if pressure == RunStress::ByteByByte {
            MOST
        } else {
            0
        };
        LinePieces {
            apart,
            rest: Vec::new(),
        }
    }

    /// Takes a line, of which nothing is left then, and returns its first piece.
    pub(super) fn start_line(&mut self, line: Vec<u8>) -> Vec<u8> {
        self.rest = line;
        self.next_piece()
    }

    /// The next piece of the line; nothing if there is none.
    pub(super) fn next_piece(&mut self) -> Vec<u8> {
        let count = if self.apart == 0 {
            self.rest.len()
        } else {
            self.rest.len().min(1)
        };
        self.apart = self.apart.saturating_sub(count);
        let later = self.rest.split_off(count);
        std::mem::replace(&mut self.rest, later)
    }

    /// All that is left of the line.
    pub(super) fn take_rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_piece_unless_its_bytes_shall_come_apart() {
        let mut whole = LinePieces::new(RunStress::None);
        assert_eq!(whole.start_line(b"12\n".to_vec()), b"12\n");
        assert_eq!(whole.next_piece(), b"");
        let mut apart = LinePieces::new(RunStress::ByteByByte);
        assert_eq!(apart.start_line(b"12\n".to_vec()), b"1");
        assert_eq!(
            (apart.next_piece(), apart.next_piece(), apart.next_piece()),
            (b"2".into(), b"\n".into(), b"".into())
        );
        apart.start_line(b"345\n".to_vec());
        assert_eq!(apart.take_rest(), b"45\n");
    }

    #[test]
    fn after_many_bytes_the_others_come_together() {
        let mut apart = LinePieces::new(RunStress::ByteByByte);
        let mut sizes = vec![apart.start_line(vec![b'x'; MOST + 10]).len()];
        sizes.extend((0..MOST + 1).map(|_| apart.next_piece().len()));
        assert_eq!(sizes[..MOST], [1; MOST]);
        assert_eq!(sizes[MOST..], [10, 0]);
    }
}
