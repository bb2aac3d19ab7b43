//! Tests of the `hexmate` program: output, messages, files and exit statuses.
#![cfg(feature = "cli")]

mod analyse;
mod analysed_games;
mod archive;
mod board_playback;
mod book;
mod browser;
mod certificate;
mod checkpoint;
mod claims;
mod compare;
mod compose;
mod data_loss;
mod dates;
mod diagram;
mod dialects;
mod endgame;
mod errors;
mod extra_columns;
mod folders;
mod forged_logs;
mod formulas;
mod games;
mod help;
mod hostile_text;
mod interchange;
mod killed_runs;
#[path = "../it/law_length.rs"]
mod law_length;
mod limits;
mod match_log;
mod outputs;
mod perft;
mod piece_lists;
mod placement;
mod play;
mod read_back;
mod readme;
mod records;
#[cfg(all(feature = "png", feature = "pdf"))]
mod render;
mod repaired;
mod resume;
mod run;
mod select_problems;
mod shards;
mod shared;
mod signals;
mod solve;
mod solved_again;
mod standard;
mod table_dialects;
mod tables;
mod terminal;
mod twins;
mod uci;
