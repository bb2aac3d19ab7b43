//! Records of small files: what tells one from another.

use std::fs;

use hexmate::batch::WorkItem;
use hexmate::records::{Record, Records};

fn identities(text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("input");
    fs::write(&path, text).expect("a file");
    let records = Records::new(&[path.display().to_string()]);
    let records = records.map(|record| record.expect("a file that can be read"));
    // All in a file of one name.
    records.map(|record| Record { file: "input".into(), ..record }.identity().to_hex()).collect()
}

#[test]
fn a_record_is_another_where_any_part_of_it_is() {
    let games = "[White \"a\"]\n\n1. e5 e6 *\n\n[White \"b\"]\n\n1. e5 *\n";
    let first = identities(games);
    assert_eq!(first, identities(games));
    for other in [
        games.replace("\"b\"", "\"c\""),
        games.replace("1. e5 *", "1. e5 1-0"),
        games.replace("1. e5 *", "1. e6 *"),
        games.replace("1. e5 *", "1.  e5 *"),
    ] {
        let found = identities(&other);
        assert_eq!((found[0] == first[0], found[1] == first[1]), (true, false), "{other}");
    }
    let table = "id,fen,key\na,1/3,b1\nb,1/3,b1\n";
    let first = identities(table);
    let other = identities(&table.replace("b,1/3,b1", "b,1/3,b2"));
    assert_eq!((other[0] == first[0], other[1] == first[1]), (true, false));
}
