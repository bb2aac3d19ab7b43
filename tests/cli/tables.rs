//! Notes on tables of problems: unused columns, headings in eight languages, overlong and repeated rows.

use crate::run::with_input;

const FEN: &str = "1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1";
const OTHER: &str = "b/2r/5/2k4/ppp2p2p/3PP1P4/11/1Q3R5/7R3/2P3b1P1q/1P4K2P1 w - 0 38";

/// Each case: a command, a table and the notes on stderr.
#[test]
fn tables_get_notes() {
    let solve: &[&str] = &["solve", "-", "--no-time"];
    let strip: &[&str] = &["compose", "strip", "-"];
    let perft: &[&str] = &["perft", "-", "--depth", "1"];
    for (command, table, notes) in [
        (solve, format!("id,fen,stipulation,key\na,{FEN},#2,k7f11\n"), vec![]),
        (
            solve,
            format!("id,fen,stipulation,remark,date\na,{FEN},#2,x,y\nb,{OTHER},#2,x,\n"),
            vec!["-: columns not used: remark, date"],
        ),
        (solve, format!("\u{feff}ID;FEN;Forderung;Datum\na;{FEN};#2;1\n"), vec!["-: column not used: Datum"]),
        (
            strip,
            format!("id,fen,stipulation,key,author\na,{FEN},#2,k7f11,b\n"),
            vec!["-: columns not used: key, author"],
        ),
        (perft, format!("id,fen,stipulation\na,{FEN},#2\n"), vec!["-: column not used: stipulation"]),
        (
            solve,
            format!("id,fen,stipulation\na,{FEN},#2,x,y,\nb,{OTHER},#2,,\n"),
            vec!["-:2: 5 cells, but 3 headings"],
        ),
        (
            solve,
            format!("id,fen,stipulation\na,{FEN},#2\n,{OTHER},#2\na,{FEN},#3\n"),
            vec!["-:4: the name \"a\" is also that of line 2", "-:4: the position is also that of line 2"],
        ),
    ] {
        let ended = with_input(command, &table);
        let found: Vec<&str> = ended.stderr.lines().filter(|line| line.starts_with("-:")).collect();
        assert_eq!(found, notes, "{table}{ended}");
        let quiet = with_input(&[command, &["-q"]].concat(), &table);
        assert!(!quiet.stderr.contains("not used") && !quiet.stderr.contains("also that"), "{quiet}");
        assert_eq!((quiet.status, &quiet.stdout), (ended.status, &ended.stdout));
    }
}

/// Only the first notes on rows are printed; the others are counted.
#[test]
fn many_row_notes_are_counted() {
    let rows = format!("a,{FEN},#1\n").repeat(40);
    let ended = with_input(&["solve", "-", "--no-time"], &format!("id,fen,stipulation\n{rows}"));
    assert_eq!(ended.stderr.matches("also that of line 2").count(), 10, "{ended}");
    assert!(ended.stderr.contains("-: 68 more notes on rows\n"), "{ended}");
}

/// A table without a column of positions has one error, which names its columns.
#[test]
fn missing_fen_column_is_named() {
    for (table, place) in [
        (format!("id,position,stip\n1,{FEN},#2\n2,{FEN},#2\n"), "-:1: "),
        (format!("Nr;Stellung;Forderung\n1;\"{FEN}\";#2\n"), "-:1: "),
        (format!("# a remark\r\nid,board,author\r\n1,{FEN},x\r\n"), "-:2: "),
    ] {
        let ended = with_input(&["solve", "-"], &table);
        let names = table.lines().find(|line| !line.starts_with('#')).expect("a header");
        let message = format!(
            "{place}missing column `fen` in the first line; found columns: {} [no-fen-column]",
            names.replace(',', ", ")
        );
        assert_eq!(
            (ended.status, ended.stdout.matches(&message).count()),
            (Some(1), 1),
            "{message}\n{ended}"
        );
        assert_eq!(ended.stdout.lines().count(), 1, "{ended}");
    }
}

/// Piece lists are found under every heading that means them, whatever separates the cells.
#[test]
fn piece_lists_have_every_delimiter() {
    for heading in
        ["pieces", "Piece list", "Bábok", "Bierki", "FIGUREN", "Steine", "Piezas", "Фигуры", "Pecoj"]
    {
        for by in [",", ";", "\t", "|"] {
            let rows =
                [["Nr", heading, "Stip"], ["7", "\"w: Kf6 Qg4; b: Kf11\"", "#1"]].map(|row| row.join(by));
            let solve = ["solve", "-", "-q", "--no-time", "--format", "csv"];
            let ended = with_input(&solve, &rows.join("\n"));
            let row = ended.stdout.lines().nth(1).unwrap_or_default();
            assert!(
                row.starts_with("7,glinski,k/3/5/7/9/5K5/11/6Q4/11/11/11 w - 0 1,#1,"),
                "{heading} {by:?} {ended}"
            );
        }
    }
}

/// A claimed key is checked under every heading that means `key`.
#[test]
fn claims_are_read_under_every_heading() {
    for heading in [
        "key",
        "solution",
        "Lösung",
        "LO\u{308}SUNG",
        "Megoldás",
        "Rozwiązanie",
        "Solución",
        "Clé",
        "Решение",
        "Solvo",
    ] {
        let table = format!("fen,stipulation,{heading}\n{FEN},#2,k7g10\n");
        let ended = with_input(&["solve", "-", "--no-time"], &table);
        assert!(ended.stdout.contains("claimed 1.Rk7-g10: not a key"), "{heading}: {ended}");
        assert!(!ended.stderr.contains("not used"), "{heading}: {ended}");
    }
}

/// In a helpmate with the unusual side to move, the row says so.
#[test]
fn helpmate_with_wrong_turn_gets_hint() {
    for (fen, stipulation, hint) in [
        (
            "1/3/5/7/7/k1P3N/2K4 w - 0 1",
            "h#2",
            "in h#2 the side to move is mated, here White; did you mean Black to move?",
        ),
        (
            "1/3/5/7/7/k1P3N/2K4 b - 0 1",
            "h#1.5",
            "in h#1.5 the side to move mates, here Black; did you mean White to move?",
        ),
        ("1/3/5/7/7/k1P3N/2K4 w - 0 1", "h#1.5", ""),
        ("1/3/5/7/7/k1P3N/2K4 w - 0 1", "#1", ""),
    ] {
        let ended = with_input(
            &["solve", "-", "--variant", "mini", "--no-time"],
            &format!("{fen}; stip \"{stipulation}\";\n"),
        );
        assert_eq!(ended.stdout.contains("did you mean"), !hint.is_empty(), "{ended}");
        assert!(ended.stdout.contains(hint), "{ended}");
    }
}
