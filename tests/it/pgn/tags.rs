//! Headings: tags in every form, and where a tag ends.

use super::trace::{errors, shape, with_places};
use hexmate_games::pgn::{EventKind, Reader};
use std::io;

#[test]
fn tags_have_names_values_and_places() -> io::Result<()> {
    let text = "[White \"Rudolf László\"]\n[Black \"Brian Towers\"]\n";
    assert_eq!(
        with_places(text.as_bytes())?,
        ["1:1 game", "1:1 tag White=Rudolf László", "2:1 tag Black=Brian Towers", "3:1 end",]
    );
    let mut reader = Reader::new(text.as_bytes());
    let mut values = Vec::new();
    while let Some(event) = reader.next_event()? {
        if let EventKind::Tag { value_place, .. } = event.kind {
            values.push(value_place.to_string());
        }
    }
    assert_eq!(values, ["1:9", "2:9"]);
    Ok(())
}

#[test]
fn unquoted_tag_ends_at_bracket() {
    assert_eq!(
        shape("[White Sandor Bodor]\n[Result 0-1 ]\n[Round ]"),
        "game | tag White~Sandor Bodor | tag Result~0-1 | tag Round~ | end"
    );
}

#[test]
fn quotes_and_backslashes_can_be_escaped() {
    assert_eq!(
        shape(r#"[Event "the \"big\" one"] [Site "C:\\x"] [Round "a\b"]"#),
        r#"game | tag Event=the "big" one | tag Site=C:\x | tag Round=a\b | end"#
    );
}

#[test]
fn inner_quote_does_not_end_value() {
    assert_eq!(
        shape(
            "[Event \"the \"big\" one\"]\n[Site \"\"]\n[Round \"a]b\" ][Date \"a\"b]c\"]\n[Link \"a\"\\]\"]"
        ),
        "game | tag Event=the \"big\" one | tag Site= | tag Round=a]b \
         | tag Date=a\"b]c | tag Link=a\"\\] | end"
    );
}

#[test]
fn line_may_have_several_tags() {
    assert_eq!(
        shape("[White \"a\"] [Black \"b\"][Round \"1\"]\t1.e5"),
        "game | tag White=a | tag Black=b | tag Round=1 | 1. | move e5 | end"
    );
}

#[test]
fn comment_may_follow_tag() {
    assert_eq!(
        shape("[EventDate \"1999.11.11\"]  ; End: 1999.11.15\n[Site \"x\"] {y}\n"),
        "game | tag EventDate=1999.11.11 | ; End: 1999.11.15 | tag Site=x | {y} | end"
    );
}

#[test]
fn blanks_in_tags_are_ignored() {
    assert_eq!(shape("  [ White\t \"a\" ]\n[Black\"b\"]"), "game | tag White=a | tag Black=b | end");
}

#[test]
fn blank_lines_between_tags_are_allowed() {
    assert_eq!(
        shape("[Variant \"Glinski\"]\n\n\n[White a]\n \t\n\n1.e5 *"),
        "game | tag Variant=Glinski | tag White~a | 1. | move e5 | result * | end"
    );
}

#[test]
fn unterminated_tag_ends_with_line() {
    assert_eq!(
        shape("[White \"a\n[Black \"b\"\n[Round 1\n[Site \"s\"]\n1.e5"),
        "game | tag White=a | error unterminated-tag | tag Black=b | error unterminated-tag \
         | tag Round~1 | error unterminated-tag | tag Site=s | 1. | move e5 | end"
    );
    assert_eq!(errors("[White \"a\n [Black \"b"), ["1:1 unterminated-tag", "2:2 unterminated-tag"]);
    assert_eq!(errors("[White \"a\\"), ["1:1 unterminated-tag"]);
}

#[test]
fn tag_needs_name_and_value() {
    assert_eq!(
        shape("[White a]\n[Black]\n[]\n[%clk 1]\n[Round\n1.e5"),
        "game | tag White~a | error malformed-tag | error malformed-tag \
         | error malformed-tag | error malformed-tag | 1. | move e5 | end"
    );
}

#[test]
fn repeated_heading_is_reported_once() {
    let text = "[White a]\n[Black b]\n[White c]\n[Black d]\n\n1.e5 *\n\n[White e]\n1.e5 *";
    assert_eq!(errors(text), ["3:1 repeated-tag"]);
    assert_eq!(shape(text).matches("game").count(), 2);
}

#[test]
fn tag_names_may_have_any_letters() {
    assert_eq!(
        shape("[Fehér_1 x]\n[white-elo \"2\"]\n[L\u{e1}]"),
        "game | tag Feh\\xc3\\xa9r_1~x | tag white-elo=2 | error malformed-tag | end"
    );
}
