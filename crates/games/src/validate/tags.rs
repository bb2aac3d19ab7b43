//! Compact storage for the tags of a game.

use std::fmt;

use hexmate_text::Place;

/// Names and values of the tags of a game, in file order.
///
/// All of them share one string: a heading needs two allocations, not two for each tag.
///
/// ```
/// use hexmate_games::validate::Games;
///
/// let game = Games::new(b"[White Ann]\n[Black \"Bob\"]\n\n1. f6 *".as_slice()).next().expect("a game")?;
/// let names: Vec<&str> = game.tags.iter().map(|tag| tag.name).collect();
/// assert_eq!(names, ["White", "Black"]);
/// assert_eq!(game.tags.get("black").map(|tag| tag.text), Some("Bob"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Tags {
    /// Name and value of each tag, one after the other.
    text: String,
    ends: Vec<TagEnd>,
}

/// Ends of the name and of the value of a tag in the text, which begins where the tag before it ends.
#[derive(Clone, Copy)]
struct TagEnd {
    name: usize,
    value: usize,
    place: Place,
}

/// A tag of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag<'t> {
    /// Name as written.
    pub name: &'t str,
    /// Value; invalid UTF-8 is replaced.
    pub text: &'t str,
    /// Place of the first byte of the value.
    pub place: Place,
}

impl Tags {
    /// Creates an empty list with capacity for a heading of usual length.
    pub(super) fn with_usual_capacity() -> Self {
        Self { text: String::with_capacity(384), ends: Vec::with_capacity(14) }
    }

    /// Returns the number of tags.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the memory of the tags, in bytes.
    pub(super) fn size(&self) -> usize {
        self.text.capacity() + size_of_val(&self.ends[..])
    }

    /// Returns the first tag with this name. Ignores case.
    pub fn get(&self, name: &str) -> Option<Tag<'_>> {
        let mut start = 0;
        for end in &self.ends {
            if end.name - start == name.len() && self.slice(start, end.name).eq_ignore_ascii_case(name) {
                return Some(self.tag(start, end));
            }
            start = end.value;
        }
        None
    }

    /// Returns the tag with this index.
    pub(crate) fn nth(&self, index: usize) -> Option<Tag<'_>> {
        let start = index.checked_sub(1).map_or(Some(0), |before| Some(self.ends.get(before)?.value))?;
        self.ends.get(index).map(|end| self.tag(start, end))
    }

    /// Returns all tags.
    pub fn iter(&self) -> impl Iterator<Item = Tag<'_>> + Clone {
        self.ends.iter().scan(0, |start, end| {
            let start = std::mem::replace(start, end.value);
            Some(self.tag(start, end))
        })
    }

    /// Adds a tag at the end.
    pub fn push(&mut self, name: &str, text: &str, place: Place) {
        self.text.push_str(name);
        let name = self.text.len();
        self.text.push_str(text);
        self.ends.push(TagEnd { name, value: self.text.len(), place });
    }

    /// Adds a tag at the end; invalid UTF-8 is replaced. Returns whether the value is valid.
    pub(super) fn push_bytes(&mut self, name: &[u8], text: &[u8], place: Place) -> bool {
        if let (Ok(name), Ok(text)) = (str::from_utf8(name), str::from_utf8(text)) {
            self.push(name, text, place);
            return true;
        }
        self.push(&String::from_utf8_lossy(name), &String::from_utf8_lossy(text), place);
        str::from_utf8(text).is_ok()
    }

    fn tag(&self, start: usize, end: &TagEnd) -> Tag<'_> {
        Tag { name: self.slice(start, end.name), text: self.slice(end.name, end.value), place: end.place }
    }

    fn slice(&self, start: usize, end: usize) -> &str {
        self.text.get(start..end).unwrap_or_default()
    }
}

impl<'t> FromIterator<Tag<'t>> for Tags {
    fn from_iter<I: IntoIterator<Item = Tag<'t>>>(tags: I) -> Self {
        let mut all = Self::default();
        for Tag { name, text, place } in tags {
            all.push(name, text, place);
        }
        all
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Tags;
    use hexmate_text::Place;

    #[test]
    fn kept_tags_stay_as_they_are() {
        let mut tags = Tags::default();
        for (name, text) in [("Event", "Ősz"), ("X", ""), ("", "…"), ("x", "second")] {
            tags.push(name, text, Place::START);
        }
        assert_eq!(tags.get("x").map(|tag| tag.text), Some(""));
        assert_eq!(tags.nth(0).map(|tag| tag.text), Some("Ősz"));
        assert_eq!(tags.nth(3).map(|tag| tag.text), Some("second"));
        assert_eq!(tags.nth(4), None);
        let kept: Tags = tags.iter().filter(|tag| tag.name != "X").collect();
        let kept: Vec<_> = kept.iter().map(|tag| (tag.name, tag.text)).collect();
        assert_eq!(kept, [("Event", "Ősz"), ("", "…"), ("x", "second")]);
    }
}
