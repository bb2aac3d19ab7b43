//! Matches and tournaments: settings of engines, fields of PGN, time, openings, results computed again from the games.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hexmate_player::{ComputerPlayer, Limits, PlayerOptions, SearchScore};
use hexmate_position::{Game, Position};
use unicode_width::UnicodeWidthStr;

use crate::law_length::quick_or_full;
use crate::run::{Ended, hexmate};

/// Command line of the program as an engine.
fn engine() -> String {
    format!("'{}' uci", env!("CARGO_BIN_EXE_hexmate"))
}

/// Plays games of the Mini game.
fn play(args: &[&str]) -> Ended {
    hexmate(&[&["match", "--variant", "mini"], args].concat())
}

/// Games of a PGN file as their tags and their movetext.
fn games(path: &str) -> Vec<(BTreeMap<String, String>, String)> {
    let text = fs::read_to_string(path).expect("games");
    let mut games: Vec<(BTreeMap<String, String>, String)> = Vec::new();
    for line in text.lines() {
        let tag = line.strip_prefix('[').and_then(|line| line.strip_suffix("\"]"));
        if let Some((name, value)) = tag.and_then(|tag| tag.split_once(" \"")) {
            if name == "Event" {
                games.push(Default::default());
            }
            let tags = &mut games.last_mut().expect("a game").0;
            tags.insert(name.to_owned(), value.to_owned());
        } else {
            let movetext = &mut games.last_mut().expect("a game").1;
            *movetext += line;
            *movetext += " ";
        }
    }
    games
}

fn file(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn engines_have_names_options_limits() {
    let folder = tempfile::tempdir().expect("a folder");
    let (pgn, engine) = (file(&folder, "games.pgn"), format!("cmd={}", engine()));
    let ended = play(&[
        "--engine",
        &engine,
        "name=First",
        "nodes=100",
        "option.Hash=1",
        "--engine",
        &engine,
        "depth=1",
        "option.Nothing=1",
        "--engine",
        &engine,
        "tc=5+0.05",
        "nodes=30",
        "--each",
        "option.Threads=1",
        "--games",
        "2",
        "--longest",
        "12",
        "--pgn",
        &pgn,
    ]);
    assert_eq!(ended.status, Some(0), "{ended}");
    let (one, other) = ("hexmate 0.1.0", "hexmate 0.1.0 (2)");
    let pairs: Vec<[String; 2]> =
        games(&pgn).iter().map(|(tags, _)| ["White", "Black"].map(|name| tags[name].clone())).collect();
    assert_eq!(
        pairs,
        [["First", one], [one, "First"], ["First", other], [other, "First"], [one, other], [other, one]]
    );
    assert!(ended.stderr.contains("does not state the option Nothing (unknown-option)"), "{ended}");
    assert!(!ended.stderr.contains("option Hash") && !ended.stderr.contains("option Threads"), "{ended}");
    // A limit of depth 1 is in the comments of the second engine only.
    let (tags, moves) = &games(&pgn)[0];
    assert_eq!((tags["TimeControl"].as_str(), tags["PlyCount"].as_str()), ("-", "12"));
    assert!(moves.contains("/1 ") && !moves.contains("/0 "), "{moves}");
    let (tags, _) = &games(&pgn)[2];
    assert_eq!(
        (tags["WhiteTimeControl"].as_str(), tags["BlackTimeControl"].as_str()),
        ("-", "5+0.05"),
        "{tags:?}"
    );
}

#[test]
fn wrong_engines_are_named() {
    let engine = format!("cmd={}", engine());
    for (args, part) in [
        (&["--engine", &engine][..], "two engines or more"),
        (&["--engine", &engine, "hash=16"], "unknown key \"hash\""),
        (&["--engine", &engine, "--engine", "name=One"], "needs cmd"),
        (
            &["--engine", &engine, "--engine", &engine, "--engine", &engine, "--sprt", "0,5"],
            "for two engines, found 3",
        ),
        (&["--engine", &engine, "--engine", "cmd=/no/such/engine"], "cannot be started"),
        (&["--engine", &engine, "--engine", "cmd='"], "unclosed quotation mark"),
    ] {
        let refused = play(args);
        assert_eq!(refused.status, Some(2), "{refused}");
        assert!(refused.stderr.contains(part), "{part}: {refused}");
    }
}

#[test]
fn groups_of_settings_identify_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let (log, engine) = (file(&folder, "match.log"), format!("cmd={}", engine()));
    let more = ["--games", "2", "--longest", "8", "--checkpoint", &log];
    let begun = play(&[&["--engine", &engine, "nodes=20", "--engine", &engine], &more[..]].concat());
    assert_eq!(begun.status, Some(0), "{begun}");
    let more = [&more[..], &["--resume"]].concat();
    let other = play(&[&["--engine", &engine, "--engine", "nodes=20", &engine], &more[..]].concat());
    assert_eq!(other.status, Some(4), "{other}");
    assert!(other.stderr.contains("different --engine"), "{other}");
}

#[test]
fn games_have_standard_fields() {
    let folder = tempfile::tempdir().expect("a folder");
    let pgn = file(&folder, "games.pgn");
    let ended = play(&[
        &engine(),
        &engine(),
        "--games",
        "2",
        "--clock",
        "20/4+0.01",
        "--longest",
        "14",
        "--pgn",
        &pgn,
    ]);
    assert_eq!(ended.status, Some(0), "{ended}");
    for (tags, moves) in games(&pgn) {
        let date = &tags["Date"];
        assert!(date.len() == 10 && date.starts_with("20") && !date.contains('?'), "{date}");
        assert_eq!(tags["TimeControl"], "20/4+0.01");
        assert_eq!(tags["Termination"], "adjudication");
        assert!(moves.contains("s, length}"), "{moves}");
        assert_eq!(moves.matches("{book}").count(), 6, "{moves}");
        let comments: Vec<&str> =
            moves.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
        assert_eq!(comments.len(), 14, "{moves}");
        for comment in &comments[6..] {
            let read = hexmate_player::EngineComment::parse(comment).expect(comment);
            assert!(read.score.is_some() && read.depth > 0 && read.time.is_some(), "{comment}");
        }
    }
    let (illegal, timeout, ends) = ("echo z9z9 # {fen}", "sh -c 'sleep 5' {fen}", "false {fen}");
    let cases = [(illegal, "rules infraction"), (timeout, "time forfeit"), (ends, "abandoned")];
    for (other, termination) in cases.into_iter().filter(|_| cfg!(unix)) {
        let pgn = file(&folder, "other.pgn");
        let limits = ["--games", "2", "--movetime", "20", "--margin", "1000", "--opening", "2"];
        let ended = play(&[&[&engine(), other, "--pgn", &pgn], &limits[..]].concat());
        assert_eq!(ended.status, Some(0), "{other}: {ended}");
        let found: Vec<String> = games(&pgn).iter().map(|(tags, _)| tags["Termination"].clone()).collect();
        assert_eq!(found, [termination, termination], "{other}");
        assert_eq!(games(&pgn)[0].0["TimeControl"], "1/0.02");
        assert!(!ended.stdout.contains("faults   none"), "{ended}");
    }
}

#[test]
fn comments_of_games_are_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let [pgn, analysed] = ["games.pgn", "analysed.pgn"].map(|name| file(&folder, name));
    let first = format!("cmd={}", engine());
    let args =
        ["--engine", &first, "name=A", "nodes=300", "--engine", &first, "name=B", "nodes=30", "--games", "2"];
    let ended = play(&[&args[..], &["--pgn", &pgn]].concat());
    assert_eq!(ended.status, Some(0), "{ended}");
    let stats = hexmate(&["stats", &pgn]);
    for name in ["A", "B"] {
        let is_row = |line: &&str| line.split_whitespace().take(2).eq(["evaluated", name]);
        let row = stats.stdout.lines().find(is_row).unwrap_or_else(|| panic!("{stats}"));
        // All moves but those of the opening.
        let plies: usize =
            games(&pgn).iter().map(|(tags, _)| tags["PlyCount"].parse::<usize>().expect("plies")).sum();
        let evaluated: usize =
            row.split_whitespace().last().and_then(|count| count.parse().ok()).expect("a number");
        assert!((plies / 2 - 8..=plies / 2).contains(&evaluated), "{row} of {plies}");
    }
    let again = hexmate(&["analyse", &pgn, "--nodes", "50", "--pgn", &analysed, "-q"]);
    assert_eq!(again.status, Some(0), "{again}");
    let comments = |path: &str| -> Vec<String> {
        let games = games(path);
        let parts = games.iter().flat_map(|(_, moves)| moves.split('{').skip(1));
        let texts = parts.filter_map(|part| Some(part.split('}').next()?.to_owned()));
        texts.filter(|text| !text.starts_with("[%")).collect()
    };
    assert_eq!(comments(&analysed), comments(&pgn));
}

#[cfg(unix)]
#[test]
fn late_moves_are_counted() {
    let slow = format!(
        "sh -c \"'{}' uci | while read line; do case $line in bestmove*) sleep 0.15;; esac; echo $line; done\"",
        env!("CARGO_BIN_EXE_hexmate")
    );
    let limits = ["--games", "2", "--movetime", "50", "--longest", "8"];
    let lenient = play(&[&[&slow, &engine(), "--margin", "5000"], &limits[..]].concat());
    assert!(lenient.stdout.contains("2 moves late within the margin"), "{lenient}");
    assert!(!lenient.stdout.contains("loss on time"), "{lenient}");
    let own = format!("cmd={slow}");
    let fast = format!("cmd={}", engine());
    let strict = play(
        &[
            &["--engine", &own, "name=Slow", "timemargin=20", "--engine", &fast, "timemargin=9000"],
            &limits[..],
        ]
        .concat(),
    );
    assert!(strict.stdout.contains("faults   Slow: 2 losses on time"), "{strict}");
}

#[cfg(unix)]
#[test]
#[ignore = "long: make verify-program"]
fn silent_engine_stops_match() {
    let begun = std::time::Instant::now();
    let ended = play(&["sh -c 'sleep 100'", &engine(), "--patience", "4"]);
    assert_eq!(ended.status, Some(3), "{ended}");
    assert!(ended.stderr.contains("has not answered uci yet; the match waits up to 4 s"), "{ended}");
    assert!(ended.stderr.contains("[engine-silent]"), "{ended}");
    assert!(begun.elapsed() < std::time::Duration::from_secs(20));
    let mute =
        format!("sh -c \"'{}' uci | grep --line-buffered -v bestmove\"", env!("CARGO_BIN_EXE_hexmate"));
    let ended = play(&[&mute, &engine(), "--patience", "3", "--games", "2", "--nodes", "20"]);
    assert!(ended.stdout.contains("White has not answered for 3 s (--patience)"), "{ended}");
    assert!(ended.stdout.contains("2 ends or silences"), "{ended}");
    // Silence before `go` is not one of the clock.
    let deaf = format!(
        "sh -c \"'{}' uci | sed -u '/^readyok/{{x;s/^/x/;/xx/{{x;d}};x}}'\"",
        env!("CARGO_BIN_EXE_hexmate")
    );
    let limits = ["--patience", "3", "--games", "2", "--clock", "60"];
    let ended = play(&[&[&*deaf, &engine()], &limits[..]].concat());
    assert!(ended.stdout.contains("White has not answered for 3 s (--patience)"), "{ended}");
}

/// Advantage after the moves of the opening, as the match searches it.
fn advantage(fen: Option<&str>, moves: &str) -> i32 {
    let mut position = fen
        .map_or_else(|| Position::start(Game::MINI), |fen| Position::from_fen(Game::MINI, fen).expect(fen));
    for word in moves.split_whitespace() {
        position.make_move_unchecked(position.parse(word).expect("a move"));
    }
    let mut player =
        ComputerPlayer::new(Game::MINI, PlayerOptions { table_mib: 1, ..PlayerOptions::default() });
    match player
        .as_mut()
        .and_then(|player| player.best_line(&position, Limits::nodes(5_000)))
        .map(|line| line.score)
    {
        Some(SearchScore::Centipawns(value)) => value.abs(),
        _ => i32::MAX,
    }
}

/// Moves of the opening of a game.
fn opening(moves: &str) -> String {
    let book = moves.split("{book}").map(|part| part.split_whitespace().last().unwrap_or_default());
    let count = moves.matches("{book}").count();
    book.take(count).collect::<Vec<_>>().join(" ")
}

#[test]
#[ignore = "long: make verify-program"]
fn random_openings_are_balanced() {
    let folder = tempfile::tempdir().expect("a folder");
    let pgn = file(&folder, "games.pgn");
    let advantages = |more: &[&str]| {
        let ended = play(
            &[
                &[&engine(), &engine(), "--games", "40", "--nodes", "1", "--longest", "7", "--pgn", &pgn],
                more,
            ]
            .concat(),
        );
        assert_eq!(ended.status, Some(0), "{ended}");
        games(&pgn).iter().step_by(2).map(|(_, moves)| advantage(None, &opening(moves))).collect::<Vec<i32>>()
    };
    let balanced = advantages(&[]);
    assert!(balanced.len() == 20 && balanced.iter().all(|&value| value <= 50), "{balanced:?}");
    assert!(advantages(&["--balance", "10"]).iter().all(|&value| value <= 10));
    assert!(advantages(&["--balance", "none"]).iter().any(|&value| value > 100), "the search has no effect");
}

#[test]
fn openings_come_from_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let [pgn, source] = ["games.pgn", "openings"].map(|name| file(&folder, name));
    let played = |name: &str, content: &str, more: &[&str]| {
        let source = format!("{source}.{name}");
        fs::write(&source, content).expect("a file");
        let args = [&engine(), &engine(), "--games", "6", "--nodes", "10", "--longest", "8", "--pgn", &pgn];
        let ended = play(&[&args[..], &["--openings", &source], more].concat());
        assert_eq!(ended.status, Some(0), "{ended}");
        let found = games(&pgn)
            .iter()
            .step_by(2)
            .map(|(tags, moves)| (tags.get("FEN").cloned(), opening(moves)))
            .collect::<Vec<_>>();
        (found, ended.stderr)
    };
    let tags = "[Variant \"mini\"]\n\n";
    let collection = format!("{tags}1. b2 b4 *\n\n{tags}1. c3 c4 2. d4 *\n\n{tags}1. Na2 f4 *\n");
    let texts =
        |found: &[(Option<String>, String)]| found.iter().map(|(_, moves)| moves.clone()).collect::<Vec<_>>();
    let (in_order, notes) = played("pgn", &collection, &[]);
    assert_eq!(
        (texts(&in_order), notes.as_str()),
        (vec!["b2 b4".to_owned(), "c3 c4 d4".to_owned(), "Na2 f4".to_owned()], "")
    );
    let (short, _) = played("pgn", &collection, &["--opening", "1"]);
    assert_eq!(texts(&short), ["b2", "c3", "Na2"]);
    let orders: Vec<Vec<String>> = ["1", "2", "3", "4", "5", "1"]
        .iter()
        .map(|seed| texts(&played("pgn", &collection, &["--order", "random", "--seed", seed]).0))
        .collect();
    assert_eq!(orders[0], orders[5]);
    assert!(orders.iter().any(|order| *order != orders[0]), "{orders:?}");
    let start = Position::start(Game::MINI).to_fen();
    let after = Position::start(Game::MINI)
        .play(Position::start(Game::MINI).parse("b2").expect("a move"))
        .expect("legal")
        .to_fen();
    for (name, content) in
        [("fen", format!("{start}\n{after}\n")), ("epd", format!("{start} id \"a\";\n{after} id \"b\";\n"))]
    {
        let (found, notes) = played(name, &content, &[]);
        assert_eq!(found[0], (None, String::new()), "{name}");
        assert_eq!(found[1], (Some(after.clone()), String::new()), "{name}");
        assert_eq!(found[2], found[0], "{name}");
        assert!(
            notes.contains("2 openings for 3 pairs of games: they are repeated (repeated-opening)"),
            "{notes}"
        );
    }
}

#[test]
fn unusable_openings_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content, part) in [
        ("a.pgn", "[Variant \"mini\"]\n\n1. b2 b4 *\n\n[Variant \"mini\"]\n\n1. b2 Qz9 *\n", "a.pgn:7:"),
        ("b.pgn", "[Variant \"glinski\"]\n\n1. b2 *\n", "write --variant glinski"),
        ("c.fen", "nonsense\n", "c.fen"),
        ("d.txt", "", "d.txt"),
        ("e.pgn", "[White \"A\"]\n[Variant \"mini\"]\n\n*\n", "without moves is not an opening"),
    ] {
        let path = file(&folder, name);
        fs::write(&path, content).expect("a file");
        let refused = play(&[&engine(), &engine(), "--openings", &path, "--games", "2", "--nodes", "10"]);
        assert_eq!(refused.status, Some(2), "{name}: {refused}");
        assert!(refused.stderr.contains(part), "{name}: {refused}");
    }
    let missing = play(&[&engine(), &engine(), "--openings", &file(&folder, "missing.pgn")]);
    assert!(Path::new("/").exists() && missing.status != Some(0), "{missing}");
}

/// Points of two games with the same opening, for the first engine, in quarters of a point.
type Pair = [u32; 2];

/// A small number.
fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("a small number"))
}

/// Statistics of an engine by the published formulas: share of points, Elo with its interval, LOS.
fn statistics(pairs: &[Pair]) -> (f64, [f64; 3], f64) {
    let shares: Vec<f64> = pairs.iter().map(|pair| f64::from(pair[0] + pair[1]) / 8.0).collect();
    let count = number(shares.len());
    let mean = shares.iter().sum::<f64>() / count;
    let squares: f64 = shares.iter().map(|share| (share - mean) * (share - mean)).sum();
    let variance = f64::max(squares / f64::max(count - 1.0, 1.0), 0.25 / (count + 1.0));
    let error = f64::sqrt(variance / count);
    let elo = |share: f64| {
        let share = share.clamp(0.0001, 0.9999);
        -400.0 * f64::log10(1.0 / share - 1.0)
    };
    // The integral of the density by Simpson's rule.
    let (steps, end) = (20_000, (mean - 0.5) / error);
    let density = |x: f64| f64::exp(-x * x / 2.0) / f64::sqrt(2.0 * std::f64::consts::PI);
    let width = end / f64::from(steps);
    let sum: f64 = (0..steps)
        .map(|step| {
            let x = f64::from(step) * width;
            (density(x) + 4.0 * density(x + width / 2.0) + density(x + width)) * width / 6.0
        })
        .sum();
    let interval = [0.0, -1.959_964, 1.959_964].map(|factor| elo(mean + factor * error));
    (mean, interval, 0.5 + sum)
}

/// Pairs of games of every two engines, from the tags of the games.
fn pairs_of(path: &str) -> BTreeMap<(String, String), Vec<Pair>> {
    let mut pairs: BTreeMap<(String, String), Vec<Pair>> = BTreeMap::new();
    let games = games(path);
    for two in games.chunks(2) {
        let white = two.iter().map(|(tags, _)| match tags["Result"].as_str() {
            "1-0" => 4,
            "0-1" => 0,
            "1/2-1/2" => 2,
            "3/4-1/4" => 3,
            "1/4-3/4" => 1,
            other => panic!("{other}"),
        });
        let white: Vec<u32> = white.collect();
        let (tags, back) = (&two[0].0, &two[1].0);
        assert_eq!((&tags["White"], &tags["Black"]), (&back["Black"], &back["White"]));
        let (one, other) = (tags["White"].clone(), tags["Black"].clone());
        pairs.entry((one.clone(), other.clone())).or_default().push([white[0], 4 - white[1]]);
        pairs.entry((other, one)).or_default().push([4 - white[0], white[1]]);
    }
    pairs
}

/// Compares the summary of a match of two engines with its games.
fn check_summary(summary: &str, pgn: &str, first: &str, second: &str) {
    let all = pairs_of(pgn);
    let pairs = &all[&(first.to_owned(), second.to_owned())];
    let (mean, [elo, low, high], superiority) = statistics(pairs);
    let games = 2 * pairs.len();
    let line = |name: &str| {
        let line = summary.lines().find_map(|line| line.strip_prefix(name)).expect(name);
        line.trim().to_owned()
    };
    assert_eq!(line("points"), format!("{} of {games}", mean * number(games)));
    assert_eq!(line("Elo"), format!("{elo:+.0}, from {low:+.0} to {high:+.0} with 95 %"));
    assert_eq!(line("LOS"), format!("{:.1} %", 100.0 * superiority));
    let count = |quarters: u32| pairs.iter().filter(|pair| pair[0] + pair[1] == quarters).count();
    for (quarters, points) in (0..9).zip(["0", "¼", "½", "¾", "1", "1¼", "1½", "1¾", "2"]) {
        let counts = line("pairs");
        let shown = counts.split(", ").find_map(|text| text.strip_prefix(&format!("{points}: ")));
        assert_eq!(
            shown.map_or(0, |text| text.parse().expect("a number")),
            count(quarters),
            "{points} in {counts}"
        );
    }
}

#[test]
fn summary_follows_from_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let (pgn, engine) = (file(&folder, "games.pgn"), format!("cmd={}", engine()));
    let args = ["--engine", &engine, "name=A", "nodes=60", "--engine", &engine, "name=B", "nodes=30"];
    let games = quick_or_full("40", "1000");
    let ended = play(&[&args[..], &["--games", games, "--pgn", &pgn]].concat());
    assert_eq!(ended.status, Some(0), "{ended}");
    check_summary(&ended.stdout, &pgn, "A", "B");
}

#[test]
fn table_of_tournament_follows_from_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let (pgn, engine) = (file(&folder, "games.pgn"), format!("cmd={}", engine()));
    let wide = "name=将棋";
    let args = [
        "--engine", &engine, "name=A", "nodes=80", "--engine", &engine, "name=B", "nodes=40", "--engine",
        &engine, wide, "nodes=5", "--games", "6", "--pgn", &pgn,
    ];
    for (kind, encounters) in [("round-robin", 3), ("gauntlet", 2)] {
        let ended = play(&[&args[..], &["--tournament", kind]].concat());
        assert_eq!(ended.status, Some(0), "{ended}");
        let pairs = pairs_of(&pgn);
        assert_eq!(games(&pgn).len(), 6 * encounters, "{kind}");
        let rows = ended.stdout.lines().skip_while(|line| !line.contains("engine ")).skip(1).take(3);
        let width = |line: &str| UnicodeWidthStr::width(&line[..line.find('%').expect("a share")]);
        let widths: Vec<usize> = rows.clone().map(width).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{ended}");
        let rows: Vec<Vec<&str>> = rows.map(|line| line.split_whitespace().collect()).collect();
        let ranked: Vec<&str> = rows.iter().map(|row| row[1]).collect();
        let score = |pairs: &[Pair]| {
            let sum: u32 = pairs.iter().map(|pair| pair[0] + pair[1]).sum();
            format!("{}/{}", f64::from(sum) / 4.0, 2 * pairs.len())
        };
        let mut shares = Vec::new();
        for row in &rows {
            let own: Vec<Pair> = pairs
                .iter()
                .filter(|((name, _), _)| name == row[1])
                .flat_map(|(_, pairs)| pairs.clone())
                .collect();
            let (mean, [elo, low, high], superiority) = statistics(&own);
            let expected = [
                score(&own),
                format!("{elo:+.0}"),
                format!("{low:+.0}"),
                "to".to_owned(),
                format!("{high:+.0}"),
                format!("{:.1}", 100.0 * superiority),
            ];
            assert_eq!(row[2..8], expected, "{kind}: {ended}");
            let cells = ranked.iter().map(|other| {
                pairs
                    .get(&(row[1].to_owned(), (*other).to_owned()))
                    .map_or("-".to_owned(), |pairs| score(pairs))
            });
            assert_eq!(row[9..], cells.collect::<Vec<_>>(), "{kind}: {ended}");
            shares.push(mean);
        }
        assert!(shares.is_sorted_by(|one, other| one >= other), "{ended}");
    }
}

#[test]
fn adjudication_ends_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let (pgn, engine) = (file(&folder, "games.pgn"), format!("cmd={}", engine()));
    let args = [
        "--engine",
        &engine,
        "name=A",
        "nodes=400",
        "--engine",
        &engine,
        "name=B",
        "nodes=5",
        "--games",
        "10",
        "--pgn",
        &pgn,
        "--resign",
        "movecount=2,score=500",
        "--draw",
        "movenumber=8,movecount=3,score=30",
    ];
    let ended = play(&args);
    assert_eq!(ended.status, Some(0), "{ended}");
    let mut seen = [0, 0];
    for (tags, moves) in games(&pgn) {
        let scores: Vec<SearchScore> = moves
            .split('{')
            .skip(1)
            .filter_map(|part| hexmate_player::EngineComment::parse(part.split('}').next()?)?.score)
            .collect();
        if moves.contains("reports -500 centipawns or less}") {
            seen[0] += 1;
            assert_eq!(tags["Termination"], "adjudication");
            let own: Vec<_> = scores.iter().rev().step_by(2).take(2).collect();
            assert!(own.iter().all(|score| **score <= SearchScore::Centipawns(-500)), "{moves}");
        }
        if moves.contains("even scores}") {
            seen[1] += 1;
            assert_eq!((tags["Termination"].as_str(), tags["Result"].as_str()), ("adjudication", "1/2-1/2"));
            assert!(
                scores.iter().rev().take(6).all(|score| matches!(score, SearchScore::Centipawns(-30..=30))),
                "{moves}"
            );
        }
    }
    assert!(seen[0] > 0, "{seen:?}: {ended}");
}

#[test]
fn resumed_tournament_has_same_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, resumed, log] = ["whole.pgn", "resumed.pgn", "match.log"].map(|name| file(&folder, name));
    let engine = format!("cmd={}", engine());
    let engines =
        ["--engine", &engine, "name=A", "--engine", &engine, "nodes=9", "--engine", &engine, "depth=1"];
    let play = |more: &[&str]| {
        let ended = play(
            &[&engines[..], &["--each", "option.Hash=1", "--longest", "30", "--no-time"], more].concat(),
        );
        assert_eq!(ended.status, Some(0), "{ended}");
        ended.stdout
    };
    let checkpoint = ["--pgn", &resumed, "--checkpoint", &log];
    let uninterrupted = play(&["--nodes", "20", "--games", "4", "--pgn", &whole]);
    play(&[&["--nodes", "20", "--games", "2"], &checkpoint[..]].concat());
    let kept = fs::read_to_string(&log).expect("a log");
    let summary = play(&[&["--nodes", "20", "--games", "4", "--resume"], &checkpoint[..]].concat());
    assert_eq!(summary, uninterrupted);
    let text = |path: &str| fs::read_to_string(path).expect("games");
    assert_eq!(text(&resumed), text(&whole));
    assert_eq!(games(&whole).len(), 12);
    assert_eq!(kept.matches("\"record\"").count(), 6, "{kept}");
}
