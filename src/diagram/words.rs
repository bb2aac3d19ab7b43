//! What a diagram says in words, in the languages of the piece letters. No pixels.

use crate::notation::{Colour, Coordinate, Letters};
use crate::game::{Setup};
use crate::rules::{Piece, Player, Role};

/// The words of one language.
pub(super) struct Words {
    /// The language's code in a document.
    pub(super) code: &'static str,
    /// The players, in the order of [`Colour::ALL`].
    colours: [&'static str; 7],
    /// The men, in the order of the roles.
    roles: [&'static str; 6],
    /// How the game begins.
    pub(super) array: &'static str,
    /// How a pawn takes one that has passed it by.
    pub(super) en_passant: &'static str,
    /// How a pawn becomes another man.
    pub(super) promotion: &'static str,
    /// What follows a player who is on turn.
    to_move: &'static str,
    /// What follows a player who is out.
    out: &'static str,
    /// What precedes the player whose pawn it was at first.
    from: &'static str,
    no_men: &'static str,
}

static ENGLISH: Words = Words {
    code: "en",
    colours: ["White", "Black", "Red", "Orange", "Blue", "Green", "Yellow"],
    roles: ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"],
    array: "Set-up",
    en_passant: "En passant",
    promotion: "Promotion",
    to_move: "to move.",
    out: "is out.",
    from: "from",
    no_men: "No men.",
};

static HUNGARIAN: Words = Words {
    code: "hu",
    colours: ["Világos", "Sötét", "Piros", "Narancs", "Kék", "Zöld", "Sárga"],
    roles: ["Király", "Vezér", "Bástya", "Futó", "Huszár", "Gyalog"],
    array: "Alapállás",
    en_passant: "Menet közbeni ütés",
    promotion: "Átváltozás",
    to_move: "lép.",
    out: "kiesett.",
    from: "eredetileg",
    no_men: "Nincs báb.",
};

static POLISH: Words = Words {
    code: "pl",
    colours: ["Białe", "Czarne", "Czerwone", "Pomarańczowe", "Niebieskie", "Zielone", "Żółte"],
    roles: ["Król", "Hetman", "Wieża", "Goniec", "Skoczek", "Pion"],
    array: "Ustawienie początkowe",
    en_passant: "Bicie w przelocie",
    promotion: "Promocja",
    to_move: "na posunięciu.",
    out: "odpadły.",
    from: "pierwotnie",
    no_men: "Brak bierek.",
};

impl Words {
    /// The words of the language with these letters.
    pub(super) fn of(letters: &Letters) -> &'static Self {
        match letters.name() {
            "Hungarian" => &HUNGARIAN,
            "Polish" => &POLISH,
            _ => &ENGLISH,
        }
    }

    /// What a man is called.
    pub(super) fn role(&self, role: Role) -> &'static str {
        self.roles[role as usize]
    }

    fn player(&self, player: Player) -> &'static str {
        self.colours[Colour::of(player) as usize]
    }
}

/// The setup as a list of men and who is to move.
pub(super) fn described(setup: &Setup, letters: &Letters) -> String {
    let words = Words::of(letters);
    let mut sentences: Vec<String> = game.players()
        .filter(|&player| !setup.board.by_owner(player).is_empty())
        .map(|player| format!("{}:{}.", words.player(player), listed(setup, player, letters)))
        .collect();
    if sentences.is_empty() {
        sentences.push(words.no_men.to_owned());
    }
    let out = game.players().filter(|&player| !setup.living.contains(player));
    sentences.extend(out.map(|player| format!("{} {}", words.player(player), words.out)));
    sentences.push(format!("{} {}", words.player(setup.turn), words.to_move));
    sentences.join(" ")
}

/// A player's men, king first; a pawn is its cell alone, or with the seat that it began in.
fn listed(setup: &Setup, player: Player, letters: &Letters) -> String {
    let (board, words) = (&setup.board, Words::of(letters));
    let cells = Role::ALL.into_iter().flat_map(|role| board.by_role(role) & board.by_owner(player));
    let man = |cell| {
        let name = Coordinate(cell);
        match board.piece(cell) {
            Some(Piece { role: Role::Pawn, seat, .. }) if seat != player => {
                format!(" {name} ({} {})", words.from, words.player(seat))
            }
            Some(Piece { role: Role::Pawn, .. }) | None => format!(" {name}"),
            Some(piece) => format!(" {}{name}", letters.letter(piece.role)),
        }
    };
    cells.map(man).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Mini;

    #[test]
    fn every_language_tells_the_men_by_its_letters() {
        let setup = Setup::<Mini>::from_fen(b"b/1k1/5/7/3R3/2K4/7 w - 0 1").expect("a FEN");
        let told = Letters::ALL.map(|letters| described(&setup, &letters));
        assert_eq!(
            told,
            [
                "White: Kc2 Rd3. Black: Kd6 Bd7. White to move.",
                "Világos: Kc2 Bd3. Sötét: Kd6 Fd7. Világos lép.",
                "Białe: Kc2 Wd3. Czarne: Kd6 Gd7. Białe na posunięciu.",
            ]
        );
    }
}
