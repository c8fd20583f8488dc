//! The list of free squares as the published program keeps it, with what stands past its end.
//!
//! The text picks the CPU's square with `availPos[1 + rand() % availPos.size()]`. That never names the first free square,
//! and one time in as many as there are it names the element past the end: the memory still holds what stood there
//! before the last `erase`. A program that copied the line chooses taken squares in this way.

/// The list, and the memory behind it.
#[derive(Debug, Clone)]
pub(super) struct FreeSquareList {
    slots: [i64; 9],
    size: usize,
}

impl FreeSquareList {
    /// All squares.
    pub(super) fn new() -> FreeSquareList {
        FreeSquareList {
            slots: [1, 2, 3, 4, 5, 6, 7, 8, 9],
            size: 9,
        }
    }

    /// Erases a square as `std::vector` does: those behind it move up, and the last stays where it was as well.
    pub(super) fn erase_square(&mut self, square: i64) {
        let Some(at) = self.slots[..self.size].iter().position(|it| *it == square) else {
            return;
        };
        self.slots.copy_within(at + 1..self.size, at);
        self.size -= 1;
    }

    /// What the element past the end holds.
    pub(super) fn past_the_end(&self) -> Option<i64> {
        self.slots.get(self.size).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_element_past_the_end_is_what_stood_last_before_an_erase() {
        let mut available = FreeSquareList::new();
        assert_eq!(available.past_the_end(), None);
        available.erase_square(5);
        assert_eq!(available.past_the_end(), Some(9));
        available.erase_square(9);
        assert_eq!(available.past_the_end(), Some(9));
        available.erase_square(3);
        available.erase_square(3);
        assert_eq!(available.past_the_end(), Some(8));
    }
}
