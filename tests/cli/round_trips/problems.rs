//! Random problems with all columns that are read, and further columns with odd names.

use hexmate_core::random::Rng;
use hexmate_core::rules::Move;
use hexmate_position::{Coordinate, Game, Position, Uci};

use super::games::DATES;

/// The header: the columns that every command reads, then others.
pub const COLUMNS: [&str; 16] = [
    "id",
    "variant",
    "fen",
    "stipulation",
    "key",
    "solutions",
    "twin",
    "author",
    "source",
    "date",
    "prize",
    "themes",
    "note",
    "Hely, idő",
    "a \"b\"",
    "=sum",
];

const TEXTS: &[&str] = &[
    "",
    "",
    "plain",
    "Kiss, Ödön; Nagy",
    "says \"hi\" \\ ok",
    "C:\\new\\table",
    "=1+1",
    "ő – „x“ — 王",
    "{brace} (round) [square] % ; #",
    "- item: value # no comment",
    "'single'",
    "null",
    "007",
    "1e5",
    "yes",
    "name: value; other: 2",
    "EndProblem",
    "Twin Move a1 a2",
    "a text that is longer than one line of eighty characters, so that a writer that breaks lines has to break it",
];

/// Authors; a semicolon is between two of them.
const AUTHORS: &[&str] =
    &["", "Kiss, Ödön", "A. Nagy; B. Kis", "O'Brien \"Bob\"", "Gliński, Władysław", "王; =x"];

/// Returns the cells of the problem of a seed.
pub fn random_problem(seed: u64) -> Vec<String> {
    let mut rng = Rng::new(seed ^ 0x5eed);
    let game: Game = rng.choose(&["glinski", "mini", "mini", "shafran", "mccooey"]).parse().expect("a game");
    let (position, moves) = some_position(&mut rng, game);
    let stipulation = rng.choose(&["#1", "#2", "#3", "h#2", "s#2", "ser-h#3", "=2"]);
    let key: Vec<String> =
        (0..rng.below(3)).map(|_| Uci(game.shape, rng.choose(&moves)).to_string()).collect();
    let solutions = rng.choose(&["", "1", "2"]);
    let twin = twin(&mut rng, &position);
    let mut text = |texts: &[&str]| rng.choose(texts).to_owned();
    let mut cells = vec![
        format!("problem {seed}"),
        game.name.to_owned(),
        position.to_fen(),
        stipulation.to_owned(),
        key.join(" "),
        solutions.to_owned(),
        twin,
        text(AUTHORS),
        text(TEXTS),
        text(DATES),
        text(TEXTS),
    ];
    while cells.len() < COLUMNS.len() {
        cells.push(text(TEXTS));
    }
    cells
}

/// Plays random moves; returns a position in which moves are legal.
fn some_position(rng: &mut Rng, game: Game) -> (Position, Vec<Move>) {
    let mut position = Position::start(game);
    for _ in 0..rng.below(40) {
        let moves: Vec<Move> = position.legal_moves().collect();
        let next = position.play_unchecked(rng.choose(&moves));
        if next.legal_moves().next().is_none() {
            break;
        }
        position = next;
    }
    let moves = position.legal_moves().collect();
    (position, moves)
}

/// Returns twins: another cell for a piece, exchanged colours, another stipulation, or none.
fn twin(rng: &mut Rng, position: &Position) -> String {
    let game = position.game();
    let cells = |occupied: bool| {
        let cells = game.shape.cells().filter(|&cell| position.piece(cell).is_some() == occupied);
        cells.map(|cell| Coordinate(game.shape, cell).to_string()).collect::<Vec<_>>()
    };
    let pick = |rng: &mut Rng, cells: &[String]| cells[rng.below(cells.len())].clone();
    match rng.below(5) {
        0 => format!("b) Move {} {}", pick(rng, &cells(true)), pick(rng, &cells(false))),
        1 => "b) Stipulation h#3".to_owned(),
        2 => format!("b) Stipulation h#3; +c) Add white P{}", pick(rng, &cells(false))),
        _ => String::new(),
    }
}
