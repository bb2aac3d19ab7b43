//! A game as a list of moves, with comments and variations, for clicking through.

use hexmate::pgn::{Annotation, PlayedGame, Step};
use hexmate::{Letters, Move, Position, Uci};
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
    /// Comments before the first move; `None` after it.
    opening: Option<Vec<String>>,
}

impl Line {
    /// Returns the line without its last move, from which a variation begins.
    fn back(&self) -> Option<Self> {
        let (last, now) = self.before.clone()?;
        Some(Self { last, before: None, now, opening: Some(Vec::new()) })
    }
}

/// Returns the start of a game as FEN, the comments before it, and its nodes. A move has the index of the move
/// before it, the depth of its variation, notation, comments and glyphs; the first of a variation also the comments before
/// it as `opening`. A remark behind a variation is a node without a move: it has the index of its move as `behind`, its
/// depth, comments and glyphs.
pub fn played(game: &PlayedGame, letters: &Letters) -> Value {
    let mut writer = Writer { letters, nodes: Vec::new() };
    let mut line = Line { last: None, before: None, now: game.start().clone(), opening: None };
    for (ply, &m) in (1..).zip(game.moves()) {
        writer.play(&mut line, m, 0);
        writer.annotations(&line, game.annotations.at(ply));
    }
    writer.annotations(&line, game.annotations.at(game.moves().len() + 1));
    let comments = game.annotations.comments();
    // A game without moves has the comments after its result here too.
    let is_before = |ply: usize| ply == 0 || game.moves().is_empty();
    json!({
        "fen": game.start().to_fen(),
        "comments": comments.filter(|(ply, _)| is_before(*ply)).map(|(_, text)| text).collect::<Vec<_>>(),
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
            "opening": line.opening.take(),
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

    /// Writes the annotations of the last move of the main line.
    fn annotations<'g>(&mut self, line: &Line, annotations: impl Iterator<Item = &'g Annotation<Move>>) {
        for annotation in annotations {
            match annotation {
                Annotation::Comment(text) => self.add(line, 0, "comments", json!(text)),
                Annotation::Nag(nag) => self.add(line, 0, "nags", json!(nag)),
                Annotation::Variation(steps) => self.variation(line, steps),
            }
        }
    }

    /// Adds a comment or glyph to the last move of a line, or behind the variation that has been written since.
    fn add(&mut self, line: &Line, depth: usize, member: &str, value: Value) {
        let Some(last) = line.last else { return };
        let is_touching = self.nodes.len() - 1 == last;
        if !is_touching && self.nodes.last().is_none_or(|node| node["behind"] != json!(last)) {
            self.nodes.push(json!({ "behind": last, "depth": depth, "comments": [], "nags": [] }));
        }
        let at = if is_touching { last } else { self.nodes.len() - 1 };
        if let Some(list) = self.nodes[at][member].as_array_mut() {
            list.push(value);
        }
    }

    /// Writes a variation of the last move of a line, without recursion.
    fn variation(&mut self, line: &Line, steps: &[Step<Move>]) {
        let Some(begin) = line.back() else { return };
        let mut open = vec![begin];
        for step in steps {
            let depth = open.len();
            let Some(line) = open.last_mut() else { return };
            match step {
                Step::Move(m) if line.now.is_legal(*m) => self.play(line, *m, depth),
                Step::Move(_) => return,
                Step::Comment(text) => match &mut line.opening {
                    Some(opening) => opening.push(text.clone()),
                    None => self.add(line, depth, "comments", json!(text)),
                },
                Step::Nag(nag) => match &mut line.opening {
                    Some(opening) => opening.push(format!("${nag}")),
                    None => self.add(line, depth, "nags", json!(nag)),
                },
                Step::Begin => match line.back() {
                    Some(begin) => open.push(begin),
                    None => return,
                },
                Step::End => {
                    let opening = open.pop().and_then(|line| line.opening).unwrap_or_default();
                    if let Some(outer) = open.last() {
                        self.remarks(outer, depth - 1, opening);
                    }
                }
            }
        }
        // A variation of comments alone.
        let opening = open.pop().filter(|_| open.is_empty()).and_then(|line| line.opening);
        self.remarks(line, 0, opening.unwrap_or_default());
    }

    /// Adds comments to the last move of a line.
    fn remarks(&mut self, line: &Line, depth: usize, comments: Vec<String>) {
        for text in comments {
            self.add(line, depth, "comments", json!(text));
        }
    }
}
