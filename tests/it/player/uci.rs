//! The protocol: answers, and robustness against any input.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use hexmate_core::random::Rng;
use hexmate_player::uci::{CommandInput, Environment, run, run_in};
use hexmate_position::{Game, Position};

/// Returns the answers to some commands.
fn answers(input: &[u8]) -> String {
    let mut output = Vec::new();
    run(Game::GLINSKI, input, &mut output).expect("memory can be read and written");
    String::from_utf8(output).expect("answers are UTF-8")
}

/// Returns the move of the only `bestmove`.
fn best_move(input: &str) -> String {
    let text = answers(input.as_bytes());
    let moves: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(moves.len(), 1, "{text}");
    moves[0].split(' ').next().unwrap_or_default().to_owned()
}

#[test]
fn introduction_names_options() {
    let text = answers(b"uci\nisready\nquit\n");
    for part in [
        "id name hexmate",
        "option name Hash",
        "option name Ponder type check default false\n",
        "option name Level type spin default 0 min 0 max 10\n",
        "option name Move Overhead type spin default 30 min 0 max 5000\n",
        "option name UCI_ShowWDL type check default false\n",
        "option name UCI_Variant",
        "var shafran",
        "\nuciok\nreadyok\n",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn real_size_of_table_is_reported() {
    let text = answers(b"setoption name Hash value 3\ngo depth 1\n");
    assert!(text.starts_with("info string hash table of 3 MiB\ninfo depth"), "{text}");
    let many = answers(b"setoption name UCI_Variant value echex3\nsetoption name Hash value 3\n");
    assert!(many.contains("is played without a hash table"), "{many}");
    let mut output = Vec::new();
    let none = |_: &str, _| Err(String::new());
    let stop = AtomicBool::new(false);
    let environment = Environment { game: Game::MINI, tables: &none, stop: &stop, most_hash: Some(5) };
    let input = b"setoption name Hash value 5\nsetoption name Hash value 6\n";
    run_in(environment, CommandInput::Waiting(&input[..]), &mut output)
        .expect("memory can be read and written");
    let text = String::from_utf8(output).expect("answers are UTF-8");
    let bounded = "info string hash table of 5 MiB: the memory of this machine does not allow 6 MiB\n";
    assert_eq!(text, format!("info string hash table of 5 MiB\n{bounded}"));
}

#[test]
fn limited_search_ends_with_move() {
    for go in
        ["depth 3", "nodes 500", "movetime 20", "wtime 1000 btime 1000 winc 10 binc 10", "mate 2 nodes 900"]
    {
        let m = best_move(&format!("position startpos moves f5f6 f7f6\ngo {go}\n"));
        assert_ne!(m, "0000", "{go}");
    }
    assert_eq!(best_move("go depth 3 searchmoves b1b2\n"), "b1b2");
    assert_ne!(best_move("go infinite\nisready\nstop\n"), "0000");
}

/// Returns the last line before each `bestmove`.
fn last_infos(text: &str) -> Vec<&str> {
    let lines: Vec<_> = text.lines().collect();
    let ends = lines.windows(2).filter(|pair| pair[1].starts_with("bestmove"));
    ends.map(|pair| pair[0]).collect()
}

/// Returns the number of positions in a line.
fn count_of_nodes(line: &str) -> u64 {
    let rest = line.split(" nodes ").nth(1).unwrap_or_default();
    rest.split(' ').next().and_then(|count| count.parse().ok()).expect("a count")
}

#[test]
fn final_counts_precede_each_bestmove() {
    for game in Game::ALL {
        for (nodes, lines) in [1, 2, 30, 700, 10_000].into_iter().flat_map(|nodes| [(nodes, 1), (nodes, 3)]) {
            let variant = format!("setoption name UCI_Variant value {game}");
            let typed = format!("{variant}\nsetoption name MultiPV value {lines}\ngo nodes {nodes}\n");
            let text = answers(typed.as_bytes());
            let last = last_infos(&text);
            assert!(last.len() == 1 && last[0].contains(" score ") && last[0].contains(" pv "), "{text}");
            // The moves of the first ply are finished, and a few positions of other lines.
            let counted = count_of_nodes(last[0]);
            assert!((nodes..=nodes + 40).contains(&counted), "{game}, {nodes}, {lines}: {text}");
        }
    }
    let mate = answers(b"position startpos moves e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9\ngo depth 4\n");
    let expected = "info depth 0 seldepth 0 multipv 1 score mate 0 nodes 0 nps 0 hashfull 0 time 0";
    assert_eq!(last_infos(&mate), [expected]);
}

/// Returns the value of the last time in a text, in milliseconds.
fn last_time(text: &str) -> u64 {
    let rest = text.rsplit(" time ").next().expect("a time");
    rest.split_whitespace().next().and_then(|time| time.parse().ok()).expect("a number")
}

#[test]
fn long_search_reports_moves_and_bounds() {
    let mini = "setoption name UCI_Variant value mini\n";
    let short = answers(format!("{mini}go movetime 200\n").as_bytes());
    assert!(!short.contains("currmove") && !short.contains("bound"), "{short}");
    let positions = ["startpos", "startpos moves b1b2 e6c4", "startpos moves c1e3", "startpos moves d3d4"];
    let mut seen = [false; 2];
    for position in positions {
        let text = answers(format!("{mini}position {position}\ngo movetime 2500\n").as_bytes());
        let mut has_moves = false;
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            if let ["info", "depth", _, "currmove", m, "currmovenumber", number] = words[..] {
                has_moves = true;
                assert!(m.len() == 4 && number.parse::<u32>().is_ok_and(|number| number > 0), "{line}");
            }
            if let Some(place) = words.iter().position(|word| word.ends_with("bound")) {
                assert!(words[place - 3] == "score" && last_time(line) >= 1000, "{line}");
                seen[usize::from(words[place] == "upperbound")] = true;
            }
        }
        assert!(has_moves, "{text}");
        let last = last_infos(&text)[0];
        assert!(last.contains(" score ") && !last.contains("bound"), "{last}");
        if seen.contains(&true) {
            return;
        }
    }
    panic!("no bound in {} searches", positions.len());
}

#[test]
fn level_weakens_play() {
    let mini = "setoption name UCI_Variant value mini\n";
    let moves = |level: u8| -> Vec<String> {
        let openings = ["b1b2", "c1a2", "c1b3", "c1d4", "c1e3", "c2c3", "d3d4", "e2e3", "f1f2"];
        let play = |m: &str| {
            let typed = format!(
                "{mini}setoption name Level value {level}\nposition startpos moves {m}\ngo\nisready\n"
            );
            let text = answers(typed.as_bytes());
            let nodes = count_of_nodes(last_infos(&text)[0]);
            assert!(nodes <= 1_000 || level > 3, "level {level}: {text}");
            best_move(&typed)
        };
        openings.into_iter().map(play).collect()
    };
    let weak = moves(1);
    assert_eq!(weak, moves(1), "the same position gives the same move");
    assert_ne!(weak, moves(6));
    let wrong = answers(b"setoption name Level value 11\nsetoption name level value -1\n");
    assert_eq!(wrong, "info string level needs a number from 0 to 10\n".repeat(2));
    let limited = answers(format!("{mini}setoption name Level value 9\ngo nodes 300\n").as_bytes());
    assert!(count_of_nodes(last_infos(&limited)[0]) <= 340, "{limited}");
}

#[test]
fn overhead_shortens_clock() {
    let time = |overhead: u32| {
        let typed = format!("setoption name Move Overhead value {overhead}\ngo wtime 5000 btime 5000\n");
        // The least of some searches: the machine may be busy.
        (0..4).map(|_| last_time(&answers(typed.as_bytes()))).min().expect("a time")
    };
    let (short, long) = (time(4990), time(0));
    assert!(short < long, "{short} ms, {long} ms");
    let wrong = answers(b"setoption name Move Overhead value 6000\n");
    assert_eq!(wrong, "info string move overhead needs a number from 0 to 5000\n");
}

#[test]
fn chances_are_shown_on_demand() {
    let shown = "setoption name UCI_ShowWDL value true\n";
    for game in Game::ALL {
        let typed = format!("{shown}setoption name UCI_Variant value {game}\ngo nodes 300\n");
        let text = answers(typed.as_bytes());
        assert_eq!(text.contains(" wdl "), game.players == 2, "{game}: {text}");
        for rest in text.split(" wdl ").skip(1) {
            let numbers = rest.split(' ').take(3).map(|number| number.parse::<u32>().expect("a number"));
            assert_eq!(numbers.sum::<u32>(), 1000, "{text}");
        }
    }
    assert!(!answers(b"go nodes 300\n").contains("wdl"));
    assert_eq!(
        answers(b"setoption name UCI_ShowWDL value maybe\n"),
        "info string uci_showwdl needs true or false\n"
    );
}

#[test]
fn clock_runs_from_ponderhit() {
    let go = "go ponder wtime 3000 btime 3000\n";
    // Without a hit only the end of the input ends the search.
    assert_ne!(best_move(go), "0000");
    for go in [go, "go ponder movetime 200\n", "go ponder nodes 400000\n"] {
        let begun = Instant::now();
        let text = answers(format!("{go}isready\nponderhit\n").as_bytes());
        // A stopped search would have ended before any depth.
        let nodes = count_of_nodes(last_infos(&text)[0]);
        assert!(nodes > 5_000, "{text}");
        assert!(begun.elapsed() < Duration::from_secs(30), "{go}");
    }
    let stray = answers(b"go nodes 300\nponderhit\n");
    assert!(stray.contains("info string ponderhit without go ponder: ignored\n"), "{stray}");
    assert_ne!(best_move("go ponder\nponderhit\nisready\n"), "0000");
}

#[test]
fn mate_is_found_and_named() {
    let fen = "1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1";
    let text = answers(format!("position fen {fen}\ngo mate 2\n").as_bytes());
    assert!(text.contains("score mate 2 ") && text.contains("bestmove k7f11"), "{text}");
}

#[test]
fn position_without_moves_has_null_move() {
    let mate = "position startpos moves e1c3 e10c6 b1b2 b7b6 f3b1 e7e6 c3f9\ngo depth 4\n";
    assert_eq!(best_move(mate), "0000");
}

#[test]
fn commands_wait_for_count() {
    for next in ["quit\n", "position startpos\n", "go perft 1\nquit\n", ""] {
        let text = answers(format!("setoption name UCI_Variant value mini\ngo perft 4\n{next}").as_bytes());
        assert!(text.contains("\nNodes searched: ") && !text.contains("stopped"), "{next}: {text}");
    }
    // At the end of the input a long count has two seconds.
    for end in ["stop\n", "quit\n", ""] {
        let stopped = answers(format!("go perft 9\n{end}").as_bytes());
        assert!(stopped.contains("the count was stopped"), "{stopped}");
    }
}

#[test]
fn perft_counts_and_display_shows() {
    let text = answers(b"setoption name UCI_Variant value mini\nd\neval\ngo perft 3\n");
    assert!(text.contains("Nodes searched: 681"), "{text}");
    assert!(text.contains("Fen: b/rkn/ppppp/7/3P3/2PKP2/1PNBRP1 w - 0 1"), "{text}");
    assert!(text.contains("info string eval cp "), "{text}");
}

#[test]
fn faults_are_reported_and_ignored() {
    for (input, expected) in [
        ("hello\n", "info string unknown command \"hello\""),
        ("go depth x\n", "info string depth needs a number, found \"x\""),
        ("position\n", "info string position needs startpos or fen"),
        ("position startpos moves f5f6 z9z9\n", "info string move 2 of the position, \"z9z9\", is illegal"),
        ("setoption name Hash value many\n", "info string hash needs a number from 1 to"),
        ("setoption name Colour value red\n", "info string unknown option \"colour\""),
        ("setoption name UCI_Variant value chess\n", "info string unknown variant; write one of glinski"),
        ("position fen 8/8 w - 0 1\n", "info string "),
        ("position startpos f5f6\n", "info string \"f5f6\" after startpos; write moves before the moves"),
        ("go perft 13\n", "info string go perft needs a depth from 0 to 12, found 13: nothing is counted"),
        ("go perft -1\n", "info string go perft needs a depth from 0 to 12, found -1"),
    ] {
        let text = answers(input.as_bytes());
        assert!(text.starts_with(expected), "{input}: {text}");
        let after = answers(format!("{input}d\n").as_bytes());
        assert!(after.contains(&Position::start(Game::GLINSKI).to_string()), "{after}");
    }
}

#[test]
fn ignored_parameters_are_named() {
    for (go, expected) in [
        ("depth -3", "depth needs a number from 1 to 119, found -3: 1 is used"),
        ("depth 0", "depth needs a number from 1 to 119, found 0: 1 is used"),
        ("depth 99999999999 nodes 50", "depth needs a number from 1 to 119, found 99999999999: 119 is used"),
        ("nodes -1", "nodes needs a number from 1, found -1: 1 is used"),
        ("movetime 0", "movetime needs a number from 1 to 31622400000000, found 0: 1 is used"),
        ("movetime 1 movetime 2", "movetime is given twice: the last one is used"),
        ("mate 0 nodes 50", "mate needs a number from 1 to 60, found 0: 1 is used"),
        ("nodes 50 winc -1", "winc needs a number from 0 to 31622400000000, found -1: 0 is used"),
        ("nodes 50 movestogo 0", "movestogo needs a number from 1 to 4294967295, found 0: ignored"),
        ("nodes 50 fast 7", "\"fast 7\" is not part of go: ignored"),
        ("depth 1 searchmoves a1a2", "searchmoves: \"a1a2\" is not a legal move: ignored"),
        ("depth 1 searchmoves x b1b2 y", "searchmoves: \"x\" and 1 more are not legal moves: ignored"),
        ("depth 1 searchmoves z", "searchmoves has no legal move: all moves are searched"),
        ("searchmoves depth 1", "searchmoves has no move: all moves are searched"),
    ] {
        let text = answers(format!("go {go}\n").as_bytes());
        assert!(text.contains(&format!("info string {expected}\n")), "{go}: {text}");
        assert!(text.contains("\nbestmove "), "{go}: {text}");
    }
    let many = "setoption name UCI_Variant value echex3\ngo depth 9 nodes 20 searchmoves a1a2\n";
    let text = answers(many.as_bytes());
    assert!(text.contains("info string depth needs a number from 1 to 8 in games for more"), "{text}");
    assert!(text.contains("info string searchmoves is for games for two players: ignored"), "{text}");
    assert!(answers(b"go perft 1 nodes 3\n").starts_with("info string go perft has no other parameters"));
    assert_eq!(answers(b"go perft 0\n"), "\nNodes searched: 1\n");
    assert_eq!(answers(b"so isready now\n").matches("is not part of isready: ignored\n").count(), 2);
    // Clocks may be negative after a flag.
    assert!(!answers(b"go wtime -5 btime -5\n").contains("info string"));
}

#[test]
fn random_bytes_never_end_session() {
    const WORDS: [&str; 40] = [
        "uci",
        "isready",
        "ucinewgame",
        "setoption",
        "name",
        "value",
        "Hash",
        "1",
        "MultiPV",
        "3",
        "UCI_Variant",
        "mini",
        "echex3",
        "shafran",
        "position",
        "startpos",
        "fen",
        "moves",
        "b1b2",
        "f5f6",
        "go",
        "depth",
        "2",
        "nodes",
        "200",
        "movetime",
        "5",
        "infinite",
        "stop",
        "perft",
        "d",
        "eval",
        "mate",
        "searchmoves",
        "wtime",
        "-1",
        "99999999999",
        "1/2k/5/7/9/11/11/11/11/2P8/5K5",
        "w",
        "\n",
    ];
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let mut input = Vec::new();
        for _ in 0..60 {
            match rng.below(8) {
                0 => input.extend((0..rng.below(30)).map(|_| rng.below(256) as u8)),
                1 => input.push(b'\n'),
                _ => {
                    input.extend_from_slice(rng.choose(&WORDS).as_bytes());
                    input.push(if rng.below(4) == 0 { b'\n' } else { b' ' });
                }
            }
        }
        // A deep search without a limit ends only by this.
        input.extend_from_slice(
            b"\nstop\nsetoption name UCI_Variant value glinski\nposition startpos\nd\nquit\n",
        );
        let text = answers(&input);
        assert!(text.contains(&format!("Fen: {}", Position::start(Game::GLINSKI))), "seed {seed}: {text}");
    }
}

#[test]
fn long_line_is_cut() {
    let mut input = b"position startpos moves ".to_vec();
    input.resize(9 << 20, b'x');
    input.extend_from_slice(b"\nisready\n");
    assert!(answers(&input).ends_with("readyok\n"));
}
