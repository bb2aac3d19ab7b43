//! Two examples of each command, with which its help begins. Knows no option.

/// The examples of a command.
pub fn of(command: &str) -> Option<[&'static str; 2]> {
    ALL.iter().find(|(name, _)| *name == command).map(|(_, examples)| *examples)
}

/// All of them, by command; those of the program itself have its name.
pub const ALL: &[(&str, [&str; 2])] = &[
    (
        "hexmate",
        [
            "hexmate solve problems.csv --html solutions.html",
            "hexmate validate games.pgn --repair=repaired.pgn",
        ],
    ),
    (
        "perft",
        [
            "hexmate perft start --depth 5 --divide",
            "hexmate perft startpos moves f5f6 e7e6 --depth 4 --engine ./my-engine",
        ],
    ),
    ("moves", ["hexmate moves start --notation san", "hexmate moves positions.epd --fens --format csv"]),
    (
        "validate",
        [
            "hexmate validate games.pgn --report report.csv",
            "hexmate validate games.pgn --repair=repaired.pgn",
        ],
    ),
    (
        "solve",
        [
            "hexmate solve problems.csv --html solutions.html",
            "hexmate solve '1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1' --mate 2 --tries 1",
        ],
    ),
    (
        "verify-certificate",
        [
            "hexmate verify-certificate proofs/*.certificate",
            "hexmate verify-certificate proofs/*.certificate --problems problems.csv",
        ],
    ),
    (
        "mine",
        [
            "hexmate mine games.pgn --mate 3 -o problems.csv",
            "hexmate mine games.pgn --mate 2 --played --nodes 1000000",
        ],
    ),
    (
        "merge",
        [
            "hexmate solve problems.csv --report - --shard slice:1/2 --part 1.part",
            "hexmate merge 1.part 2.part --report all.csv -o solved.txt",
        ],
    ),
    (
        "convert",
        [
            "hexmate convert games.pgn --to pgn --notation long --language hungarian",
            "hexmate convert problems.csv --to fen --to-fen file-down",
        ],
    ),
    (
        "select",
        [
            "hexmate select games.pgn --player Smith --unique -o smith.pgn",
            "hexmate select games.pgn --sort date --split event -o events",
        ],
    ),
    (
        "compose",
        [
            "hexmate compose mend problems.csv --first 10 -o versions.csv",
            "hexmate compose strip problems.csv --diagrams pieces",
        ],
    ),
    (
        "endgame",
        [
            "hexmate endgame build KQvK -o tables",
            "hexmate endgame probe '1/2k/5/7/9/11/11/11/11/5Q5/5K5 w - 0 1'",
        ],
    ),
    ("stats", ["hexmate stats games.pgn --opening 6", "hexmate stats games.pgn --html facts.html"]),
    ("play", ["hexmate play --seats human,solver", "hexmate play --variant mini --load game.pgn"]),
    (
        "diagram",
        [
            "hexmate diagram start -o start.svg",
            "hexmate diagram problems.csv --sheet --caption --theme print -o problems.svg",
        ],
    ),
    (
        "completions",
        [
            "hexmate completions bash > ~/.local/share/bash-completion/completions/hexmate",
            "hexmate completions zsh > ~/.zfunc/_hexmate",
        ],
    ),
    ("man", ["hexmate man > hexmate.1", "hexmate man solve | man -l -"]),
    ("help", ["hexmate help solve", "hexmate help options"]),
];
