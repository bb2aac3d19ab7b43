//! Files of Popeye and entries of YACPDB: positions of every game and all fields of a problem read back.

use std::collections::BTreeSet;

use hexmate_position::{Game, Position, Setup};
use hexmate_problems::interchange::{entry_json, entry_yaml, popeye_text};
use hexmate_problems::{ExtraColumn, Problem, ProblemFormat, Statement, statements};
use hexmate_text::MAX_CELLS;

use crate::laws::set_up;
use crate::sampling::scaled;

/// Returns the file of one problem in each format.
fn files(setup: &Setup, statement: &Statement) -> [(String, ProblemFormat); 3] {
    [
        (format!("BeginProblem\n{}EndProblem\n", popeye_text(setup, statement)), ProblemFormat::Popeye),
        (entry_yaml(setup, statement), ProblemFormat::Entries),
        (entry_json(setup, statement), ProblemFormat::Entries),
    ]
}

/// Returns the only statement of a file.
fn read(text: &str, format: ProblemFormat) -> Statement {
    let all: Vec<Statement> =
        statements(text.as_bytes(), format).map(|statement| statement.expect("memory")).collect();
    let [statement] = &all[..] else { panic!("{} statements: {text}", all.len()) };
    assert_eq!(statement.fault, None, "{text}");
    statement.clone()
}

/// Returns a stipulation of the game for a number.
fn stipulation(game: Game, number: usize) -> &'static str {
    let all = ["", "#2", "h#2", "h#2.5", "hs#2", "hs#2.5", "ser-h#3", "ser-#4", "s#3", "semi-r#2", "=2"];
    if game.players == 2 { all[number % all.len()] } else { ["", "#2", "#3"][number % 3] }
}

#[test]
fn positions_read_back_from_other_programs() {
    for game in Game::ALL.iter().copied() {
        let positions = (0..).filter_map(|seed| set_up::position(game, seed));
        for (number, position) in positions.take(scaled(2_000) as usize).enumerate() {
            let setup = Setup::from(&position);
            let stipulation = stipulation(game, number).to_owned();
            let statement = Statement { id: number.to_string(), stipulation, ..Statement::default() };
            for (text, format) in files(&setup, &statement) {
                let read = read(&text, format);
                assert_eq!(read.game(None).ok(), Some(game), "{text}");
                assert_eq!(read.setup(game).as_ref(), Ok(&setup), "{text}");
                assert_eq!((&read.id, &read.stipulation), (&statement.id, &statement.stipulation), "{text}");
            }
        }
    }
}

/// Texts that need quotation marks or escapes.
const HARD: [&str; 8] = [
    "a: b # c",
    "- [x, {y}]",
    "it's \"so\" \\ and more",
    "null",
    "1987",
    "Őz 漢 🙂",
    "\u{85}\u{2028}x",
    "Award twin",
];

#[test]
fn fields_read_back_from_other_programs() {
    let position = Position::from_fen(Game::MINI, "b/1k1/5/7/3R3/2K4/7 b - 0 1").expect("a FEN");
    let setup = Setup::from(&position);
    for number in 0..HARD.len() {
        let text = |more: usize| HARD[(number + more) % HARD.len()].to_owned();
        let statement = Statement {
            id: text(0),
            variant: "mini".to_owned(),
            stipulation: "h#2* 2.1.1.1".to_owned(),
            keys: "d6c5".to_owned(),
            twin: "b) +wPb2; +c) d3 -> e3, h#3; d) turn 180".to_owned(),
            author: text(1),
            source: text(2),
            further: vec![
                ExtraColumn::cell("date", "1987-03-05"),
                ExtraColumn::cell("prize", &text(3)),
                ExtraColumn::cell("remark", &text(4)),
                ExtraColumn::cell("Jahr", &format!("{}\nsecond", text(5))),
                ExtraColumn::cell("options", "Try, Variation"),
            ],
            ..Statement::default()
        };
        for (file, format) in files(&setup, &statement) {
            let read = read(&file, format);
            let fields = |statement: &Statement| {
                let Statement { id, stipulation, keys, author, source, .. } = statement;
                [id, stipulation, keys, author, source].map(Clone::clone)
            };
            let further = |statement: &Statement| -> BTreeSet<(String, String)> {
                statement.further.iter().map(|one| (one.name.clone(), one.value.trim().to_owned())).collect()
            };
            // Blanks of Unicode at the ends of a text are trimmed.
            let trimmed = |fields: [String; 5]| fields.map(|field| field.trim().to_owned());
            assert_eq!(trimmed(fields(&read)), trimmed(fields(&statement)), "{file}");
            assert_eq!(further(&read), further(&statement), "{file}");
            let twins = |statement: &Statement| {
                let fen = setup.to_fen();
                let statement = Statement { fen, ..statement.clone() };
                let problem = Problem::from_statement(Game::MINI, &statement, None).expect("a problem");
                problem
                    .twins(&statement.twin)
                    .into_iter()
                    .map(|twin| (twin.label, twin.problem))
                    .collect::<Vec<_>>()
            };
            assert!(twins(&statement).iter().all(|(_, twin)| twin.is_ok()), "{:?}", twins(&statement));
            assert_eq!(twins(&read), twins(&statement), "{file}");
        }
    }
}

#[test]
fn twins_of_zeroposition_read_back() {
    let setup = Setup::from_fen(Game::GLINSKI, "w: Kf6 Rc4; b: Kf11 Nd5").expect("a list");
    let twin = "zeroposition a) Rc4 -> d4; b) -bNd5; +c) shift f6 -> f5; d) mirror a1 <-> l1; e) turn 60";
    let statement = Statement { stipulation: "#2".to_owned(), twin: twin.to_owned(), ..Statement::default() };
    let problems = |statement: &Statement| {
        let (first, twins) = Problem::with_twins(Game::GLINSKI, statement, None).expect("a problem");
        let twins = twins.into_iter().map(|twin| (twin.label, twin.problem));
        (first, twins.collect::<Vec<_>>())
    };
    let expected = problems(&Statement { fen: setup.to_fen(), ..statement.clone() });
    for (text, format) in files(&setup, &statement) {
        assert_eq!(problems(&read(&text, format)), expected, "{text}");
    }
}

#[test]
fn popeye_words_are_read() {
    let file = "\
begi
titl Second of May
auth Jan Kowalski
auth Z. Szűcs
orig Szachista 7
awar 1st Prize
rema Corrected by the author
rema date: 1931
piec whit kf6 qg4 pe5f4 Sh10h1
 blac kf11
 pe7
stip h# 2 opti setp vari whiteto movenum maxs 9
twin cont move f6e6
twin stip h#3
next
stip ser-h#3 pieces black Ka1 white Kf6 Rb1
cond Mini
zero add black ba2b2
endp
a trailer
";
    let read: Vec<Statement> = statements(file.as_bytes(), ProblemFormat::Popeye)
        .map(|statement| statement.expect("memory"))
        .collect();
    let [first, second] = &read[..] else { panic!("{read:?}") };
    assert_eq!(first.fen, "white: Kf6 Qg4 Pe5 Pf4 Nh10 Nh1; black: Kf11 Pe7");
    assert_eq!((first.id.as_str(), first.author.as_str()), ("Second of May", "Jan Kowalski; Z. Szűcs"));
    assert_eq!((first.source.as_str(), first.stipulation.as_str()), ("Szachista 7", "h# 2*"));
    assert_eq!(first.twin, "+b) move f6 e6; c) stip h#3");
    let further: Vec<_> = first.further.iter().map(|one| (one.name.as_str(), one.value.as_str())).collect();
    let options = ("options", "vari, movenum, maxs 9");
    assert_eq!(
        further,
        [("prize", "1st Prize"), ("remark", "Corrected by the author"), ("date", "1931"), options]
    );
    assert_eq!((first.first_line, first.line, first.column), (1, 9, 11));
    assert_eq!(second.fen, "white: Kf6 Rb1; black: Ka1; black to move");
    assert_eq!(
        (second.variant.as_str(), second.twin.as_str()),
        ("mini", "zeroposition a) add black Ba2 add black Bb2")
    );
}

/// A record with as many names as the limit is read, in every format with named fields; one more is refused.
#[test]
fn records_have_limited_names() {
    let names = |count: usize| (0..count).map(|number| format!("n{number}"));
    let yaml = |count: usize| {
        let members = names(count - 1).map(|name| format!("{name}: x\n")).collect::<Vec<_>>().concat();
        (format!("---\nalgebraic: {{white: [Ka1], black: [Kf10]}}\n{members}"), ProblemFormat::Entries)
    };
    let table = |count: usize| {
        let headings: Vec<String> = names(count - 1).collect();
        let cells = vec!["x"; count - 1];
        (format!("fen,{}\nKa1,{}\n", headings.join(","), cells.join(",")), ProblemFormat::Csv)
    };
    for (limit, longer) in [(yaml(MAX_CELLS), yaml(MAX_CELLS + 1)), (table(MAX_CELLS), table(MAX_CELLS + 1))]
    {
        let [limit, longer] = [limit, longer].map(|(text, format)| {
            let first = statements(text.as_bytes(), format).next().expect("a problem").expect("memory");
            (first.further.len(), first.fault.map(|fault| fault.code()))
        });
        assert_eq!(limit, (MAX_CELLS - 1, None));
        assert_eq!(longer.1, Some("too-many-cells"));
    }
    let object = |count: usize| {
        let members = names(count - 1).map(|name| format!(",\"{name}\":1")).collect::<Vec<_>>().concat();
        let statement = Statement::from_json(1, &format!("{{\"fen\":\"Ka1\"{members}}}")).expect("a problem");
        (statement.further.len(), statement.fault.map(|fault| fault.code()))
    };
    assert_eq!(object(MAX_CELLS), (MAX_CELLS - 1, None));
    assert_eq!(object(MAX_CELLS + 1).1, Some("too-many-cells"));
}

/// A second member of the same name is kept as a second column.
#[test]
fn repeated_members_are_kept() {
    let statement = Statement::from_json(1, r#"{"fen":"Ka1","note":"x","note":"y"}"#).expect("a problem");
    let values: Vec<&str> = statement.further.iter().map(|further| further.value.as_str()).collect();
    assert_eq!(values, ["x", "y"]);
}
