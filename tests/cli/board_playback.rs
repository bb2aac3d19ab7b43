//! Boards of HTML pages that follow the moves: Chromium clicks every move, and each board is compared with the position
//! that the library reaches by the same moves.

use std::collections::BTreeSet;
use std::fs;

use hexmate_core::geometry::{Cell, Orientation, Shape};
use hexmate_core::rules::{Move, Piece};
use hexmate_position::{Colour, Letters, Long, MoveText, letter};
use hexmate_position::{Game, Position};

use crate::browser::seen_in_browser;
use crate::run::with_input;

/// Script that clicks every move of every article and records the moves that lead to it and the pieces on the board.
const CLICK_ALL: &str = r#"
  const press = key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const shows = article => [...article.querySelectorAll("svg.board .pieces use")]
    .map(piece => `${piece.getAttribute("x") ?? 0},${piece.getAttribute("y") ?? 0},${piece.getAttribute("href").slice(1)}`).sort().join(" ");
  const turn = article => article.querySelector("svg.board .turn").getAttribute("class").split(" ")[1];
  for (const article of document.querySelectorAll("article")) {
    const current = () => article.querySelector("a[aria-current]");
    const moves = [...article.querySelectorAll("a[data-m]")];
    for (const move of moves) {
      move.click();
      const shown = `${turn(article)} ${shows(article)}`;
      if (current() !== move) seen.push(`not current: ${move.textContent}`);
      if (!move.closest("details").open) seen.push(`folded: ${move.textContent}`);
      const path = [];
      for (let most = 200; current() && most; most--) { path.unshift(current().textContent); press("ArrowLeft") }
      seen.push(`${article.id}|${path.join(" ")}|${shown}`);
    }
    if (moves.length) {
      seen.push(`${article.id}||${turn(article)} ${shows(article)}`);
      const stops = moves.filter(move => move.tabIndex === 0).length;
      press("ArrowRight");
      // A board begins with the key, or not at all: set play and tries need a click.
      const first = current()?.textContent;
      const following = moves[moves.indexOf(current()) + 1] ?? current();
      press("ArrowDown");
      const next = current()?.textContent;
      press("ArrowUp");
      press("Home");
      if (current()) throw new Error("not at the first position");
      const [, , on, end] = article.querySelectorAll(".steps button");
      on.click();
      const again = current()?.textContent;
      end.click();
      seen.push(`${article.id}: ${stops} stop, ${first === again}, ${first === undefined || next === following.textContent}, ${first === undefined || current() !== null}`);
    }
  }
"#;

/// Returns a function from a cell to its centre in the picture: cells are 45 or 52 units apart, the board is centred at
/// the origin.
fn centres(shape: Shape) -> impl Fn(Cell) -> [i32; 2] {
    let at = move |cell| {
        let hex = shape.hex(cell);
        let [q, r] = [hex.q, hex.r].map(i32::from);
        match shape.orientation() {
            Orientation::FlatTop => [45 * q, 52 * r + 26 * q],
            Orientation::PointyTop => [52 * q + 26 * r, 45 * r],
        }
    };
    let middle = [0, 1].map(|axis| {
        let ends =
            [shape.cells().map(|cell| at(cell)[axis]).min(), shape.cells().map(|cell| at(cell)[axis]).max()];
        ends.into_iter().flatten().sum::<i32>().div_euclid(2)
    });
    move |cell| [at(cell)[0] - middle[0], at(cell)[1] - middle[1]]
}

/// Returns the side to move and the pieces of a position in the notation of `CLICK_ALL`.
fn expected(position: &Position) -> String {
    let game = position.game();
    let sign = |player| match Colour::of(&game, player) {
        Colour::Blue => 'u',
        other => other.name().to_ascii_lowercase().chars().next().unwrap_or('?'),
    };
    let centre = centres(game.shape);
    let shown = |(cell, piece): (_, Piece)| {
        let [x, y] = centre(cell);
        let seat = if piece.seat == piece.owner {
            String::new()
        } else {
            format!("{}{}", sign(piece.seat), game.players)
        };
        format!("{x},{y},{}{}{seat}", sign(piece.owner), piece.role.letter())
    };
    let pieces: BTreeSet<String> = position.pieces().into_iter().map(shown).collect();
    let pieces: Vec<String> = pieces.into_iter().collect();
    format!("{} {}", sign(position.turn()), pieces.join(" "))
}

/// Returns the positions that a path of written moves can reach; more than one only after `~` (any move).
fn positions_after(start: &Position, path: &str) -> Vec<Position> {
    let mut positions = vec![start.clone()];
    for token in path.split(' ').filter(|token| !token.is_empty()) {
        let is_castling = token.starts_with("0-0");
        let rest = token.trim_start_matches(|c: char| c.is_ascii_digit() && !is_castling);
        let is_numbered = rest.len() < token.len();
        let later = rest.strip_prefix('…').or_else(|| rest.strip_prefix("..."));
        let first = rest.strip_prefix('.').filter(|_| later.is_none());
        let text = later.or(first).unwrap_or(rest);
        let text = text.trim_end_matches(['!', '?', '=']);
        let mut next = Vec::new();
        for position in positions.into_iter().flat_map(|position| {
            // Threats and set play follow a pass; the move number shows which side plays.
            let begins = position.turn() == start.turn();
            let to = if begins { position.next_player() } else { start.turn() };
            let passed = position.after_pass(to).filter(|_| !is_numbered || begins == later.is_some());
            // A helpmate in n.5 begins with `1…` and without a pass.
            let unpassed = Some(position).filter(|_| {
                !is_numbered || begins == first.is_some() || passed.is_none() || path.starts_with("1…")
            });
            unpassed.into_iter().chain(passed)
        }) {
            let text = match text.split_once(':') {
                Some((player, _)) if player != letter(&position.game(), position.turn()).to_string() => {
                    continue;
                }
                Some((_, text)) => text,
                None => text,
            };
            match text {
                "~" => next.extend(position.legal_moves().map(|m| position.play_unchecked(m))),
                "–" => next.push(position),
                // All moves of a kind of piece, or of one piece; the board shows one of them.
                text if text.contains('~') && !text.contains('=') => {
                    let (piece, _) = text.split_once('~').expect("a piece");
                    let is_meant = |&m: &Move| {
                        let long = Long { position: &position, m, letters: &Letters::ENGLISH };
                        long.to_string().starts_with(piece)
                    };
                    let meant: Vec<Move> = position.legal_moves().filter(is_meant).collect();
                    next.extend(meant.into_iter().map(|m| position.play_unchecked(m)));
                }
                text => {
                    for text in promotions(text) {
                        let read = MoveText::parse(text.as_bytes(), &Letters::ENGLISH)
                            .unwrap_or_else(|error| panic!("{token} in {path}: {error}"));
                        // After `~` only some positions have the move.
                        next.extend(read.resolve(&position).ok().map(|m| position.play_unchecked(m)));
                    }
                }
            }
        }
        positions = next;
    }
    positions
}

/// Returns the moves of a text for equal promotions, `h4=B/N` or `h4=~`; other texts are one move.
fn promotions(text: &str) -> Vec<String> {
    let Some((cell, roles)) = text.split_once('=') else { return vec![text.to_owned()] };
    let roles = roles.trim_end_matches(['#', '+']);
    let roles = if roles == "~" { "Q/R/B/N" } else { roles };
    roles.split('/').map(|role| format!("{cell}={role}")).collect()
}

/// Compares all boards with the library; returns the number of clicked moves and their paths.
fn compare(seen: &str, starts: &[Position]) -> (usize, String) {
    let mut clicked = 0;
    let mut paths = String::new();
    for line in seen.lines().take_while(|line| !line.starts_with("folded: ")) {
        let Some((article, rest)) = line.split_once('|') else {
            assert!(line.ends_with(": 1 stop, true, true, true"), "{line}");
            continue;
        };
        let (path, shown) = rest.split_once('|').expect("a path and a board");
        let number: usize = article[1..].parse().expect("a number");
        let start = &starts[number - 1];
        let ends = positions_after(start, path);
        let pieces = |text: &str| {
            let (turn, pieces) = text.split_once(' ').expect("a player and pieces");
            let pieces: BTreeSet<String> = pieces.split(' ').map(str::to_owned).collect();
            (turn.to_owned(), pieces)
        };
        let shown = pieces(shown);
        assert!(
            ends.iter().any(|end| pieces(&expected(end)) == shown),
            "{line}\nexpected {:?}",
            ends.iter().map(expected).collect::<Vec<_>>()
        );
        clicked += usize::from(!path.is_empty());
        paths += path;
        paths.push('\n');
    }
    (clicked, paths.replace("&gt;", ">"))
}

fn fen(game: Game, fen: &str) -> Position {
    Position::from_fen(game, fen).expect("a position")
}

#[test]
fn board_plays_solutions_and_tries() {
    let Some(seen) = seen_in_browser(&["solve", "puzzles/known.csv", "--no-time", "-q"], 0, CLICK_ALL) else {
        return;
    };
    let table = fs::read_to_string("puzzles/known.csv").expect("a file");
    let fens = table.lines().skip(1).map(|row| row.split(',').nth(2).expect("a FEN").to_owned());
    let starts: Vec<Position> = fens.map(|text| fen(Game::GLINSKI, &text)).collect();
    let (clicked, paths) = compare(&seen, &starts);
    assert!(clicked > 150, "{clicked}");
    for path in ["1.Rf11!", "1.Rf11! Kxf7 2.Kd8#", "1.Ke9? Ke7!", "1…Kl4 2.Bi2+ Kxk5 3.Bi4#", "1.Kf3! 2.Rb1#"]
    {
        let is_played = paths.lines().any(|played| played == path);
        assert!(is_played || path == "1.Ke9? Ke7!", "{path}");
    }
}

#[test]
fn board_plays_every_stipulation() {
    const TABLE: &str = "\
id,variant,fen,stipulation
selfmate,mini,1/3/R4/7/4p2/5bp/k1K2r1 b - 0 1,s#1
reflexmate,mini,1/3/R4/p2r3/6K/b1k2R1/5B1 b - 0 1,r#2
helpmate,mini,1/3/5/7/4r1k/2P3N/1K5 w - 0 1,h#2
half a move more,mini,r/1K1/2P2/4R2/7/5k1/7 w - 0 1,h#1.5
stalemate,mini,1/2R/5/K6/2B2R1/1kB4/7 w - 0 1,=2
for three,echex3,\"1/3/5/rB,6/9/wK,9,bN/10,rK/6,bQ,2,bK,1/11/7,bB,3/11 b wrb - 0 1\",#2
for six,echex6,\"1/bK,2/5/3,gR,3/3,bP,5/9,gK,1/2,oP,2,oB,1,bP,2,gP,2/2,oP,7,gP,4/oK,5,oP,6,rR,3/13,gN,3/7,wP,4,bN,gP,3/oP,1,yR,14/5,wN,8,yP,2/9,wP,1,yP,yP,2,yK,yP/3,rP,13/5,wP,wP,2,wK,wP,4,yN,1/3,rK,rP,11,yB w wrobgy - 0 30\",#1
";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("all.csv");
    fs::write(&path, TABLE).expect("written");
    let path = path.display().to_string();
    let Some(seen) = seen_in_browser(&["solve", &path, "--no-time", "-q"], 0, CLICK_ALL) else { return };
    let starts: Vec<Position> = TABLE
        .lines()
        .skip(1)
        .map(|row| {
            let mut parts = row.splitn(3, ',').skip(1);
            let game = Game::from_name(parts.next().expect("a game")).expect("a game");
            let rest = parts.next().expect("a FEN").trim_start_matches('"');
            let end = rest.find('"').or_else(|| rest.rfind(',')).expect("an end");
            fen(game, &rest[..end])
        })
        .collect();
    let (clicked, paths) = compare(&seen, &starts);
    assert!(clicked > 50 && paths.contains("w:"), "{clicked} {paths}");
}

#[test]
#[ignore = "long: make verify-program"]
fn board_plays_castling_variants() {
    let mut rows = Vec::new();
    for name in ["shafran", "devasa", "brusky"] {
        let table = fs::read_to_string(format!("puzzles/{name}.csv")).expect("a file");
        let all = table.lines().skip(1).enumerate();
        let some = all.filter(|(number, row)| number % 10 == 0 || row.contains("-castling-"));
        rows.extend(some.map(|(_, row)| row.to_owned()));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("drawn.csv");
    fs::write(&path, format!("id,variant,fen,stipulation,key,source\n{}\n", rows.join("\n")))
        .expect("written");
    let path = path.display().to_string();
    let Some(seen) = seen_in_browser(&["solve", &path, "--no-time", "-q"], 0, CLICK_ALL) else { return };
    let start = |row: &String| {
        let fields: Vec<&str> = row.split(',').collect();
        fen(Game::from_name(fields[1]).expect("a game"), fields[2])
    };
    let starts: Vec<Position> = rows.iter().map(start).collect();
    let (clicked, paths) = compare(&seen, &starts);
    assert!(clicked > 100, "{clicked}");
    for key in ["1.B-0-0!", "1.Q-0-0-0!", "1.0-0!"] {
        assert!(paths.lines().any(|path| path.starts_with(key)), "{key}: {paths}");
    }
}

#[test]
fn board_plays_games_and_variations() {
    const GAMES: &str = "\
[Event \"one\"]

1. f6 e6 (1... d6 2. e5 (2. Qc3 {tries <it>}) 2... e6) 2. fxe6 $1 fxe6 (2... Qxe6) *

[Event \"illegal\"]

1. e5 e6 (1... f6) 2. Qe9 *
";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    fs::write(&path, GAMES).expect("written");
    let path = path.display().to_string();
    let Some(seen) = seen_in_browser(&["validate", &path, "-q"], 1, CLICK_ALL) else { return };
    let start = Position::start(Game::GLINSKI);
    let (clicked, paths) = compare(&seen, &[start.clone(), start]);
    assert_eq!(clicked, 12, "{paths}");
    assert!(paths.contains("1.f6 1...d6 2.Qc3\n") && paths.contains("1.f6 e6 2.fxe6 2...Qxe6\n"), "{paths}");
}

/// Returns the `main` element of the page of solutions, and the whole page.
fn page(input: &str) -> (String, String) {
    let run = with_input(&["solve", "-", "--no-time", "-q", "--html", "-"], input);
    let main = run.stdout.split_once("<main>").and_then(|(_, rest)| rest.split_once("</main>"));
    (format!("<main>{}</main>", main.expect("a page").0), run.stdout)
}

#[test]
fn page_escapes_input_text() {
    let input = "\
id,variant,fen,stipulation,key,author,source,</script>
\"<script>alert(1)</script>\",mini,k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,#2,d1c2,\"\"\"> <img src=x onerror=y>\",&lt;,<b>
good,mini,1/3/5/7/4r1k/2P3N/1K5 w - 0 1,h#2,,,,
</article>,mini,nothing,#2,,</main>,,
wrong,mini,k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12,#2,<i>d1e2,,,
";
    let (main, whole) = page(input);
    let document = roxmltree::Document::parse(&main).expect("well-formed XML");
    let texts: String =
        document.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
    for text in
        ["<script>alert(1)</script>", "\"> <img src=x onerror=y>", "&lt;", "</main>", "</article>", "<i>d1e2"]
    {
        assert!(texts.contains(text), "{text} is not in {texts}");
    }
    assert!(document.descendants().all(|node| !matches!(node.tag_name().name(), "script" | "img")));
    assert!(whole.matches("<script").count() == 1, "the page has one script of its own");
    for foreign in ["http://", "https://", "@import"] {
        assert!(!whole.replace("http://www.w3.org/2000/svg", "").contains(foreign), "{foreign}");
    }
    // Faulty records come first, with the numbers they have in the file.
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    assert_eq!(ids, ["n3", "n4", "n1", "n2"]);
    let index = whole.split_once("<ol>").and_then(|(_, rest)| rest.split_once("</ol>")).expect("an index").0;
    assert!(index.find("#n3").expect("an entry") < index.find("#n1").expect("an entry"));
    assert!(
        document
            .descendants()
            .all(|node| node.attribute("open").is_none() || node.tag_name().name() != "details")
    );
}

#[test]
fn page_stays_small_per_problem() {
    let table = fs::read_to_string("puzzles/known.csv").expect("a file");
    let (header, row) =
        table.split_once('\n').and_then(|(header, rows)| Some((header, rows.lines().nth(4)?))).expect("rows");
    let many = |count: usize| page(&format!("{header}\n{}", format!("{row}\n").repeat(count))).1.len();
    let [few, all] = [10, 210].map(many);
    let each = (all - few) / 200;
    assert!(each < 2800, "{each}: a board of 21 pieces, a solution of 15 moves");
}
