//! `diagram`: single pictures, folders, sheets, strips of games, rule sheets and board templates; HTML pages.

use std::collections::BTreeSet;
use std::fs;

use super::run::{hexmate, with_input};

/// A game whose comments have arrows and circles.
const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e5 {[%cal Ge5e6,Rb1b2][%csl Yf6]} e6 2. Qc3 *\n";

/// Returns whether the ids of a document are distinct.
fn has_distinct_ids(picture: &str) -> bool {
    let document = roxmltree::Document::parse(picture).expect("well-formed XML");
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    ids.iter().collect::<BTreeSet<_>>().len() == ids.len()
}

fn boards(picture: &str) -> usize {
    picture.matches("<svg ").count() - 1
}

#[test]
fn strip_shows_requested_plies() {
    let folder = tempfile::tempdir().expect("a folder");
    let strip = |plies: &str| {
        let out = folder.path().join(plies).join("{id}.svg").display().to_string();
        let ended = with_input(&["diagram", "-", "--plies", plies, "-o", &out], GAME);
        assert_eq!((ended.status, ended.stderr.as_str()), (Some(0), ""));
        fs::read_to_string(folder.path().join(plies).join("game-0001-A-B.svg"))
            .expect("a file named by game number and players")
    };
    let all = strip("all");
    assert!(has_distinct_ids(&all) && all.contains("<title id=\"h-t\">A – B</title>"));
    assert_eq!([boards(&all), boards(&strip("0,2"))], [4, 2]);
    assert!(all.contains("<title id=\"h-1-t\">1. e5</title>"), "each board is titled by its move");
    assert!(all.contains("<title id=\"h-2-t\">1... e6</title>"));
    let one = strip("1");
    assert!(one.contains(r#"class="arrows""#) && one.contains(r#"class="circles""#), "comments are drawn");
    let none = with_input(&["diagram", "-", "--plies", "9", "-o", "unused"], GAME);
    assert_eq!(none.status, Some(1), "{none}");
    let _ = fs::remove_dir("unused");
}

#[test]
fn sheet_shows_every_problem() {
    let args = ["diagram", "puzzles/known.csv", "--sheet", "--caption", "--columns", "2", "--theme", "greys"];
    let sheet = hexmate(&args).stdout;
    assert_eq!(boards(&sheet), 6);
    assert!(has_distinct_ids(&sheet));
    let captions = sheet.matches(r#"<path class="caption""#).count();
    assert_eq!(captions, 12, "each board has normal and bold text");
}

#[test]
fn kings_are_optional_on_request() {
    for game in ["glinski", "devasa", "echex3"] {
        let rook = if game == "echex3" { "w: Rd4" } else { "w: Rf5; b: pf6" };
        let words = ["moves", rook, "--variant", game];
        let refused = hexmate(&words);
        assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""), "{refused}");
        assert!(refused.stderr.contains("--without-kings accepts players without a king"), "{refused}");
        let listed = hexmate(&[&words[..], &["--without-kings", "--format", "csv"]].concat());
        assert_eq!((listed.status, listed.stderr.as_str()), (Some(0), ""));
        let cell = &rook[4..6];
        let picture = ["diagram", rook, "--variant", game, "--moves-of", cell];
        let refused = hexmate(&picture);
        assert!(refused.status == Some(2) && refused.stderr.contains("; --without-kings"), "{refused}");
        let drawn = hexmate(&[&picture[..], &["--without-kings"]].concat()).stdout;
        let document = roxmltree::Document::parse(&drawn).expect("well-formed XML");
        let is_mark = |class: Option<&str>| class.is_some_and(|class| ["dots", "rings"].contains(&class));
        let groups = document.descendants().filter(|node| is_mark(node.attribute("class")));
        let marks: usize =
            groups.map(|group| group.children().filter(roxmltree::Node::is_element).count()).sum();
        assert_eq!(marks, listed.stdout.lines().count() - 1, "{game}: {drawn}");
    }
    // Other faults stay errors.
    let two_kings = hexmate(&["moves", "w: Kf1 Kf6", "--without-kings"]);
    assert!(two_kings.status == Some(2) && two_kings.stderr.contains("king"), "{two_kings}");
}

#[test]
fn side_to_move_follows_option() {
    let has_disc = |args: &[&str]| {
        let ended = hexmate(&[&["diagram"], args].concat());
        assert_eq!(ended.status, Some(0), "{ended}");
        ended.stdout.matches("class=\"to-move\"").count()
    };
    assert_eq!(has_disc(&["start"]), 0);
    assert_eq!(has_disc(&["start", "--to-move"]), 1);
    assert_eq!(has_disc(&["start", "--caption"]), 1);
    assert_eq!(has_disc(&["start", "--caption", "--to-move=never"]), 0);
    assert_eq!(has_disc(&["puzzles/known.csv", "--sheet"]), 6);
    assert_eq!(has_disc(&["puzzles/known.csv", "--sheet", "--to-move=never"]), 0);
    assert_eq!(has_disc(&["tests/examples/three-games.pgn", "--sheet", "--plies", "1", "--to-move"]), 3);
    assert_eq!(hexmate(&["diagram", "--rules", "glinski", "--to-move"]).status, Some(2));
    assert_eq!(hexmate(&["diagram", "start", "--to-move=sometimes"]).status, Some(2));
    let text = |args: &[&str]| {
        hexmate(&[&["diagram", "start", "--variant", "mini", "--format", "ascii"], args].concat()).stdout
    };
    assert!(text(&["--caption", "--stipulation", "#2"]).ends_with("\n#2   9+9   White to move\n"));
    assert_eq!(text(&["--caption", "--to-move=never"]), format!("{}9+9\n", text(&[])));
}

#[test]
fn output_names_use_problem_ids() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("no-{id}.svg").display().to_string();
    assert_eq!(hexmate(&["diagram", "puzzles/known.csv", "-o", &out]).status, Some(0));
    assert!(folder.path().join("no-play-1.svg").is_file());
}

#[test]
fn single_position_writes_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(at("one.fen"), "1/2k/5/7/9/11/11/11/11/2P8/5K5 w - 0 1\n").expect("a file");
    let [one, stdout, text] = ["one.svg", "stdout.svg", "one.txt"].map(at);
    assert_eq!(hexmate(&["diagram", &at("one.fen"), "-o", &one]).status, Some(0));
    assert!(fs::read_to_string(&one).expect("a file and no folder").starts_with("<svg "));
    fs::write(&stdout, hexmate(&["diagram", &at("one.fen")]).stdout).expect("a file");
    assert_eq!(fs::read(&stdout).ok(), fs::read(&one).ok());
    assert_eq!(hexmate(&["diagram", &at("one.fen"), "-o", &text]).status, Some(0));
    assert!(fs::read_to_string(&text).expect("a file").contains("11 . 11"));
    let many = at("many.svg");
    let refused = hexmate(&["diagram", "puzzles/known.csv", "-o", &many]);
    assert_eq!((refused.status, fs::metadata(&many).is_err()), (Some(2), true), "{refused}");
    assert!(refused.stderr.contains("--sheet"), "{refused}");
    assert_eq!(hexmate(&["diagram", "puzzles/known.csv", "-o", &at("folder")]).status, Some(0));
    assert_eq!(fs::read_dir(at("folder")).expect("a folder").count(), 6);
}

#[test]
fn solve_diagrams_use_theme_and_arrows() {
    let folder = tempfile::tempdir().expect("a folder");
    let drawn = |more: &[&str]| {
        let pictures = folder.path().join("pictures").display().to_string();
        let args = ["solve", "puzzles/known.csv", "--no-time", "-q", "--diagrams", &pictures];
        let ended = hexmate(&[&args[..], more].concat());
        assert_eq!(ended.status, Some(0), "{ended}");
        fs::read_to_string(folder.path().join("pictures/play-1.svg")).expect("a picture")
    };
    let [plain, printed, arrows] = [drawn(&[]), drawn(&["--theme", "print"]), drawn(&["--key-arrows"])];
    assert!(!plain.contains(r#"class="arrows""#) && arrows.contains(r#"class="arrows""#));
    let sheet = |theme: &str| hexmate(&["diagram", "puzzles/known.csv", "--theme", theme, "--sheet"]).stdout;
    let colours = |picture: &str| -> BTreeSet<String> {
        picture.split("fill=\"#").skip(1).map(|rest| rest.chars().take(6).collect()).collect()
    };
    assert!(colours(&printed).is_subset(&colours(&sheet("print"))));
    assert!(!colours(&plain).is_subset(&colours(&sheet("print"))));
}

#[test]
fn every_hexagon_has_rules_and_template() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, panels) in [("glinski", 9), ("mini", 7), ("mccooey", 9), ("echex3", 9), ("echex6-16", 9)] {
        let rules = hexmate(&["diagram", "--rules", game]).stdout;
        assert_eq!(boards(&rules), panels, "{game}");
        assert!(has_distinct_ids(&rules));
        let out = folder.path().join(game).display().to_string();
        let ended = hexmate(&["diagram", "--template", "--variant", game, "--paper", "letter", "-o", &out]);
        assert_eq!(ended.status, Some(0), "{ended}");
        assert_eq!(fs::read_dir(&out).expect("a folder").count(), 2);
    }
}

#[test]
fn other_boards_have_no_template() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, panels) in [("shafran", 11), ("devasa", 10), ("brusky", 10)] {
        let rules = hexmate(&["diagram", "--rules", game]).stdout;
        assert_eq!(boards(&rules), panels, "{game}");
        assert!(has_distinct_ids(&rules));
        let out = folder.path().join(game).display().to_string();
        let refused = hexmate(&["diagram", "--template", "--variant", game, "-o", &out]);
        assert_eq!(refused.status, Some(2));
        assert!(
            refused.stderr.contains("not a regular hexagon") && refused.stderr.contains("[no-wedges]"),
            "{refused}"
        );
        assert!(!folder.path().join(game).exists());
    }
}

#[test]
fn colour_file_errors_name_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("colours.toml").display().to_string();
    fs::write(&path, "light = \"#123456\"\n[pieces.white]\nfill = \"#abcdef\"\n").expect("written");
    let drawn = hexmate(&["diagram", "start", "--colors", &path]).stdout;
    assert!(drawn.contains("#123456") && drawn.contains("#abcdef"));
    fs::write(&path, "light = \"white\"\n").expect("written");
    let refused = hexmate(&["diagram", "start", "--colors", &path]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("line 1"), "{refused}");
    assert_eq!(hexmate(&["diagram", "start", "--colors", "no-such-file"]).status, Some(3));
}

#[test]
fn marks_take_a_colour() {
    // In this theme yellow is a grey that nothing else has.
    let fen = "1/3/5/7/9/11/11/11/11/11/5K5 w - 0 1";
    for option in ["--mark", "--dot", "--ring", "--cross", "--circle"] {
        let drawn = |cell| hexmate(&["diagram", fen, "--theme", "print", option, cell]);
        let [plain, yellow] = ["h5", "Yh5"].map(drawn);
        assert_eq!((plain.status, yellow.status), (Some(0), Some(0)), "{option}: {yellow}");
        assert!(yellow.stdout.contains("#777777") && !plain.stdout.contains("#777777"), "{option}");
    }
}

#[test]
fn invalid_marks_are_rejected() {
    for bad in [
        ["--mark", "z9"],
        ["--dot", "f12"],
        ["--moves-of", "j1"],
        ["--arrow-above", "Xe1e2"],
        ["--prefix", "7"],
    ] {
        assert_eq!(hexmate(&["diagram", "start", bad[0], bad[1]]).status, Some(2), "{bad:?}");
    }
}

#[test]
fn solutions_make_one_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html").display().to_string();
    let solved = hexmate(&["solve", "puzzles/known.csv", "--no-time", "-q", "--html", &path]);
    assert_eq!(solved.status, Some(0));
    let page = fs::read_to_string(&path).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert_eq!(page.matches("<article ").count(), solved.stdout.lines().count());
    assert_eq!(page.matches("data-verdict=\"COOKED\"").count(), solved.stdout.matches("COOKED").count());
    assert!(page.contains("6 problems, 1 COOKED, 5 SOUND, all as expected"));
    assert!(needs_no_network(&page));
}

/// Returns whether the only addresses in a page are the namespaces of SVG.
fn needs_no_network(page: &str) -> bool {
    page.match_indices("http").all(|(at, _)| page[at..].starts_with("http://www.w3.org/"))
}

#[test]
fn validate_page_shows_error_boards() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html").display().to_string();
    let files = ["tests/examples/three-games.pgn", "tests/examples/slips.pgn", "puzzles/known.csv"];
    let checked = hexmate(&[&["validate"], &files[..], &["--format", "csv", "--html", &path]].concat());
    assert_eq!(checked.status, Some(1));
    let page = fs::read_to_string(&path).expect("a page");
    assert_eq!(page.matches("<article ").count(), checked.stdout.lines().count() - 1);
    for status in ["ok", "illegal", "ambiguous"] {
        let rows = checked.stdout.matches(&format!(",{status},")).count();
        assert!(rows > 0);
        assert_eq!(page.matches(&format!("data-status=\"{status}\"")).count(), rows, "{status}");
    }
    let faulty = page.matches("<article ").count() - page.matches("data-status=\"ok\"").count();
    let first_section =
        page.split_once("<section class=\"faults\">").and_then(|(_, rest)| rest.split_once("</section>"));
    assert_eq!(first_section.map(|(section, _)| section.matches("class=\"board\"").count()), Some(faulty));
    let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "ids are distinct");
    assert!(needs_no_network(&page));
    let summary = checked.stderr.lines().last().expect("a summary");
    assert!(page.contains(summary), "the page has the summary: {checked}");
}

#[test]
fn page_on_stdout_stands_alone() {
    let games = "tests/examples/three-games.pgn";
    for command in ["validate", "stats"] {
        let page = hexmate(&[command, games, "-q", "--html", "-"]).stdout;
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
        assert!(needs_no_network(&page));
    }
}

#[test]
fn missing_letters_of_captions_are_reported() {
    let run = hexmate(&["diagram", "start", "--above", "Győző Ἀρχή Ґанок 漢"]);
    let note = "characters that the fonts lack are printed as question marks: 漢 (U+6F22)\n";
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), note), "{run}");
    let plain = hexmate(&["diagram", "start", "--above", "Győző Ἀρχή Ґанок ?"]);
    // Screen readers have the character.
    assert_eq!((plain.stdout, plain.stderr.as_str()), (run.stdout.replace('漢', "?"), ""));
}

#[test]
fn large_coordinates_keep_inside_frame() {
    for (game, scale) in [("glinski", ".175"), ("brusky", ".175"), ("devasa", ".175"), ("echex6", ".25")] {
        let [small, large] = ["edge", "large"]
            .map(|labels| hexmate(&["diagram", "start", "--variant", game, "--coordinates", labels]).stdout);
        let width = |svg: &str| {
            let (_, rest) = svg.split_once("viewBox=\"").expect("a view box");
            rest.split(' ').nth(2).and_then(|width| width.parse::<i32>().ok()).expect("a width")
        };
        assert!(width(&large) > width(&small) && large.contains(&format!("scale({scale})")), "{game}");
    }
}

#[test]
fn problem_captions_show_table_columns() {
    let table = "id,fen,stipulation,author,source,date,prize,dedication,solutions,twin\n\
        x,w: Kf6 Qg4; b: Kf11,h#2* 2.1.1.1,A. Nagy,Magyar Sakk,1987,1. díj,B. Kis emlékére,,b) Qg4 -> g5\n";
    let args = ["diagram", "-", "--caption", "--format", "ascii"];
    let ended = with_input(&args, table);
    let texts = [
        "A. Nagy",
        "B. Kis emlékére",
        "Magyar Sakk, 1987",
        "1. díj",
        "h#2* 2.1.1.1",
        "2 solutions",
        "b) Qg4 → g5",
    ];
    for text in texts {
        assert!(ended.stdout.contains(text), "{text}: {ended}");
    }
}

#[test]
fn sheets_name_several_games() {
    let table = "id,variant,fen,stipulation\nx,glinski,w: Kf6 Qg4; b: Kf11,#2\n";
    let both = format!("{table}y,echex3,w: Kg1 Pe4; r: Ka5; b: Kl6,#1\n");
    let drawn = |table: &str| {
        let ended = with_input(&["diagram", "-", "--sheet", "--caption", "--letters", "hungarian"], table);
        assert_eq!(ended.status, Some(0), "{ended}");
        ended.stdout
    };
    let height = |svg: &str| -> i32 {
        let view_box =
            svg.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"')).expect("a view box").0;
        view_box.split(' ').nth(3).and_then(|height| height.parse().ok()).expect("a height")
    };
    let named = |table: &str| {
        height(&drawn(table)) > height(&drawn(&table.replace("echex3", "glinski").replace("; r: Ka5", "")))
    };
    assert!(named(&both) && !named(table));
}

#[test]
fn solved_diagrams_list_pieces() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let draw = |args: &[&str]| {
        let problem = "puzzles/known.csv";
        let ended = hexmate(&[&["solve", problem, "--diagrams", &path, "--no-time", "-q"], args].concat());
        assert_eq!(ended.status, Some(0), "{ended}");
        fs::read_to_string(folder.path().join("play-2.svg")).expect("a picture")
    };
    let height = |svg: &str| -> i32 {
        let view_box =
            svg.split("viewBox=\"").nth(1).and_then(|text| text.split('"').next()).expect("a view box");
        view_box.split(' ').nth(3).and_then(|text| text.parse().ok()).expect("a number")
    };
    assert!(height(&draw(&["--piece-list"])) > height(&draw(&[])), "two more lines");
}

#[test]
fn disputed_moves_are_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html").display().to_string();
    for (moves, cells) in [("2. Nc4", 1), ("2. Qc5", 1), ("2. Kf2", 1), ("2. Zz9", 0)] {
        let game = format!("[Variant \"glinski\"]\n\n1. f6 e6 {moves} *\n");
        let ended = with_input(&["validate", "-", "--html", &path], &game);
        let page = fs::read_to_string(&path).expect("a page");
        let advice = ended.stdout.split("nearest legal moves: ").nth(1).unwrap_or_default();
        let nearest = advice.lines().next().unwrap_or_default().matches('(').count();
        assert_eq!(page.matches(r#"class="arrow tone""#).count(), nearest, "{moves}: {ended}");
        assert_eq!(page.matches(r#"class="marked tone-r""#).count(), cells, "{moves}");
        assert!(nearest > 0 || cells == 0 || moves.contains('K'), "{moves}: {ended}");
    }
}

#[test]
fn arrows_and_widths_have_usual_spellings() {
    let drawn = |args: &[&str]| {
        let run = hexmate(&[&["diagram", "start"], args].concat());
        assert_eq!(run.status, Some(0), "{run}");
        run.stdout
    };
    let plain = drawn(&["--arrow", "f5f6", "--arrow", "Re4e6", "--last-move", "g4g5"]);
    for (first, second) in
        [("f5-f6", "Re4-e6"), ("f5–f6", "Re4→e6"), ("f5 f6", "Re4->e6"), ("F5-F6", "RE4-E6")]
    {
        assert_eq!(drawn(&["--arrow", first, "--arrow", second, "--last-move", "g4-g5"]), plain);
    }
    assert_eq!(drawn(&["--arrow", "f5-f6, Re4-e6", "--last-move", "g4-g5"]), plain);
    assert_eq!(drawn(&["--circle", "f6,g7"]), drawn(&["--circle", "f6", "--circle", "g7"]));
    for (width, pixels) in
        [("50mm", "189"), ("5cm", "189"), ("5 cm", "189"), ("2in", "192"), ("300", "300"), ("300px", "300")]
    {
        assert!(drawn(&["--width", width]).contains(&format!(" width=\"{pixels}\" ")), "{width}");
    }
    assert_eq!(drawn(&["--language", "hu"]), drawn(&["--letters", "hungarian"]));
    let run = hexmate(&["diagram", "start", "--width", "wide"]);
    assert!(run.status == Some(2) && run.stderr.contains("a length such as 50mm"), "{run}");
}
