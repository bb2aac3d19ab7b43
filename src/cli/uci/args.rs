//! The arguments of `uci`. The doc comments are the help.

/// Play through the Universal Chess Interface.
///
/// Reads commands of a graphical interface or of a tournament program from stdin, and answers on stdout, until
/// `quit`. `UCI_Variant` selects the game; docs/standard/uci.md specifies commands, options and moves.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate uci\n\
    hexmate uci --variant mccooey")]
pub struct Uci {}
