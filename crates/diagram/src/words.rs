//! Words on diagrams and in their descriptions, in the languages of the piece letters.

use std::collections::BTreeMap;

use super::{Caption, Marks, Options, Tone};
use hexmate_core::geometry::Cell;
use hexmate_core::rules::{Piece, Player, Role, VariantTable};
use hexmate_position::Setup;
use hexmate_position::{Colour, Coordinate, Letters};
use hexmate_words::Words;

/// Returns the words of the language with these letters; English ones for figurines.
pub(super) fn words_of(letters: &Letters) -> &'static Words {
    letters.entry(&hexmate_words::ALL)
}

/// Returns the name of a piece.
pub(super) fn role_name(words: &Words, role: Role) -> &'static str {
    words.pieces.all()[role as usize]
}

/// Returns the name of a player.
fn player_in(words: &Words, game: &VariantTable, player: Player) -> &'static str {
    words.players.all()[Colour::of(game, player) as usize]
}

/// Returns the name of a player in the language of these letters, such as `Világos`.
pub fn player_name(game: &VariantTable, player: Player, letters: &Letters) -> &'static str {
    player_in(words_of(letters), game, player)
}

/// Returns the title of a game in the language of these letters, `Gliński` or `Echex for three`.
///
/// ```
/// # use hexmate_diagram as hexmate;
/// use hexmate::game_title;
/// use hexmate_position::{Game, Letters};
///
/// assert_eq!(game_title(&Game::ECHEX3, &Letters::GERMAN), "Echex für drei");
/// assert_eq!(game_title(&Game::MINI, &Letters::GERMAN), "Mini Hexchess");
/// ```
pub fn game_title(game: &VariantTable, letters: &Letters) -> String {
    let pairs = hexmate_words::EN.games.all().into_iter().zip(words_of(letters).games.all());
    pairs.fold(game.title.to_owned(), |title, (english, own)| title.replace(english, own))
}

/// Describes a setup: the pieces of each player, eliminated players and the player to move.
fn description(setup: &Setup, letters: &Letters) -> String {
    let (game, words) = (&setup.game, words_of(letters));
    let list = |player| format!("{}:{}.", player_in(words, game, player), piece_list(setup, player, letters));
    let mut sentences: Vec<String> = setup.board.owners().iter().map(list).collect();
    if sentences.is_empty() {
        sentences.push(words.diagram.no_pieces.to_owned());
    }
    let out = game.players().filter(|&player| !setup.living.contains(player));
    sentences.extend(out.map(|player| format!("{} {}", player_in(words, game, player), words.diagram.out)));
    sentences.push(to_move(setup, letters));
    sentences.join(" ")
}

/// Returns the title of a diagram: the given one or the game, then the lines above the board, such as author and source.
pub(super) fn title(setup: &Setup, options: &Options) -> String {
    let title = options.title.clone().unwrap_or_else(|| game_title(&setup.game, &options.letters));
    let above = options.caption.above.iter().map(String::as_str);
    std::iter::once(title.as_str())
        .chain(above)
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join(". ")
}

/// Describes a diagram: the caption below the board, the pieces, the player to move, and all marks.
pub(super) fn full_description(setup: &Setup, options: &Options) -> String {
    let Caption { left, middle, right, below, .. } = &options.caption;
    let below = [left, middle, right].into_iter().chain(below);
    let below = below.filter(|text| !text.is_empty()).map(|text| text.trim_end_matches('.'));
    let caption: String = below.flat_map(|text| [text, ". "]).collect();
    caption + &board_description(setup, &options.marks, &options.letters)
}

/// Describes a board: the pieces, the player to move, and all marks.
pub(super) fn board_description(setup: &Setup, marked: &Marks, letters: &Letters) -> String {
    let marks = marks(setup, marked, words_of(letters));
    std::iter::once(description(setup, letters)).chain(marks).collect::<Vec<_>>().join(" ")
}

/// Describes the marks of each kind.
fn marks(setup: &Setup, marks: &Marks, words: &Words) -> Vec<String> {
    let name = |cell: Cell| Coordinate(setup.game.shape, cell).to_string();
    let path = |from, to| format!("{}–{}", name(from), name(to));
    let cells = |cells: &BTreeMap<Cell, Tone>| cells.keys().map(|&cell| name(cell)).collect::<Vec<_>>();
    let own = &words.diagram;
    let kinds = [
        (own.last_move, marks.last_move.iter().map(|m| path(m.from, m.to)).collect()),
        (own.marked, cells(&marks.cells)),
        (own.dots, cells(&marks.dots)),
        (own.rings, cells(&marks.rings)),
        (own.crosses, cells(&marks.crosses)),
        (own.circles, marks.circles.iter().map(|circle| name(circle.cell)).collect::<Vec<_>>()),
        (own.arrows, marks.arrows.iter().map(|arrow| path(arrow.from, arrow.to)).collect()),
    ];
    let kinds = kinds.into_iter().filter(|(_, places)| !places.is_empty());
    kinds.map(|(word, places)| format!("{word} {}.", places.join(", "))).collect()
}

/// Returns a sentence that names the player to move.
pub(super) fn to_move(setup: &Setup, letters: &Letters) -> String {
    let words = words_of(letters);
    format!("{} {}", player_in(words, &setup.game, setup.turn), words.diagram.to_move)
}

/// Lists the pieces of a player, king first. A pawn is given by its cell, with its first seat if that differs.
fn piece_list(setup: &Setup, player: Player, letters: &Letters) -> String {
    let (game, words) = (&setup.game, words_of(letters));
    let text = |(cell, piece): (_, Piece)| {
        let name = Coordinate(game.shape, cell);
        match piece.role {
            Role::Pawn if piece.seat != player => {
                format!(" {name} ({} {})", words.diagram.from, player_in(words, game, piece.seat))
            }
            Role::Pawn => format!(" {name}"),
            role => format!(" {}{name}", letters.letter(role)),
        }
    };
    let mut pieces: Vec<_> = setup.board.pieces().filter(|(_, piece)| piece.owner == player).collect();
    pieces.sort_by_key(|&(cell, piece)| (piece.role, cell));
    pieces.into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexmate_position::Game;

    #[test]
    fn only_proper_names_of_games_remain() {
        let titles = |game: Game| Letters::ALL.map(|letters| game_title(&game, &letters));
        assert_eq!(
            titles(Game::ECHEX6_16),
            [
                "Echex for six, 16 pieces",
                "Echex hat játékosra, 16 báb",
                "Echex dla sześciu, 16 bierek",
                "Echex für sechs, 16 Steine",
                "Echex à six, 16 pièces",
                "Echex para seis, 16 piezas",
                "Echex для шестерых, 16 фигур",
                "Echex por ses, 16 pecoj",
            ]
        );
        for game in Game::ALL.iter().filter(|game| game.players == 2) {
            assert_eq!(titles(*game), [game.title; Letters::ALL.len()]);
        }
    }

    #[test]
    fn descriptions_use_the_language() {
        let setup = Setup::from_fen(Game::MINI, "b/1k1/5/7/3R3/2K4/7 w - 0 1").expect("a FEN");
        let descriptions = Letters::ALL.map(|letters| description(&setup, &letters));
        assert_eq!(
            descriptions,
            [
                "White: Kc2 Rd3. Black: Kd6 Bd7. White to move.",
                "Világos: Kc2 Bd3. Sötét: Kd6 Fd7. Világos lép.",
                "Białe: Kc2 Wd3. Czarne: Kd6 Gd7. Białe na posunięciu.",
                "Weiß: Kc2 Td3. Schwarz: Kd6 Ld7. Weiß am Zug.",
                "Blancs: Rc2 Td3. Noirs: Rd6 Fd7. Blancs au trait.",
                "Blancas: Rc2 Td3. Negras: Rd6 Ad7. Blancas juegan.",
                "Белые: Крc2 Лd3. Чёрные: Крd6 Сd7. Белые ходят.",
                "Blankaj: Rc2 Td3. Nigraj: Rd6 Kd7. Blankaj movas.",
            ]
        );
    }
}
