//! Random games as other programs and people write them: marks, nested variations, comments in all places, odd tags.

use std::fmt::Write as _;

use hexmate_core::random::Rng;
use hexmate_core::rules::Move;
use hexmate_position::{Game, Letters, Position, San};

/// A property of the text of a game. A game has a random half of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trait {
    Marks,
    Variations,
    /// A comment after a move.
    Comments,
    /// A comment before the first move of a line, or between a number and a move.
    CommentsBefore,
    /// A comment before, between or behind variations.
    CommentsBehind,
    /// A comment after the result.
    CommentsAfterResult,
    LineComments,
    Escapes,
    OddTags,
    Dates,
}

use Trait::*;

impl Trait {
    pub const ALL: [Self; 10] = [
        Marks,
        Variations,
        Comments,
        CommentsBefore,
        CommentsBehind,
        CommentsAfterResult,
        LineComments,
        Escapes,
        OddTags,
        Dates,
    ];
}

/// Names of games, the usual one more often.
const GAMES: [&str; 9] =
    ["glinski", "glinski", "glinski", "glinski", "mini", "mini", "shafran", "mccooey", "echex3"];

const COMMENTS: &[&str] = &[
    "good",
    "a (b) [c] $1 1. e4 e5 1-0",
    "ő – „x“ — 王",
    "says \"hi\" \\ ok",
    "all % of it",
    "0-1",
    "[%clk 0:59:10]",
    "[%csl Gd4][%cal Rd4e5]",
    "a comment that is longer than one line of eighty characters, with % in it and (brackets) and more words",
    "Nf3!?",
    "*",
    "line\nend",
    "; no comment",
    "threat: Rb1#, Rd2#",
];

const TAGS: &[(&str, &str)] = &[
    ("Odd_Tag", "v"),
    ("Empty", ""),
    ("Quoted", "\"a\" \\ \"b\\\""),
    ("ECO", "A00"),
    ("Annotator", "Ő, Ö; ü | ß"),
    ("TimeControl", "40/7200:3600"),
    ("note", "lower case"),
    ("Formula", "=1+1"),
    ("Brackets", "[a] {b} (c) ; d % e"),
    ("White", ""),
    ("Black", "O'Brien, Ann"),
    ("Site", "?"),
    ("Round", "1.2"),
    ("PlyCount", "3"),
    ("WhiteElo", "2100"),
];

/// Dates as people of eight languages write them.
pub const DATES: &[&str] = &[
    "1979.01.??",
    "21.03.1982",
    "1982. március 21.",
    "21 marca 1982",
    "21. März 1982",
    "21 mars 1982",
    "21 de marzo de 1982",
    "21 марта 1982",
    "21 de marto 1982",
    "31 May 2024",
    "05/2024",
    "2025-02-24",
];

/// One game.
pub struct RandomGame {
    pub text: String,
    /// `true` if two players play.
    pub is_for_two: bool,
}

/// Returns the game of a seed. Its tag `Number` has the seed.
pub fn random_game(seed: u64) -> RandomGame {
    let mut rng = Rng::new(seed);
    let game = rng.choose(&GAMES).parse::<Game>().expect("a game");
    let traits = Trait::ALL.into_iter().filter(|_| rng.below(2) == 0).collect();
    let mut writer = Writer { rng, traits, text: String::new() };
    let _ = writeln!(writer.text, "[Number \"{seed}\"]");
    if game != Game::GLINSKI {
        let _ = writeln!(writer.text, "[Variant \"{}\"]", game.name);
    }
    writer.tags();
    writer.text.push('\n');
    writer.escape();
    let plies = writer.rng.below(14);
    writer.line(Position::start(game), plies, 0);
    let result = writer.rng.choose(&["1-0", "0-1", "1/2-1/2", "*"]);
    writer.text.push_str(if game.players().count() == 2 { result } else { "*" });
    writer.gap();
    writer.comments(CommentsAfterResult);
    writer.text.push_str("\n\n");
    RandomGame { text: writer.text, is_for_two: game.players().count() == 2 }
}

struct Writer {
    rng: Rng,
    traits: Vec<Trait>,
    text: String,
}

impl Writer {
    fn has(&mut self, wanted: Trait, of: usize) -> bool {
        self.traits.contains(&wanted) && self.rng.below(of) == 0
    }

    fn tags(&mut self) {
        let mut tags: Vec<(&str, String)> = Vec::new();
        if self.traits.contains(&OddTags) {
            let mut pool = TAGS.to_vec();
            for _ in 0..self.rng.below(6) {
                let (name, value) = pool.remove(self.rng.below(pool.len()));
                tags.push((name, value.to_owned()));
            }
            if self.rng.below(4) == 0 {
                tags.push(("Long", "a long value, ".repeat(30)));
            }
        }
        if self.traits.contains(&Dates) {
            let name = self.rng.choose(&["Date", "EventDate", "UTCDate"]);
            tags.push((name, self.rng.choose(DATES).to_owned()));
        }
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = writeln!(self.text, "[{name} \"{value}\"]");
        }
    }

    fn gap(&mut self) {
        // After a blank line a comment belongs to the next game.
        let is_line_begun = !self.text.ends_with('\n');
        self.text.push(if is_line_begun && self.rng.below(6) == 0 { '\n' } else { ' ' });
        self.escape();
    }

    fn escape(&mut self) {
        if self.has(Escapes, 8) {
            self.text.truncate(self.text.trim_end_matches(' ').len());
            if !self.text.ends_with('\n') {
                self.text.push('\n');
            }
            self.text.push_str(self.rng.choose(&["% escaped\n", "%{ [Event \"x\"] 1. e4 (\n"]));
        }
    }

    /// Writes one or two comments, or none.
    fn comments(&mut self, place: Trait) {
        while self.has(place, 3) {
            let text = self.rng.choose(COMMENTS);
            if self.has(LineComments, 2) {
                let text = self.rng.choose(&[text, "with } brace", "with {", "(a"]);
                let _ = writeln!(self.text, "; {}", text.replace('\n', " "));
            } else {
                let _ = write!(self.text, "{{{text}}}");
            }
            self.gap();
        }
    }

    fn line(&mut self, mut position: Position, plies: usize, depth: usize) {
        let mut needs_number = true;
        self.comments(CommentsBefore);
        for _ in 0..plies {
            // A move that ends the game would contradict the random result.
            let goes_on = |&m: &Move| position.play_unchecked(m).legal_moves().next().is_some();
            let moves: Vec<Move> = position.legal_moves().filter(goes_on).collect();
            if moves.is_empty() {
                break;
            }
            let m = self.rng.choose(&moves);
            self.written(&position, m, needs_number);
            needs_number = false;
            let mut has_variation = false;
            while depth < 3 && moves.len() > 1 && self.has(Variations, 4) {
                self.comments(if has_variation { CommentsBehind } else { Comments });
                self.text.push('(');
                if self.rng.below(2) == 0 {
                    self.gap();
                }
                self.variation(&position, m, &moves, depth);
                self.text.push(')');
                self.gap();
                has_variation = true;
                needs_number = true;
            }
            self.comments(if has_variation { CommentsBehind } else { Comments });
            position = position.play_unchecked(m);
        }
    }

    /// Writes other moves in place of `m`.
    fn variation(&mut self, position: &Position, m: Move, moves: &[Move], depth: usize) {
        let others: Vec<Move> = moves.iter().copied().filter(|&other| other != m).collect();
        let first = self.rng.choose(&others);
        self.comments(CommentsBefore);
        self.written(position, first, true);
        self.comments(Comments);
        let plies = self.rng.below(4);
        self.line(position.play_unchecked(first), plies, depth + 1);
    }

    /// Writes a move with its number and its marks.
    fn written(&mut self, position: &Position, m: Move, needs_number: bool) {
        let number = position.move_number();
        if position.game().players().count() == 2 && (needs_number || number.is_first_of_round) {
            let _ = write!(self.text, "{number}");
            self.gap();
            self.comments(CommentsBefore);
        }
        let _ = write!(self.text, "{}", San { position, m, letters: &Letters::ENGLISH });
        if self.has(Marks, 3) {
            self.text.push_str(self.rng.choose(&["!", "?", "!!", "??", "!?", "?!"]));
        }
        self.gap();
        while self.has(Marks, 3) {
            let _ = write!(self.text, "${}", self.rng.choose(&[1, 2, 4, 6, 10, 14, 22, 139]));
            self.gap();
        }
    }
}
