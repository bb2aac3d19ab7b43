//! Twins in the notation of composers, good and bad.

use hexmate_position::{Game, Position};
use hexmate_problems::{KeyClaim, Problem, Twin, parse_stipulation, stipulation_text};

/// White has Kf1 Rf5 Be4 Nd3, Black Kc8 Rf7 c6.
const FEN: &str = "1/3/5/k6/4r4/2p8/5R5/4B6/3N7/11/5K5 w - 0 1";

fn problem(game: Game, fen: &str) -> Problem {
    let position = Position::from_fen(game, fen).expect("a legal position");
    let stipulation = parse_stipulation(&game, "#2").expect("a stipulation");
    Problem { solutions: Some(2), ..Problem::new(position, stipulation) }
}

/// Returns the twins of the diagram: label, and board with stipulation or error code.
fn twins_of(text: &str) -> Vec<(String, String)> {
    let twin = |Twin { label, problem, .. }: Twin| {
        let content = match problem {
            Ok(twin) => {
                assert_eq!((twin.claim, twin.solutions), (KeyClaim::default(), Some(2)));
                let fen = twin.position.to_fen();
                let board = fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
                format!("{board} {}", stipulation_text(&Game::GLINSKI, twin.stipulation))
            }
            Err(error) => error.code().to_owned(),
        };
        (label, content)
    };
    problem(Game::GLINSKI, FEN).twins(text).into_iter().map(twin).collect()
}

/// Returns the only twin of a text.
fn single_twin(text: &str) -> String {
    let [(label, content)] = &twins_of(text)[..] else { panic!("{text}") };
    assert_eq!(label, "b)", "{text}");
    content.clone()
}

#[test]
fn piece_operations_change_board() {
    let moved = "1/3/5/k6/4r4/2p5R2/11/4B6/3N7/11/5K5 w #2";
    for text in ["b) Rf5 -> i6", "b) f5->i6", "b)wRf5-->wRi6", "Rf5-i6", " b)  Rf5 \u{2192} i6 ;"] {
        assert_eq!(single_twin(text), moved, "{text}");
    }
    let swapped = "1/3/5/k6/4r4/2p8/5R5/4N6/3B7/11/5K5 w #2";
    for text in ["b) Be4 <-> Nd3", "e4<-->d3", "b) exchange Be4 \u{2194} wNd3", "b) Nd3 <-> Be4"] {
        assert_eq!(single_twin(text), swapped, "{text}");
    }
    let more = "1/3/5/k6/4r4/2p1p6/5R5/4B6/3N7/11/5K5 w #2";
    for text in ["b) +bPe6", "b) + bPe6", "+bPe6"] {
        assert_eq!(single_twin(text), more, "{text}");
    }
    let less = "1/3/5/k6/4r4/2p8/5R5/4B6/11/11/5K5 w #2";
    for text in ["b) -wNd3", "b) -Nd3", "b) - Nd3", "-d3"] {
        assert_eq!(single_twin(text), less, "{text}");
    }
    let both = "1/3/5/k6/4r4/2p1p3R2/11/4B6/11/11/5K5 w #2";
    for text in ["b) Rf5->i6, +bPe6, -Nd3", "b) -d3 +bPe6 & f5->i6", "b) Rf5-->i6,+bPe6 and -wNd3"] {
        assert_eq!(single_twin(text), both, "{text}");
    }
}

#[test]
fn colours_and_stipulations_change() {
    let exchanged = "1/3/5/K6/4R4/2P8/5r5/4b6/3n7/11/5k5 w #2";
    for text in
        ["b) colours", "b) exchanged colours", "b) Colors exchanged", "b) PolishType", "b) Polish type"]
    {
        assert_eq!(single_twin(text), exchanged, "{text}");
    }
    let board = FEN.strip_suffix(" - 0 1").expect("no rights");
    for stipulation in ["h#2.5", "=3", "+2", "ser-h#4"] {
        assert_eq!(single_twin(&format!("b) {stipulation}")), format!("{board} {stipulation}"));
    }
    assert_eq!(single_twin("b) h#3, -Nd3"), "1/3/5/k6/4r4/2p8/5R5/4B6/11/11/5K5 w h#3");
}

#[test]
fn popeye_words_are_changes() {
    for (text, same) in [
        ("b) move f5 i6", "b) f5 -> i6"),
        ("b) Move f5-->i6", "b) f5 -> i6"),
        ("b) exchange e4 d3", "b) e4 <-> d3"),
        ("b) Exchange e4<-->d3", "b) e4 <-> d3"),
        ("b) Remove d3", "b) -d3"),
        ("b) add black Pe6", "b) +bPe6"),
        ("b) Stipulation h#3", "b) h#3"),
        ("b) rotate 180, exchanged colours", "b) turn 180, colours"),
        ("b) shift f6 f5, -f1", "b) shift f6 -> f5, -f1"),
        ("b) move f5 i6, remove d3", "b) f5 -> i6, -d3"),
    ] {
        assert_eq!(single_twin(text), single_twin(same), "{text}");
    }
}

#[test]
fn mirror_reflects_board() {
    let mirrored = "1/3/5/6k/4r4/8p2/5R5/6B4/7N3/11/5K5 w #2";
    for text in ["b) mirror a1 <-> l1", "b) mirror a6<-->l6", "b) Mirror b1 l1", "b) mirror e4 -> g4"] {
        let expected = if text.contains("b1") { "twin-no-motion" } else { mirrored };
        assert_eq!(single_twin(text), expected, "{text}");
    }
    assert_eq!(single_twin("b) mirror f6 <-> f6"), "twin-no-motion");
    assert_eq!(single_twin("b) mirror f1 <-> f11, mirror f1 <-> f11, -d3"), single_twin("b) -d3"));
    // Every one of the six axes.
    for pair in ["f1 <-> f11", "a1 <-> l1", "a6 <-> f11", "a1 <-> f11", "f1 <-> a6", "f1 <-> a1"] {
        let text = format!("b) mirror {pair}, mirror {pair}, h#5");
        assert_eq!(single_twin(&text), single_twin("b) h#5"), "{text}");
    }
}

#[test]
fn letters_of_eight_languages_are_read() {
    for text in [
        "b) Bf5 -> i6, -Fe4",
        "b) Wf5 -> i6, -Ge4",
        "b) Tf5 -> i6, -Le4",
        "b) Tf5 -> i6, -Fe4",
        "b) Tf5 -> i6, -Ae4",
        "b) Лf5 -> i6, -Сe4",
        "б) Лf5 -> i6, -Сe4",
        "b) Tf5 -> i6, -Ke4",
        "B) Rf5 -> i6, -Be4",
    ] {
        assert_eq!(single_twin(text), single_twin("b) Rf5 -> i6, -Be4"), "{text}");
    }
    assert_eq!(single_twin("b) +sGye6"), single_twin("b) +bPe6"));
    let labels = twins_of("б) Rf5->i6; в) -Nd3; +г) -Be4").into_iter().map(|(label, _)| label);
    assert_eq!(labels.collect::<Vec<_>>(), ["b)", "c)", "+d)"]);
}

#[test]
fn zeroposition_has_changes_in_first_twin() {
    let text = "zeroposition a) Rf5->i6; b) -Nd3; c) continued -Be4";
    let twins = twins_of(text);
    let expected = twins_of("b) Rf5->i6; c) -Nd3; +d) -Be4");
    let contents =
        |twins: &[(String, String)]| twins.iter().map(|(_, twin)| twin.clone()).collect::<Vec<_>>();
    assert_eq!(contents(&twins), contents(&expected));
    assert_eq!(twins.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>(), ["a)", "b)", "+c)"]);
    for text in ["Zeroposition: a) -Nd3", "zero position; -Nd3", "Nullstellung а) -Nd3"] {
        assert_eq!(twins_of(text), [("a)".to_owned(), single_twin("b) -Nd3"))], "{text}");
    }
}

#[test]
fn twin_labels_and_continuations_are_read() {
    let labels =
        |text: &str| twins_of(text).into_iter().map(|(label, _)| label).collect::<Vec<_>>().join(" ");
    for (text, expected) in [
        ("", ""),
        (" ; ", ""),
        ("a) diagram; b) Rf5->i6; c) -Nd3", "b) c)"),
        ("a) b) Rf5->i6 c) -Nd3", "b) c)"),
        ("Rf5->i6; -Nd3", "b) c)"),
        ("b) Rf5->i6\n+c) -Nd3\nd) -Nd3", "b) +c) d)"),
    ] {
        assert_eq!(labels(text), expected, "{text}");
    }
    let twins = twins_of("b) Rf5->i6; +c) -Nd3; d) -Nd3; e) h#3; +f) -Nd3");
    let [_, both, single, _, help] = &twins[..] else { panic!("{twins:?}") };
    assert_eq!(both.1, "1/3/5/k6/4r4/2p5R2/11/4B6/11/11/5K5 w #2");
    assert_eq!(single.1, "1/3/5/k6/4r4/2p8/5R5/4B6/11/11/5K5 w #2");
    assert_eq!(help.1, "1/3/5/k6/4r4/2p8/5R5/4B6/11/11/5K5 w h#3");
}

#[test]
fn bad_twins_have_codes() {
    for (text, code) in [
        ("b)", "twin-no-change"),
        ("b) diagram", "twin-no-change"),
        ("b) nonsense", "twin-unknown-change"),
        ("b) Rf5", "twin-unknown-change"),
        ("b) Rf5 ->", "twin-unknown-change"),
        ("b) -> Rf5", "twin-unknown-change"),
        ("b) Rf5 -> z9", "twin-unknown-change"),
        ("b) Rf5 -> f12", "twin-unknown-change"),
        ("b) +Pe6", "twin-unknown-change"),
        ("b) +we6", "twin-unknown-change"),
        ("b) +", "twin-no-change"),
        ("b) \u{2654}f5 -> i6", "twin-other-piece"),
        ("b) f5\u{20ac} -> i6", "twin-unknown-change"),
        ("b) h#0", "twin-unknown-change"),
        ("b) Rf6 -> i6", "twin-no-piece"),
        ("b) -Nd4", "twin-no-piece"),
        ("b) Qf5 -> i6", "twin-other-piece"),
        ("b) bRf5 -> i6", "twin-other-piece"),
        ("b) -bNd3", "twin-other-piece"),
        ("b) Rf5 -> e4", "twin-occupied"),
        ("b) +wPe4", "twin-occupied"),
        ("b) -wKf1", "no-king"),
        ("b) +wKa1", "several-kings"),
        ("b) Kf1 -> d8", "opponent-in-check"),
        ("b) +wPf11", "pawn-on-last-cell"),
    ] {
        assert_eq!(single_twin(text), code, "{text}");
    }
    assert_eq!(twins_of("a) Rf5->i6")[0].1, "twin-is-diagram");
    let twins = twins_of("b) Rf6->i6; +c) -Nd3; d) -Nd3");
    let codes: Vec<&str> = twins.iter().map(|(_, content)| content.as_str()).collect();
    assert_eq!(codes[..2], ["twin-no-piece", "twin-none-before"]);
    assert!(codes[2].ends_with("#2"), "later twins are still read: {codes:?}");
}

#[test]
fn multiplayer_twins_reject_colour_exchange() {
    let fen = "1/3/5/rB,6/9/wK,9,bN/10,rK/6,bQ,2,bK,1/11/7,bB,3/11 b wrb - 0 1";
    let problem = problem(Game::ECHEX3, fen);
    let codes = |text: &str| {
        let twins = problem.twins(text).into_iter();
        twins.map(|twin| twin.problem.map_or_else(|error| error.code(), |_| "fine")).collect::<Vec<_>>()
    };
    assert_eq!(codes("b) +rNa1; c) exchanged colours; d) #2r"), ["fine", "twin-several-players", "fine"]);
}

#[test]
fn twin_keeps_possible_ep_right() {
    let fen = "1/3/5/k6/9/5pP4/11/11/11/11/K10 b g5 0 1";
    let Ok(position) = Position::from_fen(Game::GLINSKI, fen) else { panic!("{fen}") };
    let stipulation = parse_stipulation(&Game::GLINSKI, "#2").expect("a stipulation");
    let problem = Problem::new(position, stipulation);
    let rights = problem
        .twins("b) h#2; c) g6->i6")
        .into_iter()
        .map(|twin| twin.problem.expect("a problem").position.crossed_cells().len());
    assert_eq!(rights.collect::<Vec<_>>(), [1, 0]);
}
