//! A problem in the parts that the files of other programs have.

use super::draft::{OPTIONS, begins_black};
use super::options::Meaning;
use super::twins::TwinText;
use crate::duplex::twins_without_duplex;
use crate::twin::Diagram;
use crate::{
    BookDetail, ExtraColumn, ProblemError, StatedStipulation, Statement, stipulation_text, with_unique_names,
};
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Colour, Coordinate, Game, Letters, Setup, letter};

/// Names of the fields of piece lists, and the options that hold them.
const NAMES: [(&str, &str); 5] = [
    ("ep ", "EnPassant "),
    ("castling ", "Castling "),
    ("players ", "Players "),
    ("clock ", "Clock "),
    ("move ", "StartMoveNumber "),
];

/// A problem in the parts that the files of other programs have.
pub(super) struct Sheet {
    /// Colour and pieces of each player, `Kf6`, with S for knights.
    pub(super) players: Vec<(Colour, Vec<String>)>,
    /// The stipulation without set play and numbers of solutions.
    pub(super) stipulation: String,
    pub(super) options: Vec<String>,
    /// The name of the game, unless it is Gliński's.
    pub(super) condition: Option<&'static str>,
    /// A number, or the numbers of continuations, or empty.
    pub(super) solutions: String,
    pub(super) twins: Vec<TwinText>,
    /// The twins as written, if one of them is erroneous or has no place in these files.
    pub(super) unwritten_twins: String,
    /// Columns without a place of their own, under different names.
    pub(super) further: Vec<ExtraColumn>,
}

impl Sheet {
    pub(super) fn new(setup: &Setup, statement: &Statement) -> Self {
        let game = setup.game;
        let mut own_twins = statement.twin.clone();
        let mut is_duplex = false;
        if let Some(others) = twins_without_duplex(&statement.twin) {
            (own_twins, is_duplex) = (others, true);
        }
        let stated = written_stipulation(setup, statement);
        let (mut options, mut begins) = (Vec::new(), Player::WHITE);
        let (mut stipulation, mut solutions) = (statement.stipulation.clone(), statement.solutions.clone());
        if let Some(stated) = stated {
            stipulation = stipulation_text(&game, stated.stipulation);
            is_duplex |= stated.is_duplex;
            if stated.tree.has_set_play {
                options.push("SetPlay".to_owned());
            }
            match (stated.tree.branching.as_slice(), stated.solutions) {
                ([], Some(number)) if solutions.is_empty() => solutions = number.to_string(),
                ([], _) => {}
                (branching, _) => solutions = crate::Numbers(branching).to_string(),
            }
            if begins_black(stated.stipulation.play) && game.players == 2 {
                begins = Player::new(1);
            }
        }
        if is_duplex {
            options.push("Duplex".to_owned());
        }
        if setup.turn != begins {
            options.push(match (game.players, setup.turn) {
                (2, Player::WHITE) => "WhiteToPlay".to_owned(),
                (2, _) => "HalfDuplex".to_owned(),
                (_, turn) => format!("ToMove {}", Colour::of(&game, turn).name()),
            });
        }
        // The fields after the pieces have their own names in piece lists.
        let list = setup.to_piece_list(&Letters::ENGLISH);
        for part in list.split("; ") {
            let named = NAMES.iter().find_map(|(own, name)| Some((name, part.strip_prefix(own)?)));
            options.extend(named.map(|(name, value)| format!("{name}{value}")));
        }
        let mut further = with_unique_names(&statement.further, &[]);
        let is_options = |one: &ExtraColumn| one.name == OPTIONS && are_options(&one.value);
        if let Some(place) = further.iter().position(is_options) {
            options.extend(further.remove(place).value.split(", ").map(str::to_owned));
        }
        let (twins, unwritten_twins) = match twins(setup, statement, &own_twins) {
            Ok(twins) => (twins, String::new()),
            Err(_) => (Vec::new(), own_twins),
        };
        Self {
            players: game
                .players()
                .map(|player| (Colour::of(&game, player), pieces(setup, player)))
                .collect(),
            stipulation,
            options: options.into_iter().filter(|option| !option.is_empty()).collect(),
            condition: (game != Game::GLINSKI).then_some(game.name),
            solutions,
            twins,
            unwritten_twins,
            further,
        }
    }

    /// Removes and returns the value of a detail.
    pub(super) fn take_detail(&mut self, detail: BookDetail) -> Option<String> {
        let place = self.further.iter().position(|one| BookDetail::of_heading(&one.name) == Some(detail))?;
        Some(self.further.remove(place).value)
    }

    /// Removes and returns the value of a column, if it fits.
    pub(super) fn take(&mut self, name: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
        let place = self.further.iter().position(|one| one.name == name && fits(&one.value))?;
        Some(self.further.remove(place).value)
    }
}

/// Returns the stipulation of a statement; `None` if it is unknown or contradicts the other fields, so that only its text
/// can be kept.
fn written_stipulation(setup: &Setup, statement: &Statement) -> Option<StatedStipulation> {
    let stated = StatedStipulation::parse(&setup.game, &statement.stipulation)?;
    let is_other = |claimed: usize| statement.solutions.parse() != Ok(claimed);
    let is_contradicted = !statement.solutions.is_empty() && stated.solutions.is_some_and(is_other);
    let has_turn = stated.mover.is_none_or(|mover| mover == Colour::of(&setup.game, setup.turn));
    (has_turn && !is_contradicted).then_some(stated)
}

/// Returns whether each item of a column can be an option that is kept.
fn are_options(value: &str) -> bool {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    value.split(", ").all(|option| {
        let mut words = option.split(' ');
        words.next().and_then(Meaning::of) == Some(Meaning::Kept)
            && words.all(|word| is_number(word) && !word.is_empty())
    })
}

/// Returns the twins of a text in the words of Popeye.
fn twins(setup: &Setup, statement: &Statement, text: &str) -> Result<Vec<TwinText>, Vec<ProblemError>> {
    let stated = StatedStipulation::parse(&setup.game, &statement.stipulation);
    let stipulation = stated.map(|stated| stated.stipulation);
    TwinText::of(&Diagram { setup: setup.clone(), stipulation }, text)
}

/// Returns the errors of twins that files of other programs cannot have: a twin that cannot be made from the diagram, or
/// whose label does not follow the one before. Such files have the text of all twins of the problem in a remark.
pub fn twin_faults(setup: &Setup, statement: &Statement) -> Vec<ProblemError> {
    let others = twins_without_duplex(&statement.twin);
    twins(setup, statement, others.as_deref().unwrap_or(&statement.twin)).err().unwrap_or_default()
}

/// Returns the pieces of a player, in the order of piece lists.
fn pieces(setup: &Setup, player: Player) -> Vec<String> {
    let shape = setup.game.shape;
    let own = setup.board.pieces().filter(|(_, piece)| piece.owner == player);
    let mut own: Vec<_> = own.collect();
    own.sort_unstable_by_key(|&(cell, piece)| {
        let hex = shape.hex(cell);
        (piece.role, piece.seat != player, hex.q, shape.rank(hex))
    });
    let text = |(cell, piece): (_, Piece)| {
        let role = if piece.role == Role::Knight { 'S' } else { piece.role.letter() };
        let is_taken_over = piece.seat != player && piece.role == Role::Pawn;
        let seat = if is_taken_over { letter(&setup.game, piece.seat).to_string() } else { String::new() };
        format!("{role}{seat}{}", Coordinate(shape, cell))
    };
    own.into_iter().map(text).collect()
}
