//! Keys in a solution as Popeye prints it.

/// Returns the keys of a solution that numbers its moves, `1.Sf7-g5 !`; `None` if it has no numbered first move.
///
/// Moves with `?` are tries. If a move has `!`, all others are not keys. The knight is written N.
pub(super) fn keys(solution: &str) -> Option<String> {
    let mut firsts: Vec<(String, &str)> = Vec::new();
    let mut replies: Vec<(String, &str)> = Vec::new();
    let mut words = solution.split(|c: char| c.is_whitespace() || matches!(c, '"' | '{' | '}' | '(' | ')'));
    let mut words = words.by_ref().filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let Some(rest) = word.strip_prefix("1.").or_else(|| word.strip_prefix("1…")) else { continue };
        let text = rest.trim_start_matches(['.', '…']);
        let is_reply = word.starts_with("1…") || rest.starts_with(['.', '…']);
        let text = if text.is_empty() { words.next().unwrap_or_default() } else { text };
        let end = text.find(['!', '?', '[']).unwrap_or(text.len());
        let (text, mark) = text.split_at(end);
        let mut mark = mark;
        while let Some(next) =
            words.next_if(|next| next.starts_with(['+', '#', '=', '!', '?']) && mark.is_empty())
        {
            mark = next.trim_start_matches(['+', '#', '=']);
        }
        let text = text.trim_end_matches(['.', ',', ';']);
        if text.chars().any(char::is_alphanumeric) {
            let key = (with_standard_knights(text), mark);
            if is_reply { replies.push(key) } else { firsts.push(key) }
        }
    }
    let (all, number) = if firsts.is_empty() { (replies, "1...") } else { (firsts, "1.") };
    let has_keys = all.iter().any(|(_, mark)| mark.starts_with('!'));
    let mut keys: Vec<String> = Vec::new();
    for (key, mark) in all {
        let is_key = if has_keys { mark.starts_with('!') } else { !mark.starts_with('?') };
        let key = format!("{number}{key}");
        if is_key && !keys.contains(&key) {
            keys.push(key);
        }
    }
    (!keys.is_empty()).then(|| keys.join(" "))
}

/// Returns a move with N in place of S for the knight, before a file or after `=`.
fn with_standard_knights(text: &str) -> String {
    let mut standard = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next();
        let is_mover = at == 0 && next.is_some_and(|next| next.is_ascii_lowercase() || next == '*');
        standard.push(if c == 'S' && (is_mover || text[..at].ends_with('=')) { 'N' } else { c });
    }
    standard
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_moves_with_exclamation_mark() {
        for (solution, expected) in [
            ("1.Sf7-g5 ! threat:\n  2.Qa1 #\n", Some("1.Nf7-g5")),
            ("1.Ka1-b1 ? threat: 2.Rb2 #\n but 1...Kc3 !\n1.Ka1-b2 + !\n", Some("1.Ka1-b2")),
            ("1.Ra6 ! (2.Qa7+ Kb5)\n 1...Qxa3 2.d4+", Some("1.Ra6")),
            ("1.b6*c5 Ka6*a5 2.c5-c4 Sd4-e2 #\n1.Sa1 Kb2", Some("1.b6*c5 1.Na1")),
            ("1...Be5-a1 2.Qf8*f4\n1...Be5-h8 2.Bd8-f6", Some("1...Be5-a1 1...Be5-h8")),
            ("1. Sf2! 1. e7-e8=S?", Some("1.Nf2")),
            ("1.e7-e8=S !", Some("1.e7-e8=N")),
            ("k7f11", None),
            ("", None),
        ] {
            assert_eq!(keys(solution).as_deref(), expected, "{solution}");
        }
    }
}
