//! Input files with good and bad records in `solve`, `validate` and `diagram`.

use std::fs;

use insta::assert_snapshot;

use crate::run::{Ended, hexmate, with_input};

const FROM_PLAY: &str = "1/3/5/4R2/9/11/2p3b2B1/5p5/3p2k4/2r8/3K7 b - 5 63";
const THREE_KEYS: &str = "1/3/1B1PB/2k4/7p1/1PBN7/1K4N4/6p4/11/10r/1b9 w - 0 1";

const RED_IS_NEAR: &str = "1/2,bK/rP,bR,3/5,bP,1/rK,4,bP,3/4,wP,6/3,bP,7/wQ,10/7,wP,3/2,wP,1,wN,1,wK,wP,3/2,wP,4,wR,wP,2 w wrb - 3 29";
const WHITE_OR_RED: &str = "1/3/5/5,bP,wB/6,rN,2/11/10,bB/rQ,4,rK,5/7,wQ,3/wK,2,bR,7/5,bK,5 b wrb - 0 1";

/// Returns EPD lines of problems with every verdict and of every kind of unreadable record.
fn lines_of_all_kinds() -> String {
    format!(
        "{FROM_PLAY}; dm 2; bm g3f3; id \"sound\";\n\
         {FROM_PLAY}; dm 2; bm c4; id \"another key is claimed\";\n\
         {FROM_PLAY}; dm 2; bm g3l6; id \"an illegal key is claimed\";\n\
         {FROM_PLAY}; dm 3; id \"short\";\n\
         {FROM_PLAY}; dm 1; id \"none\";\n\
         {FROM_PLAY}; id \"no length\";\n\
         {THREE_KEYS}; dm 2; id \"three keys\";\n\
         {THREE_KEYS}; dm 2; bm Ne7 Ni6 Nd4; id \"three keys, as claimed\";\n\
         1/3/5/7/9/11/11/11/11 w - 0 1; dm 2; id \"nine ranks\";\n\
         1/3/5/7/9/12/11/11/11/11/11 w - 0 1; dm 2; id \"a rank too long\";\n\
         1/3/5/3k3/9/11/11/11/5K5/5K5/11 w - 0 1; dm 2; id \"two kings\";\n\
         1/3/5/3x3/9/11/11/11/5K5/11/11 w - 0 1; dm 2; id \"an unknown letter\";\n\
         junk\n"
    )
}

#[test]
fn every_problem_gets_a_status() {
    let input = lines_of_all_kinds();
    let text = with_input(&["solve", "-", "--no-time"], &input);
    assert_eq!(text.status, Some(1));
    assert_snapshot!("records_solve_text", text);
    let csv = with_input(&["solve", "-", "--format", "csv", "--no-time"], &input);
    assert_snapshot!("records_solve_csv", csv);
    let json = with_input(&["solve", "-", "--format", "json", "--no-time"], &input);
    assert_eq!(json.stdout.lines().count(), input.lines().count());
    assert_eq!(csv.stdout.lines().count(), input.lines().count() + 1);
}

/// Games of two and three players: any or a named player is to be mated, as CSV and as EPD.
#[test]
fn report_names_mated_players() {
    let table = format!(
        "id,variant,fen,stipulation,key\n\
         any,echex3,\"{RED_IS_NEAR}\",#1,a4b6\n\
         red,echex3,\"{RED_IS_NEAR}\",#1r,a4b6\n\
         black,echex3,\"{RED_IS_NEAR}\",#1b,\n\
         white or red,echex3,\"{WHITE_OR_RED}\",#2,f1e1\n\
         white,echex3,\"{WHITE_OR_RED}\",#2w,\n\
         no player with this letter,echex3,\"{WHITE_OR_RED}\",#2y,\n\
         of two,glinski,{FROM_PLAY},#2,g3f3\n"
    );
    let csv = with_input(&["solve", "-", "--format", "csv", "--no-time"], &table);
    assert_snapshot!("records_solve_victims", csv);
    let lines = format!("{WHITE_OR_RED}; dm 2; bm f1e1; id \"white or red\";\n{WHITE_OR_RED}; dm 3;\n");
    let command = ["solve", "-", "--variant", "echex3", "--no-time", "--format"];
    let json = with_input(&[&command[..], &["json"]].concat(), &lines);
    assert!(json.stdout.lines().all(|line| line.contains(r#""victim":["w","r"]"#)), "{json}");
    let stopped = with_input(&[&command[..], &["csv", "--nodes", "420", "--keys-only"]].concat(), &lines);
    assert_snapshot!("records_solve_victims_limit", stopped);
}

#[test]
fn sound_problems_exit_with_0() {
    let ended = with_input(&["solve", "-", "--mate", "2", "-q"], FROM_PLAY);
    assert_eq!((ended.status, ended.stderr.as_str()), (Some(0), ""));
}

#[test]
fn node_limit_is_not_no_solution() {
    let ended = with_input(&["solve", "-", "--mate", "2", "--nodes", "20", "--no-time"], THREE_KEYS);
    assert_eq!(ended.status, Some(1));
    assert_snapshot!("records_solve_limit", ended);
}

#[test]
fn output_ignores_number_of_threads() {
    let input = lines_of_all_kinds().repeat(20);
    let run =
        |threads: &str| with_input(&["solve", "-", "-j", threads, "--no-time", "--format", "csv"], &input);
    let [single, two, five] = ["1", "2", "5"].map(run);
    assert_eq!(single.stdout, two.stdout);
    assert_eq!(single.stdout, five.stdout);
}

#[test]
fn report_and_diagrams_accompany_stdout() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let [report, lines, diagrams] = ["report.csv", "lines.jsonl", "diagrams"].map(path);
    let input = lines_of_all_kinds();
    let shown = with_input(
        &[
            "solve",
            "-",
            "--no-time",
            "--format",
            "csv",
            "--report",
            &report,
            "--jsonl",
            &lines,
            "--diagrams",
            &diagrams,
        ],
        &input,
    );
    let read = |name: &str| fs::read_to_string(name).expect(name);
    assert_eq!(read(&report), shown.stdout);
    assert_eq!(read(&lines).lines().count(), input.lines().count());
    let drawn = fs::read_dir(&diagrams).expect("a folder").count();
    let is_position = |line: &&str| !line.contains(",BAD_INPUT,") && !line.contains(",ILLEGAL,");
    assert_eq!(drawn, shown.stdout.lines().skip(1).filter(is_position).count());
    assert!(read(&format!("{diagrams}/three-keys--as-claimed.svg")).starts_with("<svg "));
}

#[test]
fn validate_reads_all_file_kinds() {
    let games =
        "[Event \"a\"]\n\n1.e5 e6 {open\n\n[Event \"b\"]\n\n1.e5 e9 *\n\n[Event \"c\"]\n\n1.e5 e6 *\n";
    let table = format!("id,fen,stipulation,key\na,{FROM_PLAY},#2,Kf3\nb,{FROM_PLAY},#2,Kl6\nc,1/3,#2,\n");
    let inputs = [games, &lines_of_all_kinds(), &table, "", "\n\n", "\u{1}\u{2}binary\u{3}", "{never closed"];
    let ended = inputs.map(|input| with_input(&["validate", "-", "--format", "csv"], input));
    assert!(ended.iter().all(|ended| ended.status == Some(1)));
    assert_snapshot!("records_validate", ended.map(|ended: Ended| ended.to_string()).join("\n"));
    assert_snapshot!("records_validate_text", with_input(&["validate", "-"], games));
}

#[test]
fn overlong_line_is_one_bad_record() {
    let long = "x".repeat(10_000_000);
    let epd = format!("{FROM_PLAY}; dm 2;\n{long}\n{FROM_PLAY}; dm 2;\n");
    let solved = with_input(&["solve", "-", "--no-time", "--format", "csv"], &epd);
    let statuses: Vec<bool> = solved.stdout.lines().map(|line| line.contains("SOUND")).collect();
    assert_eq!(statuses, [false, true, false, true]);
    let pgn = format!("1.e5 e6 *\n\n[Event \"{long}\"]\n\n1.e5 {long} *\n\n[Event \"b\"]\n\n1.e5 e6 *\n");
    let validated = with_input(&["validate", "-", "--format", "csv"], &pgn);
    let good: Vec<bool> = validated.stdout.lines().map(|line| line.contains(",ok,")).collect();
    assert_eq!(good, [false, true, false, true]);
}

#[test]
fn missing_file_does_not_stop_others() {
    let ended = hexmate(&["validate", "no-such-file", "tests/examples/three-games.pgn", "--format", "csv"]);
    assert_eq!(ended.status, Some(3));
    assert_eq!(ended.stdout.lines().count(), 5);
    assert!(ended.stdout.lines().nth(1).is_some_and(|row| row.contains("no-such-file")), "{}", ended.stdout);
    assert!(ended.stderr.contains("cannot read no-such-file"), "{}", ended.stderr);
}

#[test]
fn diagrams_are_text_or_pictures() {
    let text = |args: &[&str]| hexmate(&[&["diagram", "start", "--variant", "mini"], args].concat());
    assert_snapshot!("records_diagram_ascii", text(&["--format", "ascii", "--bottom", "b"]));
    assert!(text(&[]).stdout.starts_with("<svg "));
    for bad in [&["--bottom", "r"][..], &["--circle", "z9"], &["--arrow", "d1"], &["--theme", "blue"]] {
        assert_eq!(text(bad).status, Some(2), "{bad:?}");
    }
    assert_eq!(hexmate(&["diagram", "puzzles/README.md"]).status, Some(1));
    let many = hexmate(&["diagram", "puzzles/known.csv"]);
    assert_eq!((many.status, many.stdout.as_str()), (Some(2), ""), "{many}");
}
