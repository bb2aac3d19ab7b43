//! Movetext in lines: words, comments and brackets. Knows no moves.

/// The most characters of a line of movetext.
const WIDTH: usize = 80;

/// Begins a comment with escapes: see [`ESCAPES`].
const ESCAPED: &str = "[%escaped] ";

/// What stands for itself nowhere in an escaped comment, and what stands for it.
const ESCAPES: [(&str, &str); 4] = [("%", "%25"), ("}", "%7D"), ("\n", "%0A"), ("\r", "%0D")];

/// How a comment has to be written so that it reads back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CommentForm {
    /// `{text}`.
    Brace,
    /// `; text` and the end of the line: the text has a closing brace.
    Line,
    /// `{[%escaped] text}`: the text has a closing brace and line breaks, or a tag line.
    Escaped,
}

impl CommentForm {
    fn of(text: &str) -> Self {
        match (text.contains('}'), text.contains(['\n', '\r'])) {
            _ if text.starts_with(ESCAPED) => Self::Escaped,
            (false, true) if has_tag_line(text) => Self::Escaped,
            (false, _) => Self::Brace,
            (true, false) => Self::Line,
            (true, true) => Self::Escaped,
        }
    }

    fn written(self, text: &str) -> String {
        match self {
            Self::Brace => format!("{{{text}}}"),
            Self::Line => format!("; {text}"),
            Self::Escaped => {
                let escape = |text: String, (plain, escape): &(&str, &str)| text.replace(plain, escape);
                format!("{{{ESCAPED}{}}}", ESCAPES.iter().fold(text.to_owned(), escape))
            }
        }
    }
}

/// Whether a tag follows a blank line: the reader would take it for the next game.
fn has_tag_line(text: &str) -> bool {
    let mut is_after_blank = false;
    text.split(['\n', '\r']).any(|line| {
        let is_tag = is_after_blank && line.starts_with('[') && line.contains('"');
        is_after_blank = line.trim_ascii().is_empty() || is_after_blank && line.starts_with([';', '%']);
        is_tag
    })
}

/// A comment as it is written, with the line end that it needs.
pub(crate) fn written_comment(text: &str) -> String {
    let form = CommentForm::of(text);
    form.written(text) + if form == CommentForm::Line { "\n" } else { "" }
}

/// The text of a comment, without the white space around it and the escapes of its writer.
pub(crate) fn comment_text(written: &str) -> String {
    let text = written.trim_ascii();
    let plain = |text: String, (plain, escape): &(&str, &str)| text.replace(escape, plain);
    match text.strip_prefix(ESCAPED) {
        Some(escaped) => ESCAPES.iter().rev().fold(escaped.to_owned(), plain),
        None => text.to_owned(),
    }
}

/// Words in lines of bounded width.
pub(super) struct WrappedText {
    pub(super) text: String,
    /// The most characters of a line.
    width: usize,
    /// Characters on the last line.
    column: usize,
    /// Brackets that the next word will open.
    opening: String,
}

impl Default for WrappedText {
    fn default() -> Self {
        Self { text: String::new(), width: WIDTH, column: 0, opening: String::new() }
    }
}

impl WrappedText {
    /// Lines that end only where a comment has to.
    pub(super) fn unwrapped() -> Self {
        Self { width: usize::MAX, ..Self::default() }
    }

    pub(super) fn put(&mut self, word: &str) {
        let opened = std::mem::take(&mut self.opening) + word;
        let word = opened.as_str();
        let width = word.chars().count();
        if self.column > 0 {
            let is_full = self.column + 1 + width > self.width;
            self.text.push(if is_full { '\n' } else { ' ' });
            self.column = if is_full { 0 } else { self.column + 1 };
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// Puts a comment of somebody else: its text stays as it is, line breaks included.
    pub(super) fn put_text(&mut self, text: &str) {
        let form = CommentForm::of(text);
        let written = form.written(text);
        let first_line = written.split('\n').next().unwrap_or_default();
        let is_full = self.column > 0 && self.column + 1 + first_line.chars().count() > self.width;
        if is_full {
            self.text.push('\n');
            self.column = 0;
        }
        self.put(&written);
        if let Some(start) = self.text.rfind('\n') {
            self.column = self.text[start + 1..].chars().count();
        }
        if form == CommentForm::Line {
            self.text.push('\n');
            self.column = 0;
        }
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
