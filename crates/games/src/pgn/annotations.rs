//! Annotations of a main line: comments, glyphs and variations in one list, so that their order is kept.

use super::Step;

/// An annotation of the main line; `M` is the type of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Annotation<M> {
    /// A comment without its brackets.
    Comment(String),
    /// A numeric annotation glyph.
    Nag(u8),
    /// Content between the brackets of a variation, which replaces the move before it.
    ///
    /// The moves in a [`PlayedGame`](super::PlayedGame) are not checked: an illegal one gives meaningless text.
    Variation(Vec<Step<M>>),
}

/// Annotations in the order of the text, each with the number of moves before it.
///
/// Annotations of one move keep their order, whatever their kinds: a comment behind a variation stays there. Text after
/// the result has a number of moves that is one greater than that of the game.
///
/// ```
/// use hexmate_games::pgn::{Annotation, Annotations};
/// use hexmate_position::Move;
///
/// let mut annotations = Annotations::<Move>::default();
/// annotations.push(1, Annotation::Variation(Vec::new()));
/// annotations.push(1, Annotation::Comment("behind the variation".to_owned()));
/// annotations.push(0, Annotation::Nag(1));
/// assert_eq!(annotations.iter().map(|(ply, _)| ply).collect::<Vec<_>>(), [0, 1, 1]);
/// assert_eq!(annotations.comments().next(), Some((1, "behind the variation")));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotations<M>(Vec<(usize, Annotation<M>)>);

impl<M> Default for Annotations<M> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<M> Annotations<M> {
    /// Returns whether there are no annotations.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds an annotation after those with the same number of moves before them.
    pub fn push(&mut self, ply: usize, annotation: Annotation<M>) {
        let at = self.0.partition_point(|&(other, _)| other <= ply);
        self.0.insert(at, (ply, annotation));
    }

    /// Adds an annotation before those with the same number of moves before them.
    pub fn push_front(&mut self, ply: usize, annotation: Annotation<M>) {
        let at = self.0.partition_point(|&(other, _)| other < ply);
        self.0.insert(at, (ply, annotation));
    }

    /// Adds an annotation of a move before the others of this move, but after the glyphs that begin them.
    pub fn push_on_move(&mut self, ply: usize, annotation: Annotation<M>) {
        let from = self.0.partition_point(|&(other, _)| other < ply);
        let is_glyph =
            |(other, one): &&(usize, Annotation<M>)| *other == ply && matches!(one, Annotation::Nag(_));
        let glyphs = self.0[from..].iter().take_while(is_glyph).count();
        self.0.insert(from + glyphs, (ply, annotation));
    }

    /// Removes the first annotation with this number of moves before it that `is_one` accepts; returns whether there
    /// was one.
    pub fn remove_first(&mut self, ply: usize, is_one: impl Fn(&Annotation<M>) -> bool) -> bool {
        let from = self.0.partition_point(|&(other, _)| other < ply);
        let mut own = self.0[from..].iter().take_while(|(other, _)| *other == ply);
        let at = own.position(|(_, annotation)| is_one(annotation));
        at.map(|at| self.0.remove(from + at)).is_some()
    }

    /// Keeps the annotations for which `keep` returns `true`; it may change them.
    pub fn retain(&mut self, mut keep: impl FnMut(usize, &mut Annotation<M>) -> bool) {
        self.0.retain_mut(|(ply, annotation)| keep(*ply, annotation));
    }

    /// Returns all annotations, each with the number of moves before it, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Annotation<M>)> {
        self.0.iter().map(|(ply, annotation)| (*ply, annotation))
    }

    /// Returns the annotations with this number of moves before them.
    pub fn at(&self, ply: usize) -> impl Iterator<Item = &Annotation<M>> {
        let from = self.0.partition_point(|&(other, _)| other < ply);
        self.0[from..].iter().take_while(move |(other, _)| *other == ply).map(|(_, annotation)| annotation)
    }

    /// Returns the comments, each with the number of moves before it.
    pub fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.0.iter().filter_map(|(ply, annotation)| match annotation {
            Annotation::Comment(text) => Some((*ply, text.as_str())),
            _ => None,
        })
    }

    /// Returns the glyphs, each with the number of moves before it.
    pub fn nags(&self) -> impl Iterator<Item = (usize, u8)> {
        self.0.iter().filter_map(|(ply, annotation)| match annotation {
            Annotation::Nag(nag) => Some((*ply, *nag)),
            _ => None,
        })
    }

    /// Returns the variations, each with the number of moves before it.
    pub fn variations(&self) -> impl Iterator<Item = (usize, &[Step<M>])> {
        self.0.iter().filter_map(|(ply, annotation)| match annotation {
            Annotation::Variation(steps) => Some((*ply, steps.as_slice())),
            _ => None,
        })
    }

    /// Returns the content of the last annotation, if it is a variation.
    pub(crate) fn last_variation_mut(&mut self) -> Option<&mut Vec<Step<M>>> {
        match self.0.last_mut() {
            Some((_, Annotation::Variation(steps))) => Some(steps),
            _ => None,
        }
    }

    /// Moves the annotations after `removed` moves that follow the first `ply` were replaced by `inserted` ones.
    ///
    /// Those of a removed move go to the inserted one in its place, or to the last move before.
    pub(crate) fn replace_moves(&mut self, ply: usize, removed: usize, inserted: usize) {
        for (annotated, _) in &mut self.0 {
            if *annotated > ply + removed {
                *annotated = *annotated - removed + inserted;
            } else if *annotated > ply {
                *annotated = (*annotated).min(ply + inserted);
            }
        }
    }
}

impl<M> IntoIterator for Annotations<M> {
    type Item = (usize, Annotation<M>);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Sorts by the number of moves; those of one move keep their order.
impl<M> FromIterator<(usize, Annotation<M>)> for Annotations<M> {
    fn from_iter<I: IntoIterator<Item = (usize, Annotation<M>)>>(annotations: I) -> Self {
        let mut annotations: Vec<_> = annotations.into_iter().collect();
        annotations.sort_by_key(|&(ply, _)| ply);
        Self(annotations)
    }
}

impl<M> Extend<(usize, Annotation<M>)> for Annotations<M> {
    fn extend<I: IntoIterator<Item = (usize, Annotation<M>)>>(&mut self, annotations: I) {
        self.0.extend(annotations);
        self.0.sort_by_key(|&(ply, _)| ply);
    }
}
