//! Input tables written by spreadsheets: delimiters, encodings, headings in other languages, long names.

use insta::assert_snapshot;

use crate::run::{Ended, hexmate, with_input};

const BOARD: &str = "k/3/3R1/3K1p1/3p3/1Pr2P1/3B3 w - 1 12";

fn solve(input: &str) -> Ended {
    with_input(&["solve", "-", "--variant", "mini", "--no-time"], input)
}

#[test]
fn table_accepts_all_delimiters() {
    let table = format!("id,fen,stipulation,key,author\na,{BOARD},#2,d1c2,\"Kovács, É.\"\nb,{BOARD},#2,,\n");
    let expected = with_input(&["solve", "-", "--variant", "mini", "--no-time", "--format", "csv"], &table);
    assert_eq!(expected.status, Some(0));
    let delimited =
        |by: &str| table.replace("\"Kovács, É.\"", "Kovács% É.").replace(',', by).replace('%', ",");
    for input in [
        table.clone(),
        delimited(";"),
        delimited("\t"),
        delimited("|"),
        delimited(";").replace('\n', "\r\n"),
        format!("\u{feff}{table}"),
        format!("\u{feff}{}", delimited(";").replace('\n', "\r\n")),
        format!("sep=;\r\n{}", delimited(";").replace('\n', "\r\n")),
        format!("\u{feff}\"sep=;\"\n{}", delimited(";")),
        format!("# problems\n\n{}", delimited("\t")),
        delimited(";").replace("id;fen;stipulation;key;author", " ID ; Fen;Stip ;KEY;\"Author\""),
        delimited(";").replace("id;fen;stipulation;key;author", "Nr.;FEN;Forderung;Schlüssel;Autor"),
        delimited(";").replace("id;fen;stipulation;key;author", "Sorszám;FEN;Követelmény;Kulcs;Szerző"),
        delimited(";").replace("id;fen;stipulation;key;author", "Numer;FEN;Zadanie;Klucz;Autor"),
    ] {
        let args = ["solve", "-", "--variant", "mini", "--no-time", "--format", "csv"];
        assert_eq!(with_input(&args, &input).stdout, expected.stdout, "{input}");
    }
}

#[test]
fn errors_keep_file_line_numbers() {
    let ended = solve(&format!("sep=;\r\n\r\nid;fen;stipulation\r\na;{BOARD};#2\r\nb;k/9;#2\r\n"));
    assert!(ended.stdout.contains("-:5: board has 2 ranks"), "{ended}");
    let bad = with_input(&["validate", "-", "--variant", "mini"], "id;fen\na;b\n");
    assert!(bad.stdout.starts_with("-:2:1: syntax"), "{bad}");
}

#[test]
fn table_accepts_spreadsheet_encodings() {
    let table = format!("sep=;\r\nNr.;FEN;Stip;Szerző\r\n1;{BOARD};# 2;Kővári Ágnes\r\n");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table.csv");
    let solved = |bytes: Vec<u8>| {
        std::fs::write(&path, bytes).expect("written");
        let name = path.display().to_string();
        hexmate(&["solve", &name, "--variant", "mini", "--no-time", "--format", "csv", "-q"])
    };
    let expected = solved(table.clone().into_bytes());
    assert!(expected.stdout.contains("SOUND") && expected.stdout.contains("Kővári Ágnes"), "{expected}");
    let utf16 = |order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        format!("\u{feff}{table}").encode_utf16().flat_map(order).collect()
    };
    assert_eq!(solved(utf16(u16::to_le_bytes)).stdout, expected.stdout);
    assert_eq!(solved(utf16(u16::to_be_bytes)).stdout, expected.stdout);
    let latin2 = |c: char| match c {
        'ő' => 0xf5,
        'Á' => 0xc1,
        'á' => 0xe1,
        _ => u8::try_from(c).expect("an ASCII character"),
    };
    assert_eq!(solved(table.chars().map(latin2).collect()).stdout, expected.stdout);
}

#[test]
fn unclosed_quote_is_reported() {
    let ended = solve(&format!("id;fen;stip\na;\"{BOARD};#2\nb;{BOARD};#2\n"));
    assert!(ended.stdout.contains("-:2:3: quotation mark is never closed [unclosed-quote]"), "{ended}");
    assert_eq!(ended.status, Some(1));
}

#[test]
fn echex_fen_needs_no_quotes() {
    let fen = "1/3/5/rB,6/9/wK,9,bN/10,rK/6,bQ,2,bK,1/11/7,bB,3/11 b wrb - 0 1";
    let table = format!("id;variant;fen;stipulation\na;echex3;{fen};#2\n");
    let ended = with_input(&["solve", "-", "--no-time", "--keys-only"], &table);
    assert!(ended.stdout.contains("SOUND") && ended.stdout.contains("1.Kk4-i5"), "{ended}");
}

#[test]
fn stipulation_spellings_are_read_or_explained() {
    let spellings = [
        "2#",
        "# 2",
        "mate in 2",
        "Matt in 2 Zügen",
        "H#2",
        "#2.",
        "s #2",
        "2",
        "+",
        "=",
        "mate",
        "#2 or #3",
        "#",
        "Mate in 2, White to move (see the note on the next page)",
    ];
    let rows = spellings.map(|spelling| format!("{spelling};{BOARD};{spelling}\n"));
    assert_snapshot!("table_dialects_stipulations", solve(&format!("id;fen;stipulation\n{}", rows.concat())));
}

#[test]
fn long_names_keep_columns_aligned() {
    let fen = "1/2,bK/rP,bR,3/5,bP,1/rK,4,bP,3/4,wP,6/3,bP,7/wQ,10/7,wP,3/2,wP,1,wN,1,wK,wP,3/2,wP,4,wR,wP,2 w wrb - 3 29";
    let table = format!(
        "id;variant;fen;stipulation\n\
         short;mini;{BOARD};#2\n\
         A name that is longer than the column, no. 1;mini;{BOARD};#2\n\
         A name that is longer than the column, no. 2;mini;{BOARD};exact-#2\n\
         Ő́rült, e\u{301}kezetes;mini;{BOARD};#2\n\
         漢字の問題集、第百二十三番;mini;{BOARD};#2\n\
         \"two\nlines and a \u{1b}[31mcolour\";mini;{BOARD};#2\n\
         a series;mini;{BOARD};ser-h#2\n\
         three players;echex3;{fen};#1\n\
         ;glinski;1/3/2K2/4P2/4N3R/5k3N1/3P1p1P3/2P2B5/11/11/11 w - 0 1;h#2.5\n"
    );
    let ended = with_input(&["solve", "-", "--no-time", "--keys-only", "--nodes", "1000"], &table);
    assert_snapshot!("table_dialects_long_names", ended);
    let column = |line: &str| {
        let verdict = ["SOUND", "COOKED", "NO_SOLUTION", "NOT_FINISHED", "SHORT_SOLUTION"];
        let at = verdict.iter().find_map(|word| line.find(word)).expect("a verdict");
        unicode_width::UnicodeWidthStr::width(&line[..at])
    };
    let columns: Vec<usize> = ended.stdout.lines().map(column).collect();
    assert!(columns.iter().all(|&column| column == 51), "{columns:?} {ended}");
    let stipulations = ["#2 ", "ser-h#2 ", "exact-#2 "];
    let begins =
        |line: &str| stipulations.iter().filter_map(|text| Some(line.find(&format!(" {text}"))? + 1)).min();
    let before = |line: &str| begins(line).map(|at| unicode_width::UnicodeWidthStr::width(&line[..at]));
    let begins: Vec<usize> = ended.stdout.lines().filter_map(before).collect();
    assert!(begins.len() > 6 && begins.iter().all(|&column| column == begins[0]), "{begins:?} {ended}");
}

#[test]
fn convert_normalizes_stipulations() {
    let table = format!("id;fen;Stip;award\na;{BOARD};mate in 2;1st\nb;{BOARD};H # 2;\nc;{BOARD};2;\n");
    let ended = with_input(&["convert", "-", "--variant", "mini", "--to", "epd", "-q"], &table);
    assert_eq!(
        ended.stdout,
        format!(
            "{BOARD}; variant mini; dm 2; id \"a\"; award \"1st\";\n{BOARD}; variant mini; stip \"h#2\"; id \"b\"; \
             award \"\";\n{BOARD}; variant mini; stip \"2\"; id \"c\"; award \"\";\n"
        )
    );
}
