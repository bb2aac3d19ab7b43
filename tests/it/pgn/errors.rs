//! Syntax errors: each has a place, and the next game is always read.

use super::trace::{errors, shape};
use hexmate_games::pgn::{PgnError, PgnErrorKind};
use hexmate_text::Place;

const NEXT: &str = "[White \"next\"]\n\n1.d5 *";
const NEXT_SHAPE: &str = "game | tag White=next | 1. | move d5 | result * | end";

#[test]
fn unclosed_comment_is_reported_at_start() {
    let text = format!("[White a]\n\n1.e5 {{oops e6\n\n{NEXT}");
    assert_eq!(errors(&text), ["3:6 unclosed-comment"]);
    let shape = shape(&text);
    assert!(shape.starts_with("game | tag White~a | 1. | move e5 | {oops e6\\n\\n} | error"));
    assert!(shape.ends_with(NEXT_SHAPE), "{shape}");
}

#[test]
fn unclosed_comment_before_moves_ends_game() {
    let text = format!("[White a]\n\n{{oops\n1.e5 e6\n\n{NEXT}");
    assert_eq!(errors(&text), ["3:1 unclosed-comment"]);
    assert!(shape(&text).ends_with(NEXT_SHAPE));
}

#[test]
fn unclosed_comment_ends_at_quoted_tag() {
    for tag in ["[White \"next\"]", "[ White \"next\" ]", "[White\t\"a \\\"b\\\"\"] [C d]", "[White\"next\"]"]
    {
        let text = format!("1.e5 {{oops\n \t\n{tag}\n1.d5 *");
        assert_eq!(errors(&text)[0], "1:6 unclosed-comment", "{tag}");
        assert_eq!(shape(&text).matches("game").count(), 2, "{tag}");
    }
}

#[test]
fn line_comment_may_precede_ending_tag() {
    let text = format!("1.e5 {{oops\n\n; Commented out\n%\n{NEXT}");
    assert_eq!(errors(&text), ["1:6 unclosed-comment"]);
    assert!(shape(&text).ends_with(NEXT_SHAPE));
}

#[test]
fn tag_after_blank_line_ends_comment() {
    for inside in [
        "\n[White x]\n",
        "\n\n [White x]\n",
        "\n\n[%cal Ge5]\n",
        "\n\nx\n[White \"x\"]",
        "\n\n[x]",
        "\n\n[I think, this.]\n",
        "\n\n[Maybe \"this\", or that.]\n",
        "\n\n[White x]\n",
        "\n\n[Or \"this]\n",
    ] {
        let text = format!("1.e5 {{{inside}}} e6");
        assert_eq!(errors(&text), [""; 0], "{inside:?}");
    }
}

#[test]
fn unclosed_variation_is_reported_at_outermost() {
    let text = format!("1.e5 e6 2.d5 (2.c5 (2.b5) (2.c6\n\n{NEXT}");
    assert_eq!(errors(&text), ["1:14 unclosed-variation"]);
    assert!(shape(&text).ends_with(NEXT_SHAPE));
}

#[test]
fn comment_and_variation_may_both_open() {
    let text = format!("1.e5 (1.d5 {{oops\n\n{NEXT}");
    assert_eq!(errors(&text), ["1:12 unclosed-comment", "1:6 unclosed-variation"]);
    assert!(shape(&text).ends_with(NEXT_SHAPE));
}

#[test]
fn open_brackets_at_end_are_errors() {
    assert_eq!(errors("1.e5 {"), ["1:6 unclosed-comment"]);
    assert_eq!(errors("1.e5 ("), ["1:6 unclosed-variation"]);
    assert_eq!(errors("{"), ["1:1 unclosed-comment"]);
}

#[test]
fn unopened_brackets_are_errors() {
    assert_eq!(
        shape("1.e5 ) e6 } d5"),
        "game | 1. | move e5 | error unopened-variation | move e6 | error unopened-comment \
         | move d5 | end"
    );
}

#[test]
fn comments_do_not_nest() {
    assert_eq!(errors("1.e5 {a {b} } e6"), ["1:13 unopened-comment"]);
}

#[test]
fn junk_in_movetext_is_skipped() {
    assert_eq!(
        shape("1.e5 <e6> 2.d5 \u{1}\u{2} ] [x 0-0 d6"),
        "game | 1. | move e5 | error junk-token | 2. | move d5 | error junk-token \
         | error junk-token | error junk-token | move 0-0 | move d6 | end"
    );
}

#[test]
fn text_after_result_is_reported_once() {
    let text = format!("1.e5 1-0 (time) 37.Kf3 Kf4 0-1 }}\n{NEXT}");
    assert_eq!(errors(&text), ["1:17 text-after-result"], "the remark is a comment");
    assert!(shape(&text).ends_with(NEXT_SHAPE));
}

#[test]
fn overlong_words_are_junk() {
    for long in ["9", "!", "=", "1/2-1/2"] {
        let text = format!("1.e5 {} e6", long.repeat(5_000));
        assert_eq!(shape(text), "game | 1. | move e5 | error junk-token | move e6 | end");
    }
    let text = format!("{}\n1.e5 {} e6", "=".repeat(5_000), ".".repeat(10_000));
    let dots = " | .........".repeat(3);
    assert_eq!(shape(text), format!("error text-outside-game | game | 1. | move e5{dots} | move e6 | end"));
}

#[test]
fn text_after_result_is_not_between() {
    assert_eq!(errors("1.e5 1-0 a b\nc\n\nd e\n"), ["1:10 text-after-result", "4:1 text-outside-game"]);
}

#[test]
fn text_between_games_is_reported_once() {
    let text = format!("Some games\nof 1980:\n\n1.e5 1-0\n\nand (more)\n\n{NEXT}");
    assert_eq!(errors(&text), ["1:1 text-outside-game", "6:1 text-outside-game"]);
    assert!(shape(&text).ends_with(NEXT_SHAPE));
}

#[test]
fn binary_input_is_one_error() {
    assert_eq!(shape(b"\x7fELF\x02\x01\0\0\xff\xfe \0\0\x90"), "error text-outside-game");
    assert_eq!(shape(b"\xff\xfe[\0W\0h\0"), "error text-outside-game");
}

#[test]
fn error_code_and_message_have_place() {
    let kind = PgnErrorKind::UnclosedComment;
    let place = Place { line: 3, column: 7, ..Place::START };
    assert_eq!(kind.code(), "unclosed-comment");
    assert_eq!(PgnError { kind, place }.to_string(), "3:7: comment is not closed, expected \"}\"");
}
