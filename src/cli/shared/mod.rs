//! Arguments that commands share.

pub mod destination;
pub mod language;
pub mod long;
pub mod places;
pub mod position;
pub mod reading;
pub mod table;
