//! Movetext: moves, numbers, marks, comments and variations, with their places.

use super::trace::{errors, moves, shape, with_places};
use std::io;

#[test]
fn moves_have_line_and_column() {
    assert_eq!(
        moves("1.e5 Hdf8 2.d5\n  g5\r\n3.Hg2"),
        ["1:3 e5", "1:6 Hdf8", "1:13 d5", "2:3 g5", "3:3 Hg2"]
    );
}

#[test]
fn columns_count_characters_not_bytes() {
    assert_eq!(moves("1.{Első} e5"), ["1:10 e5"]);
    assert_eq!(moves(b"1.{Els\xf5} e5"), ["1:10 e5"]);
}

#[test]
fn move_numbers_come_in_all_forms() {
    assert_eq!(
        shape("1.e5 1...e7 2 . d5 2. ...d7 3... d6 12 Hg2 4.\te6"),
        "game | 1. | move e5 | 1... | move e7 | 2 | . | move d5 | 2. | ... | move d7 \
         | 3... | move d6 | 12 | move Hg2 | 4. | move e6 | end"
    );
}

#[test]
fn dots_may_replace_missing_move() {
    assert_eq!(shape("1.Vf4 ... 1-0"), "game | 1. | move Vf4 | ... | result 1-0 | end");
}

#[test]
fn attached_marks_belong_to_move() {
    let marked = "1.e5! e6? 2.d5!! d6?? 3.c5!? c6?! 4.Vh8‡ Vh9# 5.Va1+ Va2++ 6.e5ep. k7V";
    let plain = moves(marked).join(" ");
    for text in
        ["e5!", "e6?", "d5!!", "d6??", "c5!?", "c6?!", "Vh8‡", "Vh9#", "Va1+", "Va2++", "e5ep.", "k7V"]
    {
        assert!(plain.contains(&format!(" {text}")), "{text} in {plain}");
    }
}

#[test]
fn separate_marks_are_events() {
    assert_eq!(
        shape("1.e5 ! e6 ?! 2.dxe6 e.p. Vh8 ‡ +-"),
        "game | 1. | move e5 | mark ! | move e6 | mark ?! | 2. | move dxe6 | mark e.p. \
         | move Vh8 | mark ‡ | mark +- | end"
    );
}

#[test]
fn annotation_glyphs_fit_a_byte() {
    assert_eq!(
        shape("1.e5$1 $255 $256 $ $x e6"),
        "game | 1. | move e5 | $1 | $255 | error junk-token | error junk-token \
         | error junk-token | move e6 | end"
    );
}

#[test]
fn comments_keep_their_text_and_lines() {
    assert_eq!(
        shape("1.e5 { a\r\n\r\n [%cal Ge5e6] ( ; \"b } e6 ; c } ( {\n2.d5{}"),
        "game | 1. | move e5 | { a\\r\\n\\r\\n [%cal Ge5e6] ( ; \"b } | move e6 | ; c } ( { \
         | 2. | move d5 | {} | end"
    );
}

#[test]
fn semicolon_starts_comment_anywhere() {
    assert_eq!(
        shape("; before\n1.e5;a\n;b\n\n; c\n e6"),
        "; before | game | 1. | move e5 | ;a | ;b | ; c | move e6 | end"
    );
}

#[test]
fn percent_sign_escapes_line() {
    assert_eq!(
        shape("%x [White a]\n1.e5\n%{\ne6 %y\n"),
        "%x [White a] | game | 1. | move e5 | %{ | move e6 | error junk-token | end"
    );
}

#[test]
fn variations_report_their_depth() -> io::Result<()> {
    assert_eq!(
        with_places(&b"1.e5 (1.d5 (1.c5 {x}) d6 1-0) e6"[..])?,
        [
            "1:1 game",
            "1:1 1.",
            "1:3 move e5",
            "1:6 >(",
            "1:7 >1.",
            "1:9 >move d5",
            "1:12 >>(",
            "1:13 >>1.",
            "1:15 >>move c5",
            "1:18 >>{x}",
            "1:21 >>)",
            "1:23 >move d6",
            "1:26 >result 1-0",
            "1:29 >)",
            "1:31 move e6",
            "1:33 end",
        ]
    );
    Ok(())
}

#[test]
#[ignore = "long: make verify"]
fn variations_nest_to_any_depth() {
    let depth = 1_000_000;
    let text = format!("1.e5 {}{} e6", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(errors(&text), [""; 0]);
    assert_eq!(errors(text.replacen(')', "", 1)), ["1:6 unclosed-variation"]);
}

#[test]
fn results_come_in_all_spellings() {
    for result in ["1-0", "0-1", "1/2-1/2", "3/4-1/4", "1/4-3/4", "*"] {
        let text = format!("1.e5 e6 {result}");
        assert!(shape(text).ends_with(&format!(" | result {result} | end")));
    }
    for result in ["½-½", "ź-ź", "remi", "Remi", "draw"] {
        let text = format!("1.e5 e6  {result}\n");
        let end = format!(" | result 1/2-1/2 as {result} | end");
        assert!(shape(text).ends_with(&end), "{result}");
    }
    assert!(shape(b"1.e5 \xbd-\xbd").ends_with("result 1/2-1/2 as \u{fffd}-\u{fffd} | end"));
}

#[test]
fn result_may_touch_last_move() -> io::Result<()> {
    assert_eq!(
        with_places(&b"1.g10f11* \n\n1.Vh81-0"[..])?,
        [
            "1:1 game",
            "1:1 1.",
            "1:3 move g10f11",
            "1:9 result *",
            "2:1 end",
            "3:1 game",
            "3:1 1.",
            "3:3 move Vh8",
            "3:6 result 1-0",
            "3:9 end",
        ]
    );
    Ok(())
}

#[test]
fn all_line_ends_are_accepted() {
    let text = "[White a]\n\n1.e5\te6\n2.d5 d6\n*\n\n[White b]\n\n1.e5 *\n";
    let plain = with_places(text.as_bytes()).expect("memory can be read");
    for line_end in ["\r\n", "\r"] {
        let other = text.replace('\n', line_end);
        assert_eq!(with_places(other.as_bytes()).expect("memory can be read"), plain);
    }
    assert_eq!(shape(text.replace(' ', "\t")), shape(text));
}

#[test]
fn byte_order_mark_is_allowed_anywhere() {
    let text = "\u{feff}[White a]\n\n1.e5 *\n\u{feff}[White b]\n\n1.e6 *";
    assert_eq!(moves(text), ["3:3 e5", "6:3 e6"]);
    assert_eq!(errors(text), [""; 0]);
}
