//! The library from outside: its laws, its readers and writers, its tables and its pictures.

mod architecture;
mod archive;
mod certificate;
mod circles;
mod claims;
mod compact;
mod compose;
mod diagram;
mod endgame;
mod endgame_reference;
mod fuzz;
mod games;
mod hard;
mod known_mates;
mod laws;
mod length;
mod movetext;
mod oracle_counts;
mod oracle_rules;
mod perft;
mod perft_tables;
mod pgn;
mod pictures;
mod properties;
mod puzzles;
mod rules;
mod series;
mod set_up;
mod shared;
mod solve_formats;
mod third_opinion;
mod to_move;
mod unit;
mod unsound;

use hexmate::oracle;
