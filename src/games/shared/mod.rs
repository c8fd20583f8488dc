//! What several games share: how boards are drawn, and tic-tac-toe by rules that may be wrong.

pub(crate) mod grid;
pub(crate) mod row;
pub(crate) mod tic_tac_toe;
