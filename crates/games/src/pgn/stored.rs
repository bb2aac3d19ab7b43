//! Serialization of played games in checkpoints. Reading checks every move, also in variations.

use serde::{Deserialize, Serialize};

use hexmate_core::rules::Move;
use hexmate_position::{Game, Position, Uci};

use super::{Annotation, GameResult, LineStack, PlayedGame, Step};

/// The serialized form of a [`PlayedGame`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredGame {
    game: String,
    /// FEN of the first position; missing for the start position of the variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// Encoded moves; see [`encode_moves`].
    moves: String,
    result: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    annotations: Vec<(usize, StoredAnnotation)>,
    /// The lists of older programs, which lose the order of annotations of different kinds.
    #[serde(default, skip_serializing)]
    comments: Vec<(usize, String)>,
    #[serde(default, skip_serializing)]
    nags: Vec<(usize, u8)>,
    #[serde(default, skip_serializing)]
    variations: Vec<(usize, Vec<StoredStep>)>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredAnnotation {
    Comment(String),
    Nag(u8),
    Variation(Vec<StoredStep>),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredStep {
    Move(String),
    Comment(String),
    Nag(u8),
    Begin,
    End,
}

impl From<PlayedGame> for StoredGame {
    fn from(played: PlayedGame) -> Self {
        let game = played.game();
        let text = |m: Move| Uci(game.shape, m).to_string();
        let step = |step: Step<Move>| match step {
            Step::Move(m) => StoredStep::Move(text(m)),
            Step::Comment(comment) => StoredStep::Comment(comment),
            Step::Nag(nag) => StoredStep::Nag(nag),
            Step::Begin => StoredStep::Begin,
            Step::End => StoredStep::End,
        };
        let annotation = |annotation| match annotation {
            Annotation::Comment(comment) => StoredAnnotation::Comment(comment),
            Annotation::Nag(nag) => StoredAnnotation::Nag(nag),
            Annotation::Variation(steps) => {
                StoredAnnotation::Variation(steps.into_iter().map(step).collect())
            }
        };
        let is_usual = *played.start() == Position::start(game);
        Self {
            game: game.name.to_owned(),
            start: (!is_usual).then(|| played.start().to_fen()),
            moves: encode_moves(&played),
            result: played.result.to_string(),
            annotations: played.annotations.into_iter().map(|(ply, one)| (ply, annotation(one))).collect(),
            tags: played.tags,
            comments: Vec::new(),
            nags: Vec::new(),
            variations: Vec::new(),
        }
    }
}

impl TryFrom<StoredGame> for PlayedGame {
    type Error = &'static str;

    fn try_from(stored: StoredGame) -> Result<Self, Self::Error> {
        let game = Game::from_name(&stored.game).ok_or("unknown variant")?;
        let start = match &stored.start {
            Some(fen) => Position::from_fen(game, fen).map_err(|_| "invalid FEN")?,
            None => Position::start(game),
        };
        let read = |text: &str| Uci::parse(game.shape, text.as_bytes()).ok_or("invalid move text");
        let moves = decode_moves(&start, &stored.moves).ok_or("illegal move")?;
        let mut played = Self::from_moves(start, moves).map_err(|_| "illegal move")?;
        played.result = GameResult::from_bytes(stored.result.as_bytes()).ok_or("invalid result")?;
        let step = |step: StoredStep| {
            Ok(match step {
                StoredStep::Move(text) => Step::Move(read(&text)?),
                StoredStep::Comment(comment) => Step::Comment(comment),
                StoredStep::Nag(nag) => Step::Nag(nag),
                StoredStep::Begin => Step::Begin,
                StoredStep::End => Step::End,
            })
        };
        let older = stored.nags.into_iter().map(|(ply, nag)| (ply, StoredAnnotation::Nag(nag)));
        let comments = stored.comments.into_iter().map(|(ply, text)| (ply, StoredAnnotation::Comment(text)));
        let variations =
            stored.variations.into_iter().map(|(ply, steps)| (ply, StoredAnnotation::Variation(steps)));
        let annotation = |(ply, annotation)| {
            Ok(match annotation {
                StoredAnnotation::Comment(comment) => (ply, Annotation::Comment(comment)),
                StoredAnnotation::Nag(nag) => (ply, Annotation::Nag(nag)),
                StoredAnnotation::Variation(steps) => {
                    let steps = steps.into_iter().map(step).collect::<Result<Vec<_>, &'static str>>()?;
                    (ply, Annotation::Variation(steps))
                }
            })
        };
        let stored_annotations = older.chain(comments).chain(variations).chain(stored.annotations);
        played.annotations = stored_annotations.map(annotation).collect::<Result<_, &'static str>>()?;
        if !are_legal(&played) {
            return Err("illegal move in a variation");
        }
        played.tags = stored.tags;
        Ok(played)
    }
}

/// Returns the characters that encode indices of moves, without those that JSON must escape.
fn digits() -> impl Iterator<Item = char> {
    ('#'..='~').filter(|&digit| digit != '\\')
}

/// Prefix that adds the number of [`digits`] to the index of a move.
const MORE: char = '!';

/// Returns the legal moves of a position in ascending order.
fn sorted_moves(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().collect();
    moves.sort_unstable();
    moves
}

/// Encodes each move as its index among the legal moves; a third of the size of UCI.
fn encode_moves(played: &PlayedGame) -> String {
    let digits: Vec<char> = digits().collect();
    let mut position = played.start().clone();
    let mut text = String::with_capacity(played.moves().len() + 8);
    for &m in played.moves() {
        let index = sorted_moves(&position).binary_search(&m).unwrap_or_default();
        text.extend(std::iter::repeat_n(MORE, index / digits.len()));
        text.push(digits[index % digits.len()]);
        position.make_move_unchecked(m);
    }
    text
}

/// Decodes a text from [`encode_moves`]; `None` if an index is out of range.
fn decode_moves(start: &Position, text: &str) -> Option<Vec<Move>> {
    let digits: Vec<char> = digits().collect();
    let (mut position, mut moves, mut more) = (start.clone(), Vec::new(), 0);
    for character in text.chars() {
        if character == MORE {
            more += digits.len();
            continue;
        }
        let index = more + digits.iter().position(|&digit| digit == character)?;
        let m = *sorted_moves(&position).get(index)?;
        position.make_move_unchecked(m);
        moves.push(m);
        more = 0;
    }
    (more == 0).then_some(moves)
}

/// Returns whether all moves of the variations are legal.
fn are_legal(played: &PlayedGame) -> bool {
    // The position before the move that a variation replaces.
    let mut root = played.start().clone();
    let mut moves = played.moves().iter();
    let mut ply = 0;
    played.annotations.variations().all(|(after, steps)| {
        let Some(before) = after.checked_sub(1) else { return false };
        while ply < before {
            let Some(&m) = moves.next() else { return false };
            root.make_move_unchecked(m);
            ply += 1;
        }
        moves.len() > 0 && is_legal(&root, steps)
    })
}

/// Returns whether every move of a variation is legal from the position before its first move.
fn is_legal(root: &Position, steps: &[Step<Move>]) -> bool {
    let mut lines = LineStack::new(root.clone());
    steps.iter().all(|step| match step {
        Step::Move(m) => {
            let is_legal = lines.position().is_some_and(|position| position.is_legal(*m));
            if is_legal {
                lines.play(*m);
            }
            is_legal
        }
        Step::Begin => lines.begin(),
        Step::End => {
            lines.end();
            lines.depth() > 0
        }
        Step::Comment(_) | Step::Nag(_) => true,
    })
}

#[cfg(test)]
mod tests {
    use hexmate_core::random::Rng;

    use super::*;

    fn random_game(game: Game, rng: &mut Rng) -> PlayedGame {
        let mut position = Position::start(game);
        let mut moves = Vec::new();
        while moves.len() < 120 {
            let all = sorted_moves(&position);
            if all.is_empty() {
                break;
            }
            let m = rng.choose(&all);
            position.make_move_unchecked(m);
            moves.push(m);
        }
        PlayedGame::from_moves(Position::start(game), moves).expect("legal moves")
    }

    #[test]
    fn random_games_survive_serialization() {
        let rng = &mut Rng::new(1);
        for &game in Game::ALL {
            let played = random_game(game, rng);
            let text = serde_json::to_string(&played).expect("written");
            assert_eq!(serde_json::from_str::<PlayedGame>(&text).expect("read"), played, "{text}");
        }
    }

    #[test]
    fn older_lists_become_annotations() {
        let text = r##"{"game":"glinski","moves":"#","result":"*","comments":[[0,"a"],[1,"b"]],"nags":[[1,3]],
            "variations":[[1,[{"comment":"c"}]]]}"##;
        let played: PlayedGame = serde_json::from_str(text).expect("read");
        let expected = [
            (0, Annotation::Comment("a".to_owned())),
            (1, Annotation::Nag(3)),
            (1, Annotation::Comment("b".to_owned())),
            (1, Annotation::Variation(vec![Step::Comment("c".to_owned())])),
        ];
        assert_eq!(played.annotations, expected.into_iter().collect());
    }

    #[test]
    fn stored_illegal_moves_are_rejected() {
        let read = |moves: &str, more: &str| {
            let text = format!("{{\"game\":\"glinski\",\"moves\":\"{moves}\",\"result\":\"*\"{more}}}");
            serde_json::from_str::<PlayedGame>(&text).map_err(|error| error.to_string())
        };
        assert!(read("##", "").is_ok());
        for (moves, more) in [
            ("!!!!#", ""),
            ("#!", ""),
            ("é", ""),
            ("#", ",\"variations\":[[2,[{\"move\":\"f5f6\"}]]]"),
            ("#", ",\"variations\":[[1,[{\"move\":\"f5f9\"}]]]"),
            ("#", ",\"variations\":[[1,[\"end\",\"end\"]]]"),
            ("#", ",\"variations\":[[1,[\"begin\"]]]"),
            ("#", ",\"annotations\":[[2,{\"variation\":[{\"move\":\"f5f6\"}]}]]"),
            ("#", ",\"annotations\":[[1,{\"variation\":[{\"move\":\"f5f9\"}]}]]"),
        ] {
            assert!(read(moves, more).is_err(), "{moves}{more}");
        }
    }
}
