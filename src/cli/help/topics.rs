//! The arguments of `help`, and what can be asked about besides commands.

use hexmate_problems::themes::{Theme, weight};

use crate::cli::args::Common;
use crate::cli::exit;
use crate::cli::pages;
use crate::cli::shared::long::LongWork;

/// Explain a command, or what commands share.
///
/// Commands are those of `hexmate --help`. Topics are `options` that every command
/// takes, `positions`, `stipulations`, `themes`, `engines`, `long-work` and `exit`.
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate help endgame build\n\
    hexmate help options")]
pub struct Help {
    /// A command, as `solve` or `endgame build`, or a topic.
    #[arg(value_name = "COMMAND|TOPIC")]
    pub words: Vec<String>,
}

/// What can be asked about besides commands.
pub const TOPICS: [&str; 7] =
    ["options", "positions", "stipulations", "themes", "engines", "long-work", "exit"];

/// What there is to say of a topic.
pub fn topic(name: &str) -> Option<String> {
    Some(match name {
        "options" => format!("Options that every command takes.\n\n{}", pages::options_of::<Common>()),
        "positions" => POSITIONS.to_owned(),
        "stipulations" => STIPULATIONS.to_owned(),
        "themes" => themes(),
        "engines" => ENGINES.to_owned(),
        "long-work" => format!("{LONG_WORK}\n{}", pages::options_of::<LongWork>()),
        "exit" => format!("{}\n", exit::HELP),
        _ => return None,
    })
}

/// What the columns `themes`, `quality` and `difficulty` say.
fn themes() -> String {
    let row = |theme: &Theme| {
        let words = theme.words().split(' ').fold(vec![String::new()], |mut lines, word| {
            let last = lines.last_mut().expect("a line");
            if last.len() + word.len() > 66 {
                lines.push(word.to_owned());
            } else {
                last.push_str(if last.is_empty() { "" } else { " " });
                last.push_str(word);
            }
            lines
        });
        let words = words.join("\n                           ");
        format!("  {:<20} {:>3}  {words}\n", theme.code(), weight(*theme))
    };
    let rows: String = Theme::ALL.iter().map(row).collect();
    format!("{THEMES}{rows}\n{NUMBERS}")
}

const THEMES: &str = "\
What a sound problem shows, in the column themes of solve and of compose search. They are given where solve shows the
whole solution, as quality and difficulty are. Only lines of full length count. A line is one along which a
rook or a bishop moves; a king's field are the cells that it steps to, up to twelve. In front of each theme stands
what it adds to the quality.

";

const NUMBERS: &str = "\
Quality is the sum of these, 3 for each different answer to a reply (up to 8), 2 for each model mate but the
first (up to two of them), less 6 for every dual, 1 for each piece beyond six, and what the key takes in pawns,
twice. It says what can be counted and not whether a problem is beautiful.

Difficulty is 10 for each move of the solving side but the last (5 for each move of either side but the last where
nobody resists), 5 for a quiet first move, 3 for each different quiet move after it (up to five), 2 for each reply
with an answer of its own (up to ten), 3 for each try with one refutation (up to five), 1 for every ten first moves.
";

const POSITIONS: &str = "\
Where a command takes a POSITION, it can be

  start                              the start position of the game that --variant names
  startpos moves f5f6 e7e6           the same after these moves, as engines are given it
  'b/qbk/… w - 0 1'                  a FEN: bent ranks from the highest down
  'b/qbk/… w - 0 1 moves f5f6'       a FEN and moves
  positions.fen, games.pgn, -        a file: every FEN, EPD or problem, the end of every game

Moves may be written in any notation and may have their numbers: f5f6, f6, 1. f6 e6 2. Qc3.
--moves plays more of them: hexmate perft start --depth 3 --moves f6 e6.
solve, validate, convert and all others that take files take a FEN in quotes in place of one.

--from-fen ORDER reads FEN of programs that have the cells in another order:

  rank         bent ranks from the highest down, each from left to right; 1/3/5/7/9/11/… on 91 cells
  file-down    files from left to right, each from its top cell; 6/7/8/9/10/11/10/… on 91 cells
  file-up      files from left to right, each from rank 1
  oblique      rows that rise to the right, the one through the left corner first
";

const STIPULATIONS: &str = "\
What a problem can ask, in the column stipulation of CSV, or in EPD as stip \"h#2\"; --mate N means #N.

  #2           mate in two moves
  exact-#2     mate with just the second move, whatever the other side plays
  =2           stalemate in two; exact-=2 with just the second move
  +2           check with the second move at the latest
  s#2  s=2     selfmate, self-stalemate: the other side is made to do it
  r#2  r=2     reflexmate, reflex-stalemate: the same, and whoever can do it at once must
  h#2  h=2     helpmate, help-stalemate: both sides play together; the side to move is mated
  h#2.5 h=2.5  the same, begun by the side that mates
  hs#2  hs#2.5 help-selfmate: both play together up to the last move, which forces the other to mate
  ser-#4       series: the side to move makes four moves in a row and mates with the last
  ser-h#4      series helpmate: four moves in a row, then the other side mates with one
  ser-s#4      series selfmate: four moves in a row, of which the last forces the other side to mate
  #2r          among several players: mate of the player r; #2 is mate of any opponent

The side to move begins; all but +2 exist with = too. Games for more than two know # only.
";

const ENGINES: &str = "\
hexmate perft POSITION --depth N --engine COMMAND compares counts by first move, and follows the
first move on which they differ down to the position where the moves themselves part.

A program is spoken to by UCI, line by line:

  uci                                       anything may be answered
  setoption name UCI_Variant value glinski  the game; may be passed over
  isready                                   readyok
  position fen FEN moves f5f6 e7e6
  go perft 3                                a line `f5f6: 51` for each move, then `Nodes searched: 2586`
  isready                                   readyok, when all counts are written

A COMMAND with {fen}, {depth} or {moves} in it is run once for each question and prints the
lines; where it has no {moves}, {fen} is the position after the moves. No shell reads it:
blanks part words, quotation marks keep them together.

  hexmate perft start --depth 5 --engine ./my-engine
  hexmate perft start --depth 4 --engine './divide {fen} {depth}'
  hexmate perft start --depth 4 --engine 'sh -c \"./tool | grep -v debug\"'

--compare FILE takes counts that are written already. Counts are read in any usual form:

  f5f6: 51   f5f6 51   1. f5f6 = 51   f5f6,51   {\"move\":\"f5f6\",\"nodes\":51}

Moves may be in any notation that names them in full; other lines are passed over. An answer that
does not come within --engine-time, or is none, ends the comparison with status 3 and a code:
engine-command, engine-not-started, engine-silent, engine-ended, engine-no-counts, foreign-moves.
";

const LONG_WORK: &str = "\
solve, validate, mine, compose search and perft can be stopped and resumed, and cut into shards for several machines.

  hexmate solve problems.csv --checkpoint work.log            stop it, and say the same with --resume
  hexmate solve problems.csv --shard slice:2/8 --part 2.part  the second of eight shards
  hexmate merge *.part                                        what one run would have written

A result is in the checkpoint when it is finished, and on the disk within a second.

Shards record kinds of output, named as in --report - --html -, and write none of them. merge has the places:

  hexmate merge *.part --report all.csv --html all.html
";
