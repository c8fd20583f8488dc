//! A pseudo-terminal for a program that behaves as it should only on a terminal.
//!
//! It passes bytes on as a pipe does: nothing is echoed, no newline gains a carriage return, and no key has a meaning.
//! So a transcript is the same on either, except for when the program flushes. It is nobody's controlling terminal: it
//! stops no program and sends no signal.
//!
//! The kernel hands bytes from one side to the other in its own time. Two things are exact all the same, because they
//! wait for the bytes under way: a read on our side that finds nothing, and a poll on the program's side.

use std::os::fd::OwnedFd;

use rustix::pty::{OpenptFlags, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, OutputModes, SpecialCodeIndex, Winsize, tcgetattr,
    tcsetattr, tcsetwinsize,
};

/// Means the end of input where a line could begin. No script contains it, because UTF-8 never does.
pub(super) const END: u8 = 0xFF;

/// The size that programs are told, in characters.
const ROWS: u16 = 24;
const COLUMNS: u16 = 80;

/// Both sides of a pseudo-terminal.
#[derive(Debug)]
pub(super) struct PseudoTerminal {
    pub(super) owner_side: OwnedFd,
    pub(super) program_side: OwnedFd,
}

impl PseudoTerminal {
    pub(super) fn new() -> rustix::io::Result<PseudoTerminal> {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let ours = openpt(flags)?;
        unlockpt(&ours)?;
        let theirs = ioctl_tiocgptpeer(&ours, flags)?;
        let size = Winsize {
            ws_row: ROWS,
            ws_col: COLUMNS,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&ours, size)?;
        let terminal = PseudoTerminal {
            owner_side: ours,
            program_side: theirs,
        };
        terminal.disable_processing()?;
        Ok(terminal)
    }

    /// Line by line, because only so can it tell the end of input and go on.
    fn disable_processing(&self) -> rustix::io::Result<()> {
        const DISABLED: u8 = 0;
        let mut modes = tcgetattr(&self.program_side)?;
        modes.input_modes = InputModes::empty();
        modes.output_modes = OutputModes::empty();
        modes.local_modes = LocalModes::ICANON;
        for key in [
            SpecialCodeIndex::VERASE,
            SpecialCodeIndex::VKILL,
            SpecialCodeIndex::VEOL,
            SpecialCodeIndex::VEOL2,
        ] {
            modes.special_codes[key] = DISABLED;
        }
        modes.special_codes[SpecialCodeIndex::VEOF] = END;
        tcsetattr(&self.program_side, OptionalActions::Now, &modes)
    }
}
