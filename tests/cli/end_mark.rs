//! The end-of-file mark of DOS, 0x1A, in every format of records.

use std::fs;
use std::io::Write;

use crate::run::{hexmate, with_bytes};

const FEN: &str = "b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1";

/// Returns a file of each format, with the format that its records are converted to.
fn files() -> Vec<(String, &'static str)> {
    vec![
        ("[Event \"a\"]\n\n1. e5 e6 *\n".to_owned(), "json"),
        ("[Event \"a\"]\n\n1. e5 e6\n".to_owned(), "json"),
        ("1. e5 e6 {comment}".to_owned(), "pgn"),
        (format!("id,fen,stipulation\na,{FEN},#3\n"), "epd"),
        (format!("id,fen,stipulation\na,{FEN},\"#3\""), "epd"),
        ("moves,white\ne4e5,Ann\n".to_owned(), "pgn"),
        (format!("{FEN}; id \"a\";\n"), "csv"),
        (format!("{FEN}\n"), "csv"),
        ("{\"moves\":\"e4e5\"}\n".to_owned(), "pgn"),
        (format!("{{\"fen\":\"{FEN}\",\"id\":\"a\"}}"), "epd"),
        ("position startpos moves e4e5\n".to_owned(), "pgn"),
        ("BeginProblem\nPieces white Ka1 black Kf10\nStipulation #2\nEndProblem\n".to_owned(), "epd"),
        ("---\nid: a\nalgebraic: {white: [Ka1], black: [Kf10]}\nstipulation: \"#2\"\n".to_owned(), "epd"),
    ]
}

#[test]
fn end_mark_changes_no_format() {
    for (text, form) in files() {
        let read = |bytes: &[u8]| with_bytes(&["convert", "-", "--to", form], bytes);
        let plain = read(text.as_bytes());
        for end in ["\x1a", "\x1a\x1a\x1a", "\r\n\x1a\r\n", "\x1a \x1a\n\n\x1a\t"] {
            let marked = read(format!("{text}{end}").as_bytes());
            assert_eq!((marked.status, &marked.stdout), (plain.status, &plain.stdout), "{text}\n{marked}");
            assert_eq!(marked.stderr, plain.stderr, "{text}");
        }
        let wide: Vec<u8> = format!("\u{feff}{text}\x1a").encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(read(&wide).stdout, plain.stdout, "{text}");
    }
}

#[test]
fn end_mark_follows_compressed_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn.gz").display().to_string();
    let mut packed = gzip_of("1. e5 e6 *\n\x1a");
    packed.extend(b"\x1a\x1a");
    fs::write(&path, packed).expect("a file");
    let read = hexmate(&["validate", &path]);
    assert_eq!((read.status, read.stdout.as_str()), (Some(0), ""), "{read}");
}

/// Returns a text as a gzip file with one stored block.
fn gzip_of(text: &str) -> Vec<u8> {
    let mut packed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1];
    let length = text.len() as u16;
    packed.extend([length.to_le_bytes(), (!length).to_le_bytes()].concat());
    packed.write_all(text.as_bytes()).expect("memory");
    let mut sum = u32::MAX;
    for byte in text.bytes() {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    packed.extend([(!sum).to_le_bytes(), (text.len() as u32).to_le_bytes()].concat());
    packed
}

#[test]
fn mark_inside_a_file_is_content() {
    let text = "1. e5 {a\x1ab} e6 *\n\n[Event \"b\"]\n\n1. e5 *\n";
    let ended = with_bytes(&["convert", "-", "--to", "pgn"], text.as_bytes());
    assert_eq!(ended.status, Some(0), "{ended}");
    assert!(ended.stdout.contains("{a\x1ab}") && ended.stdout.contains("[Event \"b\"]"), "{ended}");
    let stray = with_bytes(&["validate", "-"], b"1. e5 *\n\n\x1a\n\n[Event \"b\"]\n\n1. e5 *\n");
    assert_eq!(stray.status, Some(1), "{stray}");
}
