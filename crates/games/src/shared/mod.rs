//! What several games share: how boards are drawn, and tic-tac-toe by rules that may be wrong.

pub(super) mod grid;
pub(super) mod row;
pub(super) mod tic_tac_toe;
