//! Rule sheets: the initial position of a game and the moves of every piece on one sheet.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::words::{game_title, role_name, words_of};
use super::{Arrow, Caption, CaptionSize, Lane, Layer, Marks, Options, Picture, Sheet, ToMove, Tone, draw};
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Castling, Move, Piece, Player, PlayerSet, Role};
use hexmate_position::{Game, Position, Setup};

/// Draws the rule sheet of a game.
///
/// A dot marks a move without capture, a ring a capture. The panels are:
///
/// * the initial position;
/// * each piece of the game; the pawn is on its initial cell, with a piece on every cell that it attacks;
/// * en passant, if the game has it: the double step is the last move, the captured pawn has a cross;
/// * promotion: a pawn one step before it, with all promotion cells highlighted;
/// * castling, if the game has it: on both wings, with an arrow for the king and one for the rook.
///
/// Marks, caption and side to move in `options` are ignored, since they belong to one position.
pub fn rule_sheet(game: Game, options: &Options) -> Picture {
    let words = words_of(&options.letters);
    let title = game_title(&game, &options.letters);
    let array = Setup::from(&Position::start(game));
    let roles: BTreeSet<Role> = array.board.pieces().map(|(_, piece)| piece.role).collect();
    let mut panels =
        vec![(Example { setup: array, marks: Marks::default() }, words.diagram.array.to_owned())];
    for role in roles {
        let example = if role == Role::Pawn { pawn(game) } else { piece(game, role) };
        panels.push((example, role_name(words, role).to_owned()));
    }
    panels.extend(en_passant(game).map(|example| (example, words.diagram.en_passant.to_owned())));
    panels.extend(promotion(game).map(|(example, roles)| {
        let letters = roles.into_iter().map(|role| format!(" {}", options.letters.letter(role)));
        (example, format!("{}:{}", words.diagram.promotion, letters.collect::<String>()))
    }));
    panels.extend(
        castlings(game).map(|(example, texts)| (example, format!("{}: {texts}", words.diagram.castling))),
    );
    let pictures = panels.into_iter().enumerate().map(|(number, (Example { setup, marks }, name))| {
        let prefix = options.prefix.numbered(number);
        let title = Some(format!("{title}: {name}"));
        let caption = Caption { middle: name, size: CaptionSize::Large, ..Caption::default() };
        let to_move = ToMove::Unmarked;
        draw(&setup, &Options { marks, caption, to_move, title, prefix, width: None, ..options.clone() })
    });
    let pictures: Vec<Picture> = pictures.collect();
    let sheet = Sheet {
        columns: 3,
        title: options.title.clone().unwrap_or(title),
        width: options.width,
        prefix: options.prefix.clone(),
    };
    sheet.of(&pictures, &options.theme)
}

/// Position and marks of one panel.
struct Example {
    setup: Setup,
    marks: Marks,
}

/// Returns twice the distance of a cell from the centre of its board.
fn off_centre(game: Game, cell: Cell) -> i8 {
    let hex = game.shape.hex(cell);
    (hex - game.shape.turned(hex, 3)).length()
}

/// Returns the horizontal distance of a cell from the centre of its board.
fn aside(game: Game, cell: Cell) -> i16 {
    let hex = game.shape.hex(cell);
    let [here, there] = [hex, game.shape.turned(hex, 3)].map(|hex| game.shape.place_in_text(hex).0);
    (here - there).abs()
}

/// Returns the panel of a piece alone in the centre of the board.
fn piece(game: Game, role: Role) -> Example {
    let mut setup = Setup::empty(game);
    let middle = game.shape.cells().min_by_key(|&cell| off_centre(game, cell));
    let centre = middle.expect("a board has cells");
    setup.board.put(centre, Piece::new(Player::WHITE, role));
    // A legal position needs two kings. They are put on cells that the piece does not attack.
    let attacks = |white, black| {
        let mut with_kings = Setup { living: PlayerSet::first(2), ..setup.clone() };
        with_kings.board.put(white, Piece::new(Player::WHITE, Role::King));
        with_kings.board.put(black, Piece::new(Player::BLACK, Role::King));
        let attacks = with_kings.into_position().ok()?.attacks(centre);
        (!attacks.contains(&white) && !attacks.contains(&black)).then_some(attacks)
    };
    let cells = || game.shape.cells().filter(|&cell| cell != centre);
    let dots = match role {
        Role::King => cells().find_map(|black| attacks(centre, black)),
        _ => cells().find_map(|white| cells().find_map(|black| attacks(white, black))),
    };
    let dots = Marks::plain(dots.into_iter().flatten());
    Example { setup, marks: Marks { dots, ..Marks::default() } }
}

/// Returns the panel of White's foremost pawn on its initial cell, with an enemy pawn on each cell that it attacks.
fn pawn(game: Game) -> Example {
    let mut setup = Setup::empty(game);
    let from = initial_pawns(game, Player::WHITE).into_iter();
    let place = |&cell: &Cell| (aside(game, cell), game.shape.hex(cell).r);
    let from = from.min_by_key(place).expect("every game has pawns");
    setup.board.put(from, Piece::new(Player::WHITE, Role::Pawn));
    let ahead = game.pawns.takes_ahead_at_first.then(|| game.forward(Player::WHITE));
    let sides = game.pawn_takes(Player::WHITE).into_iter().chain(ahead);
    for target in sides.filter_map(|side| game.shape.step(from, side)) {
        setup.board.put(target, Piece::new(Player::BLACK, Role::Pawn));
    }
    let mut marks = Marks::default();
    if let Some(position) = with_kings(&setup) {
        marks.add_moves(&position, from);
    }
    Example { setup, marks }
}

/// Returns the panel of en passant captures; `None` if the game has none.
///
/// The player before White has made the longest pawn step, as near to the centre as possible, and White's pawns can
/// capture.
fn en_passant(game: Game) -> Option<Example> {
    let stepper = game.players().last()?;
    let steps = initial_pawns(game, stepper).into_iter().flat_map(|from| long_steps(game, stepper, from));
    let examples = steps.filter_map(|step| Some((step, en_passant_after(game, stepper, step)?)));
    let place = |(step, (crossed, _)): &(Move, (Cell, Example))| {
        let way = game.shape.hex(step.to) - game.shape.hex(step.from);
        (Reverse(way.length()), off_centre(game, *crossed), *crossed)
    };
    examples.min_by_key(place).map(|(_, (_, example))| example)
}

/// Returns the pawn steps over more than one cell, on a board with only kings besides the pawn.
fn long_steps(game: Game, stepper: Player, from: Cell) -> Vec<Move> {
    let mut setup = Setup { turn: stepper, ..Setup::empty(game) };
    setup.board.put(from, Piece::new(stepper, Role::Pawn));
    let Some(alone) = with_kings(&setup) else { return Vec::new() };
    alone.legal_moves().filter(|&m| alone.is_double_step(m)).collect()
}

/// Returns the first cell that a long pawn step crosses, and the panel after it, if White can capture en passant.
fn en_passant_after(game: Game, stepper: Player, step: Move) -> Option<(Cell, Example)> {
    let mut setup = Setup { turn: stepper, ..Setup::empty(game) };
    setup.board.put(step.from, Piece::new(stepper, Role::Pawn));
    let passed = with_kings(&setup)?.play_unchecked(step);
    let crossed = passed.en_passant(stepper)?.crossed;
    let takers = passed.crossed_cells().into_iter().flat_map(|crossed| {
        game.pawn_takes(Player::WHITE).map(|side| game.shape.step(crossed, side.opposite()))
    });
    for cell in takers.flatten().filter(|cell| ![step.from, step.to].contains(cell)) {
        setup.board.put(cell, Piece::new(Player::WHITE, Role::Pawn));
    }
    let after = with_kings(&setup)?.play(step).ok()?;
    let arrows: Vec<_> = after.legal_moves().filter(|&m| after.is_en_passant(m)).map(Arrow::from).collect();
    if arrows.is_empty() {
        return None;
    }
    let captured = Marks::plain([step.to]);
    let mut setup = Setup::from(&after);
    for king in game.players().filter_map(|player| after.king(player)) {
        setup.board.take(king);
    }
    Some((
        crossed,
        Example {
            setup,
            marks: Marks { last_move: Some(step), crosses: captured, arrows, ..Marks::default() },
        },
    ))
}

/// Returns the panel of promotion and the roles available: a white pawn one step before promotion, near the middle
/// file, with all promotion cells highlighted.
fn promotion(game: Game) -> Option<(Example, Vec<Role>)> {
    let (last, mut others): (Vec<Cell>, Vec<Cell>) =
        game.shape.cells().partition(|&cell| game.is_promotion_cell(Player::WHITE, cell));
    others.sort_by_key(|&cell| (aside(game, cell), cell));
    others.into_iter().find_map(|from| {
        let mut setup = Setup::empty(game);
        setup.board.put(from, Piece::new(Player::WHITE, Role::Pawn));
        let position = with_kings(&setup)?;
        let moves = position.legal_moves().filter(|m| m.from == from);
        // A pawn with two forward directions may have two promotion cells.
        let possible: BTreeSet<Role> = moves.filter_map(|m| m.promotion).collect();
        let roles: Vec<Role> =
            game.promotions.iter().copied().filter(|role| possible.contains(role)).collect();
        let mut marks = Marks { cells: Marks::plain(last.iter().copied()), ..Marks::default() };
        marks.add_moves(&position, from);
        (!roles.is_empty()).then_some((Example { setup, marks }, roles))
    })
}

/// Returns the panels of castling and its notation; each shows one castling move of White on each wing.
fn castlings(game: Game) -> impl Iterator<Item = (Example, String)> {
    let ways = game.castlings(Player::WHITE);
    let on = |wing| ways.iter().filter(move |way| way.wing == wing);
    (0..ways.len()).map_while(move |number| {
        let shown: Vec<&Castling> = [0, 1].into_iter().filter_map(|wing| on(wing).nth(number)).collect();
        let texts: Vec<&str> = shown.iter().map(|way| way.text).collect();
        (!shown.is_empty()).then(|| (castling(game, &shown), texts.join(", ")))
    })
}

/// Returns the panel of these castling moves, with king and rooks on their initial cells.
fn castling(game: Game, ways: &[&Castling]) -> Example {
    let mut setup = Setup::empty(game);
    let mut marks = Marks::default();
    let arrow =
        |[from, to]: [Cell; 2], tone| Arrow { from, to, tone, layer: Layer::Below, lane: Lane::Right };
    for way in ways {
        setup.board.put(way.king[0], Piece::new(Player::WHITE, Role::King));
        setup.board.put(way.rook[0], Piece::new(Player::WHITE, Role::Rook));
        marks.arrows.push(arrow(way.rook, Tone::Blue));
    }
    marks.arrows.extend(ways.iter().map(|way| arrow(way.king, Tone::Plain)));
    Example { setup, marks }
}

/// Returns the initial cells of a player's pawns.
fn initial_pawns(game: Game, player: Player) -> Vec<Cell> {
    let pawn = Piece::new(player, Role::Pawn);
    let pieces = Position::start(game).pieces().into_iter();
    pieces.filter(|&(_, piece)| piece == pawn).map(|(cell, _)| cell).collect()
}

/// Returns the position with kings, which are not drawn, on their initial cells; `None` if it is not legal.
fn with_kings(setup: &Setup) -> Option<Position> {
    let start = Position::start(setup.game);
    let mut whole = setup.clone();
    for player in setup.game.players() {
        let cell = start.king(player).filter(|&cell| setup.board.piece(cell).is_none())?;
        whole.board.put(cell, Piece::new(player, Role::King));
    }
    whole.into_position().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_core::geometry::Direction;
    use hexmate_position::{Coordinate, Letters};

    /// Games that differ in more than their initial positions.
    const GAMES: [Game; 8] = [
        Game::GLINSKI,
        Game::MCCOOEY,
        Game::MINI,
        Game::ECHEX3,
        Game::ECHEX6,
        Game::SHAFRAN,
        Game::DEVASA,
        Game::BRUSKY,
    ];

    fn names<'c>(game: Game, cells: impl IntoIterator<Item = &'c Cell>) -> String {
        let names = cells.into_iter().map(|&cell| Coordinate(game.shape, cell).to_string());
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn captions_are_legible_on_paper() {
        for game in GAMES {
            let sheet = rule_sheet(game, &Options::default());
            let [_, _, width, _] = sheet.view_box;
            let document = sheet.to_string();
            let captions: Vec<&str> =
                document.split(r#"class="caption" transform="scale("#).skip(1).collect();
            assert!(captions.len() > 5, "{game:?}");
            for caption in captions {
                let scale = caption.split(')').next().and_then(|scale| scale.parse::<f64>().ok());
                let capital = scale.expect("a scale") * f64::from(crate::glyphs::CAPITAL_HEIGHT);
                // Capitals of 8 points are 2 mm high; a page of A4 between its margins is 190 mm wide.
                let millimetres = capital * 190. / f64::from(width);
                assert!(millimetres >= 2., "{game:?}: {millimetres} mm");
            }
        }
    }

    #[test]
    fn pawn_panel_follows_the_game() {
        let actual = GAMES.map(|game| {
            let Marks { dots, rings, .. } = pawn(game).marks;
            format!("{}, {}", names(game, dots.keys()), names(game, rings.keys()))
        });
        let hexagons = ["f7 f6, e5 g5", "f5, e5 g5", "d4, c4 e4", "f6 f5, e4 g4", "i6 i5, h4 k4"];
        assert_eq!(actual[..5], hexagons);
        assert_eq!(actual[5..], ["e5 e4 e3, d3 f4", "d5 d4 e4 f5, c4 f4", "e4 e3 f3 g4, d3 f4 g3"]);
    }

    #[test]
    fn piece_panels_show_all_moves() {
        // King, queen, rook, bishop, knight; Mini Hexchess has no queen.
        let reach = |game, role| piece(game, role).marks.dots.len();
        let actual = GAMES.map(|game| Role::ALL.map(|role| reach(game, role)));
        let [small, middle, large] = [[12, 24, 18, 6, 12], [12, 42, 30, 12, 12], [12, 72, 48, 24, 12]];
        assert_eq!(
            actual[..5].iter().map(|reach| &reach[..5]).collect::<Vec<_>>(),
            [middle, middle, small, middle, large]
        );
        for (game, reach) in GAMES.into_iter().zip(actual).skip(5) {
            let (setup, shape) = (piece(game, Role::King).setup, game.shape);
            let (middle, _) = setup.board.pieces().next().expect("a king");
            let seen = |ways: [Direction; 6]| ways.map(|way| shape.ray(middle, way).count()).iter().sum();
            let [rook, bishop] = [seen(Direction::EDGES), seen(Direction::VERTICES)];
            assert_eq!(reach[..5], [12, rook + bishop, rook, bishop, shape.leaps(middle).count()]);
        }
    }

    #[test]
    fn en_passant_panel_shows_both_captures() {
        let actual = GAMES.map(|game| {
            let Some(Example { marks, .. }) = en_passant(game) else { return String::new() };
            let step = marks.last_move.expect("a double step").from;
            let takes = marks.arrows.iter().map(|arrow| names(game, [&arrow.from, &arrow.to]));
            let takes = takes.collect::<Vec<_>>().join(", ");
            format!("{} {}: {takes}", names(game, [&step]), names(game, marks.crosses.keys()))
        });
        // Mini Hexchess has no double step.
        let expected = ["f7 f5: e5 f6, g5 f6", "e8 e6: d5 e7, f6 e7", "", "g7 e6: g6 f7", "n4 l6: l5 m5"];
        assert_eq!(actual[..5], expected);
        // Shafran's pawn has crossed two cells.
        assert_eq!(
            actual[5..],
            ["d8 d5: c5 d7, e6 d7, c4 d6, e5 d6", "e7 e5: c5 e6, f5 e6", "g7 g5: e5 g6, h5 g6"]
        );
    }

    #[test]
    fn promotion_panel_follows_the_game() {
        let actual = GAMES.map(|game| {
            let (Example { setup, marks }, roles) = promotion(game).expect("every game has it");
            let last = |cell: &Cell| game.is_promotion_cell(Player::WHITE, *cell);
            assert!(marks.cells.keys().all(last));
            let files = game.shape.columns().len();
            // Brusky's pawns promote on the last rank only.
            assert_eq!(marks.cells.len(), if game == Game::BRUSKY { 9 } else { files });
            let pawns: Vec<Cell> = setup.board.pieces().map(|(cell, _)| cell).collect();
            let letters: String = roles.iter().map(|&role| Letters::ENGLISH.letter(role)).collect();
            format!("{} {} {letters}", names(game, &pawns), names(game, marks.dots.keys()))
        });
        let expected = ["e9 e10 QRBN", "f10 f11 QRBN", "c5 c6 RBN", "f10 f11 QRBN", "i16 i17 QRBN"];
        assert_eq!(actual[..5], expected);
        assert_eq!(actual[5..], ["c7 c8 QRBN", "f8 f9 g9 QRBN", "i7 i8 j8 QRBN"]);
    }

    #[test]
    fn castling_panels_show_both_wings() {
        let actual = |game| -> Vec<String> {
            let panels = castlings(game).map(|(Example { setup, marks }, texts)| {
                let pieces: Vec<Cell> = setup.board.pieces().map(|(cell, _)| cell).collect();
                let arrows = marks.arrows.iter().map(|arrow| names(game, [&arrow.from, &arrow.to]));
                format!("{texts}: {}; {}", names(game, &pieces), arrows.collect::<Vec<_>>().join(", "))
            });
            panels.collect()
        };
        assert!(GAMES[..5].iter().all(|&game| actual(game).is_empty()));
        let shafran = [
            "Q-0-0, B-0-0: a1 e1 i5; a1 d1, i5 f2, e1 c1, e1 g3",
            "Q-0-0-0, B-0-0-0: a1 e1 i5; a1 c1, i5 g3, e1 b1, e1 h4",
        ];
        assert_eq!(actual(Game::SHAFRAN), shafran);
        for game in [Game::DEVASA, Game::BRUSKY] {
            assert_eq!(actual(game), ["0-0, 0-0-0: a1 f1 i1; i1 g1, a1 d1, f1 h1, f1 c1"]);
        }
    }
}
