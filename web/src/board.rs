//! Positions: pictures, faults, legal moves, editing.

use hexmate_diagram::{
    Arrow, Caption, Circle, ColourTheme, Coordinates, Layer, Marks, Options, PieceSet, Prefix, ToMove, View,
    rule_sheet, svg,
};
use hexmate_position::symmetry::{Mirror, Symmetry};
use hexmate_position::{
    Cell, Dialect, Fault, FaultList, Faults, Game, Move, Outcome, Player, Position, Role, Setup, SetupEditor,
    Uci, letter, piece_text, player, read_piece, wings_text,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Answer, Failure};
use crate::games::{dialect, game, letters};

/// Appearance of a board.
#[derive(Deserialize, Default, Debug)]
#[serde(default)]
pub struct Look {
    theme: String,
    pieces: String,
    coordinates: String,
    bottom: String,
    letters: String,
    arrows: Vec<String>,
    circles: Vec<String>,
    comment: String,
    prefix: String,
    above: Vec<String>,
    stipulation: String,
    to_move: bool,
    /// Name of the picture, for screen readers.
    pub title: String,
    width: Option<u32>,
}

impl Look {
    /// Draws a setup; names that are not known give the default.
    pub fn draw(&self, setup: &Setup, mut marks: Marks) -> String {
        let shape = setup.game.shape;
        marks.arrows.extend(self.arrows.iter().filter_map(|text| Arrow::parse(shape, text, Layer::Above)));
        marks.circles.extend(self.circles.iter().filter_map(|text| Circle::parse(shape, text)));
        marks.add_comment(shape, &self.comment);
        let caption = match self.stipulation.is_empty() && self.above.is_empty() {
            true => Caption::default(),
            false => Caption {
                above: self.above.clone(),
                left: self.stipulation.clone(),
                right: count(setup),
                ..Caption::default()
            },
        };
        let to_move = if self.to_move { ToMove::Marked } else { ToMove::Unmarked };
        svg(setup, &Options { marks, caption, to_move, ..self.options(setup.game) })
    }

    /// Returns the options of a picture without marks.
    fn options(&self, game: Game) -> Options {
        let bottom = self.bottom.bytes().next().and_then(|letter| player(&game, letter));
        let coordinates = match self.coordinates.as_str() {
            "inside" => Coordinates::Inside,
            "none" => Coordinates::Hidden,
            _ => Coordinates::Edge,
        };
        Options {
            theme: ColourTheme::ALL.into_iter().find(|theme| theme.name == self.theme).unwrap_or_default(),
            pieces: PieceSet::ALL.into_iter().find(|set| set.name() == self.pieces).unwrap_or_default(),
            letters: letters(&self.letters),
            view: View { bottom: bottom.unwrap_or(View::default().bottom), coordinates },
            title: Some(self.title.clone()).filter(|title| !title.is_empty()),
            width: self.width,
            prefix: Prefix::parse(&self.prefix).unwrap_or_default(),
            ..Options::default()
        }
    }
}

/// Returns the numbers of pieces of the players, such as `5+3`.
fn count(setup: &Setup) -> String {
    let count = |owner| setup.board.pieces().filter(|(_, piece)| piece.owner == owner).count();
    setup.board.owners().iter().map(|owner| count(owner).to_string()).collect::<Vec<_>>().join("+")
}

/// A game whose rule sheet is drawn.
#[derive(Deserialize, Debug)]
pub struct Rules {
    game: String,
    #[serde(default)]
    look: Look,
}

impl Rules {
    /// Returns the picture.
    pub fn answer(self) -> Answer {
        let game = game(&self.game)?;
        Ok(json!({ "svg": rule_sheet(game, &self.look.options(game)).to_string() }))
    }
}

/// A position: a FEN, and moves played from it.
#[derive(Deserialize, Debug)]
pub struct Board {
    game: String,
    fen: String,
    #[serde(default)]
    order: String,
    #[serde(default)]
    moves: Vec<String>,
    /// Number of moves after which the position is shown; all if it is missing.
    #[serde(default)]
    at: Option<usize>,
    /// Cell of the piece whose targets are marked.
    #[serde(default)]
    select: String,
    #[serde(default)]
    look: Look,
    /// `true` if only the picture is wanted.
    #[serde(default)]
    plain: bool,
}

impl Board {
    /// Returns the position after the moves.
    pub fn answer(self) -> Answer {
        let game = game(&self.game)?;
        let setup = read(game, &self.fen, &self.order)?;
        let faults = setup.faults();
        let Ok(start) = setup.clone().into_position() else {
            return Ok(self.setup(&setup, &faults));
        };
        let mut position = start;
        let mut last = None;
        let mut line = Vec::new();
        let mut reached = None;
        for text in &self.moves {
            if self.at == Some(line.len()) {
                reached = Some((position.clone(), last));
            }
            let m = legal(&position, text)?;
            line.push(json!({
                "number": position.move_number().to_string(),
                "uci": text,
                "san": position.san(m).to_string(),
            }));
            position = position.play_unchecked(m);
            last = Some(m);
        }
        let (position, last) = reached.unwrap_or((position, last));
        // A setup is shown as it is: its position may be the one after an elimination.
        let shown = if last.is_none() { setup } else { Setup::from(&position) };
        let mut marks = Marks { last_move: last, ..Marks::of(&position) };
        if let Some(from) = game.cell(&self.select) {
            marks.add_moves(&position, from);
        }
        let svg = self.look.draw(&shown, marks);
        if self.plain {
            return Ok(json!({ "svg": svg, "fen": shown.to_fen() }));
        }
        let moves = position.legal_moves().map(|m| {
            json!({
                "uci": Uci(game.shape, m).to_string(),
                "san": position.san(m).to_string(),
                "from": game.cell_name(m.from).to_string(),
                "to": game.cell_name(m.to).to_string(),
                "promotion": m.promotion.map(Role::letter),
                "capture": position.is_capture(m),
            })
        });
        let mut answer = summary(&shown, &faults, &svg);
        answer["legal"] = json!(true);
        answer["moves"] = moves.collect();
        answer["line"] = line.into();
        answer["check"] = json!(position.is_check());
        answer["number"] = json!(position.move_number().to_string());
        answer["outcome"] = json!(position.outcome().map(|outcome| match outcome {
            Outcome::Mate { winner } => json!({ "kind": "mate", "winner": letter(&game, winner) }),
            Outcome::Stalemate { .. } => json!({ "kind": "stalemate" }),
            Outcome::NobodyMoves => json!({ "kind": "nobody-moves" }),
        }));
        Ok(answer)
    }

    /// Returns a setup that is not legal.
    fn setup(&self, setup: &Setup, faults: &Faults) -> Value {
        summary(setup, faults, &self.look.draw(setup, Marks::default()))
    }
}

fn summary(setup: &Setup, faults: &Faults, svg: &str) -> Value {
    let game = setup.game;
    let fault = |&fault| {
        let text = FaultList(&game, &Faults::from(vec![fault])).to_string();
        let (player, cell) = place(fault);
        json!({
            "code": fault.code(),
            "message": text,
            "player": player.map(|player| letter(&game, player)),
            "cell": cell.map(|cell| game.cell_name(cell).to_string()),
        })
    };
    let pieces = setup.board.pieces();
    let orders = Dialect::ALL.map(|dialect| (dialect.name().to_owned(), json!(setup.to_fen_in(dialect))));
    json!({
        "game": game.name,
        "fen": setup.to_fen(),
        "fens": orders.into_iter().collect::<serde_json::Map<_, _>>(),
        "legal": false,
        "faults": faults.as_slice().iter().map(fault).collect::<Vec<_>>(),
        "turn": letter(&game, setup.turn),
        "living": setup.living.iter().map(|player| letter(&game, player)).collect::<String>(),
        "wings": wings_text(&game, setup.wings),
        "rights": rights(setup),
        "crossed": setup.crossed.iter().map(|&cell| game.cell_name(cell).to_string()).collect::<Vec<_>>(),
        "landed": setup.landed.map(|cell| game.cell_name(cell).to_string()),
        "halfmoves": setup.halfmoves,
        "fullmoves": setup.fullmoves,
        "pieces": pieces.map(|(cell, piece)| (game.cell_name(cell).to_string(), piece_text(&game, piece))).collect::<Vec<_>>(),
        "svg": svg,
    })
}

/// Returns the player or the cell of a fault.
fn place(fault: Fault) -> (Option<Player>, Option<Cell>) {
    match fault {
        Fault::NoKing(player)
        | Fault::SeveralKings(player)
        | Fault::PiecesOfPlayerOut(player)
        | Fault::TurnOfPlayerOut(player)
        | Fault::OpponentInCheck(player)
        | Fault::ImpossibleCastling(player)
        | Fault::TooManyPieces(player) => (Some(player), None),
        Fault::PawnOnLastCell(cell) | Fault::PawnOfLivingPlayer(cell) | Fault::ImpossibleEnPassant(cell) => {
            (None, Some(cell))
        }
        Fault::NoOpponent => (None, None),
    }
}

/// Returns the castling rights that the game knows, each with its player, wing and state.
fn rights(setup: &Setup) -> Vec<Value> {
    let game = setup.game;
    let of = |owner| {
        game.castlings(owner).iter().fold(Vec::new(), |mut wings: Vec<(u8, char)>, way| {
            if !wings.iter().any(|&(wing, _)| wing == way.wing) {
                wings.push((way.wing, way.letter));
            }
            wings
        })
    };
    let right = |owner, (wing, sign): (u8, char)| json!({ "player": letter(&game, owner), "wing": wing, "sign": sign, "has": setup.wings.has(owner, wing) });
    game.players().flat_map(|owner| of(owner).into_iter().map(move |wing| right(owner, wing))).collect()
}

/// Reads a setup, which need not be legal.
pub fn read(game: Game, fen: &str, order: &str) -> Result<Setup, Failure> {
    Setup::from_fen_in(game, fen, dialect(order)?).map_err(|error| {
        let place = fen.get(..error.offset).map_or(0, |text| text.chars().count()) + 1;
        Failure::new(error.kind.code(), format!("character {place}: {}", error.kind))
    })
}

/// Reads a legal position.
pub fn position(game: Game, fen: &str) -> Result<Position, Failure> {
    let setup = read(game, fen, "")?;
    setup.into_position().map_err(|faults| {
        let code = faults.as_slice().first().map_or("illegal", |fault| fault.code());
        Failure::new(code, FaultList(&game, &faults))
    })
}

/// Reads a move that is legal in a position.
pub fn legal(position: &Position, text: &str) -> Result<Move, Failure> {
    position.parse_uci(text).ok_or_else(|| Failure::new("not-legal", format!("{text} is not a legal move")))
}

/// Edits of a setup.
#[derive(Deserialize, Debug)]
pub struct Edit {
    game: String,
    fen: String,
    #[serde(default)]
    order: String,
    edits: Vec<Change>,
}

/// One edit.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
enum Change {
    /// Puts a piece on a cell: piece and cell.
    Put(String, String),
    /// Removes the piece of a cell.
    Remove(String),
    /// Moves a piece to another cell, where it replaces any other.
    Move(String, String),
    /// Removes all pieces.
    Clear,
    /// Sets the initial position.
    Start,
    /// Sets the side to move.
    Turn(String),
    /// Sets a castling right: player, wing, state.
    Right(String, u8, bool),
    /// Sets the cells of the en passant right, separated by commas, and the cell of its pawn.
    Crossed(Vec<String>, Option<String>),
    /// Sets the half-move clock and the number of the round.
    Clocks(u32, u32),
    /// Sets the players in the game.
    Living(String),
    /// Exchanges left and right.
    Mirror,
    /// Gives each piece to the other player.
    Colours,
}

impl Edit {
    /// Returns the edited FEN.
    pub fn answer(self) -> Answer {
        let game = game(&self.game)?;
        let mut setup = read(game, &self.fen, &self.order)?;
        for change in self.edits {
            setup = change.apply(setup)?;
        }
        Ok(json!({ "fen": setup.to_fen() }))
    }
}

impl Change {
    fn apply(self, setup: Setup) -> Result<Setup, Failure> {
        let game = setup.game;
        let cell = |name: &str| {
            game.cell(name).ok_or_else(|| Failure::new("no-cell", format!("no cell {name:?} on this board")))
        };
        let seat = |name: &str| {
            let found = name.bytes().next().and_then(|letter| player(&game, letter));
            found.ok_or_else(|| Failure::new("no-player", format!("no player {name:?} in this game")))
        };
        let mut editor = SetupEditor::new(setup.clone());
        match self {
            Self::Put(piece, at) => {
                let (piece, _) = read_piece(&game, piece.as_bytes())
                    .ok_or_else(|| Failure::new("no-piece", format!("no piece {piece:?} in this game")))?;
                let at = cell(&at)?;
                editor.remove(at);
                editor.add(at, piece);
            }
            Self::Remove(at) => {
                editor.remove(cell(&at)?);
            }
            Self::Move(from, to) => {
                let (from, to) = (cell(&from)?, cell(&to)?);
                if from != to {
                    editor.remove(to);
                    editor.relocate(from, to);
                }
            }
            Self::Clear => return Ok(Setup { turn: setup.turn, ..Setup::empty(game) }),
            Self::Start => return Ok(Setup::from(&Position::start(game))),
            Self::Turn(name) => {
                return Ok(Setup { turn: seat(&name)?, crossed: Vec::new(), landed: None, ..setup });
            }
            Self::Right(name, wing, has) => {
                let (owner, wings) = (seat(&name)?, setup.wings);
                if !game.castlings(owner).iter().any(|way| way.wing == wing) {
                    return Err(Failure::new("no-castling", "no such castling in this game"));
                }
                let wings = if has { wings.with(owner, wing) } else { wings.without(owner, wing) };
                return Ok(Setup { wings, ..setup });
            }
            Self::Crossed(cells, landed) => {
                let crossed = cells.iter().map(|name| cell(name)).collect::<Result<_, _>>()?;
                let landed = landed.map(|name| cell(&name)).transpose()?;
                return Ok(Setup { crossed, landed, ..setup });
            }
            Self::Clocks(halfmoves, fullmoves) => {
                return Ok(Setup { halfmoves, fullmoves: fullmoves.max(1), ..setup });
            }
            Self::Living(names) => {
                let living = game.players().filter(|&one| names.contains(letter(&game, one))).collect();
                return Ok(Setup { living, ..setup });
            }
            Self::Mirror => {
                let mirror = Mirror::of(game).iter().copied().find(|&mirror| mirror == Mirror::With);
                let mirror = mirror.ok_or_else(|| Failure::new("no-symmetry", "this game has no mirror"))?;
                let symmetry = Symmetry { game, mirror, seats: 0 };
                editor.map_cells(|cell| Some(symmetry.cell(cell)));
            }
            Self::Colours => {
                editor.exchange_colours();
            }
        }
        Ok(editor.finish())
    }
}

/// A move as a person types it.
#[derive(Deserialize, Debug)]
pub struct Typed {
    game: String,
    fen: String,
    text: String,
    #[serde(default)]
    letters: String,
}

impl Typed {
    /// Returns the move in UCI notation.
    pub fn answer(self) -> Answer {
        let game = game(&self.game)?;
        let position = position(game, &self.fen)?;
        let found = position.parse_in(&self.text, &letters(&self.letters));
        let m: Move = found.map_err(|error| Failure::new(error.code(), error))?;
        Ok(json!({ "uci": Uci(game.shape, m).to_string() }))
    }
}
