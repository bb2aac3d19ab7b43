//! A problem in the parts that the files of other programs have.

use super::draft::{OPTIONS, begins_black};
use super::twins::TwinText;
use crate::{BookDetail, Further, StatedStipulation, Statement, stipulation_text};
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
pub(super) struct Sheet<'s> {
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
    /// Columns without a place of their own.
    pub(super) further: Vec<&'s Further>,
}

impl<'s> Sheet<'s> {
    pub(super) fn new(setup: &Setup, statement: &'s Statement) -> Self {
        let game = setup.game;
        let stated = StatedStipulation::parse(&game, &statement.stipulation);
        let (mut options, mut begins) = (Vec::new(), Player::WHITE);
        let (mut stipulation, mut solutions) = (statement.stipulation.clone(), statement.solutions.clone());
        if let Some(stated) = stated {
            stipulation = stipulation_text(&game, stated.stipulation);
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
        let is_options = |further: &&Further| further.name == OPTIONS;
        let kept = statement.further.iter().find(is_options);
        options.extend(kept.iter().flat_map(|kept| kept.value.split(", ")).map(str::to_owned));
        let further = statement.further.iter().filter(|further| !is_options(further));
        Self {
            players: game
                .players()
                .map(|player| (Colour::of(&game, player), pieces(setup, player)))
                .collect(),
            stipulation,
            options: options.into_iter().filter(|option| !option.is_empty()).collect(),
            condition: (game != Game::GLINSKI).then_some(game.name),
            solutions,
            twins: TwinText::of(game, &statement.twin),
            further: further.filter(|further| !further.value.is_empty()).collect(),
        }
    }

    /// Removes and returns the value of a detail.
    pub(super) fn take_detail(&mut self, detail: BookDetail) -> Option<&'s str> {
        let place = self.further.iter().position(|one| BookDetail::of_heading(&one.name) == Some(detail))?;
        Some(&self.further.remove(place).value)
    }

    /// Removes and returns the value of a column.
    pub(super) fn take(&mut self, name: &str) -> Option<&'s str> {
        let place = self.further.iter().position(|one| one.name == name)?;
        Some(&self.further.remove(place).value)
    }
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
