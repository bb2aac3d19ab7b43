//! A move generator with one fault, of the kinds that programs for these games have.
//!
//! Built on the board, the cells and the rules of the oracle; its moves, its attacks and its counts are its own. Without
//! a fault it agrees with the suite. It plays games for two only: for more players it lists moves and their boards.

use hexmate_oracle::{Board, Game, Hex, Kind, Piece, Player, Position, Rules, Wing};

/// The fault of a generator. Directions are numbers of [`DIRECTIONS`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fault {
    /// No double step on this file gives a right to capture en passant.
    NoRightOnFile(char),
    /// No capture en passant from this file.
    NoTakerOnFile(char),
    /// A piece that moves to a crossed cell removes the pawn that has crossed it.
    PieceTakesOnCrossedCell,
    /// The right to capture en passant stays for another move of the player.
    RightOutlivesMove,
    /// The test for check after a capture en passant leaves the captured pawn on the board.
    CapturedPawnShieldsKing,
    /// In check, only moves to the attacker or between it and the king: no capture en passant.
    NoEnPassantInCheck,
    /// Attacks on a king on this cell are not found.
    BlindAt(Hex),
    /// A king on this cell has no moves.
    StuckAt(Hex),
    /// A piece pinned from this direction moves freely.
    PinUnseen(usize),
    /// A piece pinned from this direction does not move at all.
    PinFreezes(usize),
    /// Pawns of a player do not capture with this step, one of two.
    NoPawnCapture(Player, usize),
    /// Pawns of a player do not promote when they capture with this step: they remain pawns.
    NoPromotionByCapture(Player, usize),
    /// A double step needs a pawn that has not moved since the position was set up.
    DoubleStepNeedsUnmovedPawn,
    /// A double step does not need an empty cell in between.
    DoubleStepJumps,
    /// Occupied cells on both sides stop a bishop or a queen.
    StoppedBetweenPieces,
    /// A king does not see that its own cell stays attacked behind it.
    KingShieldsItself,
    /// A pawn also attacks the cell before it.
    PawnAttacksAhead,
    /// A king can go beside the other king.
    KingsMayTouch,
    /// A pawn that may step farther than one cell takes only its own file's middle step: no triple step.
    NoTripleStep,
    /// Only the first of two crossed cells can be used.
    OneCrossedCell,
    /// A capture two ranks ahead counts as a double step and leaves a right.
    CaptureLeavesRight,
    /// All pieces of promotion but this one.
    NoPromotionTo(Kind),
    /// A pawn promotes on the middle file only.
    PromotesInMiddleOnly,
    /// Every initial pawn can step twice.
    EveryPawnStepsTwice,
    /// The king castles over attacked cells.
    CastlesThroughCheck,
    /// The king castles with pieces in between, if its own way is free.
    CastlesPastPiece,
    /// A rook's capture leaves the right to castle with it.
    CastlesWithoutFirstRook,
    /// A king in check castles.
    CastlesOutOfCheck,
    /// An enemy before a pawn blocks one direction only.
    EnemyBlocksOneWay,
}

impl Fault {
    /// Returns the faults that are possible in a game, in the order of the pages.
    pub fn all(game: Game) -> Vec<Self> {
        let rules = game.rules();
        let seat = rules.seat(0);
        let starts: Vec<Hex> =
            seat.starts.iter().filter(|&&(_, reach)| reach > 1).map(|&(cell, _)| cell).collect();
        let is_reached = |cell: &Hex| seat.takes.iter().any(|&take| rules.cells.has(*cell + back(take)));
        let mut all = Vec::new();
        if !starts.is_empty() {
            all.extend(outermost(rules, starts.iter().copied()).map(Self::NoRightOnFile));
            all.extend([
                Self::PieceTakesOnCrossedCell,
                Self::CapturedPawnShieldsKing,
                Self::NoEnPassantInCheck,
            ]);
            all.push(Self::DoubleStepJumps);
            if rules.count() == 2 {
                all.extend(outermost(rules, takers(rules)).map(Self::NoTakerOnFile));
                all.push(Self::RightOutlivesMove);
                all.extend(starts.iter().any(is_reached).then_some(Self::DoubleStepNeedsUnmovedPawn));
            }
        }
        for (player, side) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            all.extend([Self::NoPawnCapture(player, side), Self::NoPromotionByCapture(player, side)]);
        }
        all.extend(rules.promotions.iter().map(|&kind| Self::NoPromotionTo(kind)));
        all.extend((0..12).flat_map(|line| [Self::PinUnseen(line), Self::PinFreezes(line)]));
        all.extend(corners(rules).into_iter().flat_map(|cell| [Self::BlindAt(cell), Self::StuckAt(cell)]));
        all.extend([Self::StoppedBetweenPieces, Self::KingShieldsItself, Self::PawnAttacksAhead]);
        all.extend([Self::KingsMayTouch, Self::PromotesInMiddleOnly]);
        if matches!(game, Game::Mccooey | Game::Shafran) {
            all.push(Self::CaptureLeavesRight);
        }
        if game == Game::Mccooey {
            all.push(Self::EveryPawnStepsTwice);
        }
        if game == Game::Shafran {
            all.extend([Self::NoTripleStep, Self::OneCrossedCell]);
        }
        if !rules.wings.is_empty() {
            all.extend([Self::CastlesThroughCheck, Self::CastlesPastPiece]);
            all.extend([Self::CastlesWithoutFirstRook, Self::CastlesOutOfCheck]);
        }
        if rules.enemies_block {
            all.push(Self::EnemyBlocksOneWay);
        }
        all
    }

    /// Returns the code, as in `positions.jsonl` and on the page of faults.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoRightOnFile(_) => "near-edge",
            Self::NoTakerOnFile(_) => "taker-on-edge",
            Self::PieceTakesOnCrossedCell => "crossed-cell",
            Self::RightOutlivesMove => "right-outlives-move",
            Self::CapturedPawnShieldsKing => "captured-pawn-shields-king",
            Self::NoEnPassantInCheck => "no-en-passant-in-check",
            Self::BlindAt(_) => "king-in-corner",
            Self::StuckAt(_) => "king-stuck-in-corner",
            Self::PinUnseen(_) => "pin-unseen",
            Self::PinFreezes(_) => "pin-freezes",
            Self::NoPawnCapture(..) => "pawn-capture",
            Self::NoPromotionByCapture(..) => "promotion-by-capture",
            Self::DoubleStepNeedsUnmovedPawn => "step-after-capture",
            Self::DoubleStepJumps => "step-over-piece",
            Self::StoppedBetweenPieces => "between-pieces",
            Self::KingShieldsItself => "king-shields-itself",
            Self::PawnAttacksAhead => "pawn-attacks-ahead",
            Self::KingsMayTouch => "kings-touch",
            Self::NoTripleStep => "no-triple-step",
            Self::OneCrossedCell => "one-crossed-cell",
            Self::CaptureLeavesRight => "capture-leaves-right",
            Self::NoPromotionTo(_) => "promotion-pieces",
            Self::PromotesInMiddleOnly => "promotion-cells",
            Self::EveryPawnStepsTwice => "middle-pawn",
            Self::CastlesThroughCheck => "castling-through-check",
            Self::CastlesPastPiece => "castling-past-piece",
            Self::CastlesWithoutFirstRook => "castling-with-other-rook",
            Self::CastlesOutOfCheck => "castling-out-of-check",
            Self::EnemyBlocksOneWay => "enemy-blocks-one-way",
        }
    }
}

/// Returns the first and the last file of some cells.
fn outermost(rules: &Rules, cells: impl Iterator<Item = Hex>) -> [char; 2] {
    let mut files: Vec<char> = cells.filter_map(|cell| rules.cells.name(cell).chars().next()).collect();
    files.sort_unstable();
    [files[0], files[files.len() - 1]]
}

/// Returns the cells from which two players can capture each other's pawns en passant.
fn takers(rules: &Rules) -> impl Iterator<Item = Hex> {
    let cells = move |stepper: Player| {
        let seat = rules.seat(stepper);
        let ends = |&(start, reach): &(Hex, i8)| {
            seat.forward.iter().map(move |&step| (start, start.after(step, reach)))
        };
        let crossed = seat.starts.iter().flat_map(ends).flat_map(|(start, end)| seat.crossed(start, end));
        let taker = rules.seat(1 - stepper);
        let takers = crossed.flat_map(|cell| taker.takes.map(|take| cell + back(take)));
        takers.filter(|cell| !taker.last.contains(cell))
    };
    [0, 1].into_iter().flat_map(cells).filter(|&cell| rules.cells.has(cell))
}

/// Returns the corners of a board: cells with at most three neighbours.
pub fn corners(rules: &Rules) -> Vec<Hex> {
    let neighbours =
        |cell: Hex| DIRECTIONS.iter().step_by(2).filter(|&&step| rules.cells.has(cell + step)).count();
    rules.cells.iter().filter(|&cell| neighbours(cell) <= 3).collect()
}

/// The steps of rooks and bishops.
pub const DIRECTIONS: [Hex; 12] = [
    Hex { q: 0, r: -1 },
    Hex { q: 1, r: -2 },
    Hex { q: 1, r: -1 },
    Hex { q: 2, r: -1 },
    Hex { q: 1, r: 0 },
    Hex { q: 1, r: 1 },
    Hex { q: 0, r: 1 },
    Hex { q: -1, r: 2 },
    Hex { q: -1, r: 1 },
    Hex { q: -2, r: 1 },
    Hex { q: -1, r: 0 },
    Hex { q: -1, r: -1 },
];

const KNIGHT: [Hex; 6] = [
    Hex { q: 1, r: -3 },
    Hex { q: 2, r: -3 },
    Hex { q: 3, r: -2 },
    Hex { q: 3, r: -1 },
    Hex { q: 2, r: 1 },
    Hex { q: 1, r: 2 },
];

/// A right to capture a pawn en passant.
#[derive(Clone)]
struct Right {
    crossed: Vec<Hex>,
    pawn: Hex,
    /// Moves since the double step.
    age: u8,
}

/// A position of a generator with a fault.
#[derive(Clone)]
pub struct Faulty {
    fault: Option<Fault>,
    rules: &'static Rules,
    board: Board,
    turn: Player,
    rights: Vec<Right>,
    wings: Vec<&'static Wing>,
    /// Cells of pawns that have moved since the position was set up.
    moved: Vec<Hex>,
}

/// A move of this generator.
#[derive(Clone)]
struct Move {
    from: Hex,
    to: Hex,
    promotion: Option<Kind>,
    captured: Option<Hex>,
    crossed: Vec<Hex>,
    rook: Option<[Hex; 2]>,
}

impl Move {
    fn is_en_passant(&self) -> bool {
        self.captured.is_some_and(|cell| cell != self.to)
    }
}

impl Faulty {
    /// Reads a legal position.
    pub fn new(fault: Option<Fault>, position: &Position) -> Self {
        let rules = position.rules();
        let settled = position.to_fen();
        let fields: Vec<&str> = settled.split(' ').collect();
        let crossed = fields[fields.len() - 3];
        let letters = if rules.wings.is_empty() { "" } else { fields[2] };
        let mut faulty = Self {
            fault,
            rules,
            board: position.board().clone(),
            turn: position.turn(),
            rights: Vec::new(),
            wings: rules.wings.iter().filter(|wing| letters.contains(wing.letter)).collect(),
            moved: Vec::new(),
        };
        if rules.count() == 2 {
            faulty.rights.extend(faulty.rights_named(crossed));
        } else {
            for name in crossed.split(',') {
                faulty.rights.extend(faulty.rights_named(name));
            }
        }
        faulty
    }

    /// Returns the right that a FEN names by crossed cells, or by a crossed cell and the pawn's.
    fn rights_named(&self, text: &str) -> Option<Right> {
        let (crossed, pawn) = text.split_once(':').unwrap_or((text, ""));
        let cells: Vec<Hex> = crossed.split(',').filter_map(|name| self.rules.cells.by_name(name)).collect();
        let pawn = self.rules.cells.by_name(pawn);
        let of_others = self.board.pieces().filter(|(_, piece)| piece.owner != self.turn);
        let mut found = Vec::new();
        for (cell, piece) in of_others.filter(|(_, piece)| piece.kind == Kind::Pawn) {
            let seat = self.rules.seat(piece.seat);
            for &(first, _) in &seat.starts {
                let way = seat.crossed(first, cell);
                if !way.is_empty() && way == cells && pawn.is_none_or(|pawn| pawn == cell) {
                    found.push((self.board.at(first).is_some(), cell));
                }
            }
        }
        let (_, pawn) = found.into_iter().min_by_key(|&(is_filled, _)| is_filled)?;
        let right = Right { crossed: cells, pawn, age: 0 };
        (!self.has_no_right(&right)).then_some(right)
    }

    fn file(&self, cell: Hex) -> char {
        self.rules.cells.name(cell).chars().next().unwrap_or(' ')
    }

    fn has_no_right(&self, right: &Right) -> bool {
        matches!(self.fault, Some(Fault::NoRightOnFile(file)) if self.file(right.pawn) == file)
    }

    /// Returns the moves as UCI texts in ascending order, each with the pieces after it.
    pub fn moves(&self) -> Vec<(String, Board)> {
        let mut moves: Vec<(String, Board)> =
            self.legal().iter().map(|m| (self.text(m), self.board_after_rights(m))).collect();
        moves.sort_by(|one, other| one.0.cmp(&other.0));
        moves
    }

    /// Counts the lines of this length.
    pub fn perft(&self, depth: u32) -> u64 {
        let moves = self.legal();
        match depth {
            1 => moves.len() as u64,
            _ => moves.iter().map(|m| self.play(m).perft(depth - 1)).sum(),
        }
    }

    fn text(&self, m: &Move) -> String {
        let name = |cell| self.rules.cells.name(cell);
        let mut text = [name(m.from), name(m.to)].concat();
        text.extend(m.promotion.map(|kind| kind.letter().to_ascii_lowercase()));
        text
    }

    fn is_empty(&self, cell: Hex) -> bool {
        self.rules.cells.has(cell) && self.board.at(cell).is_none()
    }

    fn is_prey(&self, cell: Hex) -> bool {
        self.board.at(cell).is_some_and(|piece| piece.owner != self.turn && piece.kind != Kind::King)
    }

    fn plain(&self, from: Hex, to: Hex) -> Move {
        let captured = self.is_prey(to).then_some(to);
        Move { from, to, promotion: None, captured, crossed: Vec::new(), rook: None }
    }

    fn legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, piece) in self.board.pieces() {
            if piece.owner != self.turn {
                continue;
            }
            match piece.kind {
                Kind::King => {
                    self.add_leaps(from, DIRECTIONS, &mut moves);
                    self.add_castling(from, &mut moves);
                }
                Kind::Knight => {
                    self.add_leaps(from, KNIGHT, &mut moves);
                    self.add_leaps(from, KNIGHT.map(back), &mut moves);
                }
                Kind::Pawn => self.add_pawn_moves(from, piece, &mut moves),
                kind => {
                    let lines = (0..12).filter(|&line| slides(kind, line));
                    lines.for_each(|line| self.add_slides(from, line, &mut moves));
                }
            }
        }
        moves.retain(|m| self.is_legal(m));
        moves
    }

    fn add_leaps<const N: usize>(&self, from: Hex, steps: [Hex; N], moves: &mut Vec<Move>) {
        let targets = steps.map(|step| from + step);
        let open = targets.into_iter().filter(|&to| self.is_empty(to) || self.is_prey(to));
        moves.extend(open.map(|to| self.plain(from, to)));
    }

    fn add_slides(&self, from: Hex, line: usize, moves: &mut Vec<Move>) {
        let mut cell = from;
        loop {
            let to = cell + DIRECTIONS[line];
            if !(self.is_empty(to) || self.is_prey(to)) || self.is_stopped(&self.board, cell, line) {
                return;
            }
            moves.push(self.plain(from, to));
            if self.board.at(to).is_some() {
                return;
            }
            cell = to;
        }
    }

    /// Returns whether the fault stops a step along a diagonal between two pieces.
    fn is_stopped(&self, board: &Board, from: Hex, line: usize) -> bool {
        let beside = [(line + 11) % 12, (line + 1) % 12].map(|side| board.at(from + DIRECTIONS[side]));
        self.fault == Some(Fault::StoppedBetweenPieces) && line % 2 == 1 && beside.iter().all(Option::is_some)
    }

    fn add_castling(&self, king: Hex, moves: &mut Vec<Move>) {
        for wing in self.wings.iter().filter(|wing| wing.owner == self.turn && wing.king == king) {
            let way: Vec<Hex> = self.way(wing);
            let rook_home = way[way.len() - 1];
            for far in self.distances(wing) {
                let [to, rook_to] = [way[far - 1], way[far - 2]];
                let between = match self.fault {
                    Some(Fault::CastlesPastPiece) => &way[..far],
                    _ => &way[..way.len() - 1],
                };
                if between.iter().any(|&cell| self.board.at(cell).is_some()) {
                    continue;
                }
                let mut crossed: Vec<Hex> = way[..far].to_vec();
                if self.fault != Some(Fault::CastlesOutOfCheck) {
                    crossed.push(king);
                }
                if self.fault == Some(Fault::CastlesThroughCheck) {
                    crossed.retain(|&cell| cell == king || cell == to);
                }
                let is_safe = |cell: &Hex| {
                    let mut board = self.board.clone();
                    board.set(king, None);
                    board.set(*cell, self.board.at(king));
                    !self.is_attacked(&board, *cell)
                };
                if crossed.iter().all(is_safe) {
                    moves.push(Move { rook: Some([rook_home, rook_to]), ..self.plain(king, to) });
                }
            }
        }
    }

    /// Returns the cells from the king's to the rook's, without the king's.
    fn way(&self, wing: &Wing) -> Vec<Hex> {
        let rows = DIRECTIONS.map(|step| {
            let cells = (1..).map(move |far| wing.king.after(step, far));
            cells.take_while(|&cell| self.rules.cells.has(cell)).collect::<Vec<_>>()
        });
        let row = rows.into_iter().find(|row| row.contains(&wing.rook)).expect("a row with both");
        let end = row.iter().position(|&cell| cell == wing.rook).expect("the rook");
        row[..=end].to_vec()
    }

    /// Returns how far the king may go: 2 or 3 cells in Shafran's game, otherwise 2 on one wing and 3 on the other.
    fn distances(&self, wing: &Wing) -> Vec<usize> {
        match wing.letter {
            'K' | 'k' => vec![2],
            'Q' | 'q' if self.rules.wings.iter().any(|other| other.letter == 'K') => vec![3],
            _ => vec![2, 3],
        }
    }

    fn add_pawn_moves(&self, from: Hex, piece: Piece, moves: &mut Vec<Move>) {
        let seat = self.rules.seat(piece.seat);
        let mut put = |m: Move, side: Option<usize>| {
            let keeps =
                side.is_some_and(|side| self.fault == Some(Fault::NoPromotionByCapture(self.turn, side)));
            let is_outside = self.fault == Some(Fault::PromotesInMiddleOnly) && m.to.q != 0;
            if !self.rules.is_last(piece.seat, m.to) || keeps || is_outside {
                moves.push(m);
                return;
            }
            let kinds =
                self.rules.promotions.iter().filter(|&&kind| self.fault != Some(Fault::NoPromotionTo(kind)));
            moves.extend(kinds.map(|&kind| Move { promotion: Some(kind), ..m.clone() }));
        };
        let enemy_ahead =
            |step: Hex| self.board.at(from + step).is_some_and(|other| other.owner != piece.owner);
        let is_blocked = self.rules.enemies_block
            && self.fault != Some(Fault::EnemyBlocksOneWay)
            && seat.forward.iter().any(|&step| enemy_ahead(step));
        for &step in seat.forward.iter().filter(|_| !is_blocked) {
            let mut crossed: Vec<Hex> = Vec::new();
            for far in 1..=self.reach(seat.reach(from), from) {
                let to = from.after(step, far);
                if self.is_empty(to) {
                    put(Move { crossed: crossed.clone(), ..self.plain(from, to) }, None);
                } else if self.fault != Some(Fault::DoubleStepJumps) {
                    break;
                }
                crossed.push(to);
            }
        }
        for (side, to) in seat.takes_from(from).map(|step| from + step).enumerate() {
            if self.fault == Some(Fault::NoPawnCapture(self.turn, side)) {
                continue;
            }
            if self.is_prey(to) {
                let crossed = match self.fault {
                    Some(Fault::CaptureLeavesRight) => vec![from.after(seat.forward[0], 1)],
                    _ => Vec::new(),
                };
                put(Move { crossed, ..self.plain(from, to) }, Some(side));
            }
            let right = self.rights.iter().find(|right| self.is_usable(right, to)).filter(|_| side < 2);
            if let Some(right) = right.filter(|_| self.fault != Some(Fault::NoTakerOnFile(self.file(from)))) {
                put(Move { captured: Some(right.pawn), ..self.plain(from, to) }, Some(side));
            }
        }
    }

    fn is_usable(&self, right: &Right, to: Hex) -> bool {
        match self.fault {
            Some(Fault::OneCrossedCell) => right.crossed.first() == Some(&to),
            _ => right.crossed.contains(&to),
        }
    }

    /// Returns how many steps a pawn may take.
    fn reach(&self, reach: i8, from: Hex) -> i8 {
        match self.fault {
            Some(Fault::DoubleStepNeedsUnmovedPawn) if self.moved.contains(&from) => 1,
            Some(Fault::NoTripleStep) => reach.min(2),
            Some(Fault::EveryPawnStepsTwice) if self.is_start(from) => 2,
            _ => reach,
        }
    }

    fn is_start(&self, cell: Hex) -> bool {
        self.rules.seat(self.turn).starts.iter().any(|&(start, _)| start == cell)
    }

    fn is_legal(&self, m: &Move) -> bool {
        let Some(king) = self.board.king(self.turn) else { return true };
        let is_king = m.from == king;
        if m.is_en_passant()
            && self.fault == Some(Fault::NoEnPassantInCheck)
            && self.is_attacked(&self.board, king)
        {
            return false;
        }
        if is_king && self.fault == Some(Fault::StuckAt(king)) {
            return false;
        }
        if let Some(Fault::PinUnseen(line) | Fault::PinFreezes(line)) = self.fault
            && !is_king
            && self.is_pinned_from(king, m.from, line)
        {
            return self.fault == Some(Fault::PinUnseen(line));
        }
        let mut after = self.board_after(m);
        if m.is_en_passant() && self.fault == Some(Fault::CapturedPawnShieldsKing) {
            let pawn = m.captured.expect("a pawn");
            after.set(pawn, self.board.at(pawn).map(|piece| Piece { kind: Kind::Pawn, ..piece }));
        }
        if is_king && self.fault == Some(Fault::KingShieldsItself) {
            after.set(m.from, self.board.at(m.from).map(|piece| Piece { kind: Kind::Pawn, ..piece }));
        }
        !self.is_attacked(&after, if is_king { m.to } else { king })
    }

    /// Returns whether a piece is between its king and an attacker from this direction, seen from the king.
    fn is_pinned_from(&self, king: Hex, cell: Hex, line: usize) -> bool {
        let mut without = self.board.clone();
        without.set(cell, None);
        self.attacker(&self.board, king, line).is_none() && self.attacker(&without, king, line).is_some()
    }

    /// Returns the cell of a sliding piece that attacks from this direction.
    fn attacker(&self, board: &Board, cell: Hex, line: usize) -> Option<Hex> {
        let mut at = cell;
        loop {
            if self.is_stopped(board, at, line) {
                return None;
            }
            at = at + DIRECTIONS[line];
            if !self.rules.cells.has(at) {
                return None;
            }
            if let Some(piece) = board.at(at) {
                return (piece.owner != self.turn && slides(piece.kind, line)).then_some(at);
            }
        }
    }

    fn is_attacked(&self, board: &Board, cell: Hex) -> bool {
        if self.fault == Some(Fault::BlindAt(cell)) {
            return false;
        }
        let leaper = |kind: Kind, step: Hex| {
            board.at(cell + step).is_some_and(|piece| piece.owner != self.turn && piece.kind == kind)
        };
        if (0..12).any(|line| self.attacker(board, cell, line).is_some())
            || KNIGHT.iter().any(|&step| leaper(Kind::Knight, step) || leaper(Kind::Knight, back(step)))
            || self.fault != Some(Fault::KingsMayTouch)
                && DIRECTIONS.iter().any(|&step| leaper(Kind::King, step))
        {
            return true;
        }
        board.pieces().filter(|(_, piece)| piece.owner != self.turn && piece.kind == Kind::Pawn).any(
            |(from, piece)| {
                let seat = self.rules.seat(piece.seat);
                seat.takes_from(from).any(|step| from + step == cell)
                    || self.fault == Some(Fault::PawnAttacksAhead) && from + seat.forward[0] == cell
            },
        )
    }

    fn board_after(&self, m: &Move) -> Board {
        let mut board = self.board.clone();
        let mut piece = board.at(m.from);
        if m.is_en_passant() {
            for right in self.rights.iter().filter(|right| right.crossed.contains(&m.to)) {
                board.set(right.pawn, None);
            }
        }
        if let Some(cell) = m.captured {
            board.set(cell, None);
        }
        if let Some(kind) = m.promotion {
            piece = Some(Piece { owner: self.turn, seat: self.turn, kind });
        }
        board.set(m.from, None);
        board.set(m.to, piece);
        if let Some([from, to]) = m.rook {
            board.set(to, self.board.at(from));
            board.set(from, None);
        }
        board
    }

    /// Returns the board after a move, without the pawn that any piece captures on its crossed cell.
    fn board_after_rights(&self, m: &Move) -> Board {
        let mut board = self.board_after(m);
        if self.fault == Some(Fault::PieceTakesOnCrossedCell) {
            for right in self.rights.iter().filter(|right| right.crossed.contains(&m.to)) {
                board.set(right.pawn, None);
            }
        }
        board
    }

    fn play(&self, m: &Move) -> Self {
        let mut next = self.clone();
        next.board = self.board_after_rights(m);
        for right in &mut next.rights {
            right.age += 1;
        }
        let longest = if self.fault == Some(Fault::RightOutlivesMove) { 2 } else { 0 };
        let board = &next.board;
        next.rights.retain(|right| {
            let is_there = board.at(right.pawn).is_some_and(|piece| piece.kind == Kind::Pawn);
            right.age <= longest && is_there && right.crossed.iter().all(|&cell| board.at(cell).is_none())
        });
        if self.board.at(m.from).is_some_and(|piece| piece.kind == Kind::Pawn) {
            next.moved.push(m.to);
        }
        let right = Right { crossed: m.crossed.clone(), pawn: m.to, age: 0 };
        if !m.crossed.is_empty() && !self.has_no_right(&right) {
            next.rights.push(right);
        }
        let is_home = |cell, kind, owner| {
            next.board.at(cell).is_some_and(|piece| piece.kind == kind && piece.owner == owner)
        };
        let wings = self.wings.iter().copied().filter(|wing| {
            is_home(wing.king, Kind::King, wing.owner)
                && (is_home(wing.rook, Kind::Rook, wing.owner)
                    || self.fault == Some(Fault::CastlesWithoutFirstRook))
        });
        next.wings = wings.collect();
        next.turn = 1 - self.turn;
        next
    }
}

/// Returns whether a piece slides along this line.
fn slides(kind: Kind, line: usize) -> bool {
    match kind {
        Kind::Queen => true,
        Kind::Rook => line.is_multiple_of(2),
        Kind::Bishop => !line.is_multiple_of(2),
        _ => false,
    }
}

fn back(step: Hex) -> Hex {
    Hex { q: -step.q, r: -step.r }
}
