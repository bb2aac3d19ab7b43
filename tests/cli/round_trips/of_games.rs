//! Laws of round trips of games.

use std::collections::HashMap;
use std::fs;

use super::games::random_game;
use super::tokens::{Token, Tokens, games};
use super::{Folder, Losses, convert, noted, read};
use crate::law_length::quick_or_full;
use crate::run::hexmate;

/// Random games with the tokens of each by its tag `Number`.
struct Source {
    text: String,
    games: HashMap<String, (String, Tokens)>,
}

impl Source {
    /// Returns the games of a law, from this seed on.
    fn new(is_for_two: bool) -> Self {
        Self::of(
            (0..quick_or_full(30, 1_000))
                .map(random_game)
                .filter(|game| game.is_for_two || !is_for_two)
                .map(|game| game.text),
        )
    }

    fn of(texts: impl Iterator<Item = String>) -> Self {
        let texts: Vec<String> = texts.collect();
        let tokens = texts.iter().map(|text| {
            let [game] = &games(text)[..] else { panic!("one game: {text}") };
            (number(game), (text.clone(), game.clone()))
        });
        Self { games: tokens.collect(), text: texts.concat() }
    }

    /// Compares the games of an output with the source by a rule, which returns the first loss.
    fn compare(
        &self,
        way: &str,
        pgn: &str,
        losses: &mut Losses,
        rule: impl Fn(&Tokens, &Tokens) -> Option<String>,
    ) {
        let found: HashMap<String, Tokens> =
            games(pgn).into_iter().map(|game| (number(&game), game)).collect();
        for (number, (text, game)) in &self.games {
            match found.get(number) {
                None => losses.add(way, "no game".to_owned(), text),
                Some(other) => {
                    if let Some(lost) = lost_tag(game, other).or_else(|| rule(game, other)) {
                        losses.add(way, lost, text);
                    }
                }
            }
        }
    }
}

fn number(game: &Tokens) -> String {
    game.tag("Number").expect("a number").to_owned()
}

/// Returns the first tag or result of a game that another lacks.
fn lost_tag(game: &Tokens, other: &Tokens) -> Option<String> {
    if game.result != other.result {
        return Some(format!("result {:?}", other.result));
    }
    let lost = game.tags.iter().find(|tag| !other.tags.contains(tag))?;
    Some(format!("tag {lost:?} of {:?}", other.tags))
}

/// Returns the first difference of two sequences of tokens.
fn is_equal(game: &Tokens, other: &Tokens) -> Option<String> {
    (game.text != other.text).then(|| {
        let same = game.text.iter().zip(&other.text).take_while(|(one, two)| one == two).count();
        let shown = |tokens: &[Token]| tokens.iter().map(Token::to_string).collect::<Vec<_>>().join(" ");
        let from = same.saturating_sub(2);
        format!("… {}\nnot … {}", shown(&other.text[from..]), shown(&game.text[from..]))
    })
}

/// Returns the first token of a game that is not in another game at its place; the other may have more.
fn is_contained(game: &Tokens, other: &Tokens) -> Option<String> {
    let mut rest = other.text.iter();
    let lost = game.text.iter().position(|token| !rest.any(|other| other == token))?;
    let shown = |tokens: &[Token]| tokens.iter().map(Token::to_string).collect::<Vec<_>>().join(" ");
    Some(format!("token {} of {}\nin {}", game.text[lost], shown(&game.text), shown(&other.text)))
}

#[test]
#[ignore = "long: make verify-program"]
fn convert_keeps_tokens_of_games() {
    let (source, folder, mut losses) = (Source::new(false), Folder::new(), Losses::default());
    let original = folder.write("games.pgn", &source.text);
    let forms = ["pgn", "csv", "json"];
    for first in forms {
        let one = folder.at(&format!("one.{first}"));
        convert(&original, first, &one);
        for second in forms {
            let (two, back) = (folder.at(&format!("two.{second}")), folder.at("back.pgn"));
            convert(&one, second, &two);
            convert(&two, "pgn", &back);
            source.compare(&format!("{first}, {second}"), &read(&back), &mut losses, is_equal);
        }
        for second in ["uci", "fen", "epd", "pieces", "popeye", "yacpdb", "yacpdb-json"] {
            let lossy = folder.at("lossy");
            let ended = hexmate(&["convert", &one, "--to", second, "-o", &lossy]);
            for (lost, [singular, plural]) in source.lost_by(second) {
                let note = format!("{lost} {}", if lost == 1 { singular } else { plural });
                let notes = ended
                    .stderr
                    .split([':', ',', '\n'])
                    .any(|item| item.split(" [").next().is_some_and(|item| item.trim() == note));
                if lost > 0 && !notes {
                    losses.add(&format!("{first} to {second}"), ended.stderr.clone(), &note);
                }
            }
            let strict = hexmate(&["convert", &one, "--to", second, "-o", &lossy, "--strict"]);
            assert_eq!(strict.status, Some(1), "{strict}");
        }
    }
    losses.assert_none();
}

impl Source {
    /// Returns how many tokens of each kind a form without room for them loses, with their names.
    fn lost_by(&self, form: &str) -> Vec<(usize, [&'static str; 2])> {
        let count = |is_kind: fn(&Token) -> bool| {
            self.games.values().flat_map(|(_, game)| game.main_line()).filter(|token| is_kind(token)).count()
        };
        let mut lost = vec![
            (count(|token| matches!(token, Token::Comment(_))), ["comment", "comments"]),
            (count(|token| matches!(token, Token::Mark(_))), ["NAG", "NAGs"]),
            (count(|token| matches!(token, Token::Open)), ["variation", "variations"]),
        ];
        if form != "uci" {
            lost.push((count(|token| matches!(token, Token::Move(_))), ["move", "moves"]));
        }
        lost
    }
}

#[test]
#[ignore = "long: make verify-program"]
fn select_keeps_tokens_of_games() {
    let (source, folder, mut losses) = (Source::new(false), Folder::new(), Losses::default());
    let original = folder.write("games.pgn", &source.text);
    for form in ["pgn", "csv", "json"] {
        let input = folder.at(&format!("input.{form}"));
        if form == "pgn" {
            fs::copy(&original, &input).expect("a copy");
        } else {
            convert(&original, form, &input);
        }
        for (number, how) in
            [&["--sort", "length"][..], &["--unique"], &["--plies", "0..6"]].into_iter().enumerate()
        {
            let [output, others] =
                ["out", "others"].map(|name| folder.at(&format!("{name}{number}-of-{form}.pgn")));
            let args = [&["select", &input, "-o", &output, "--others", &others][..], how].concat();
            let ended = hexmate(&args);
            assert!(ended.status.is_some_and(|status| status < 2), "{ended}");
            let mut all = String::new();
            for part in [output, others].iter().filter(|part| fs::exists(part).is_ok_and(|exists| exists)) {
                all += &read(part);
                all.push('\n');
            }
            source.compare(&format!("{form} {how:?}"), &all, &mut losses, is_equal);
        }
    }
    for field in ["player", "year", "7"] {
        let parts = folder.at(&format!("parts-{field}"));
        let ended = hexmate(&["select", &original, "--split", field, "-o", &parts]);
        assert!(ended.status.is_some_and(|status| status < 2), "{ended}");
        let mut names: Vec<_> =
            fs::read_dir(&parts).expect("parts").map(|part| part.expect("a part").path()).collect();
        names.sort();
        let all: String = names.iter().map(|name| read(name) + "\n").collect();
        source.compare(&format!("split {field}"), &all, &mut losses, is_equal);
    }
    losses.assert_none();
}

#[test]
#[ignore = "long: make verify-program"]
fn repair_keeps_tokens_of_games() {
    let (source, folder, mut losses) = (Source::new(false), Folder::new(), Losses::default());
    let original = folder.write("games.pgn", &source.text);
    let whole = folder.at("whole.pgn");
    let ended = hexmate(&["validate", &original, &format!("--repair={whole}"), "-q"]);
    assert!(ended.status.is_some_and(|status| status < 2), "{ended}");
    source.compare("repair", &read(&whole), &mut losses, is_equal);
    let parts = ["slice:1/2", "slice:2/2"].map(|shard| {
        let part = folder.at(&shard.replace([':', '/'], "-"));
        let ended =
            hexmate(&["validate", &original, "--repair=x.pgn", "-q", "--shard", shard, "--part", &part]);
        assert_eq!(ended.status, Some(0), "{ended}");
        part
    });
    let merged = folder.at("merged.pgn");
    let ended = hexmate(&[
        "merge",
        &parts[0],
        &parts[1],
        "-q",
        "-o",
        &folder.at("lines.txt"),
        &format!("--repair={merged}"),
    ]);
    assert!(ended.status.is_some_and(|status| status < 2), "{ended}");
    source.compare("merge of repair", &read(&merged), &mut losses, is_equal);
    losses.assert_none();
}

#[test]
#[ignore = "long: make verify-program"]
fn analyse_keeps_tokens_of_games() {
    let (source, folder, mut losses) = (Source::new(true), Folder::new(), Losses::default());
    let original = folder.write("games.pgn", &source.text);
    let analyse = ["analyse", &original, "--nodes", "20", "-q"];
    let (rows, whole) = (folder.at("rows.csv"), folder.at("whole.pgn"));
    let ended = hexmate(&[&analyse[..], &["-o", &rows, "--pgn", &whole]].concat());
    assert!(ended.status.is_some_and(|status| status < 2), "{ended}");
    source.compare("analyse", &read(&whole), &mut losses, is_contained);
    let again = folder.at("again.pgn");
    let ended = hexmate(&["analyse", &whole, "--nodes", "20", "-q", "-o", &rows, "--pgn", &again]);
    assert!(ended.status.is_some_and(|status| status < 2), "{ended}");
    source.compare("analyse of analysed games", &read(&again), &mut losses, is_contained);
    let parts = ["hash:1/2", "hash:2/2"].map(|shard| {
        let part = folder.at(&shard.replace([':', '/'], "-"));
        let ended = hexmate(&[&analyse[..], &["--shard", shard, "--part", &part]].concat());
        assert_eq!(ended.status, Some(0), "{ended}");
        part
    });
    let merged = folder.at("merged.pgn");
    let ended = hexmate(&["merge", &parts[0], &parts[1], "-q", "-o", &rows, "--pgn", &merged]);
    assert!(ended.status.is_some_and(|status| status < 2), "{ended}");
    source.compare("merge of analyse", &read(&merged), &mut losses, is_contained);
    losses.assert_none();
}

#[test]
fn repeated_tags_are_counted() {
    let (folder, mut losses) = (Folder::new(), Losses::default());
    let repeated = |number: u64| {
        let text = random_game(number).text;
        let tag = "[Number";
        text.replacen(
            tag,
            &format!("[Mark \"a\"]\n{}{tag}", if number.is_multiple_of(2) { "[Mark \"a\"]\n" } else { "" }),
            1,
        )
    };
    let source = Source::of((0..10).map(repeated));
    let original = folder.write("games.pgn", &source.text);
    let ended = convert(&original, "pgn", &folder.at("out.pgn"));
    assert!(ended.stderr.contains("5 records converted, 5 left out"), "{ended}");
    assert_eq!(ended.stderr.matches("[repeated-tag]").count(), 5, "{ended}");
    let copied = folder.at("copied.pgn");
    hexmate(&["select", &original, "-o", &copied, "-q"]);
    source.compare("select", &read(&copied), &mut losses, is_equal);
    losses.assert_none();
    assert_eq!(noted(&ended.stderr), 0);
}
