//! Words on diagrams and in their descriptions, in the languages of the piece letters.

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
pub(super) fn description(setup: &Setup, letters: &Letters) -> String {
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
