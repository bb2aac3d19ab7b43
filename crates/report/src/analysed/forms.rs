//! The output forms of `analyse`.

use std::fmt::Write as _;
use std::path::Path;

use hexmate_batch::files::Outputs;

use super::annotated::Evaluations;
use super::graph::graph;
use super::{Analysed, AnalysedContent, AnalysedGame, AnalysedRow, Mark};
use crate::flow::MoveIndex;
use crate::movetext;
use crate::output::{BookError, PageFile, Report};
use crate::page::{self, Article, PageStyle, PageWords, escaped};
use crate::recorded::RecordedAnalyses;
use crate::{FileText, Form, Format, Formulas, Language, NamedForm, PlainForm, ReportLine};
use hexmate_core::rules::Player;
use hexmate_diagram::{Marks, game_board, player_name};
use hexmate_games::pgn::{Notation, PgnText};
use hexmate_position::{Letters, Setup};

/// An output form of `analyse`.
pub type AnalyseForm = NamedForm<Analysed, RecordedAnalyses>;

impl AnalyseForm {
    /// All output forms of `analyse`.
    pub const ALL: &[Self] = &[
        Self { name: "text", endings: &[], new: |_, _| Box::new(Table(Format::Text, Formulas::Kept)) },
        Self { name: "csv", endings: &["csv"], new: |_, formulas| Box::new(Table(Format::Csv, formulas)) },
        Self {
            name: "json",
            endings: &["json", "jsonl", "ndjson"],
            new: |_, _| Box::new(Table(Format::Json, Formulas::Kept)),
        },
        Self { name: "pgn", endings: &["pgn"], new: |_, _| Box::new(PlainForm(pgn)) },
        Self {
            name: "html",
            endings: &["html", "htm"],
            new: |analyses, _| Box::new(Html(analyses.language)),
        },
    ];
}

/// A table with a row for each move and each error.
struct Table(Format, Formulas);

impl Form<Analysed> for Table {
    type Collector = Report;

    fn render(&self, analysed: &Analysed) -> Option<ReportLine> {
        let Analysed { file, record, game, .. } = analysed;
        let row = |content| self.0.row(&AnalysedRow { file, record: *record, content });
        let moves = game.iter().flat_map(|game| {
            game.moves().map(move |analysed| AnalysedContent::Move(game.as_ref(), analysed))
        });
        let rows: String = moves.chain(analysed.faults().map(AnalysedContent::Fault)).map(row).collect();
        (!rows.is_empty()).then_some(ReportLine::Text(FileText::Plain(rows)))
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<Report, BookError> {
        let report = Report::new::<AnalysedRow<'_>>(outputs, self.0, Some(path))?;
        Ok(report.with_formulas(self.1))
    }
}

/// Returns a game with evaluations, as PGN.
fn pgn(analysed: &Analysed) -> Option<String> {
    let (game, _) = &analysed.game.as_deref()?.annotated(Evaluations::Written, PageWords::ENGLISH);
    Some(format!("{}\n", PgnText { game, notation: Notation::San, letters: &Letters::ENGLISH }))
}

/// An HTML page in a language with the evaluation graph of each game.
struct Html(Language);

impl Form<Analysed> for Html {
    type Collector = PageFile;

    fn render(&self, analysed: &Analysed) -> Option<Article> {
        Some(article(analysed, self.0))
    }

    fn open(&self, outputs: &Outputs, path: &Path) -> Result<PageFile, BookError> {
        let style = PageStyle::translated(PageWords::of(self.0.words), "Analysed games", &[]);
        Ok(PageFile::open(outputs.open(Some(path))?, style)?)
    }
}

fn article(analysed: &Analysed, language: Language) -> Article {
    let words = PageWords::of(language.words);
    let faults: String = analysed.faults().map(|fault| page::fault(&fault.to_string())).collect();
    let article = Article {
        label: analysed.name.clone(),
        is_fault: analysed.faults().next().is_some(),
        ..Article::default()
    };
    let Some(game) = &analysed.game else { return Article { html: faults, ..article } };
    let (shown, _) = game.annotated(Evaluations::LeftOut, words);
    let (flow, last) = movetext::movetext(&shown);
    let [start, end] = [shown.start(), shown.end()].map(Setup::from);
    let board = game_board(&start, last.map(|MoveIndex(last)| last), &end, &Marks::default());
    let mut html = page::figure(&board, "", &shown.result.to_string())
        + &faults
        + &graph(game, language)
        + &sides(game, language);
    html += &page::moves(&page::plies(words, shown.moves().len()), &flow.paragraphs(&language.letters));
    Article { game: shown.game().name.to_owned(), html, ..article }
}

/// Returns a table with the accuracy and the bad moves of both sides.
fn sides(game: &AnalysedGame, language: Language) -> String {
    let words = PageWords::of(language.words);
    let accuracy = escaped(words.translated("accuracy"));
    let mut table = format!("<div class=\"sides\"><table>\n<tr><th></th><th scope=\"col\">{accuracy}</th>");
    for mark in Mark::ALL {
        let _ = write!(table, "<th scope=\"col\">{}</th>", mark.sign());
    }
    table += "</tr>\n";
    for (side, accuracy) in [Player::WHITE, Player::BLACK].into_iter().zip(game.accuracy()) {
        let accuracy = accuracy.map_or_else(|| "–".to_owned(), |accuracy| format!("{accuracy:.1}"));
        let name =
            game.name_of(side).unwrap_or_else(|| player_name(&game.played().game(), side, &language.letters));
        let name = escaped(name);
        let _ = write!(table, "<tr><th scope=\"row\">{name}</th><td>{accuracy}</td>");
        for mark in Mark::ALL {
            let own = |analysed: &super::AnalysedMove<'_>| {
                analysed.position.turn() == side && analysed.mark() == Some(mark)
            };
            let _ = write!(table, "<td>{}</td>", game.moves().filter(own).count());
        }
        table += "</tr>\n";
    }
    table + "</table></div>\n"
}
