//! The arguments of `help`, and its topics: pages about things that several commands share.

use hexmate_problems::themes::{Term, Theme, weight};

use crate::cli::exit;
use crate::cli::pages;
use crate::cli::shared::common::Common;
use crate::cli::shared::long::LongWork;

/// Explain a command or a topic.
///
/// `hexmate --help` lists the commands. The topics are `options` (those of every command),
/// `positions`, `stipulations`, `themes`, `books` (and pages), `engines`, `long-work` and `exit`
/// (exit statuses).
#[derive(clap::Args, Debug)]
#[command(before_help = "hexmate help endgame build\n\
    hexmate help options")]
pub struct Help {
    /// A command, such as `solve` or `endgame build`, or a topic.
    #[arg(value_name = "COMMAND|TOPIC")]
    pub words: Vec<String>,
}

/// Names of the topics, with their subjects.
pub const TOPICS: [(&str, &str); 8] = [
    ("options", "Options of every command"),
    ("positions", "Positions on the command line"),
    ("stipulations", "Stipulations of problems"),
    ("themes", "Themes, quality and difficulty of problems"),
    ("books", "Books, pages and solving sheets"),
    ("engines", "Engines that are compared or play"),
    ("long-work", "Checkpoints and shards"),
    ("exit", "Exit statuses"),
];

/// Returns the page of a topic.
pub fn topic(name: &str) -> Option<String> {
    Some(match name {
        "options" => format!("Options of every command.\n\n{}", pages::options_of::<Common>()),
        "positions" => POSITIONS.to_owned(),
        "stipulations" => STIPULATIONS.to_owned(),
        "themes" => themes(),
        "books" | "book" | "pages" | "html" | "print" => BOOKS.to_owned(),
        "engines" => ENGINES.to_owned(),
        "long-work" => format!("{LONG_WORK}\n{}", pages::options_of::<LongWork>()),
        "exit" => format!("{}\n", exit::HELP),
        _ => return None,
    })
}

/// Returns the page about the columns `themes`, `quality` and `difficulty`.
fn themes() -> String {
    let row = |theme: &Theme| {
        let words = wrapped(theme.definition(), 66);
        let words = words.join("\n                           ");
        format!("  {:<20} {:>3}  {words}\n", theme.code(), weight(*theme))
    };
    let rows: String = Theme::ALL.iter().map(row).collect();
    let term = |term: &Term| {
        let most = if term.most() == 1 { "once".to_owned() } else { format!("up to {}", term.most()) };
        let words = wrapped(&format!("{}, {most}", term.definition()), 105);
        format!("  {:>3}  {}\n", term.points(), words.join("\n       "))
    };
    let terms: String = Term::ALL.iter().map(term).collect();
    format!("{THEMES}{rows}\n{QUALITY}{terms}\n{NUMBERS}")
}

/// Returns a text in lines of at most a number of characters.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    text.split(' ').fold(vec![String::new()], |mut lines, word| {
        let last = lines.last_mut().expect("a line");
        if last.len() + word.len() > width {
            lines.push(word.to_owned());
        } else {
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(word);
        }
        lines
    })
}

const THEMES: &str = "\
Themes of sound problems, as listed in the column themes of solve and of compose search. solve gives themes, quality
and difficulty where it shows the whole solution. Only variations of full length count. A reply after which every threat
still works parries nothing: what follows it is the threat, and shows no theme. Lines are those of rooks and bishops; a
king's field is the set of cells that it can step to, up to twelve. The number after each theme is what it adds to the
quality.

";

const QUALITY: &str = "\
Quality is the sum of these numbers and of the following ones, each as often as it occurs, up to a limit. It counts
what an editor looks for and can be counted; it does not measure beauty. A thematic try is defined above; an answer is
a kind of piece, its target cell and its promotion.

";

const NUMBERS: &str = "\
Difficulty is the sum of 10 for each move of the solving side before the last (in help and series play, 5 for each
move of either side before the last), 5 for a quiet first move, 3 for each different quiet move after it (up to five),
2 for each reply with an answer of its own (up to ten), 3 for each try with one refutation (up to five), and 1 for
every ten legal first moves.
";

const POSITIONS: &str = "\
A POSITION on the command line can be

  start                              the start position of the game named by --variant
  startpos moves f5f6 e7e6           the start position followed by moves, as in UCI
  'b/qbk/… w - 0 1'                  a FEN in quotes; it lists bent ranks from the highest down
  'b/qbk/… w - 0 1 moves f5f6'       a FEN followed by moves
  'w: Kf6 Qg4 e5; b: Kf11 e7'        a piece list in quotes
  positions.fen, games.pgn, -        a file: every FEN, EPD or problem, and the last position of every game

Moves can be written in any notation, with or without move numbers: f5f6, f6, 1. f6 e6 2. Qc3.
--moves plays more moves: hexmate perft start --depth 3 --moves f6 e6.
solve, validate, convert and all other commands on files also accept a FEN or a piece list in quotes as a file.

A piece list is accepted wherever a FEN is: in arguments, in lines of FEN or EPD, in the column fen or pieces of
tables, in FEN tags. White moves unless the list says otherwise:

  w: Kf6 Qg4 Pe5 f4; b: Kf11 Pe7; b to move
  Kf6 Qg4 e5 / kf11 e7               the parts are those of the players in turn order
  wKf6 wQg4 bKf11                    every piece with its player
  Világos: Kf6, Vg4. Sötét: Kf11.    names and letters of eight languages
  w: Kg1 Pre4; r: Ka5; b: Kl6        three players; Pr is a pawn that was first Red's
  ...; ep e6; castling KQ; players wr; clock 3; move 20

A cell without a letter has a pawn; but if pawns of the player have letters, the piece of the last letter.
Rc1i1 and R c1 i1 are two rooks.

--from-fen ORDER reads FEN of programs that list the cells in another order:

  rank         bent ranks from the highest down, each from left to right; 1/3/5/7/9/11/… on 91 cells
  file-down    files from left to right, each from its top cell; 6/7/8/9/10/11/10/… on 91 cells
  file-up      files from left to right, each from rank 1
  oblique      rows that rise to the right, the one through the left corner first
  oblique-up   the same rows from the last to the first
  fairy        the rows of oblique with a wall * for each place beside the board, as in Fairy-Stockfish
  rank-up      bent ranks from 1 up
  falling      rows that fall to the right, the highest first; falling-up from the last to the first
  lines        horizontal lines of the page from the top down

With -reversed all but fairy and lines are read from right to left: rank-reversed, file-down-reversed, …
Missing fields of a FEN have defaults; a message names them. A single counter is the half-move clock.

--files a-k reads cells of programs that name the files of regular hexagons with j. By default a cell that exists only
with j, or only without, decides; otherwise a-l. --files fairy reads the cells of Fairy-Stockfish. Cells in capitals
are read too: F5F6, F5-F6.
";

const STIPULATIONS: &str = "\
Stipulations of problems: column stipulation in CSV, opcode stip \"h#2\" in EPD; --mate N means #N.

  #2           mate in two moves
  exact-#2     mate with exactly the second move, whatever the other side plays
  =2           stalemate in two moves; exact-=2 with exactly the second move
  +2           check in at most two moves
  s#2  s=2     selfmate, self-stalemate: the other side is forced to mate or stalemate
  r#2  r=2     reflexmate, reflex-stalemate: selfmate where a side that can mate at once must do so
  semi-r#2     semi-reflexmate: only the side that is made to mate must do so when it can
  h#2  h=2     helpmate, help-stalemate: both sides cooperate; the side to move is mated
  h#2.5 h=2.5  helpmate that starts with a move of the side that mates
  hs#2  hs#2.5 help-selfmate: both sides cooperate up to the last move, which forces the selfmate
  ser-#4       series mate: the side to move makes four moves in a row and mates with the last
  ser-h#4      series helpmate: four moves in a row, then the other side mates in one
  ser-s#4      series selfmate: four moves in a row, the last of which forces the other side to mate
  #2r          in games of several players: mate of player r; #2 is mate of any opponent

The side to move begins. All but +2 exist with = as well. Games of more than two players have # only.

A stipulation can also say what its solution is like; this is checked:

  #2*  h#2*    there is set play
  h#2 2 sol.   two solutions, as in the column solutions
  h#2 2.1.1.1  two first moves, then one continuation each
  h#2 0.2.1.1  the first half-move is missing: h#1.5 2.1.1
  h#2 duplex   the other side solves it too, as a further twin; also the column duplex (yes or no)

Other spellings are read in eight languages: 2#, 2‡, ser.h#3, White mates in 2, Matt in zwei Zügen.

Twins are in the column or opcode twin: \"b) Rc4 -> d5; +c) +bPe6, -wNf3\". With + a twin changes the one before.
Claimed keys of several twins have their labels: a) Rb2-a2; b) Be3-f4.
A twin with an illegal position is ILLEGAL. A twin that cannot be made is BAD_INPUT with one of these codes:

  twin-no-piece        the cell that it changes is vacant
  twin-other-piece     the cell has another piece
  twin-occupied        the cell that it needs is occupied
  twin-no-motion       a shift, turn or reflection that moves a piece off the board
  twin-several-players exchanged colours in a game of more than two players
  twin-no-other-side   duplex in a game of more than two players
  twin-unknown-change  a word is not a change
  twin-no-change       the changes have no effect
  twin-is-diagram      a) has changes, but without zeroposition it is the diagram
  twin-none-before     a twin with + after an illegal twin, or after one that cannot be made

convert leaves twins out of files of Popeye and YACPDB if one of them cannot be made, or if the labels do not follow
each other [twin-other-label]; their text is kept in a remark.
";

const BOOKS: &str = "\
Books, sheets and pages of problems, written by solve:

  hexmate solve FILE --book FILE.pdf            numbered diagrams, with the solutions and the authors at the back
  hexmate solve FILE --book FILE.tex            the same as LaTeX source; .typ for Typst, .epub for electronic books
  hexmate solve ISSUE.toml --book FILE.pdf      the issue of a magazine, from a description; --html FILE for a page
  hexmate solve FILE --solving-sheet FILE.pdf   diagrams with lines to write on; --solutions FILE.pdf for the rest
  hexmate solve FILE --html FILE --for readers  a page with folded solutions; without --for, with verdicts for editors
  hexmate solve FILE --diagrams DIR             one SVG for each problem, with its caption
  hexmate diagram FILE --sheet --caption -o FILE.svg   all boards on one picture; .png and .pdf too

  --title TEXT          title of the book, and of the page
  --language hungarian  words and piece letters; also hu, magyar
  --mate-sign ‡         in place of #
  --figurines           in place of piece letters
  --paper letter        a4 by default
  --columns 2           diagrams side by side: 3, 2 or 1; the boards are as large as they allow
  --board 60mm          width of all boards
  --theme hatched       boards of lines, for fax, photocopy and newspaper; greys, print, outline, warm, dark
  --pieces plain        classic by default; also letters
  --coordinates none    edge, large, inside or none
  --to-move=never       no disc for the side to move
  --tries 1, --set-play more phases of the solutions

The problems are in the order of the file: sort it before with hexmate select FILE --sort author -o sorted.csv.

Columns of the table that are printed, besides those of every table of problems:

  number                             number of the problem, if every problem has one
  city, after, dedication, date      above the diagram
  prize, version                     above the diagram
  remark                             below the diagram; with the solution if it names a move of it
  comment                            after the solution

A heading can be in any of the eight languages. All other columns are noted as not used.

The description of a magazine is TOML; paths are relative to its folder (an example: examples/magazine/issue.toml):

  title, subtitle, introduction      above the table of contents
  language                           english by default; --language overrules it
  [[section]]                        heading, introduction, show, problems
  show                               both (solutions at the end), diagrams or solutions
  problems                           [{ file = \"a.csv\", names = [\"x\", 7] }, { file = \"b.csv\", where = \"stipulation=h#2\",
                                     order = \"author\" }]: conditions and orders are those of select
  [[award]]                          problem, prize, comment; file if two files have the problem
";

const ENGINES: &str = "\
hexmate perft POSITION --depth N --engine COMMAND compares counts by first move with another program.
Where they differ, it follows the first such move down to the position whose moves differ. Clues name
what that position has in common with known faults of move generators: docs/generator-faults.md.

  hexmate perft FILE --depth N --engine COMMAND                  every position of a file, one line each
  hexmate perft --verify [TABLES] --engine COMMAND [--depth N]   every position of reference tables, to depth 3
                                                                 by default; --variant selects those of a game;
                                                                 without TABLES those of the folder perft, or
                                                                 else those built into hexmate

The other program reads UCI, line by line, and answers:

  uci                                       any answer
  setoption name UCI_Variant value glinski  the game, again when it changes; may be ignored
  isready                                   readyok
  position fen FEN moves f5f6 e7e6
  go perft 3                                a line `f5f6: 51` for each move, then `Nodes searched: 2586`
  isready                                   readyok, when all counts are written

For the start position it is also asked `position startpos`, so that a wrong array shows [own-start].

A COMMAND that contains {fen}, {depth} or {moves} is run once for each position and prints these
lines; without {moves}, {fen} is the position after the moves. The word {moves} becomes one argument
for each move, and none at the start; '{moves}' in quotation marks is one argument, '' at the start.
A command without {fen} counts from the start position, and with {moves} from `startpos moves ...`.
No shell is involved: words are separated by blanks, and quotation marks keep words together.

  hexmate perft start --depth 5 --engine ./my-engine
  hexmate perft start --depth 4 --engine './divide {fen} {depth}'
  hexmate perft start --depth 4 --engine './divide --startpos {depth} {moves}'
  hexmate perft start --depth 4 --engine 'sh -c \"./tool | grep -v debug\"'

--compare FILE reads counts from a file instead. Counts are read in any usual format:

  f5f6: 51   f5f6 51   1. f5f6 = 51   f5f6,51   {\"move\":\"f5f6\",\"nodes\":51}

Moves can be in any notation that names them in full, also in capitals: F5F6; other lines are ignored.
Files a to k are recognised by a cell with j; --to-files names them. --to-fen fairy asks Fairy-Stockfish: FEN with
walls, its cells, and its games glinski-chess, mccooey-chess and minihexchess. Counts that fit another
depth are reported as such [other-depth]. If there is no usable answer within --engine-time, the
comparison ends with status 3 and one of these codes: engine-command, engine-not-started,
engine-silent, engine-ended, engine-no-counts, foreign-moves. Of many positions such a code is the
status of the row; after three failures and no answer, the other positions of the game are skipped.
";

const LONG_WORK: &str = "\
solve, validate, mine, analyse, compose search and perft can be stopped and resumed, or divided into shards for several
machines; match can be stopped and resumed.

  hexmate solve problems.csv --checkpoint work.log            can be stopped; the same with --resume continues
  hexmate solve problems.csv --shard slice:2/8 --part 2.part  runs the second of eight shards
  hexmate merge *.part                                        writes what one run would have written

A result is written to the checkpoint when it is finished, and synced to the disk within one second. A checkpoint whose
input has changed, or that has a damaged line, is rejected: the message names the file or the line.

A shard writes only its part. Output options of a shard, such as --report - --html -, select what the part records;
merge writes the outputs to its own files:

  hexmate merge *.part --report all.csv --html all.html
";
