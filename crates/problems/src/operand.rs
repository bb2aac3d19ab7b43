//! Texts between the quotation marks of an EPD. Knows no opcodes.
//!
//! ```text
//! text   = '"' { character | escape } '"'
//! escape = '\"' | '\\' | '\n' | '\r' | '\t' | '\u{' hexadecimal '}'
//! ```
//!
//! A backslash before anything else is a backslash.

/// Whether a text can be an operand as it is: nothing in it ends the operation or is lost.
pub fn is_plain(text: &str) -> bool {
    let is_special = |c: char| matches!(c, ';' | '"' | '\\') || c.is_control();
    !text.contains(is_special) && text.trim() == text
}

/// A text between quotation marks.
pub fn quoted(text: &str) -> String {
    let mut operand = String::with_capacity(text.len() + 2);
    operand.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => operand.extend(['\\', character]),
            '\n' => operand.push_str("\\n"),
            '\r' => operand.push_str("\\r"),
            '\t' => operand.push_str("\\t"),
            // Some readers take these for line ends.
            '\u{2028}' | '\u{2029}' => operand.extend(character.escape_unicode()),
            _ if character.is_control() => operand.extend(character.escape_unicode()),
            _ => operand.push(character),
        }
    }
    operand.push('"');
    operand
}

/// The text of an operand that begins with a quotation mark, and where it ends; `None` if it has no end.
pub(super) fn unquoted(operand: &str) -> Option<(String, usize)> {
    let mut text = String::with_capacity(operand.len());
    let mut rest = operand.strip_prefix('"')?;
    loop {
        let next = rest.find(['"', '\\'])?;
        text.push_str(&rest[..next]);
        rest = &rest[next..];
        if rest.starts_with('"') {
            return Some((text, operand.len() - rest.len() + 1));
        }
        let (character, length) = escaped(rest).unwrap_or(('\\', 1));
        text.push(character);
        rest = &rest[length..];
    }
}

/// What an escape at the beginning of a text says, and its length.
fn escaped(text: &str) -> Option<(char, usize)> {
    let character = match text.as_bytes().get(1)? {
        b'"' => '"',
        b'\\' => '\\',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let (digits, _) = text.strip_prefix("\\u{")?.split_once('}')?;
            let is_digits = (1..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
            let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_digits)?;
            return Some((char::from_u32(code)?, digits.len() + 4));
        }
        _ => return None,
    };
    Some((character, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_texts_read_back() {
        for text in ["", "a", "a; \"b\" \\ c\\", "1\r\n2\t\u{1b}[31m\u{85}\u{2028}\\u{41}", "\\\"", "Őz 漢"]
        {
            let operand = quoted(text);
            assert!(!operand.contains(char::is_control), "{operand}");
            assert_eq!(unquoted(&operand), Some((text.to_owned(), operand.len())), "{operand}");
        }
    }

    #[test]
    fn unknown_escapes_stay() {
        for (operand, text) in
            [("\"\\Ő \\x\\u{g}\\u{}\\u{d800}\"", "\\Ő \\x\\u{g}\\u{}\\u{d800}"), ("\"a\" b", "a")]
        {
            assert_eq!(unquoted(operand).map(|(text, _)| text).as_deref(), Some(text));
        }
        for operand in ["a", "\"a", "\"a\\\"", "\"\\"] {
            assert_eq!(unquoted(operand), None, "{operand}");
        }
    }
}
