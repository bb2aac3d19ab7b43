//! Movetext in lines: words, comments and brackets. Knows no moves.

/// The most characters of a line of movetext.
const WIDTH: usize = 80;

/// Words in lines of bounded width.
#[derive(Default)]
pub(super) struct WrappedText {
    pub(super) text: String,
    /// Characters on the last line.
    column: usize,
    /// Brackets that the next word will open.
    opening: String,
}

impl WrappedText {
    pub(super) fn put(&mut self, word: &str) {
        let opened = std::mem::take(&mut self.opening) + word;
        let word = opened.as_str();
        let width = word.chars().count();
        if self.column > 0 {
            let is_full = self.column + 1 + width > WIDTH;
            self.text.push(if is_full { '\n' } else { ' ' });
            self.column = if is_full { 0 } else { self.column + 1 };
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// Puts a comment word by word; what would end it early is replaced.
    pub(super) fn put_comment(&mut self, comment: &str) {
        let words: Vec<String> = comment.split_whitespace().map(|word| word.replace('}', ")")).collect();
        for (index, word) in words.iter().enumerate() {
            let opening = if index == 0 { "{" } else { "" };
            let closing = if index + 1 == words.len() { "}" } else { "" };
            self.put(&format!("{opening}{word}{closing}"));
        }
    }

    /// Opens a variation before the next word.
    pub(super) fn open(&mut self) {
        self.opening.push('(');
    }

    /// Closes a variation, without a space; one without a word is not written at all.
    pub(super) fn close(&mut self) {
        if self.opening.pop().is_none() {
            self.text.push(')');
            self.column += 1;
        }
    }
}
