//! Duplex: both halves against the oracle, and statements with `duplex` in every format.

use hexmate_core::mate::Play;
use hexmate_position::{Game, Setup};
use hexmate_problems::interchange::{entry_json, entry_yaml, popeye_text};
use hexmate_problems::{Problem, ProblemFormat, Statement, TwinError, statements};
use hexmate_words::ALL;

use crate::laws::set_up;
use crate::laws::solution::{lines_equal_oracle, solution_equals_oracle};
use crate::sampling::scaled;
use crate::solve_formats::file;

/// Returns the only statement of a text.
fn read(text: &str, format: ProblemFormat) -> Statement {
    let mut all = statements(text.as_bytes(), format);
    let statement = all.next().expect("a statement").expect("memory");
    assert!(all.next().is_none() && statement.fault.is_none(), "{text}: {:?}", statement.fault);
    statement
}

/// Returns label and problem of the diagram and of its twins.
fn halves(game: Game, statement: &Statement) -> Vec<(String, Result<Problem, String>)> {
    let (first, twins) = Problem::with_twins(game, statement, None).expect("a problem");
    let twins =
        twins.into_iter().map(|twin| (twin.label, twin.problem.map_err(|error| error.code().to_owned())));
    std::iter::once(("a)".to_owned(), Ok(first))).chain(twins).collect()
}

fn stated(setup: &Setup, stipulation: &str) -> Statement {
    let [stipulation, fen] = [stipulation.to_owned(), setup.to_fen()];
    Statement { stipulation, fen, variant: setup.game.name.to_owned(), ..Statement::default() }
}

/// Both halves have the solutions of the oracle, or the side that does not begin is in check.
#[test]
fn halves_equal_oracle() {
    let (mut solved, mut illegal) = (0, 0);
    for game in Game::ALL.iter().copied().filter(|game| game.players == 2) {
        let positions = (0..).filter_map(|seed| set_up::position(game, seed));
        for (number, position) in positions.take(scaled(400) as usize).enumerate() {
            let stipulations = ["h#1", "h#0.5", "#1", "ser-#1", "h#1 2.1"];
            let stipulation = format!("{} duplex", stipulations[number % stipulations.len()]);
            let statement = stated(&Setup::from(&position), &stipulation);
            let found = halves(game, &statement);
            let [(_, Ok(first)), (label, second)] = found.as_slice() else { panic!("{found:?}") };
            assert_eq!(label, "b)");
            assert_eq!(first.position, position);
            let Ok(second) = second else {
                assert_eq!(second.as_ref().err().map(String::as_str), Some("opponent-in-check"));
                assert!(position.attacked_kings().next().is_some());
                illegal += 1;
                continue;
            };
            assert_ne!(second.position.turn(), position.turn());
            assert_eq!(second.position.pieces(), position.pieces());
            for half in [first, second] {
                let Problem { position, stipulation, .. } = half;
                let mates = match stipulation.play {
                    Play::Direct => solution_equals_oracle(position, *stipulation, 0),
                    _ => lines_equal_oracle(position, *stipulation),
                };
                solved += u32::from(mates.is_some());
            }
        }
    }
    let composed = file("composed/mini.csv").into_iter().filter(|statement| statement.stipulation == "h#2");
    for statement in composed.take(4) {
        let statement = Statement { stipulation: "h#2 duplex".to_owned(), ..statement };
        for (_, half) in halves(Game::MINI, &statement) {
            let Problem { position, stipulation, .. } = half.expect("a problem");
            solved += u32::from(lines_equal_oracle(&position, stipulation).is_some());
        }
    }
    assert!(solved >= 10 && illegal >= 1, "{solved} solved, {illegal} illegal");
}

#[test]
fn duplex_reads_back_from_every_format() {
    let setup = Setup::from_fen(Game::MINI, "w: Ka3 Rb1 Rb2; b: Kg3 Be3 Pc2").expect("a list");
    for (stipulation, twin, labels) in [
        ("h#2 duplex", "", "a) b)"),
        ("h#2", "duplex", "a) b)"),
        ("h#2", "b) duplex", "a) b)"),
        ("h#2* 2.1.1.1 duplex", "", "a) b)"),
        ("h#0.5 duplex", "", "a) b)"),
        ("ser-h#12 duplex", "b) Pc2 -> c3", "a) b) c) d)"),
        ("h#2 (Duplex)", "b) Pc2 -> c3; +c) -wRb1", "a) b) +c) d) e) f)"),
        ("h#2", "zeroposition a) Pc2 -> c3; b) exchanged colours; duplex", "a) b) c) d)"),
    ] {
        let statement = Statement {
            twin: twin.to_owned(),
            keys: "a) b2a2; b) e3f4".to_owned(),
            id: "one".to_owned(),
            ..stated(&setup, stipulation)
        };
        let expected = halves(Game::MINI, &statement);
        let found: Vec<&str> = expected.iter().map(|(label, _)| label.as_str()).collect();
        assert_eq!(found.join(" "), labels, "{stipulation} {twin}");
        assert!(expected.iter().all(|(_, problem)| problem.is_ok()), "{expected:?}");
        let (headings, cells): (Vec<String>, Vec<String>) = statement.to_cells().into_iter().unzip();
        let mut files = vec![
            (format!("BeginProblem\n{}EndProblem\n", popeye_text(&setup, &statement)), ProblemFormat::Popeye),
            (entry_yaml(&setup, &statement), ProblemFormat::Entries),
            (entry_json(&setup, &statement), ProblemFormat::Entries),
        ];
        for (text, _) in &files {
            assert!(text.contains("Duplex") && !text.contains("duplex"), "{text}");
        }
        let Statement { fen, keys, .. } = &statement;
        files.push((
            format!(
                "{fen}; variant mini; stip \"{stipulation}\"; twin \"{twin}\"; key \"{keys}\"; id \"one\";\n"
            ),
            ProblemFormat::Lines,
        ));
        for (text, format) in files {
            assert_eq!(halves(Game::MINI, &read(&text, format)), expected, "{text}");
        }
        assert_eq!(halves(Game::MINI, &Statement::of_cells(&headings, &cells)), expected);
    }
}

#[test]
fn duplex_column_marks_problems() {
    let read = |heading: &str, mark: &str| {
        let text = format!("{heading},fen,stipulation\n{mark},Kd1 w,h#2\n");
        statements(text.as_bytes(), ProblemFormat::Csv).next().expect("a row").expect("memory")
    };
    for words in ALL {
        let name = words.book.duplex;
        for mark in ["yes", "x", "1", "TRUE", name] {
            let statement = read(name, mark);
            assert_eq!(
                (statement.stipulation.as_str(), statement.fault),
                ("h#2 duplex", None),
                "{name} {mark}"
            );
        }
        for mark in ["", "no", "0", "-"] {
            assert_eq!(read(name, mark).stipulation, "h#2", "{name} {mark}");
        }
    }
    let fault = read("duplex", "maybe").fault.expect("a fault");
    assert_eq!(
        (fault.code(), fault.to_string().as_str()),
        ("table-row", "column duplex: \"maybe\" is neither yes nor no")
    );
}

#[test]
fn duplex_words_are_read() {
    let setup = Setup::from_fen(Game::MINI, "w: Ka3 Rb1 Rb2; b: Kg3 Be3 Pc2").expect("a list");
    let expected = halves(Game::MINI, &stated(&setup, "h#2 duplex"));
    for words in ALL {
        let name = words.book.duplex;
        assert_eq!(halves(Game::MINI, &stated(&setup, &format!("h#2 {name}"))), expected, "{name}");
        let twin = Statement { twin: format!("b) {name}"), ..stated(&setup, "h#2") };
        assert_eq!(halves(Game::MINI, &twin), expected, "{name}");
    }
}

#[test]
fn second_half_loses_en_passant_right() {
    let fen = "w: Kf1 Pe5; b: Kf11 Pf5; ep f6; clock 0; move 9";
    let setup = Setup::from_fen(Game::GLINSKI, fen);
    let Ok(setup) = setup else { panic!("{setup:?}") };
    assert!(!setup.crossed.is_empty());
    let Ok((_, twins)) = Problem::with_twins(Game::GLINSKI, &stated(&setup, "#2 duplex"), None) else {
        panic!("{}", setup.to_fen())
    };
    let second = twins[0].problem.as_ref().expect("a problem");
    assert!(Setup::from(&second.position).crossed.is_empty());
}

#[test]
fn games_for_three_lack_other_side() {
    let position = hexmate_position::Position::start(Game::ECHEX3);
    let found = halves(Game::ECHEX3, &stated(&Setup::from(&position), "#2 duplex"));
    let [(_, Ok(_)), (_, Err(code))] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(code, TwinError::NoOtherSide.code());
}
