//! FENs that a reader must accept or reject: variants, incomplete and misspelt texts, and illegal positions.

use hexmate_core::rules::Move;
use hexmate_position::Dialect;
use hexmate_position::{Game, Position, Setup};

use crate::candidates::Candidate;
use crate::faults::illegal;
use crate::rows::FenRow;

/// A FEN, and its order of cells.
type Text = (String, Dialect);

/// Returns all rows of a game.
pub fn rows(chosen: &[Candidate]) -> Vec<FenRow> {
    let base = base(chosen);
    let game = base.game();
    let fen = base.to_fen();
    let rank = |text: String| (text, Dialect::Rank);
    let mut texts: Vec<Text> = misspelt(&fen).into_iter().map(rank).collect();
    texts.extend(in_every_order(&Position::start(game)));
    texts.extend(in_every_order(base));
    texts.extend(variants(game, &fen).into_iter().map(rank));
    texts.extend(
        chosen.iter().filter_map(|candidate| wrong_crossed_cell(&candidate.position)).take(2).map(rank),
    );
    texts.extend(chosen.iter().filter_map(|candidate| unsettled(&candidate.position)).take(4).map(rank));
    texts.extend(illegal(&Setup::from(base)).into_iter().map(|setup| rank(setup.to_fen())));
    let mut rows: Vec<FenRow> = Vec::new();
    for (text, order) in texts {
        if rows.iter().all(|row| (&row.fen, &*row.order) != (&text, order.name())) {
            rows.push(row(game, rows.len() + 1, text, order));
        }
    }
    rows
}

/// Returns the start position; in games for more than two players the shortest position with all players.
fn base(chosen: &[Candidate]) -> &Position {
    let positions = chosen.iter().map(|candidate| &candidate.position);
    let whole = positions.filter(|position| {
        let everybody = position.living() == position.game().everybody();
        everybody && position.crossed_cells().is_empty()
    });
    let start = &chosen[0].position;
    if start.game().players == 2 {
        start
    } else {
        whole.min_by_key(|position| position.to_fen().len()).unwrap_or(start)
    }
}

/// Returns the row of a text with the library's verdict.
fn row(game: Game, number: usize, fen: String, order: Dialect) -> FenRow {
    let read = Setup::from_fen_with_notes(game, &fen, order);
    let notes: Vec<_> = read.iter().flat_map(|(_, notes)| notes).map(|note| note.code().to_owned()).collect();
    let read = read.map(|(setup, _)| setup);
    let canonical = read.as_ref().ok().map(Setup::to_fen);
    let faults = read.as_ref().map(Setup::faults);
    let position = read.as_ref().ok().and_then(|setup| setup.clone().into_position().ok());
    let settled =
        position.map(|position| position.to_fen()).filter(|settled| canonical.as_ref() != Some(settled));
    let is_illegal =
        faults.as_ref().is_ok_and(|faults| !faults.as_slice().iter().all(|fault| fault.is_warning()));
    let verdict = match &canonical {
        None => "unreadable",
        Some(_) if is_illegal => "illegal",
        Some(canonical) if *canonical == fen => "canonical",
        Some(_) => "lenient",
    };
    let codes = match faults {
        Ok(faults) => {
            let faults: Vec<_> = faults.as_slice().iter().map(|fault| fault.code().to_owned()).collect();
            // A program may stop at the first fault.
            let mut codes = if is_illegal { [faults, notes].concat() } else { [notes, faults].concat() };
            codes.dedup();
            codes
        }
        Err(error) => vec![error.kind.code().to_owned()],
    };
    FenRow {
        id: format!("{}: fen {number}", game.name),
        variant: game.name.to_owned(),
        order: order.name().to_owned(),
        fen,
        verdict: verdict.to_owned(),
        canonical: canonical.filter(|_| verdict == "lenient"),
        settled,
        codes,
    }
}

/// Returns the FEN of a position in every order of cells.
fn in_every_order(position: &Position) -> [Text; 6] {
    let setup = Setup::from(position);
    Dialect::USUAL.map(|order| (setup.to_fen_in(order), order))
}

/// Returns other valid texts of the same FEN.
fn variants(game: Game, fen: &str) -> Vec<String> {
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let width = game.shape.ranks();
    let (row, half) = (format!("/{width}/"), width / 2);
    let without = |count: usize| fields[..fields.len() - count].join(" ");
    let mut texts = vec![
        without(1),
        without(2),
        format!("  {}\t", fen.replace(' ', "  ")),
        fen.replacen(&row, &format!("/{half}{}/", width - half), 1),
        fen.replacen(&row, &format!("/{half},{}/", width - half), 1),
    ];
    if game.wings().next().is_some() {
        let reversed: String = fields[2].chars().rev().collect();
        let twice = format!("{0}{0}", fields[2]);
        for wings in ["X", &twice, &reversed] {
            fields[2] = wings;
            texts.push(fields.join(" "));
        }
    } else if game.players == 2 {
        texts.push(format!("{fen} -"));
        fields.insert(fields.len() - 2, "-");
        texts.push(fields.join(" "));
    } else {
        let living: String = fields[2].chars().rev().collect();
        fields[2] = &living;
        texts.push(fields.join(" "));
    }
    texts.retain(|text| text != fen);
    texts
}

/// Returns the FEN of a position with a wrong en passant cell.
fn wrong_crossed_cell(position: &Position) -> Option<String> {
    let mut setup = Setup::from(position);
    let cell = setup.crossed.pop()?;
    let empty =
        position.game().shape.cells().filter(|&other| other != cell && position.piece(other).is_none());
    setup.crossed.push(empty.last()?);
    Some(setup.to_fen())
}

/// Returns the FEN of a position in which the player to move has no move and must first be eliminated or skipped.
fn unsettled(position: &Position) -> Option<String> {
    let next = position.next_player();
    let is_suitable = |&m: &Move| {
        let after = position.play_unchecked(m);
        after.has_moves() && after.turn() != next && !position.is_en_passant(m) && m.promotion.is_none()
    };
    let m = position.legal_moves().find(is_suitable)?;
    let mut setup = Setup { turn: next, crossed: Vec::new(), ..Setup::from(position) };
    let piece = setup.board.take(m.from)?;
    setup.board.take(m.to);
    setup.board.put(m.to, piece);
    Some(setup.to_fen())
}

/// Returns copies of a canonical FEN with one syntax error each.
fn misspelt(fen: &str) -> Vec<String> {
    let fields: Vec<&str> = fen.split(' ').collect();
    let board = fields[0];
    let rest = fields[1..].join(" ");
    let (first, others) = board.split_once('/').unwrap_or((board, ""));
    let (last_ranks, last) = board.rsplit_once('/').unwrap_or(("", board));
    let with = |place: usize, text: &str| {
        let mut fields = fields.clone();
        fields[place] = text;
        fields.join(" ")
    };
    let end = fields.len();
    let mut texts: Vec<String> = (1..end - 2).map(|count| fields[..count].join(" ")).collect();
    texts.extend([
        format!("{others} {rest}"),
        format!("{first}/{board} {rest}"),
        format!("{first}1/{others} {rest}"),
        format!("/{others} {rest}"),
        format!("{last_ranks}/{last}2 {rest}"),
        format!("x/{others} {rest}"),
        format!("0/{others} {rest}"),
        format!("99999999999999999999/{others} {rest}"),
        format!("ł/{others} {rest}"),
        with(1, "x"),
        with(1, "wb"),
        with(1, "W"),
        with(end - 3, "a99"),
        with(end - 3, "j4"),
        with(end - 3, "?"),
        with(end - 2, "-1"),
        with(end - 2, "x"),
        with(end - 1, "1.5"),
        with(end - 1, "99999999999999999999"),
        format!("{fen} x"),
        format!("{fen} - -"),
    ]);
    texts
}
