//! `cpu`: a game against chance, which is followed instead of compared.

pub(crate) mod interactor;
pub(crate) mod policy_player;
