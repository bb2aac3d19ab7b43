//! The laws of `tests/fuzz` on fixed bytes: samples, seeded mutations of them, and the corpus of the fuzzer.

#[path = "../fuzz/laws.rs"]
mod laws;

use std::fs;

use crate::sampling::scaled;
use hexmate_core::random::Rng;

/// Texts to which mutations are applied.
const SAMPLES: &[&[u8]] = &[
    b"b/qbk/n1b1n/r5r/ppppppppp/11/5P5/4P1P4/3P1B1P3/2P2B2P2/1PRNQBKNRP1 w - 0 1",
    b"6/p5P/rp4PR/n1p3P1N/q2p2P2Q/bbb1p1P1BBB/k2p2P2K/n1p3P1N/rp4PR/p5P/6 w - - 0 1",
    b"1/2,bK/rP,bR,3/5,bP,1/rK,4,bP,3/4,wP,6/3,bP,7/wQ,10/7,wP,3/2,wP,1,wN,1,wK,wP,3/2,wP,4,wR,wP,2 w wrb - 3 29",
    b"1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63; dm 2; bm g3f3; id \"x\";\n",
    b"id,variant,fen,stipulation,key,source\nx,glinski,1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63,#2,g3f3,s\n",
    b"sep=;\r\nNr.;Autor;FEN;Forderung;Schl\xc3\xbcssel\r\n1;X;1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63;Matt in 2 Z\xc3\xbcgen;1...Kf3! (2.Qd4#) Kc5 2.Qb3#\r\n",
    b"[Event \"x\"]\n[FEN \"1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63\"]\n\n63... f3+ {said} $1 (63... h3 64. Rf6) *\n",
    b"1. Qe1c3 Qe10c6 2. b1b2 b7b6 3. Bf3b1 e7e6 4. Qc3f9xB# 1-0\n\n1.e4e5 f7f6 2.e5f6 e.p. g7f6 remi\n",
    b"[White Ann]\n\n1.Nf4 g6 2.Nhi3 e6 3.Nk5 \xbd-\xbd\n",
    b"variant,result,fen,moves,tags,comments\nglinski,*,,g4g5 g7g6,\"{\"\"Event\"\":\"\"x\"\"}\",\"[[1,\"\"a\"\"]]\"\n",
    b"{\"variant\":\"glinski\",\"result\":\"*\",\"moves\":\"g4g5 g7g6\",\"comments\":[[1,\"a\"]],\"nags\":[[2,5]]}\n",
    b"setoption name UCI_Variant value glinski\nposition startpos moves g4g5 g7g6\n",
    b"uci\nisready\nposition startpos moves b1b2\ngo depth 2 searchmoves c5c4\nposition fen k/3/5/7/7/7/4KB1 w - 0 1\ngo nodes 9\ngo perft 1\nstop\nquit\n",
    b"bestmove b1b2\nbestmove C5C4 ponder c1a2\ninfo string x\nbestmove Nd4\nbestmove 0000\n",
    b"{\"id\":\"x\",\"variant\":\"mini\",\"fen\":\"k/3/5/7/7/7/4KB1 w - 0 1\",\"stipulation\":\"#2\",\"key\":\"\",\"year\":1999,\"further\":{\"a b\":\"c\"}}\n",
    b"[Variant \"mini\"]\n\n1. b2 {a} c4 $1 (1... Nd4 {b}) {c} 2. Na2! {[%eval 0.1]} *\n",
    b"BeginProblem\nTitle x\nAuthor A\nOption SetPlay EnPassant e6 Clock 3\nStipulation h#2\nPieces white Kf6 Qg4 Pe5f4 black Kf11 Pe7\nTwin Move f6 e6\nTwin Continued Add black Sa1\nNextProblem\nCondition mini\nPieces white Kd1 black Kd7\nStipulation #2\nEndProblem\n",
    b"---\nauthors: [A, 'B']\nsource:\n  name: S\n  date: {year: 1987, month: 3}\naward:\n  tourney: ditto\n  distinction: 1st Prize\nalgebraic:\n  white: [Kf6, Qg4, Pe5]\n  black: [Kf11, Pe7]\nstipulation: h#2\noptions: [SetPlay, mini]\ntwins: {b: Move f6 e6}\nsolution: |\n  1.Kf11 Kf6 2.Ka1 Qb2 #\n---\n{\"algebraic\": {\"white\": [\"Kf6\"], \"black\": \"Kf11\"}}\n",
    b"Qc3f9xB#", b"Nhf4", b"e5ep.", b"ixk", b"f11=Q+!?", b"g4g5", b"Hdf8", b"exf6 e.p.", b"Nf8h5xN\xe2\x80\xa1",
];

/// Headers, elements and entries of logs, to which mutations are applied.
const LOGS: &[&[u8]] = &[
    br#"{"log":4,"program":"hexmate 0.1.0","rules":2,"command":{"solve":{"tables":[["lines","text"],["report","csv"]],"sheets":[["html","html"]],"folders":["diagrams"],"book":null}},"options":{"--mate":"00"},"shard":"slice:1/2"}"#,
    br#"{"log":4,"program":"hexmate 0.1.0","rules":2,"command":{"perft":{"format":"csv","depth":3,"detail":"divide","of":"file"}},"options":{},"shard":"hash:1/9"}"#,
    br#"{"log":4,"program":"hexmate 0.1.0","rules":2,"command":"perft-verify","options":{},"shard":"hash:1/9"}"#,
    br##"<p class="verdict"><b>SOUND</b> C+ &amp; more</p><svg class="board" viewBox="0 0 9 9"><use href="#c" x="1"/></svg>"##,
    br#"<svg xmlns="http://www.w3.org/2000/svg" id="h"><title>a</title><g clip-path="url(#h-x)"><path d="M0 0"/></g></svg>"#,
    br#"{"rows":["a,b\n"],"sheets":[""],"picture":"<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>","certificate":null,"outcome":{"id":"","status":"SOUND","is_good":true,"time":null,"stopped":null}}"#,
    br#"<script>alert(1)</script><img src=x onerror="alert(1)"/><a href="javascript:alert(1)" onclick="x">a</a><!-- -->"#,
];

/// Texts that mutations insert.
const INSERTIONS: &[&[u8]] = &[
    b"{",
    b"}",
    b"(",
    b")",
    b"[",
    b"]",
    b"\n\n[A \"x\"]\n",
    b"1-0",
    b"1/2-1/2",
    b"e.p.",
    b"x",
    b"=Q",
    b"#",
    b"++",
    b"99999999999",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\r",
    b"\0",
    b"/",
    b" ",
    b",",
    b"\"",
    b";",
    b"$7",
    b"K",
    b"11",
];

fn mutated(rng: &mut Rng, samples: &[&[u8]]) -> Vec<u8> {
    let mut data = rng.choose(samples).to_vec();
    for _ in 0..rng.below(6) {
        let at = rng.below(data.len() + 1);
        match rng.below(4) {
            0 => drop(data.drain(at..(at + rng.below(8)).min(data.len()))),
            1 => data[at..].iter_mut().take(1).for_each(|byte| *byte ^= 1 << rng.below(8)),
            2 => drop(data.splice(at..at, rng.choose(INSERTIONS).iter().copied())),
            _ => {
                let other = rng.choose(samples);
                drop(data.splice(at..at, other[rng.below(other.len())..].iter().copied()));
            }
        }
    }
    data
}

/// Reads the corpus of the fuzzer, one case per line; each case reached new code when it was found.
///
/// Bytes are escaped as in a Rust byte string, with the escapes that [`unescaped`] handles.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let path = format!("{}/tests/fuzz/corpus/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(unescaped).collect()
}

fn unescaped(line: &str) -> Vec<u8> {
    let mut bytes = line.bytes();
    let mut data = Vec::new();
    while let Some(byte) = bytes.next() {
        data.push(match byte {
            b'\\' => match bytes.next() {
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'\\') => b'\\',
                Some(b'x') => {
                    let digits: String = bytes.by_ref().take(2).map(char::from).collect();
                    u8::from_str_radix(&digits, 16).expect("two digits")
                }
                other => panic!("no such escape: {other:?} in {line}"),
            },
            byte => byte,
        });
    }
    data
}

/// Checks a law on the corpus, the samples and mutations of the samples.
fn check(name: &str, law: fn(&[u8]), cases: u64) {
    let samples = if name == "log" { LOGS } else { SAMPLES };
    for data in corpus(name) {
        law(&data);
    }
    for data in samples {
        law(data);
    }
    for seed in 0..scaled(cases) {
        let data = mutated(&mut Rng::new(seed), samples);
        let result = std::panic::catch_unwind(|| law(&data));
        assert!(result.is_ok(), "{name} breaks on \"{}\", seed {seed}", data.escape_ascii());
    }
}

#[test]
fn fen_law_holds_for_any_bytes() {
    check("fen", laws::fen, 20_000);
}

#[test]
fn move_law_holds_for_any_bytes() {
    check("moves", laws::moves, 20_000);
}

#[test]
fn pgn_law_holds_for_any_bytes() {
    check("pgn", laws::pgn, 5_000);
}

#[test]
fn epd_law_holds_for_any_bytes() {
    check("epd", laws::epd, 20_000);
}

#[test]
fn popeye_law_holds_for_any_bytes() {
    check("popeye", laws::popeye, 10_000);
}

#[test]
fn yaml_law_holds_for_any_bytes() {
    check("yaml", laws::yaml, 10_000);
}

#[test]
fn json_law_holds_for_any_bytes() {
    check("json", laws::json, 5_000);
}

#[test]
fn analyse_law_holds_for_any_bytes() {
    check("analyse", laws::analyse, 500);
}

#[test]
fn match_law_holds_for_any_bytes() {
    check("match", laws::matches, 5_000);
}

#[test]
fn uci_law_holds_for_any_bytes() {
    check("uci", laws::uci, 1_000);
}

#[test]
fn log_law_holds_for_any_bytes() {
    check("log", laws::log, 20_000);
}

#[test]
fn csv_law_holds_for_any_bytes() {
    check("csv", laws::csv, 5_000);
}
