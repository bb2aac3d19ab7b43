//! Words on diagrams and in their descriptions, in the languages of the piece letters.

use hexmate_core::rules::{Piece, Player, Role, VariantTable};
use hexmate_position::Setup;
use hexmate_position::{Colour, Coordinate, Letters};

/// The words of one language.
pub(super) struct Words {
    /// Names of the players, in the order of [`Colour::ALL`].
    colours: [&'static str; 7],
    /// Names of the pieces, in the order of the roles.
    roles: [&'static str; 6],
    /// Heading of the initial position.
    pub(super) array: &'static str,
    /// Heading of en passant.
    pub(super) en_passant: &'static str,
    /// Heading of promotion.
    pub(super) promotion: &'static str,
    /// Heading of castling.
    pub(super) castling: &'static str,
    /// Words after the name of the player to move.
    to_move: &'static str,
    /// Words after the name of an eliminated player.
    out: &'static str,
    /// Word before the name of a pawn's first player.
    from: &'static str,
    /// Words of the titles of games: for three players, for six players, 16 pieces.
    games: [&'static str; 3],
    no_pieces: &'static str,
}

static ENGLISH: Words = Words {
    colours: ["White", "Black", "Red", "Orange", "Blue", "Green", "Yellow"],
    roles: ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"],
    array: "Set-up",
    en_passant: "En passant",
    promotion: "Promotion",
    castling: "Castling",
    to_move: "to move.",
    out: "is out.",
    from: "from",
    games: ["for three", "for six", "16 pieces"],
    no_pieces: "No pieces.",
};

static HUNGARIAN: Words = Words {
    colours: ["Világos", "Sötét", "Piros", "Narancs", "Kék", "Zöld", "Sárga"],
    roles: ["Király", "Vezér", "Bástya", "Futó", "Huszár", "Gyalog"],
    array: "Alapállás",
    en_passant: "Menet közbeni ütés",
    promotion: "Átváltozás",
    castling: "Sáncolás",
    to_move: "lép.",
    out: "kiesett.",
    from: "eredetileg",
    games: ["három játékosra", "hat játékosra", "16 báb"],
    no_pieces: "Nincs báb.",
};

static POLISH: Words = Words {
    colours: ["Białe", "Czarne", "Czerwone", "Pomarańczowe", "Niebieskie", "Zielone", "Żółte"],
    roles: ["Król", "Hetman", "Wieża", "Goniec", "Skoczek", "Pion"],
    array: "Ustawienie początkowe",
    en_passant: "Bicie w przelocie",
    promotion: "Promocja",
    castling: "Roszada",
    to_move: "na posunięciu.",
    out: "odpadły.",
    from: "pierwotnie",
    games: ["dla trzech", "dla sześciu", "16 bierek"],
    no_pieces: "Brak bierek.",
};

static GERMAN: Words = Words {
    colours: ["Weiß", "Schwarz", "Rot", "Orange", "Blau", "Grün", "Gelb"],
    roles: ["König", "Dame", "Turm", "Läufer", "Springer", "Bauer"],
    array: "Grundstellung",
    en_passant: "Schlagen im Vorbeigehen",
    promotion: "Umwandlung",
    castling: "Rochade",
    to_move: "am Zug.",
    out: "ist ausgeschieden.",
    from: "zuerst",
    games: ["für drei", "für sechs", "16 Steine"],
    no_pieces: "Keine Figuren.",
};

static FRENCH: Words = Words {
    colours: ["Blancs", "Noirs", "Rouges", "Oranges", "Bleus", "Verts", "Jaunes"],
    roles: ["Roi", "Dame", "Tour", "Fou", "Cavalier", "Pion"],
    array: "Position initiale",
    en_passant: "Prise en passant",
    promotion: "Promotion",
    castling: "Roque",
    to_move: "au trait.",
    out: "éliminés.",
    from: "d'abord",
    games: ["à trois", "à six", "16 pièces"],
    no_pieces: "Aucune pièce.",
};

static SPANISH: Words = Words {
    colours: ["Blancas", "Negras", "Rojas", "Naranjas", "Azules", "Verdes", "Amarillas"],
    roles: ["Rey", "Dama", "Torre", "Alfil", "Caballo", "Peón"],
    array: "Posición inicial",
    en_passant: "Captura al paso",
    promotion: "Promoción",
    castling: "Enroque",
    to_move: "juegan.",
    out: "eliminadas.",
    from: "antes",
    games: ["para tres", "para seis", "16 piezas"],
    no_pieces: "No hay piezas.",
};

static RUSSIAN: Words = Words {
    colours: ["Белые", "Чёрные", "Красные", "Оранжевые", "Синие", "Зелёные", "Жёлтые"],
    roles: ["Король", "Ферзь", "Ладья", "Слон", "Конь", "Пешка"],
    array: "Начальная расстановка",
    en_passant: "Взятие на проходе",
    promotion: "Превращение",
    castling: "Рокировка",
    to_move: "ходят.",
    out: "выбыли.",
    from: "прежде",
    games: ["для троих", "для шестерых", "16 фигур"],
    no_pieces: "Нет фигур.",
};

static ESPERANTO: Words = Words {
    colours: ["Blankaj", "Nigraj", "Ruĝaj", "Oranĝaj", "Bluaj", "Verdaj", "Flavaj"],
    roles: ["Reĝo", "Damo", "Turo", "Kuriero", "Ĉevalo", "Peono"],
    array: "Komenca pozicio",
    en_passant: "Pasanta kapto",
    promotion: "Promocio",
    castling: "Aroko",
    to_move: "movas.",
    out: "eliminitaj.",
    from: "origine",
    games: ["por tri", "por ses", "16 pecoj"],
    no_pieces: "Neniu peco.",
};

/// The words of all languages, in the order of [`Letters::ALL`].
static ALL: [&Words; Letters::ALL.len()] =
    [&ENGLISH, &HUNGARIAN, &POLISH, &GERMAN, &FRENCH, &SPANISH, &RUSSIAN, &ESPERANTO];

impl Words {
    /// Returns the words of the language with these letters.
    pub(super) fn of(letters: &Letters) -> &'static Self {
        letters.entry(&ALL)
    }

    /// Returns the name of a piece.
    pub(super) fn role(&self, role: Role) -> &'static str {
        self.roles[role as usize]
    }

    /// Returns the name of a player.
    pub(super) fn player(&self, game: &VariantTable, player: Player) -> &'static str {
        self.colours[Colour::of(game, player) as usize]
    }
}

/// Returns the name of a player in the language of these letters, such as `Világos`.
pub fn player_name(game: &VariantTable, player: Player, letters: &Letters) -> &'static str {
    Words::of(letters).player(game, player)
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
    let pairs = ENGLISH.games.into_iter().zip(Words::of(letters).games);
    pairs.fold(game.title.to_owned(), |title, (english, own)| title.replace(english, own))
}

/// Describes a setup: the pieces of each player, eliminated players and the player to move.
pub(super) fn description(setup: &Setup, letters: &Letters) -> String {
    let (game, words) = (&setup.game, Words::of(letters));
    let list = |player| format!("{}:{}.", words.player(game, player), piece_list(setup, player, letters));
    let mut sentences: Vec<String> = setup.board.owners().iter().map(list).collect();
    if sentences.is_empty() {
        sentences.push(words.no_pieces.to_owned());
    }
    let out = game.players().filter(|&player| !setup.living.contains(player));
    sentences.extend(out.map(|player| format!("{} {}", words.player(game, player), words.out)));
    sentences.push(to_move(setup, letters));
    sentences.join(" ")
}

/// Returns a sentence that names the player to move.
pub(super) fn to_move(setup: &Setup, letters: &Letters) -> String {
    let words = Words::of(letters);
    format!("{} {}", words.player(&setup.game, setup.turn), words.to_move)
}

/// Lists the pieces of a player, king first. A pawn is given by its cell, with its first seat if that differs.
fn piece_list(setup: &Setup, player: Player, letters: &Letters) -> String {
    let (game, words) = (&setup.game, Words::of(letters));
    let text = |(cell, piece): (_, Piece)| {
        let name = Coordinate(game.shape, cell);
        match piece.role {
            Role::Pawn if piece.seat != player => {
                format!(" {name} ({} {})", words.from, words.player(game, piece.seat))
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
