//! Detection of the themes of keys, phases and lines.

use super::answers::{Answer, answer_of, is_block, is_quiet};
use super::line::{Line, LineVisitor, Step};
use super::phases::Phases;
use super::picture::{Pattern, Picture, Purity, is_between, is_slider, pinner};
use super::theme::{Theme, Themes};
use super::walk::LongPlay;
use super::zilahi::Functions;
use hexmate_core::geometry::Cell;
use hexmate_core::mate;
use hexmate_core::mate::{Attack, Attacks, Findings, Goal, Play, Stipulation};
use hexmate_core::rules::{Move, Player, PlayerSet, Role};
use hexmate_position::Position;

/// Themes and counts collected from all lines of a solution.
pub(super) struct ThemeCollector {
    pub(super) themes: Themes,
    /// `true` if lines end in mate, in a game for two.
    has_mates: bool,
    /// `true` in help and series play.
    has_lines: bool,
    is_helpmate: bool,
    /// Players whose moves belong to the solution: all in help and series play, else the attacker.
    solvers: PlayerSet,
    /// Different answers of the solving side.
    pub(super) answers: Vec<Answer>,
    /// Different quiet answers of the solving side.
    pub(super) quiet: Vec<Answer>,
    /// Replies with an answer of full length.
    pub(super) replies: Vec<Move>,
    /// Number of replies with several answers of full length.
    pub(super) duals: usize,
    /// Different model mates.
    pub(super) models: Vec<Pattern>,
    /// Different pure mates.
    patterns: Vec<Pattern>,
    /// Interferences: the cell, the origin of the interfering piece, and the cell of the slider.
    cuts: Vec<(Cell, Cell, Cell)>,
    /// Interferences between a rook and a bishop, by capture of the piece that has just moved to the cell.
    sacrifice_cuts: Vec<(Cell, Cell, Cell)>,
    /// Functions of the mating side's pieces, in help and series play.
    pub(super) functions: Vec<Functions>,
    /// Counts of the solutions of help and series play of more than two moves.
    pub(super) long_play: Option<LongPlay>,
    /// Promotions of the solving side without an alternative.
    promotions: Vec<Role>,
    /// Different answers to defences, without those that only carry out threats.
    pub(super) own: Vec<Answer>,
    /// Different cells from which pieces give these answers.
    pub(super) origins: Vec<Cell>,
    /// Number of defences whose answer promotes to one of several pieces.
    pub(super) promotion_choices: usize,
    /// Moves of the mated side that block a flight or a line of their own side, or unpin a piece that mates.
    pub(super) errors: Vec<Move>,
    /// Cells of the diagram from which pieces of the mating side come that take part in a mate.
    pub(super) workers: Vec<Cell>,
    /// Different captures, before its last move, of the side that makes the last move.
    pub(super) captures: Vec<Move>,
    /// Players who are mated in a game for more than two.
    pub(super) mated: PlayerSet,
}

/// Returns whether each of two pieces blocks the line of the other on the same cell.
fn is_mutual(cuts: &[(Cell, Cell, Cell)]) -> bool {
    cuts.iter().any(|&(cell, cutting, cut)| cuts.contains(&(cell, cut, cutting)))
}

/// Returns the strongest promotion piece.
pub(super) fn strongest_promotion(promotions: &[Role]) -> Option<Role> {
    promotions.iter().copied().max_by_key(|&role| piece_value(role))
}

/// Returns the value of a piece, in pawns.
pub(super) const fn piece_value(role: Role) -> u32 {
    match role {
        Role::King => 100,
        Role::Queen => 9,
        Role::Rook => 5,
        Role::Bishop | Role::Knight => 3,
        Role::Pawn => 1,
    }
}

fn add<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

impl ThemeCollector {
    pub(super) fn new(position: &Position, stipulation: Stipulation) -> Self {
        Self {
            themes: Themes::default(),
            has_mates: stipulation.goal == Goal::Mate && position.game().players == 2,
            has_lines: stipulation.has_lines(),
            is_helpmate: matches!(stipulation.play, Play::Help | Play::HelpAndHalf),
            solvers: if stipulation.has_lines() {
                position.living()
            } else {
                PlayerSet::EMPTY.with(position.turn())
            },
            answers: Vec::new(),
            quiet: Vec::new(),
            replies: Vec::new(),
            duals: 0,
            models: Vec::new(),
            patterns: Vec::new(),
            cuts: Vec::new(),
            sacrifice_cuts: Vec::new(),
            functions: Vec::new(),
            long_play: LongPlay::of(stipulation),
            promotions: Vec::new(),
            own: Vec::new(),
            origins: Vec::new(),
            promotion_choices: 0,
            errors: Vec::new(),
            workers: Vec::new(),
            captures: Vec::new(),
            mated: PlayerSet::EMPTY,
        }
    }

    /// Adds the themes that depend on several lines.
    pub(super) fn finish(&mut self, promotions: &[Role]) {
        let Self { themes, cuts, sacrifice_cuts, patterns, .. } = self;
        themes.add_if(is_mutual(cuts), Theme::Grimshaw);
        themes.add_if(is_mutual(sacrifice_cuts), Theme::Novotny);
        themes.add_if(Functions::are_exchanged(&self.functions), Theme::Zilahi);
        for (number, one) in patterns.iter().enumerate() {
            for other in patterns[number + 1..].iter().filter(|other| one.echoes(other)) {
                themes.add(Theme::Echo);
                themes.add_if(one.colour != other.colour, Theme::ChameleonEcho);
            }
        }
        let must = |role| self.promotions.contains(role);
        themes.add_if(
            self.promotions.iter().any(|&role| Some(role) != strongest_promotion(promotions)),
            Theme::Underpromotion,
        );
        themes.add_if(!promotions.is_empty() && promotions.iter().all(must), Theme::AllPromotions);
        themes.add_if(self.duals > 0, Theme::Dual);
    }

    fn mate(&mut self, line: &Line<'_>) {
        let Some(picture) = Picture::of(line.end) else { return };
        let purity = picture.purity();
        let themes = &mut self.themes;
        themes.add_if(picture.checkers.len() > 1, Theme::DoubleCheck);
        themes.add_if(picture.has_pins(), Theme::PinMate);
        themes.add_if(purity >= Purity::Pure, Theme::PureMate);
        themes.add_if(purity >= Purity::Model, Theme::ModelMate);
        themes.add_if(purity == Purity::Ideal, Theme::IdealMate);
        self.themes.add_if(self.is_helpmate && is_reciprocal(line), Theme::ReciprocalHelp);
        if self.has_lines {
            self.functions.extend(Functions::of(line));
        }
        if let Some(long_play) = &mut self.long_play {
            long_play.add(line, &picture);
        }
        let pattern = picture.pattern();
        if purity >= Purity::Model {
            add(&mut self.models, pattern.clone());
        }
        if purity >= Purity::Pure {
            add(&mut self.patterns, pattern);
        }
        if let Some(Step { m: Some(m), .. }) = line.steps.last() {
            batteries(&picture, *m, &mut self.themes);
        }
        self.add_errors(line, &picture);
        if let Some(m) = unpinning_move(line) {
            self.themes.add(Theme::Unpin);
            add(&mut self.errors, m);
        }
        for cell in picture.workers() {
            // Where the piece was in the diagram.
            let origin = line
                .steps
                .iter()
                .rev()
                .filter_map(|step| step.m)
                .fold(cell, |cell, m| if m.to == cell { m.from } else { cell });
            add(&mut self.workers, origin);
        }
    }

    /// Adds the errors of the mated side: selfblocks and interferences.
    fn add_errors(&mut self, line: &Line<'_>, picture: &Picture<'_>) {
        let shape = picture.position.game().shape;
        for (number, Step { before, m }) in line.steps.iter().enumerate() {
            let Some(m) = m.filter(|_| before.turn() == picture.mated) else { continue };
            let later_moves = line.steps[number + 1..].iter().filter_map(|step| step.m);
            let remains =
                m.to != picture.king && !later_moves.into_iter().any(|n| n.from == m.to || n.to == m.to);
            let Some(without) = picture.without(m.to).filter(|_| remains) else { continue };
            let moves: Vec<Move> = without.legal_moves().collect();
            let is_flight = |n: &Move| n.from == picture.king && n.to == m.to;
            if picture.is_in_field(m.to) && moves.iter().any(is_flight) {
                self.themes.add(Theme::SelfBlock);
                add(&mut self.errors, m);
            }
            for n in moves {
                if is_slider(&without, n.from) && is_between(shape, n.from, m.to, n.to) {
                    self.themes.add(Theme::Interference);
                    add(&mut self.errors, m);
                    let cut = (m.to, m.from, n.from);
                    add(&mut self.cuts, cut);
                    let captures_arrival = number > 0
                        && line.steps[number - 1].m.is_some_and(|before| before.to == m.to)
                        && line.steps[number - 1].before.turn() != picture.mated;
                    let are_unlike = matches!(
                        (role_on(before, m.from), role_on(before, n.from)),
                        (Some(Role::Rook), Some(Role::Bishop)) | (Some(Role::Bishop), Some(Role::Rook))
                    );
                    if captures_arrival && are_unlike {
                        add(&mut self.sacrifice_cuts, cut);
                    }
                }
            }
        }
    }
}

/// Returns the role of the piece on a cell.
fn role_on(position: &Position, cell: Cell) -> Option<Role> {
    position.piece(cell).map(|piece| piece.role)
}

/// Returns whether the side that is mated could have mated with its last move, in a helpmate.
fn is_reciprocal(line: &Line<'_>) -> bool {
    let [.., Step { before, .. }, _] = line.steps else { return false };
    before.legal_moves().any(|m| before.play_unchecked(m).is_mate())
}

/// Returns the move of the mated side that unpins the piece that mates next.
fn unpinning_move(line: &Line<'_>) -> Option<Move> {
    let [.., Step { before, m: Some(defence) }, Step { before: after, m: Some(mate) }] = line.steps else {
        return None;
    };
    let pinner = pinner(before, mate.from).filter(|_| before.turn() != after.turn())?;
    let shape = before.game().shape;
    let king = before.king(after.turn())?;
    // Along its line, a pinned piece can move without being unpinned; beyond the pinning piece the line only opens.
    let is_on_line = mate.to == pinner
        || is_between(shape, king, mate.to, pinner)
        || is_between(shape, king, pinner, mate.to);
    let is_unpinned = self::pinner(after, mate.from).is_none();
    (is_unpinned && !is_on_line && defence.from != mate.from).then_some(*defence)
}

/// Adds the batteries that the mating move fires.
fn batteries(picture: &Picture<'_>, m: Move, themes: &mut Themes) {
    let (position, shape) = (picture.position, picture.position.game().shape);
    let opened = |from: Cell, to: Cell| {
        from != m.to && is_slider(position, from) && is_between(shape, from, m.from, to)
    };
    let fires = picture.checkers.iter().any(|&checker| opened(checker, picture.king));
    themes.add_if(fires, Theme::DirectBattery);
    let is_opened = |cell: Cell| {
        let mut guards = picture.guards(cell);
        let only = guards.next().filter(|_| guards.next().is_none());
        only.is_some_and(|by| !picture.checkers.contains(&by) && opened(by, cell))
    };
    // A piece that moves along the line to the cell does not open the line.
    let mut others = picture.open_field().filter(|&cell| cell != m.to);
    themes.add_if(others.any(is_opened), Theme::IndirectBattery);
}

/// Returns whether a piece of these players returns with its next move to the cell that it left.
fn has_switchback(steps: &[Step], players: PlayerSet) -> bool {
    let moves: Vec<(Player, Move)> =
        steps.iter().filter_map(|step| Some((step.before.turn(), step.m?))).collect();
    moves.iter().enumerate().any(|(number, (player, m))| {
        let next = moves[number + 1..].iter().find(|(_, n)| n.from == m.to || n.to == m.to);
        let is_back = next.is_some_and(|(_, n)| n.from == m.to && n.to == m.from);
        is_back && m.promotion.is_none() && players.contains(*player)
    })
}

impl LineVisitor for ThemeCollector {
    fn line(&mut self, line: &Line<'_>) {
        self.record_captures(line);
        let is_promotion = |step: &Step| step.m.is_some_and(|m| m.promotion.is_some());
        self.themes.add_if(line.steps.iter().any(is_promotion), Theme::Promotion);
        self.themes.add_if(has_switchback(line.steps, self.solvers), Theme::Switchback);
        if self.has_mates {
            self.mate(line);
        }
        if let Some(Step { before, .. }) = line.steps.last() {
            let out = before.living().iter().filter(|&player| !line.end.living().contains(player));
            self.mated = out.fold(self.mated, PlayerSet::with);
        }
    }

    fn answers(&mut self, before: &Position, answers: &Attacks) {
        self.attacks(before, answers);
        if answers.is_dual() {
            return;
        }
        self.promotion_choices += usize::from(answers.attacks.len() > 1);
        if let Some(answer) = answer_of(before, answers.attacks[0].m) {
            add(&mut self.own, answer);
            add(&mut self.origins, answers.attacks[0].m.from);
        }
    }

    fn threats(&mut self, before: &Position, threats: &Attacks) {
        self.attacks(before, threats);
    }
}

impl ThemeCollector {
    /// Records the captures before the last move of the side that makes the last move.
    fn record_captures(&mut self, line: &Line<'_>) {
        let Some((last, steps)) = line.steps.split_last() else { return };
        let own = steps.iter().filter(|step| step.before.turn() == last.before.turn());
        for Step { before, m } in own {
            if let Some(m) = m.filter(|&m| before.is_capture(m)) {
                add(&mut self.captures, m);
            }
        }
    }

    /// Records moves of the solving side: answers to a defence, or threats.
    fn attacks(&mut self, before: &Position, attacks: &Attacks) {
        self.duals += usize::from(attacks.is_dual());
        for attack in &attacks.attacks {
            if let Some(answer) = answer_of(before, attack.m) {
                add(&mut self.answers, answer);
                if is_quiet(before, attack.m) {
                    add(&mut self.quiet, answer);
                }
            }
        }
        if let [only] = &attacks.attacks[..] {
            self.record_promotion(only.m);
        }
    }

    /// Records the promotions in the solutions of help and series play, without those that another solution replaces by
    /// the promotion to another piece.
    pub(super) fn record_promotions(&mut self, lines: &[mate::Line]) {
        for line in lines {
            for (number, m) in line.iter().enumerate().filter(|(_, m)| m.promotion.is_some()) {
                let is_choice = |other: &mate::Line| {
                    other.get(..number) == line.get(..number)
                        && other
                            .get(number)
                            .is_some_and(|n| (n.from, n.to) == (m.from, m.to) && n.promotion != m.promotion)
                };
                if !lines.iter().any(is_choice) {
                    self.record_promotion(*m);
                }
            }
        }
    }

    /// Records the promotion of a move without an alternative.
    pub(super) fn record_promotion(&mut self, m: Move) {
        if let Some(role) = m.promotion {
            add(&mut self.promotions, role);
        }
    }
}

/// Adds the themes of the key.
pub(super) fn key_themes(position: &Position, key: Move, themes: &mut Themes) {
    let after = position.play_unchecked(key);
    let role = position.piece(key.from).map(|piece| piece.role);
    themes.add_if(is_quiet(position, key), Theme::QuietKey);
    themes.add_if(after.is_check(), Theme::CheckingKey);
    themes.add_if(position.is_capture(key), Theme::CapturingKey);
    themes.add_if(position.is_en_passant(key), Theme::EnPassantKey);
    themes.add_if(key.promotion.is_some(), Theme::PromotingKey);
    let best = strongest_promotion(position.game().promotions);
    themes.add_if(key.promotion.is_some() && key.promotion != best, Theme::UnderpromotingKey);
    themes.add_if(role == Some(Role::King), Theme::KingKey);
    themes.add_if(position.castling(key).is_some(), Theme::CastlingKey);
    themes.add_if(is_sacrifice(position, &after, key), Theme::SacrificingKey);
    if let Some(passed) = position.after_pass(after.turn()) {
        let [before, now] = [&passed, &after].map(flights);
        let lacks = |one: &[Cell], other: &[Cell]| one.iter().any(|cell| !other.contains(cell));
        themes.add_if(lacks(&now, &before), Theme::FlightGivingKey);
        themes.add_if(lacks(&before, &now), Theme::FlightTakingKey);
        themes.add_if(after.count_moves() > passed.count_moves(), Theme::AmpliativeKey);
    }
}

/// Returns the flights of the king of the player to move.
pub(super) fn flights(position: &Position) -> Vec<Cell> {
    let king = position.king(position.turn());
    position.legal_moves().filter(|m| Some(m.from) == king).map(|m| m.to).collect()
}

/// Returns whether the key offers a piece; see [`Theme::SacrificingKey`].
fn is_sacrifice(position: &Position, after: &Position, key: Move) -> bool {
    let Some(offered) = after.piece(key.to).map(|piece| piece.role) else { return false };
    if matches!(offered, Role::King | Role::Pawn) {
        return false;
    }
    let gain = position.piece(key.to).map_or(0, |captured| piece_value(captured.role));
    let is_lost = |reply: Move| {
        let capturer = after.piece(reply.from).map_or(0, |piece| piece_value(piece.role));
        let is_recaptured = || after.play_unchecked(reply).legal_moves().any(|m| m.to == key.to);
        capturer < piece_value(offered) || !is_recaptured()
    };
    gain < piece_value(offered) && after.legal_moves().any(|reply| reply.to == key.to && is_lost(reply))
}

/// Adds the themes of the phases: threat, zugzwang, tries, set play and changes.
pub(super) fn phase_themes(
    position: &Position,
    full: &Findings,
    key: &Attack,
    phases: &Phases,
    themes: &mut Themes,
) {
    themes.add_if(matches!(key.threat, mate::Threat::Attacks(_)), Theme::Threat);
    let is_zugzwang = key.threat == mate::Threat::Zugzwang;
    themes.add_if(is_zugzwang, Theme::Zugzwang);
    themes.add_if(full.tries.iter().any(|r#try| r#try.refutations.len() == 1), Theme::Try);
    let after = position.play_unchecked(key.m);
    let Some(passed) = position.after_pass(after.turn()) else { return };
    themes.add_if(!phases.set.is_empty(), Theme::SetPlay);
    themes.add_if(!phases.changed.is_empty(), Theme::Changed);
    themes.add_if(!phases.transferred.is_empty(), Theme::Transferred);
    themes.add_if(phases.thematic_tries > 0, Theme::ThematicTry);
    if is_block(&passed, full, key) {
        themes.add(Theme::Block);
        themes.add(if phases.changed.is_empty() { Theme::Waiting } else { Theme::Mutate });
    }
}
