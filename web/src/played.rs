//! A game as a list of moves, with comments and variations, for clicking through.

use hexmate_games::pgn::{PlayedGame, Step, Variation};
use hexmate_position::{Letters, Move, Position, Uci};
use serde_json::{Value, json};

/// A game that is being written as a list.
struct Writer<'l> {
    letters: &'l Letters,
    nodes: Vec<Value>,
}

/// The end of a line: index of the last move, and the positions before and after it.
#[derive(Clone)]
struct Line {
    last: Option<usize>,
    before: Option<(Option<usize>, Position)>,
    now: Position,
}

impl Line {
    /// Returns the line without its last move, from which a variation begins.
    fn back(&self) -> Option<Self> {
        let (last, now) = self.before.clone()?;
        Some(Self { last, before: None, now })
    }
}

/// Returns the start of a game as FEN, the comments before it, and its moves: each has the index of the move
/// before it, the depth of its variation, notation, comments and glyphs.
pub fn played(game: &PlayedGame, letters: &Letters) -> Value {
    let mut writer = Writer { letters, nodes: Vec::new() };
    let comments =
        |ply| game.comments.iter().filter(move |(at, _)| *at == ply).map(|(_, text)| text.as_str());
    let mut line = Line { last: None, before: None, now: game.start().clone() };
    for (ply, &m) in (1..).zip(game.moves()) {
        writer.play(&mut line, m, 0);
        for text in comments(ply) {
            writer.comment(&line, text);
        }
        for &(_, nag) in game.nags.iter().filter(|(at, _)| *at == ply) {
            writer.nag(&line, nag);
        }
        for variation in game.variations.iter().filter(|variation| variation.ply == ply) {
            writer.variation(&line, variation);
        }
    }
    json!({
        "fen": game.start().to_fen(),
        "comments": comments(0).collect::<Vec<_>>(),
        "result": game.result.to_string(),
        "moves": writer.nodes,
    })
}

impl Writer<'_> {
    fn play(&mut self, line: &mut Line, m: Move, depth: usize) {
        let position = &line.now;
        self.nodes.push(json!({
            "parent": line.last,
            "depth": depth,
            "number": position.move_number().to_string(),
            "uci": Uci(position.game().shape, m).to_string(),
            "san": position.san_in(m, self.letters).to_string(),
            "comments": [],
            "nags": [],
        }));
        let next = position.play_unchecked(m);
        let before = std::mem::replace(&mut line.now, next);
        line.before = Some((line.last.replace(self.nodes.len() - 1), before));
    }

    fn comment(&mut self, line: &Line, text: &str) {
        self.add(line, "comments", json!(text));
    }

    fn nag(&mut self, line: &Line, nag: u8) {
        self.add(line, "nags", json!(nag));
    }

    fn add(&mut self, line: &Line, member: &str, value: Value) {
        if let Some(list) = line.last.and_then(|last| self.nodes[last][member].as_array_mut()) {
            list.push(value);
        }
    }

    /// Writes a variation of the last move of a line, without recursion.
    fn variation(&mut self, line: &Line, variation: &Variation<Move>) {
        let Some(begin) = line.back() else { return };
        let mut open = vec![begin];
        for step in &variation.steps {
            let depth = open.len();
            let Some(line) = open.last_mut() else { return };
            match step {
                Step::Move(m) if line.now.is_legal(*m) => self.play(line, *m, depth),
                Step::Move(_) => return,
                Step::Comment(text) => self.comment(&line.clone(), text),
                Step::Nag(nag) => self.nag(&line.clone(), *nag),
                Step::Begin => match line.back() {
                    Some(begin) => open.push(begin),
                    None => return,
                },
                Step::End => {
                    open.pop();
                }
            }
        }
    }
}
