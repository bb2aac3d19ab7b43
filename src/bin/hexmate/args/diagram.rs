//! The arguments of `diagram`.

use std::path::PathBuf;

use clap::ValueEnum;
use hexmate::diagram::{Coordinates, Theme};

use crate::exit;

/// Draw positions.
///
/// One position goes to stdout or to the file named by -o. A file of
/// positions, problems or games makes a folder of diagrams, one for each; of a
/// game, its last position.
#[derive(clap::Args, Debug)]
#[command(after_long_help = exit::HELP)]
pub struct Diagram {
    /// `start`, a FEN in quotes, or a file; `-` is stdin.
    #[arg(value_name = "POSITION|FILE")]
    pub subject: String,

    /// Write here instead of stdout; of a file's positions, the folder.
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,

    /// The form of the diagram; else told by the ending of OUT, else SVG.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Picture>,

    /// The colours: warm, greys, print or dark.
    #[arg(long, value_name = "THEME", default_value = "warm", value_parser = theme)]
    pub theme: Theme,

    /// The player, by letter, whose seat is at the bottom.
    #[arg(long, value_name = "LETTER", default_value = "w")]
    pub bottom: char,

    /// Leave out the names of files and ranks.
    #[arg(long)]
    no_coordinates: bool,

    /// A title for readers and screen readers.
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    /// The width in pixels; else the picture fits where it is put.
    #[arg(long, value_name = "PIXELS")]
    pub width: Option<u32>,

    /// Mark a move as the last one played, as in f5f6.
    #[arg(long, value_name = "MOVE")]
    pub last_move: Option<String>,

    /// Draw an arrow, as in e4e6; may be repeated.
    #[arg(long, value_name = "MOVE")]
    pub arrow: Vec<String>,

    /// Draw a circle round a cell; may be repeated.
    #[arg(long, value_name = "CELL")]
    pub circle: Vec<String>,
}

/// The form of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Picture {
    /// A scalable picture.
    Svg,
    /// Letters for a terminal.
    Ascii,
    /// Chessmen for a terminal.
    Unicode,
}

impl Diagram {
    /// What stands along the edges.
    pub fn coordinates(&self) -> Coordinates {
        if self.no_coordinates { Coordinates::Hidden } else { Coordinates::Edge }
    }
}

fn theme(name: &str) -> Result<Theme, String> {
    Theme::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name).collect();
        format!("no such theme; there are {}", names.join(", "))
    })
}
