//! Encoding of solutions as flat lists of numbers, for logs.
//!
//! A move is `((from * 512) + to) * 8 + promotion`, where 0 is no promotion and 1 to 6 are the roles from king to pawn.
//! A list is its length and its items. Decoding plays every move and rejects illegal ones, so that the moves of a
//! decoded solution may be played unchecked.

use hexmate_core::geometry::Cell;
use hexmate_core::mate::{Answer, Attack, Attacks, Defence, Findings, Line, Stipulation, Threat, Try};
use hexmate_core::rules::{Move, Role};
use hexmate_position::Position;

/// Number of cells that a move code can hold.
const CELLS: u32 = 512;

/// Number of promotions that a move code can hold.
const ROLES: u32 = 8;

/// Maximum depth of a solution tree.
const MAX_DEPTH: usize = 600;

/// Encodes a move.
pub fn move_code(m: Move) -> u32 {
    let promotion = m.promotion.map_or(0, |role| role as u32 + 1);
    (m.from.index() as u32 * CELLS + m.to.index() as u32) * ROLES + promotion
}

/// Decodes a move; `None` if it is not legal.
pub fn decode_move(code: u32, position: &Position) -> Option<Move> {
    let promotion = match code % ROLES {
        0 => None,
        role => Some(*Role::ALL.get(role as usize - 1)?),
    };
    let cell = |index: u32| u16::try_from(index).ok().map(Cell::from_index);
    let (from, to) = (cell(code / ROLES / CELLS)?, cell(code / ROLES % CELLS)?);
    let m = Move { from, to, promotion };
    position.is_legal(m).then_some(m)
}

/// Encodes the keys, lines and trees of a solution.
pub fn encode(full: &Findings) -> Vec<u32> {
    let mut codes = Writer::default();
    let Findings { keys, lines, variations, tries, set_play, set_lines, .. } = full;
    codes.moves(keys);
    codes.list(lines, |codes, line| codes.moves(line));
    codes.list(variations, Writer::attack);
    codes.list(tries, |codes, r#try: &Try| {
        codes.attack(&r#try.attack);
        codes.moves(&r#try.refutations);
    });
    codes.list(set_play, Writer::defence);
    codes.list(set_lines, |codes, line| codes.moves(line));
    codes.0
}

/// Decodes keys, lines and trees into a solution without any; `None` if they are not legal in the position.
pub fn decode(codes: &[u32], position: &Position, full: &mut Findings) -> Option<()> {
    let mut codes = Reader { codes: codes.iter(), depth: 0 };
    let stipulation = full.stipulation;
    full.keys = codes.list(|codes| codes.legal(position))?;
    full.lines = codes.list(|codes| codes.line(position, stipulation))?;
    full.variations = codes.list(|codes| codes.attack(position))?;
    full.tries = codes.list(|codes| {
        let attack = codes.attack(position)?;
        let after = position.play_unchecked(attack.m);
        Some(Try { attack, refutations: codes.list(|codes| codes.legal(&after))? })
    })?;
    let passed = position.after_pass(position.next_player());
    let passed = passed.as_ref().unwrap_or(position);
    full.set_play = codes.list(|codes| codes.defence(passed))?;
    full.set_lines = codes.list(|codes| codes.line(passed, stipulation))?;
    let are_keys =
        full.variations.is_empty() || full.variations.iter().map(|key| key.m).eq(full.keys.iter().copied());
    (are_keys && codes.codes.next().is_none()).then_some(())
}

#[derive(Default)]
struct Writer(Vec<u32>);

impl Writer {
    fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.0.push(items.len() as u32);
        for item in items {
            write(self, item);
        }
    }

    fn moves(&mut self, moves: &[Move]) {
        self.list(moves, |codes, &m| codes.0.push(move_code(m)));
    }

    fn attack(&mut self, attack: &Attack) {
        self.0.push(move_code(attack.m));
        match &attack.threat {
            Threat::None => self.0.push(0),
            Threat::Zugzwang => self.0.push(1),
            Threat::Attacks(threats) => {
                self.0.push(2);
                self.attacks(threats);
            }
        }
        self.list(&attack.defences, Self::defence);
    }

    fn attacks(&mut self, attacks: &Attacks) {
        self.0.extend([attacks.length, attacks.left]);
        self.list(&attacks.attacks, Self::attack);
    }

    fn defence(&mut self, defence: &Defence) {
        self.moves(&defence.moves);
        match &defence.answer {
            Answer::Refutes => self.0.push(0),
            Answer::Reached => self.0.push(1),
            Answer::Threats => self.0.push(2),
            Answer::Attacks(attacks) => {
                self.0.push(3);
                self.attacks(attacks);
            }
            Answer::Defences(later) => {
                self.0.push(4);
                self.list(later, Self::defence);
            }
        }
    }
}

struct Reader<'c> {
    codes: std::slice::Iter<'c, u32>,
    depth: usize,
}

impl Reader<'_> {
    fn number(&mut self) -> Option<u32> {
        self.codes.next().copied()
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()? as usize;
        // Each item consumes at least one number, so a forged length cannot make this allocate or loop much.
        (0..count).map(|_| read(self)).collect()
    }

    fn legal(&mut self, position: &Position) -> Option<Move> {
        decode_move(self.number()?, position)
    }

    fn line(&mut self, start: &Position, stipulation: Stipulation) -> Option<Line> {
        let codes = self.list(Self::number)?;
        let mut position = start.clone();
        let mut line = Line::new();
        for (&code, left) in codes.iter().zip((0..codes.len() as u32).rev()) {
            let m = decode_move(code, &position)?;
            line.push(m);
            position = position.after_line_move(m, left, stipulation);
        }
        (!line.is_empty()).then_some(line)
    }

    fn attack(&mut self, position: &Position) -> Option<Attack> {
        self.depth += 1;
        let m = self.legal(position).filter(|_| self.depth <= MAX_DEPTH)?;
        let after = position.play_unchecked(m);
        let threat = match self.number()? {
            0 => Threat::None,
            1 => Threat::Zugzwang,
            2 => Threat::Attacks(self.attacks(&after.after_pass(position.turn())?)?),
            _ => return None,
        };
        let defences = self.list(|codes| codes.defence(&after))?;
        self.depth -= 1;
        Some(Attack { m, threat, defences })
    }

    fn attacks(&mut self, position: &Position) -> Option<Attacks> {
        let (length, left) = (self.number()?, self.number()?);
        let attacks = self.list(|codes| codes.attack(position))?;
        (!attacks.is_empty()).then_some(Attacks { length, left, attacks })
    }

    fn defence(&mut self, before: &Position) -> Option<Defence> {
        self.depth += 1;
        let moves = self.list(|codes| codes.legal(before)).filter(|_| self.depth <= MAX_DEPTH)?;
        let after = moves.first().map_or_else(|| before.clone(), |&m| before.play_unchecked(m));
        let answer = match self.number()? {
            0 => Answer::Refutes,
            1 => Answer::Reached,
            2 => Answer::Threats,
            3 => Answer::Attacks(self.attacks(&after)?),
            4 => Answer::Defences(self.list(|codes| codes.defence(&after))?),
            _ => return None,
        };
        self.depth -= 1;
        Some(Defence { moves, answer })
    }
}
