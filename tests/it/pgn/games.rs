//! Boundaries between games.

use super::trace::{shape, with_places};
use hexmate_games::pgn::{EventKind, Reader, TEXT_LIMIT, WORD_LIMIT};
use std::io;

#[test]
fn empty_input_has_no_games() {
    assert_eq!(shape(""), "");
    assert_eq!(shape(" \n\t\r\n\u{feff}\n"), "");
    assert_eq!(shape("\u{feff}\n%x"), "%x");
    assert_eq!(shape("; only a comment"), "; only a comment");
}

#[test]
fn tag_line_starts_new_game() {
    for gap in ["\n\n", "\n", "\n \n\n", "\n; diagnosis\n", "\n\n; diagnosis\n"] {
        let text = format!("[White a]\n\n1.e5 e6{gap}[White b]\n\n1.d5 *");
        let shape = shape(text).replace(" | ; diagnosis", "");
        assert_eq!(
            shape,
            "game | tag White~a | 1. | move e5 | move e6 | end \
             | game | tag White~b | 1. | move d5 | result * | end",
            "{gap:?}"
        );
    }
}

#[test]
fn blank_lines_do_not_end_movetext() {
    assert_eq!(
        shape("1.e5 e6\n\n\n2.d5 d6\n\n*\n"),
        "game | 1. | move e5 | move e6 | 2. | move d5 | move d6 | result * | end"
    );
}

#[test]
fn move_one_after_result_starts_game() {
    assert_eq!(
        shape("1.e5 1-0\n1. d5 0-1 1 .c5 *"),
        "game | 1. | move e5 | result 1-0 | end | game | 1. | move d5 | result 0-1 | end \
         | game | 1 | . | move c5 | result * | end"
    );
}

#[test]
fn multiplayer_result_ends_game() {
    assert_eq!(
        shape("1.e4e5 b5c5 k5h5 2.f4f5 0-1-0\n\n1. e4e51/3-1/3-1/3 {agreed}\n[White x]\n\n0-0-0-3/4-0-1/4"),
        "game | 1. | move e4e5 | move b5c5 | move k5h5 | 2. | move f4f5 | result 0-1-0 | end \
         | game | 1. | move e4e5 | result 1/3-1/3-1/3 | {agreed} | end \
         | game | tag White~x | result 0-0-0-3/4-0-1/4 | end"
    );
    assert_eq!(shape("1.e4e5 0-0-0"), "game | 1. | move e4e5 | move 0-0-0 | end");
}

#[test]
fn move_one_without_result_continues_game() {
    assert_eq!(
        shape("1.e5 e6 2.d5 d6 1.c5"),
        "game | 1. | move e5 | move e6 | 2. | move d5 | move d6 | 1. | move c5 | end"
    );
}

#[test]
fn comments_after_result_belong_to_game() {
    assert_eq!(
        shape("1.e5 1-0 {a}\n; b\n\n{c}\n\n[White x]\n1.d5"),
        "game | 1. | move e5 | result 1-0 | {a} | ; b | end | {c} \
         | game | tag White~x | 1. | move d5 | end"
    );
}

#[test]
fn game_may_have_only_tags() {
    assert_eq!(shape("[White a]\n"), "game | tag White~a | end");
    assert_eq!(
        shape("[White a]\n\n1-0\n\n[White b]"),
        "game | tag White~a | result 1-0 | end | game | tag White~b | end"
    );
}

#[test]
fn repeated_tag_after_blank_starts_game() {
    let next = "tag B~x | end | game | tag C~y | tag B~z | 1. | move e5 | end";
    for gap in ["\n\n", "\r\n\r\n", "\n \n\n"] {
        assert_eq!(
            shape(format!("[A a]\n[B x]{gap}[C y]\n[B z]\n\n1.e5")),
            format!("game | tag A~a | {next}")
        );
    }
    let single = "game | tag A~a | tag B~b | tag C~c | 1. | move e5 | end";
    assert_eq!(shape("[A a]\n\n[B b]\n\n[C c]\n\n1.e5"), single);
}

#[test]
fn movetext_may_be_only_a_comment() {
    assert_eq!(
        shape("[White a] {b}\n{c}\n[Black d]\n\n{not played}\n\n[White x]"),
        "game | tag White~a | {b} | {c} | tag Black~d | {not played} | end \
         | game | tag White~x | end"
    );
}

#[test]
fn comment_between_tags_stays_in_heading() {
    assert_eq!(
        shape("[Variant x]\n\n[White a]\n{b}\n[Black c]"),
        "game | tag Variant~x | tag White~a | {b} | tag Black~c | end"
    );
}

#[test]
fn escaped_line_is_not_blank() {
    assert_eq!(shape("1.e5 1-0\n%\n{a}\n\n{b}"), "game | 1. | move e5 | result 1-0 | % | {a} | end | {b}");
}

#[test]
fn separator_lines_are_skipped() {
    assert_eq!(
        shape("-----\n1.e5 1-0\n=====\n\n=====\n\n***\n[White a]\n1.d5"),
        "game | 1. | move e5 | result 1-0 | end | game | tag White~a | 1. | move d5 | end"
    );
}

#[test]
fn skip_game_keeps_next_game() -> io::Result<()> {
    let text = "[White a]\n\n1.e5 {open ( } (1.d5 ] ) $999 e6\n\n[White b]\n\n1.d5 *\n";
    let mut reader = Reader::new(text.as_bytes());
    while let Some(event) = reader.next_event()? {
        if matches!(event.kind, EventKind::Move(_)) {
            break;
        }
    }
    reader.skip_game()?;
    let place = reader.place();
    let mut moves = Vec::new();
    while let Some(event) = reader.next_event()? {
        assert!(event.place >= place);
        if let EventKind::Move(text) = event.kind {
            moves.push(text.bytes.to_owned());
        }
    }
    assert_eq!(moves, [b"d5"]);
    reader.skip_game()?;
    assert_eq!(reader.next_event()?, None);
    Ok(())
}

#[test]
fn long_lines_are_truncated() -> io::Result<()> {
    let long = "x".repeat(10_000_000);
    let text = format!("[White \"{long}\"]\n\n1.e5 {{{long}}} {long} ;{long}\n$9{long} [{long} e6 *");
    let events = with_places(text.as_bytes())?;
    assert_eq!(
        events,
        [
            "1:1 game",
            "1:1 tag White=(1048576 bytes)…",
            "1:1 error text-too-long",
            "3:1 1.",
            "3:3 move e5",
            "3:6 {(1048576 bytes)…}",
            "3:6 error text-too-long",
            "3:10000009 move (4096 bytes)…",
            "3:20000010 ;(1048576 bytes)…",
            "3:20000010 error text-too-long",
            "4:1 error junk-token",
            "4:10000004 error junk-token",
            "4:20000006 move e6",
            "4:20000009 result *",
            "4:20000010 end",
        ]
    );
    Ok(())
}

#[test]
fn text_at_limit_is_kept() {
    for (more, cut, error) in [(0, "", ""), (1, "…", " | error text-too-long")] {
        let [text, word] = [TEXT_LIMIT, WORD_LIMIT].map(|limit| "x".repeat(limit + more));
        assert_eq!(
            shape(format!("[White \"{text}\" ] [Black {text} ] 1.{word}{{{text}}};{text}")),
            format!(
                "game | tag White=(1048576 bytes){cut}{error} | tag Black~(1048576 bytes){cut}{error} | 1. \
                 | move (4096 bytes){cut} | {{(1048576 bytes){cut}}}{error} | ;(1048576 bytes){cut}{error} | end"
            )
        );
    }
}
