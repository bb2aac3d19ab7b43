//! Laws that hold for any bytes: no panic, no endless loop, and events that do not depend on the chunks of the input.

use super::trace::with_places;
use crate::sampling::scaled;
use hexmate_games::pgn::{EventKind, Reader};
use std::io::{self, Read};

/// A pseudo-random number generator (xorshift) with reproducible output.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// A reader that returns at most `largest` bytes at a time.
struct Chunks<'a> {
    bytes: &'a [u8],
    largest: usize,
    random: Random,
}

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let chunk = 1 + self.random.below(self.largest);
        let count = chunk.min(buffer.len()).min(self.bytes.len());
        let (now, later) = self.bytes.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.bytes = later;
        Ok(count)
    }
}

const SAMPLES: &[&str] = &[
    "[Variant \"Glinski\"]\n[White \"Rudolf László\"]\n[Black Sandor]\n\n1.e5 Hdf8 2.d5 g5ep. \
     {Első ?!} (2...Fe8‡ (3.d6 $14) *) 3.Hg2! h5\r\n4.h4+ Fh7# ½-½\n\n",
    "; Commented out at 14. ... Be8\n[Event \"II. \\\"Kupa\\\"\"] ; End\n%escaped\n\n1. g4g6 \
     f7g6xP\t2 . Nh1i3 {a\n\n b [c d]\n\n [e]} Bf11e10*\n1...e5 1.d5 ź-ź {draw?}\n=====\n",
    "\u{feff}[A \"x\n[B x\n\n{open\n\n[C \"y\"]\n\n1.e5 ( ( e6\n\n[D z]\n\n1...\u{2026}e5 ) } \u{bd}",
];

/// Bytes with a meaning in PGN.
const SPECIAL: &[u8] = b"[]{}();%$*\"\\.1-0 \t\r\n\xbd\xc5\xba-\xef\xbb\xbf\x00e5!?#";

/// Returns joined samples with random changes.
fn mutated(random: &mut Random) -> Vec<u8> {
    let mut bytes: Vec<u8> =
        (0..=random.below(3)).flat_map(|_| SAMPLES[random.below(SAMPLES.len())].bytes()).collect();
    for _ in 0..random.below(12) {
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes.truncate(at.max(1)),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, SPECIAL[random.below(SPECIAL.len())]),
            _ => bytes[at] = SPECIAL[random.below(SPECIAL.len())],
        }
        if bytes.len() < 2 {
            break;
        }
    }
    bytes
}

fn noise(random: &mut Random) -> Vec<u8> {
    let is_special = random.below(2) == 0;
    (0..random.below(300))
        .map(|_| if is_special { SPECIAL[random.below(SPECIAL.len())] } else { random.below(256) as u8 })
        .collect()
}

/// Returns a text with one byte repeated beyond every limit of the reader.
fn stretched(random: &mut Random) -> Vec<u8> {
    let mut bytes = mutated(random);
    let at = random.below(bytes.len());
    let again = vec![bytes[at]; 500 + random.below(80_000)];
    bytes.splice(at..at, again);
    bytes
}

fn check_well_formed(bytes: &[u8]) -> io::Result<()> {
    let mut reader = Reader::new(bytes);
    let mut events = 0;
    let mut games = 0;
    let mut place = reader.place();
    let mut is_open = false;
    while let Some(event) = reader.next_event()? {
        events += 1;
        assert!(events <= 4 * bytes.len() + 8, "the reader loops");
        let is_error = matches!(event.kind, EventKind::Error(_));
        assert!(is_error || event.place >= place, "places decrease");
        match event.kind {
            EventKind::GameBegin => {
                assert!(!is_open, "a game begins inside another");
                is_open = true;
                games += 1;
            }
            EventKind::GameEnd => {
                assert!(is_open && event.depth == 0, "a game ends without a beginning");
                is_open = false;
            }
            EventKind::Error(_) | EventKind::Comment { .. } => {}
            _ => assert!(is_open, "{:?} outside a game", event.kind),
        }
        if !is_error {
            place = event.place;
        }
    }
    assert!(!is_open, "the last game has no end");
    assert_eq!(reader.place().offset, bytes.len() as u64);
    assert_eq!(reader.next_event()?, None, "an event after the end");
    assert_eq!(count_by_skipping(bytes)?, games);
    Ok(())
}

fn count_by_skipping(bytes: &[u8]) -> io::Result<usize> {
    let mut reader = Reader::new(bytes);
    let mut games = 0;
    while let Some(event) = reader.next_event()? {
        if matches!(event.kind, EventKind::GameBegin) {
            games += 1;
            reader.skip_game()?;
        }
    }
    Ok(games)
}

fn check_chunks(bytes: &[u8], largest: usize) -> io::Result<()> {
    let random = Random(largest as u64);
    let chunks = Chunks { bytes, largest, random };
    let whole = with_places(bytes)?;
    let chunked = with_places(chunks)?;
    assert_eq!(whole, chunked, "{}", bytes.escape_ascii());
    Ok(())
}

#[test]
fn any_bytes_give_well_formed_games() -> io::Result<()> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..scaled(5_000) {
        check_well_formed(&mutated(&mut random))?;
        check_well_formed(&noise(&mut random))?;
    }
    for _ in 0..200 {
        check_well_formed(&stretched(&mut random))?;
    }
    Ok(())
}

#[test]
fn events_ignore_chunk_sizes() -> io::Result<()> {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..scaled(2_000) {
        for bytes in [mutated(&mut random), noise(&mut random)] {
            for largest in [1, 2, 7, 60] {
                check_chunks(&bytes, largest)?;
            }
        }
    }
    for _ in 0..scaled(100) {
        let bytes = stretched(&mut random);
        for largest in [1, 7, 4_096, 70_000] {
            check_chunks(&bytes, largest)?;
        }
    }
    Ok(())
}

#[test]
fn bracket_in_long_line_is_text() -> io::Result<()> {
    let text = format!("1.e5 {{\n\n{}}} e6", "x [b c]".repeat(3_000));
    check_chunks(text.as_bytes(), 1)
}

#[test]
fn game_after_any_bytes_is_read() -> io::Result<()> {
    let mut random = Random(0x0123_4567_89ab_cdef);
    for _ in 0..2_000 {
        let mut bytes = mutated(&mut random);
        // Without a move the good tags would join an earlier heading.
        bytes.extend_from_slice(b"\n1.x\n\n[White \"good\"]\n[Round \"7\"]\n\n1.e5 e6 1-0\n");
        let events = with_places(&bytes[..])?;
        let end: Vec<_> = events
            .iter()
            .rev()
            .take(8)
            .rev()
            .filter_map(|event| event.split_once(' '))
            .map(|(_, what)| what)
            .collect();
        let good = "game tag White=good tag Round=7 1. move e5 move e6 result 1-0 end";
        assert_eq!(end.join(" "), good, "{}", bytes.escape_ascii());
    }
    Ok(())
}

#[test]
fn read_failure_is_returned() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
    }
    let error = with_places(b"1.e5 ".chain(Broken)).expect_err("the source is broken");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}
