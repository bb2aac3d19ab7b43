//! UCI commands that prepare an engine.

use crate::{EngineFault, Process, Wait};

/// Returns the command that selects a game.
pub fn variant(game: &str) -> String {
    set_option("UCI_Variant", game)
}

/// Returns the command that sets an option; one without a value presses a button.
pub fn set_option(name: &str, value: &str) -> String {
    match value {
        "" => format!("setoption name {name}\n"),
        value => format!("setoption name {name} value {value}\n"),
    }
}

impl Process {
    /// Reads lines up to `readyok`.
    ///
    /// # Errors
    ///
    /// If the program ends first, or the wait is over.
    pub fn read_until_ready(
        &mut self,
        wait: &Wait<'_>,
        take: &mut dyn FnMut(&str),
    ) -> Result<(), EngineFault> {
        self.read_until_word("readyok", wait, take).map(drop)
    }
}
