//! Game collections: encodings, repair of whole files, selection, splitting and joining, and files that are not text.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use insta::assert_snapshot;

use crate::run::{hexmate, with_bytes, with_input};

const CLUB: &str = "tests/examples/club-latin2.pgn";
const GUESTS: &str = "tests/examples/guests-cp1250.pgn";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).expect("a file");
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).expect(name)
    }

    /// Returns the files of a folder: their names and contents.
    fn all(&self, name: &str) -> BTreeMap<String, String> {
        let entries = fs::read_dir(self.0.path().join(name)).expect(name);
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
        paths.map(|path: PathBuf| (name(&path), fs::read_to_string(&path).expect("text"))).collect()
    }
}

#[test]
fn guessed_encoding_is_reported() {
    for (file, names, assumed) in [
        (
            CLUB,
            ["Mező Ödön", "Szűcs László"],
            "ISO-8859-2 (Latin-2): not UTF-8, and the letters look Hungarian",
        ),
        (GUESTS, ["Święty Łukasz", "Szűcs László"], "windows-1250: not UTF-8, and the letters look Polish"),
    ] {
        let converted = hexmate(&["convert", file, "--to", "pgn"]);
        assert_eq!(
            converted.status,
            Some(i32::from(file == CLUB)),
            "one game of the club is broken: {converted}"
        );
        assert!(names.iter().all(|name| converted.stdout.contains(name)), "{converted}");
        let message = format!("{file}: read as {assumed}; set another with --encoding [assumed-encoding]\n");
        assert_eq!(converted.stderr.matches(&message).count(), 1, "{converted}");
        let encoding = if file == CLUB { "latin2" } else { "cp1250" };
        let explicit = hexmate(&["convert", file, "--to", "pgn", "--encoding", encoding]);
        assert_eq!((&explicit.stdout, explicit.stderr.contains("read as")), (&converted.stdout, false));
        let bytes = fs::read(file).expect(file);
        assert_eq!(with_bytes(&["convert", "-", "--to", "pgn"], &bytes).stdout, converted.stdout);
        let silent = hexmate(&["convert", file, "--to", "pgn", "-q"]);
        assert!(silent.stdout == converted.stdout && !silent.stderr.contains("read as"), "{silent}");
    }
}

#[test]
fn commands_accept_encoding_option() {
    let epd = b"1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63; dm 2; id \"Sz\xfbcs\";\n";
    let csv = b"id,fen,stipulation,source\nSz\xfbcs,1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63,#2,\xd6r\xf6k\n";
    for problems in [&epd[..], csv] {
        let solved = with_bytes(&["solve", "-", "--no-time", "--encoding", "latin2"], problems);
        assert!(solved.stdout.contains("Szűcs") && !solved.stderr.contains("read as"), "{solved}");
        let guessed = with_bytes(&["validate", "-", "--format", "csv"], problems);
        assert!(guessed.stdout.contains(",Szűcs,") && guessed.stderr.contains("Hungarian"), "{guessed}");
    }
    let wide: Vec<u8> =
        "\u{feff}[White \"Szűcs\"]\n\n1. e5 *\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let ended = with_bytes(&["convert", "-", "--to", "csv"], &wide);
    assert!(
        ended.stdout.contains("Szűcs")
            && ended.stderr.contains("-: read as UTF-16BE because of its byte-order mark"),
        "{ended}"
    );
    let unmarked: Vec<u8> =
        "[White \"Szűcs\"]\n\n1. e5 *\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let ended = with_bytes(&["convert", "-", "--to", "csv"], &unmarked);
    assert!(
        ended.stdout.contains("Szűcs")
            && ended
                .stderr
                .contains("-: read as UTF-16LE because of its zero bytes, without a byte-order mark"),
        "{ended}"
    );
    let dos = b"[White \"\x98\xa0\xe4\xe0\xa0\xad\"]\n\n1. e5 *\n";
    for (encoding, white) in [("cp866", "Шафран"), ("IBM-852", "śáńÓáş")] {
        let ended = with_bytes(&["convert", "-", "--to", "csv", "--encoding", encoding], dos);
        assert!(ended.stdout.contains(white), "{ended}");
    }
    let guessed = with_bytes(&["convert", "-", "--to", "csv"], dos);
    let note = "-: read as cp866 (DOS): not UTF-8, and the letters look Russian; set another with --encoding [assumed-encoding]";
    assert!(guessed.stdout.contains("Шафран") && guessed.stderr.contains(note), "{guessed}");
    let unknown = hexmate(&["stats", CLUB, "--encoding", "klingon"]);
    assert_snapshot!(unknown.stderr.lines().next().unwrap_or_default());
    assert_eq!(unknown.status, Some(2));
}

#[test]
fn undecodable_byte_is_located() {
    let games = b"[White \"L\xe1szl\xf3\"]\n\n1. e5 e6 *\n\n[White \"Sz\xfb\x81cs\"]\n\n1. e5 {\x83} e6 *\n";
    let ended = with_bytes(&["validate", "-", "--encoding", "cp1250", "--format", "csv", "-q"], games);
    assert!(ended.stdout.contains("-,2,5,12,game,glinski,,syntax,2,no-character,"), "{ended}");
    assert_eq!((ended.status, ended.stdout.matches(",ok,").count()), (Some(1), 1), "{ended}");
    let strict = with_bytes(&["validate", "-", "--encoding", "utf-8", "--format", "csv", "-q"], games);
    assert_eq!(strict.stdout.matches("no-character").count(), 2, "{strict}");
    let converted = with_bytes(&["convert", "-", "--to", "pgn", "--encoding", "cp1250"], games);
    assert!(
        converted.stderr.contains("[no-character]") && !converted.stdout.contains('\u{fffd}'),
        "{converted}"
    );
    let lines = b"{\"white\":\"Sz\x81\",\"moves\":\"e4e5\"}\n{\"moves\":\"e4e5\"}\n";
    let ended = with_bytes(&["validate", "-", "--encoding", "cp1250", "--format", "csv", "-q"], lines);
    assert_eq!([",no-character,", ",ok,"].map(|word| ended.stdout.matches(word).count()), [1, 1], "{ended}");
}

#[test]
fn binary_file_is_one_error() {
    let noise: Vec<u8> = (0..60_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 11) as u8).collect();
    let folder = Folder::new();
    let file = folder.put("noise", &noise);
    let ended = hexmate(&["validate", &file, "--format", "csv", "-q"]);
    assert_eq!((ended.status, ended.stdout.lines().count()), (Some(1), 2), "{ended}");
    assert!(ended.stdout.contains(",file,,,syntax,0,not-text,"), "{ended}");
    for args in [&["stats"][..], &["convert", "--to", "pgn"], &["mine", "--mate", "1"], &["select"]] {
        let ended = hexmate(&[args, &[&file]].concat());
        assert_eq!(ended.stderr.matches("it is not text").count(), 1, "{ended}");
    }
}

#[test]
fn repair_keeps_rest_of_collection() {
    let folder = Folder::new();
    let crlf = "; a list\r\n[White \"A\"]\r\n\r\n1.Nf4 g6 2.Nhi3 e6 3.Nk5! {[%clk 0:59:10]} *\r\n\r\n\r\n";
    let rest = "[White \"C\"]  ; odd   spaces\n1.g5 g6 2.Ndi3 e6 3.Nk5 1/2\n\n[White \"E\"]\n\n1. e5 {open\n\n% the end\n";
    let games = folder.put("games.pgn", format!("{crlf}{rest}"));
    let [repaired, accepted] =
        ["repaired.pgn", "accepted.pgn"].map(|name| format!("--repair={}", folder.path(name)));
    let ended = hexmate(&["validate", &games, &repaired]);
    assert!(ended.stderr.contains("3 games: 0 legal, 1 repaired, 2 with errors"), "{ended}");
    let written = folder.read("repaired.pgn");
    assert_eq!(written, format!("{}{rest}", crlf.replace("1.Nf4 g6", "1.Ndf4 {written Nf4} g6")));
    assert_eq!(
        folder.read("repaired.pgn.changes.csv").replace(&games, "games.pgn"),
        "file,record,line,game,ply,written,now,reason\ngames.pgn,1,2,\"game 1, A\",1,Nf4,Ndf4,only-reading\n"
    );
    let ended = hexmate(&["validate", &games, &accepted, "--accept"]);
    assert!(
        ended.stderr.contains("1 repaired, 1 repaired by the only likely edit, 1 with errors"),
        "{ended}"
    );
    assert!(ended.stdout.contains("accepted: it is legal with 2.Ni3 for Ndi3"), "{ended}");
    let edited = rest.replace("2.Ndi3", "2.Ni3 {written Ndi3, accepted}");
    assert_eq!(
        folder.read("accepted.pgn"),
        format!("{}{edited}", crlf.replace("1.Nf4 g6", "1.Ndf4 {written Nf4} g6"))
    );
    let parts = [1, 2].map(|number| {
        let part = folder.path(&format!("part-{number}"));
        let shard = format!("slice:{number}/2");
        let shown = ["validate", &games, &repaired, "-q", "--shard", &shard, "--part", &part];
        assert_eq!(hexmate(&shown).status, Some(0));
        part
    });
    let joined = folder.path("joined.pgn");
    assert_eq!(hexmate(&["merge", &parts[0], &parts[1], "-q", "--repair", &joined]).status, Some(1));
    assert_eq!(folder.read("joined.pgn.changes.csv"), folder.read("repaired.pgn.changes.csv"));
    assert_eq!(folder.read("joined.pgn"), written, "joined parts equal one run");
}

#[test]
fn repair_copies_legal_games_unchanged() {
    let folder = Folder::new();
    for file in [CLUB, GUESTS, "tests/examples/three-games.pgn"] {
        let bytes = fs::read(file).expect(file);
        hexmate(&["validate", file, &format!("--repair={}", folder.path("whole.pgn")), "-q"]);
        let (_, names) = (bytes.len(), folder.read("whole.pgn"));
        match String::from_utf8(bytes) {
            Ok(text) => assert_eq!(names, text),
            Err(_) => assert!(names.contains("Szűcs László") && !names.contains('\u{fffd}'), "{names}"),
        }
    }
    let odd = folder.put("odd.pgn", b"[White \"\x81\"]\n\n1. e5 *\n");
    hexmate(&[
        "validate",
        &odd,
        "--encoding",
        "utf-8",
        &format!("--repair={}", folder.path("odd.out")),
        "-q",
    ]);
    assert_eq!(fs::read(folder.path("odd.out")).expect("a file"), b"[White \"\x81\"]\n\n1. e5 *\n");
}

#[test]
fn select_applies_each_condition() {
    let selected = |args: &[&str]| {
        let ended = hexmate(&[&["select", CLUB, GUESTS], args].concat());
        assert_eq!(ended.status, Some(0), "{ended}");
        ended.stdout.matches("[Event ").count()
    };
    assert_eq!(selected(&[]), 6);
    for (args, count) in [
        (&["--player", "szucs laszlo"][..], 4),
        (&["--white", "mezo"], 2),
        (&["--black", "Szűcs"], 2),
        (&["--event", "kupa"], 3),
        (&["--tag", "Site=Szekszard"], 3),
        (&["--date", "1981"], 3),
        (&["--date", "1983.06.13"], 2),
        (&["--date", "1990.."], 0),
        (&["--result", "1-0"], 3),
        (&["--result", "1/2,0-1"], 3),
        (&["--plies", "7"], 2),
        (&["--plies", "1..6"], 3),
        (&["--ending", "mate"], 2),
        (&["--ending", "agreed,resigned"], 3),
        (&["--opening", "1.e5 e7e6"], 2),
        (&["--position", "start"], 6),
        (&["--pieces", "Qc3"], 2),
        (&["--pieces", "qc3 w"], 0),
        (&["--pieces", "qc6 Qc3"], 2),
        (&["--pieces", "Qi3", "--mirror"], 2),
        (&["--pieces", "Kg10", "--exchanged"], 0),
        (&["--faults", "none"], 5),
        (&["--faults", "some"], 1),
        (&["--player", "Mező", "--result", "1-0", "--ending", "mate"], 1),
    ] {
        assert_eq!(selected(args), count, "{args:?}");
    }
    for bad in [
        &["--date", "soon"][..],
        &["--plies", "9..2"],
        &["--ending", "boredom"],
        &["--opening", "1.e9"],
        &["--position", "1/3"],
        &["--pieces", "Xe5"],
        &["--mirror"],
        &["--sort", "mood"],
        &["--split", "event"],
        &["--split", "0", "-o", "x"],
        &["--split", "event", "-o", "{site}.pgn"],
    ] {
        assert_eq!(hexmate(&[&["select", CLUB], bad].concat()).status, Some(2), "{bad:?}");
    }
}

#[test]
fn each_game_is_written_or_duplicate() {
    let folder = Folder::new();
    let [all, others, report, joined] =
        ["all.pgn", "others.pgn", "report.csv", "joined.pgn"].map(|name| folder.path(name));
    let ended = hexmate(&["select", CLUB, GUESTS, CLUB, "-o", &joined]);
    assert!(ended.stderr.contains("9 games read, 9 selected\n"), "{ended}");
    let ended = hexmate(&[
        "select", CLUB, GUESTS, CLUB, "--unique", "--result", "1-0,1/2", "-o", &all, "--others", &others,
        "--report", &report,
    ]);
    assert_snapshot!("archive_duplicates", ended.stderr);
    assert_snapshot!("archive_report", folder.read("report.csv").replace(&folder.path(""), ""));
    let games = |name: &str| folder.read(name).matches("[Event ").count();
    assert_eq!(games("all.pgn") + games("others.pgn"), 9);
    let repeated = hexmate(&["select", &joined, "-q"]).stdout;
    assert_eq!(repeated, folder.read("joined.pgn"), "selecting everything changes nothing");
}

#[test]
fn select_sorts_and_splits() {
    let folder = Folder::new();
    let out = folder.path("{event}.pgn");
    let ended = hexmate(&["select", GUESTS, CLUB, "--sort", "date,-white", "--split", "event", "-o", &out]);
    assert!(ended.stderr.contains("6 games read, 6 selected, in 2 files"), "{ended}");
    let files = folder.all("");
    assert_eq!(files.keys().collect::<Vec<_>>(), ["Turniej-otwarty.pgn", "Őszi-Kupa.pgn"]);
    let dates = |text: &str| -> Vec<String> {
        text.lines()
            .filter_map(|line| line.strip_prefix("[Date \""))
            .map(|line| line[..10].to_owned())
            .collect()
    };
    assert_eq!(dates(&files["Őszi-Kupa.pgn"]), ["1981.09.04", "1981.09.05", "1981.09.05"]);
    for (split, count) in [("player", 5), ("2", 3), ("year", 2), ("result", 3), ("site", 2)] {
        let ended = hexmate(&["select", CLUB, GUESTS, "--split", split, "-o", &folder.path(split), "-q"]);
        assert_eq!(
            (ended.status, folder.all(split).len()),
            (Some(0), count),
            "{split}: {:?}",
            folder.all(split).keys()
        );
    }
    assert_eq!(folder.all("2").keys().collect::<Vec<_>>(), ["1.pgn", "2.pgn", "3.pgn"]);
}

#[test]
fn select_writes_pgn_with_separated_games() {
    let table = "white,moves,result\nA,e4e5 e7e6,1-0\nB,e4e9,*\n";
    let ended = with_input(&["select", "-", "-q"], table);
    assert_eq!(ended.stdout.matches("[White ").count(), 2, "{ended}");
    let bare = "1. e5 e6\n";
    let folder = Folder::new();
    let [first, second] = ["first.pgn", "second.pgn"].map(|name| folder.put(name, bare));
    let joined = hexmate(&["select", &first, &second, "-q"]).stdout;
    let read = with_input(&["validate", "-"], &joined);
    assert!(read.stderr.starts_with("2 records, 2 ok"), "{joined}{read}");
    let unknown = with_input(&["select", "-"], "[Variant \"chess\"]\n\n1. e4 e5 *\n");
    assert!(unknown.stdout.contains("1. e4 e5 *"), "a game of an unknown variant is not lost: {unknown}");
}

/// A position in which Qh8 gives stalemate.
const BEFORE: &str = "k/3/5/K6/9/11/11/11/11/11/7Q3 w - 0 1";

#[test]
fn stalemate_option_sets_score() {
    let status = |result: &str, args: &[&str]| {
        let game = format!("[FEN \"{BEFORE}\"]\n\n1. Qh8 {result}\n");
        let ended = with_input(&[&["validate", "-", "--format", "csv", "-q"], args].concat(), &game);
        let row = ended.stdout.lines().nth(1).expect("a row").to_owned();
        row.split(',').nth(9).expect("a code").to_owned()
    };
    let draw = ["--stalemate", "draw"];
    assert_eq!(status("3/4-1/4", &[]), "");
    assert_eq!(status("1/2-1/2", &[]), "stalemate-as-draw");
    assert_eq!(status("1/2-1/2", &draw), "");
    assert_eq!(status("3/4-1/4", &draw), "wrong-result");
    assert_eq!(
        status("1/2-1/2", &["--variant", "mccooey", "--stalemate", "three-quarters"]),
        "stalemate-as-draw"
    );
    let open = format!("[FEN \"{BEFORE}\"]\n\n1. Qh8\n");
    let result = |args: &[&str]| {
        let row = with_input(&[&["convert", "-", "--to", "csv", "-q"], args].concat(), &open).stdout;
        row.lines().nth(1).expect("a row").split(',').nth(4).expect("a result").to_owned()
    };
    assert_eq!([result(&[]), result(&draw)], ["3/4-1/4", "1/2-1/2"]);
    let played = ["play", "--position", BEFORE, "--board", "none", "--stalemate", "draw"];
    let played = with_input(&played, "Qh8\n");
    assert!(played.stdout.contains("1/2-1/2 (stalemate)"), "{played}");
}

#[test]
fn compressed_files_and_openings_are_read() {
    let folder = Folder::new();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&fs::read(CLUB).expect(CLUB)).expect("memory can be written");
    let packed = folder.put("club.pgn.gz", packed.finish().expect("memory can be written"));
    let whole = hexmate(&["select", CLUB, "-q"]).stdout;
    assert_eq!(hexmate(&["select", &packed, "-q"]).stdout, whole);
    let openings = |form: &str| {
        hexmate(&["stats", GUESTS, "--openings", "1", "--min-games", "1", "--format", form, "-q"]).stdout
    };
    assert_eq!(
        openings("csv"),
        "moves,games,percent,won,drawn,lost,score\nQc3,1,33.3,100.0,0.0,0.0,100.0\n\
         e5,1,33.3,0.0,0.0,100.0,0.0\ng5,1,33.3,0.0,100.0,0.0,50.0\n"
    );
    assert!(openings("json").starts_with("{\"moves\":\"Qc3\",\"games\":1,\"percent\":33.3,\"won\":100.0,"));
    assert_eq!(hexmate(&["stats", GUESTS, "--openings", "1", "--chart", "x.svg"]).status, Some(2));
    let twice = folder.path("twice.pgn");
    assert_eq!(hexmate(&["select", GUESTS, "-o", &twice, "--others", &twice]).status, Some(2));
}

#[test]
fn game_files_sort_in_input_order() {
    let folder = Folder::new();
    let games = folder.put("games.pgn", "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e5 e6 *\n\n".repeat(11));
    let drawn = hexmate(&["diagram", &games, "--plies", "0,2", "-o", &folder.path("drawn")]);
    assert_eq!(drawn.status, Some(0), "{drawn}");
    let names: Vec<String> = folder.all("drawn").into_keys().collect();
    assert_eq!(names.len(), 11);
    assert_eq!([names[1].as_str(), &names[10]], ["game-0002-Ann-Bob.svg", "game-0011-Ann-Bob.svg"]);
}

/// Game texts with missing ends, text between games and unclosed comments.
pub const RAGGED: &[&str] = &[
    "junk between\n\n1. e5 e6\n\nmore junk 1. g5\n% the end\n",
    "\u{feff}[White \"A\"]\r\n\r\n1. e5 {open\r\n\r\n[White \"B\"]\r\n\r\n1. e5 *\r\n\r\n\r\n; tail",
    "[White \"A\"]\n[White \"A\"]\n\n1. e5 1-0 [White \"B\"] 1. g5 (1. e5 *\n\n\n{between} [White \"C\"]\n",
    "1. e5 e6 1-0\n\n1. e5 e6 0-1\n1. g5",
    "[White \"N\"]\n\n1. e5 (1. g5 *\n\n",
    "1. e5 {x\n\n",
    "[White \"Z\"]\n\n",
    "; remark\n1. c3 *\n\n",
    "{brace}\n1. d4 *\n\n",
    "{brace} [White \"Q\"]\n\n1. d4 *\n\n",
];

#[test]
#[ignore = "long: make verify-program"]
fn ragged_games_stay_separate() {
    let folder = Folder::new();
    let files: Vec<String> =
        RAGGED.iter().zip(0..).map(|(text, number)| folder.put(&format!("{number}.pgn"), text)).collect();
    let count = |args: &[&str], input: &str| {
        let rows = with_input(&[&["validate", "--format", "csv", "-q"], args].concat(), input).stdout;
        rows.matches(",game,").count()
    };
    for first in &files {
        for second in &files {
            let joined = hexmate(&["select", first, second, "-q"]).stdout;
            assert_eq!(count(&["-"], &joined), count(&[first, second], ""), "{joined:?}");
        }
    }
}

#[test]
fn names_made_from_data_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let names = [
        "漢".repeat(100),
        "漢".repeat(100) + "x",
        "é".to_owned(),
        "CON".to_owned(),
        "-../a".to_owned(),
        "\u{202e}\u{1b}".to_owned(),
    ];
    let games = names.map(|name| format!("[Event \"{name}\"]\n[White \"e\u{301}\"]\n\n1. f6 *\n"));
    fs::write(path("in.pgn"), games.join("\n")).expect("a file");
    let rows = names_of_problems(&path("in.csv"));
    for (args, count) in [
        (vec!["select", &path("in.pgn"), "--split", "event", "-o", &path("a")], 6),
        (vec!["select", &path("in.pgn"), "--split", "event", "-o", &path("b/{event}-x.pgn")], 6),
        (vec!["diagram", &path("in.csv"), "-o", &path("c")], rows),
        (vec!["diagram", &path("in.csv"), "-o", &path("d/{id}.svg")], rows),
        (vec!["solve", &path("in.csv"), "--diagrams", &path("e"), "--certificate", &path("f")], rows),
    ] {
        if args.contains(&path("d/{id}.svg").as_str()) || args.contains(&path("b/{event}-x.pgn").as_str()) {
            let made = if args[0] == "select" { "b" } else { "d" };
            fs::create_dir(path(made)).expect("a folder");
        }
        let ended = hexmate(&args);
        assert_eq!(ended.status, Some(0), "{ended}");
        let made = args.last().expect("a path").split("/{").next().unwrap_or_default();
        let mut names: Vec<String> = fs::read_dir(made)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
            .collect();
        names.sort();
        assert_eq!(names.len(), count, "{args:?}: {names:?}");
        for name in &names {
            let is_safe = name.len() <= 200 && !name.starts_with(['-', '.']) && !name.starts_with("CON.");
            assert!(is_safe && !name.contains(['\u{202e}', '\u{1b}', '/']), "{name}");
        }
    }
}

/// Writes problems whose ids are unsuitable file names; returns their number.
fn names_of_problems(path: &str) -> usize {
    let fen = "1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63,#2";
    let ids = [
        "漢".repeat(100),
        "a/b".to_owned(),
        "NUL".to_owned(),
        "e\u{301}".to_owned(),
        "É".to_owned(),
        ".".to_owned(),
    ];
    let rows = ids.iter().map(|id| format!("{id},glinski,{fen}\n"));
    fs::write(path, format!("id,variant,fen,stipulation\n{}", rows.collect::<String>())).expect("a file");
    ids.len()
}

#[test]
fn unknown_placeholders_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    names_of_problems(&path("in.csv"));
    for (args, message) in [
        (vec!["select", CLUB, "-o", &path("{event}.pgn")], "{event} needs --split"),
        (
            vec!["select", CLUB, "--split", "event", "-o", &path("{event}-{year}.pgn")],
            "unknown placeholder {year}; this --split allows only {event}",
        ),
        (vec!["select", CLUB, "--split", "year", "-o", &path("{x}/{year}.pgn")], "unknown placeholder {x}"),
        (
            vec!["diagram", &path("in.csv"), "-o", &path("{id}-{year}.svg")],
            "unknown placeholder {year}; only {id} is allowed",
        ),
        (
            vec!["diagram", &path("in.csv"), "-o", &path("{id}/a.svg")],
            "{id} is allowed in the last component only",
        ),
        (vec!["diagram", "start", "-o", &path("{id}.svg")], "{id} needs a file of positions"),
        (
            vec!["diagram", &path("in.csv"), "--sheet", "-o", &path("{id}.svg")],
            "{id} needs a file of positions",
        ),
    ] {
        let ended = hexmate(&args);
        assert_eq!(ended.status, Some(2), "{ended}");
        assert!(ended.stderr.contains(message), "{ended}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is written");
}
