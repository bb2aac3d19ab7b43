//! Kinds of slips, and how they are put into a game. Shares no code with the repair.

use hexmate_core::random::Rng;
use hexmate_core::rules::Role;
use hexmate_position::{Letters, San};

use crate::record::{Record, Spoiled};

/// A kind of slip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slip {
    /// Another digit of a rank.
    Rank,
    /// Another letter of a file.
    File,
    /// The letter of another piece.
    Piece,
    /// A letter or digit left out.
    Lost,
    /// A letter or digit written twice.
    Twice,
    /// Two neighbouring characters exchanged.
    Exchanged,
    /// A piece letter of another language.
    Foreign,
    /// A piece letter in lower case.
    LowerCase,
    /// `l` for 1, or `O` for 0.
    LookAlike,
    /// `j` for k, or `k` for l, as if the board had a file j.
    Shifted,
    /// A file or rank that distinguishes two pieces, left out.
    Ambiguous,
    /// A move of White left out, with all numbers.
    WhiteMissing,
    /// A move of Black left out, with all numbers.
    BlackMissing,
    /// A move of both players left out with its number.
    BothMissing,
    /// A half-move written twice.
    HalfTwice,
    /// A move of both players written twice, with its number.
    BothTwice,
    /// A half-move exchanged with the reply.
    WithReply,
    /// A half-move exchanged with the next of the same player.
    WithOwn,
    /// A move of both players exchanged with the next.
    WithNext,
    /// Dots of Black's move after the number of White's move.
    Number,
}

impl Slip {
    /// All kinds.
    pub const ALL: [Self; 20] = [
        Self::Rank,
        Self::File,
        Self::Piece,
        Self::Lost,
        Self::Twice,
        Self::Exchanged,
        Self::Foreign,
        Self::LowerCase,
        Self::LookAlike,
        Self::Shifted,
        Self::Ambiguous,
        Self::WhiteMissing,
        Self::BlackMissing,
        Self::BothMissing,
        Self::HalfTwice,
        Self::BothTwice,
        Self::WithReply,
        Self::WithOwn,
        Self::WithNext,
        Self::Number,
    ];

    /// Returns the name in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rank => "wrong rank digit",
            Self::File => "wrong file letter",
            Self::Piece => "wrong piece letter",
            Self::Lost => "lost character",
            Self::Twice => "doubled character",
            Self::Exchanged => "two characters exchanged",
            Self::Foreign => "piece letter of another language",
            Self::LowerCase => "piece letter in lower case",
            Self::LookAlike => "`l` for 1, `O` for 0",
            Self::Shifted => "`j` for k, `k` for l",
            Self::Ambiguous => "missing disambiguation",
            Self::WhiteMissing => "White's move missing, numbers kept",
            Self::BlackMissing => "Black's move missing, numbers kept",
            Self::BothMissing => "move of both missing, numbers kept",
            Self::HalfTwice => "half-move doubled",
            Self::BothTwice => "move of both doubled",
            Self::WithReply => "half-move and reply exchanged",
            Self::WithOwn => "half-move and the player's next exchanged",
            Self::WithNext => "move of both and the next exchanged",
            Self::Number => "number of the other player",
        }
    }

    /// Returns the game with the slip at a half-move or at one near it; `None` if this slip is not possible there.
    pub fn put_into(self, record: &Record, place: usize, rng: &mut Rng) -> Option<Spoiled> {
        let mut words = record.numbered();
        let colour = |black: usize| place - place % 2 + black;
        let place = match self {
            Self::WhiteMissing | Self::BothMissing | Self::BothTwice | Self::WithReply | Self::WithNext => {
                colour(0)
            }
            Self::BlackMissing => colour(1),
            Self::Number => colour(0),
            _ => place,
        };
        let both = words.get(place..place + 2).map(<[_]>::to_vec);
        match self {
            Self::WhiteMissing => {
                let (number, _) = words.get(place)?.clone();
                words.remove(place);
                words.get_mut(place)?.0 = number;
            }
            Self::BlackMissing => drop((place + 1 < words.len()).then(|| words.remove(place))?),
            Self::BothMissing => {
                both.filter(|_| place + 2 < record.words.len())?;
                words.drain(place..place + 2);
            }
            Self::HalfTwice => words.insert(place + 1, (None, words[place].1.clone())),
            Self::BothTwice => drop(words.splice(place..place, both?)),
            Self::WithReply => {
                both?;
                let [white, black] = [words[place].1.clone(), words[place + 1].1.clone()];
                (words[place].1, words[place + 1].1) = (black, white);
            }
            Self::WithOwn => {
                let [first, next] = [words[place].1.clone(), words.get(place + 2)?.1.clone()];
                (words[place].1, words[place + 2].1) = (next, first);
            }
            Self::WithNext => {
                words.get(place + 3)?;
                for at in [place, place + 1] {
                    let (one, other) = (words[at].1.clone(), words[at + 2].1.clone());
                    (words[at].1, words[at + 2].1) = (other, one);
                }
            }
            Self::Number => words.get_mut(place)?.0.as_mut()?.push_str(".."),
            _ => {
                let now = self.respelt(record, place, rng)?;
                let word = &mut words[place].1;
                if *word == now {
                    return None;
                }
                *word = now;
            }
        }
        Some(Spoiled { words, place })
    }

    /// Returns the word of a half-move with a slip in its characters.
    fn respelt(self, record: &Record, place: usize, rng: &mut Rng) -> Option<String> {
        let word: Vec<char> = record.words[place].chars().collect();
        let role = record.positions[place].piece(record.moves[place].from)?.role;
        let is_piece = role != Role::Pawn && word[0].is_uppercase();
        let letter = |letters: &Letters| letters.letter(role).to_owned();
        let with_letter = |letter: &str| letter.chars().chain(word[1..].iter().copied()).collect::<String>();
        let places = |is: &dyn Fn(char) -> bool| -> Vec<usize> {
            (0..word.len()).filter(|&at| is(word[at])).collect()
        };
        let is_file = |c: char| "abcdefghikl".contains(c);
        let pick = |places: Vec<usize>, rng: &mut Rng| (!places.is_empty()).then(|| rng.choose(&places));
        let with = |at: usize, new: &str| -> String {
            word[..at].iter().copied().chain(new.chars()).chain(word[at + 1..].iter().copied()).collect()
        };
        match self {
            Self::Rank => {
                let at = pick(places(&|c| c.is_ascii_digit()), rng)?;
                let digit = word[at].to_digit(10)? as usize;
                // Half of the slips hit a neighbouring key.
                let near: Vec<usize> = [digit.saturating_sub(1), digit + 1]
                    .into_iter()
                    .filter(|d| (1..10).contains(d))
                    .collect();
                let new = if rng.below(2) == 0 { rng.choose(&near) } else { rng.below(10) };
                Some(with(at, &new.to_string()))
            }
            Self::File => {
                let at = pick(places(&is_file), rng)?;
                let files: Vec<char> = "abcdefghikl".chars().collect();
                let own = files.iter().position(|&file| file == word[at])?;
                let near: Vec<char> =
                    [own.wrapping_sub(1), own + 1].iter().filter_map(|&at| files.get(at)).copied().collect();
                let new = if rng.below(2) == 0 { rng.choose(&near) } else { rng.choose(&files) };
                Some(with(at, &new.to_string()))
            }
            Self::Piece => {
                let others = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
                let others: Vec<Role> = others.into_iter().filter(|&other| other != role).collect();
                is_piece.then(|| with_letter(record.letters.letter(rng.choose(&others))))
            }
            Self::Lost => Some(with(pick(places(&|c| c.is_ascii_alphanumeric()), rng)?, "")),
            Self::Twice => {
                let at = pick(places(&|c| c.is_ascii_alphanumeric()), rng)?;
                Some(with(at, &format!("{0}{0}", word[at])))
            }
            Self::Exchanged => {
                let last = places(&|c| c.is_ascii_alphanumeric()).pop()?;
                let at = rng.below(last.max(1));
                let mut word = word.clone();
                (at < last).then(|| word.swap(at, at + 1));
                Some(word.into_iter().collect())
            }
            Self::Foreign => {
                let languages =
                    [Letters::ENGLISH, Letters::HUNGARIAN, Letters::POLISH, Letters::GERMAN, Letters::FRENCH];
                let other = rng.choose(&languages);
                (is_piece && other != record.letters).then(|| with_letter(&letter(&other)))
            }
            Self::LowerCase => is_piece.then(|| with_letter(&letter(&record.letters).to_lowercase())),
            Self::LookAlike => {
                let at = pick(places(&|c| matches!(c, '0' | '1')), rng)?;
                Some(with(at, if word[at] == '0' { "O" } else { "l" }))
            }
            Self::Shifted => {
                let at = pick(places(&|c| matches!(c, 'k' | 'l')), rng)?;
                Some(with(at, if word[at] == 'k' { "j" } else { "k" }))
            }
            Self::Ambiguous => {
                let m = record.moves[place];
                let san = San { position: &record.positions[place], m, letters: &record.letters }.to_string();
                let (file, rank) =
                    record.letters.cells().file_and_rank(record.positions[place].game().shape, m.from);
                let origin =
                    [format!("{}{rank}", char::from(file)), char::from(file).to_string(), rank.to_string()];
                let rest = san.strip_prefix(&letter(&record.letters)).filter(|_| is_piece)?;
                let origin = origin
                    .iter()
                    .find(|origin| rest.starts_with(*origin) && rest.len() > origin.len() + 1)?;
                let is_cell = rest[origin.len()..].trim_start_matches('x').starts_with(is_file);
                (is_cell && record.words[place].starts_with(&san[..san.len() - rest.len() + origin.len()]))
                    .then(|| format!("{}{}", letter(&record.letters), &rest[origin.len()..]))
            }
            _ => None,
        }
    }
}
