//! Candidates for the positions of the suite: from `perft/`, from the generators of the property tests, and from random
//! play.

use std::fs;

use hexmate_core::geometry::Cell;
use hexmate_core::perft::reference;
use hexmate_core::rules::{Piece, Player, Role};
use hexmate_position::{Game, Position, Setup};

use crate::kinds::{Kinds, kinds};
use crate::{random, set_up, sparse};

/// Largest length of a row, in bytes. Only the start position may be longer.
const MAX_BYTES: usize = 10_000;

/// A position with its name and features.
pub struct Candidate {
    pub name: String,
    pub position: Position,
    pub kinds: Kinds,
    /// Codes of the faults of move generators for which the position is in the suite.
    pub faults: Vec<String>,
}

impl Candidate {
    /// Creates a candidate; `None` if the FEN does not describe the position completely.
    pub fn new(name: String, position: &Position) -> Option<Self> {
        let fen = position.to_fen();
        let position = Position::from_fen(position.game(), &fen).ok()?;
        (position.to_fen() == fen).then(|| Self {
            name,
            kinds: kinds(&position),
            faults: Vec::new(),
            position,
        })
    }

    /// Returns the approximate length of the row, in bytes.
    pub fn bytes(&self) -> usize {
        let fen = self.position.to_fen().len();
        fen + (fen + 45) * self.position.count_moves() as usize
    }
}

/// Returns the candidates of a game, the start position first.
pub fn of(game: Game) -> Vec<Candidate> {
    let start = Candidate::new("start".to_owned(), &Position::start(game));
    let is_short = |candidate: &Candidate| candidate.bytes() <= MAX_BYTES;
    let thin = placed("seeded placement", 6_000, move |seed| random::thin(game, seed));
    let about_pawns = placed("set up about pawns", 3_000, move |seed| set_up::position(game, seed));
    let cornered = placed("cornered king", 1_000, move |seed| sparse::cornered(game, seed));
    let besieged = placed("besieged king", 1_000, move |seed| sparse::besieged(game, seed));
    let played = (0..30).flat_map(|seed| {
        let positions = random::game(game, seed, 240).into_iter().enumerate().step_by(7);
        positions.map(move |(ply, position)| (format!("seeded play {seed}, ply {ply}"), position))
    });
    let promoting = promoting(game).map(|position| ("promotion by taking".to_owned(), position));
    let others = chosen(game).into_iter().chain(promoting).chain(about_pawns).chain(cornered).chain(besieged);
    let others = others.chain(thin).chain(played);
    let others = others.filter_map(|(name, position)| Candidate::new(name, &position));
    start.into_iter().chain(others.filter(is_short)).collect()
}

/// Returns the positions of the game's table in `perft/`.
pub fn by_hand(game: Game) -> Vec<Candidate> {
    let all = chosen(game).into_iter();
    all.filter_map(|(name, position)| Candidate::new(name, &position)).collect()
}

/// Returns positions generated from seeds, named by their seeds.
fn placed(
    name: &str,
    seeds: u64,
    place: impl Fn(u64) -> Option<Position>,
) -> impl Iterator<Item = (String, Position)> {
    (0..seeds).filter_map(move |seed| Some((format!("{name} {seed}"), place(seed)?)))
}

/// Returns the positions of the game's table in `perft/`, if there is one.
fn chosen(game: Game) -> Vec<(String, Position)> {
    let Ok(table) = fs::read_to_string(format!("perft/{}.perft", game.name)) else { return Vec::new() };
    let cases = reference::read(&table).filter_map(Result::ok);
    let read = |case: reference::Case<'_>| {
        let position = Position::from_fen(game, case.fen.text).ok()?;
        Some((case.id.text.to_owned(), position))
    };
    cases.filter_map(read).collect()
}

/// Returns a position with two kings, a knight, and a pawn that can promote by capturing it.
///
/// On large boards random play rarely reaches such a position.
fn promoting(game: Game) -> Option<Position> {
    let cells: Vec<Cell> = game.shape.cells().collect();
    let second = Player::new(1);
    let pieces = |pawn: Cell, knight: Cell| {
        let vacant: Vec<Cell> =
            cells.iter().copied().filter(|&cell| cell != pawn && cell != knight).collect();
        let [white, other] = [vacant[vacant.len() / 2], vacant[vacant.len() / 3]];
        let mut setup = Setup::empty(game);
        setup.living = [Player::WHITE, second].into_iter().collect();
        setup.board.put(pawn, Piece::new(Player::WHITE, Role::Pawn));
        setup.board.put(knight, Piece::new(second, Role::Knight));
        setup.board.put(white, Piece::new(Player::WHITE, Role::King));
        setup.board.put(other, Piece::new(second, Role::King));
        setup.into_position().ok()
    };
    let is_suitable =
        |position: &Position| position.legal_moves().any(|m| m.promotion.is_some() && position.is_capture(m));
    let of_pawn = |pawn: &Cell| cells.iter().filter_map(|&knight| pieces(*pawn, knight)).find(is_suitable);
    cells.iter().find_map(of_pawn)
}
