//! Times of a program on sets of positions, apart for those without a solution, with a shorter one, and others.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use hexmate_position::Position;

/// Result of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    NoSolution,
    Shorter,
    Exact,
    NotFinished,
}

impl Outcome {
    /// All outcomes, in the order of the table.
    pub const ALL: [Self; 4] = [Self::NoSolution, Self::Shorter, Self::Exact, Self::NotFinished];

    /// Returns the outcome that a row of the report states.
    fn of(status: &str, mate_in: &str, stipulation: &str) -> Option<Self> {
        Some(match status {
            "NOT_FINISHED" => Self::NotFinished,
            "NO_SOLUTION" => Self::NoSolution,
            "SHORT_SOLUTION" => Self::Shorter,
            _ if mate_in.is_empty() => return None,
            _ if stipulation.ends_with(&format!("#{mate_in}")) => Self::Exact,
            _ => Self::Shorter,
        })
    }
}

/// Processor time of all ended child processes, in seconds, to a hundredth; `None` where the system does not say.
fn children_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let after_name = stat.rsplit_once(") ")?.1;
    let mut ticks = after_name.split(' ').skip(13).map(|field| field.parse::<f64>().ok());
    Some((ticks.next()?? + ticks.next()??) / 100.0)
}

/// Runs the program on one position, in a process of its own; returns the outcome and the seconds that it took.
///
/// # Errors
///
/// A program that cannot be run, or that writes no report.
pub fn run(
    program: &Path,
    folder: &Path,
    position: &Position,
    stipulation: &str,
    limit_seconds: u64,
) -> Result<(Outcome, f64), String> {
    let [problem, report] = ["problem.csv", "report.csv"].map(|name| folder.join(name));
    let game = position.game().name;
    let text = format!("id,variant,fen,stipulation\nx,{game},{},{stipulation}\n", position.to_fen());
    fs::write(&problem, text).map_err(|error| format!("{}: {error}", problem.display()))?;
    let (start, before) = (Instant::now(), children_seconds());
    let mut command = Command::new(program);
    command
        .args(["solve", "--keys-only", "--threads", "1", "--quiet", "--time"])
        .arg(limit_seconds.to_string());
    command.arg("--report").args([&report, &problem]).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().map_err(|error| format!("{}: {error}", program.display()))?;
    let seconds = match (before, children_seconds()) {
        (Some(before), Some(after)) => after - before,
        _ => start.elapsed().as_secs_f64(),
    };
    let mut rows = csv::Reader::from_path(&report).map_err(|error| error.to_string())?;
    let headers = rows.headers().map_err(|error| error.to_string())?.clone();
    let row = rows.records().next().and_then(Result::ok).ok_or("no row in the report")?;
    let field = |name: &str| {
        let place = headers.iter().position(|header| header == name);
        place.and_then(|place| row.get(place)).unwrap_or_default()
    };
    let outcome = Outcome::of(field("status"), field("mate_in"), stipulation);
    let _ = fs::remove_file(&report);
    Ok((outcome.ok_or_else(|| format!("status {}", field("status")))?, seconds))
}

/// Returns the number, the median and the largest of some times, as cells of a table.
pub fn cells(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    match times.last() {
        Some(largest) => format!("{} | {:.2} | {largest:.2}", times.len(), times[times.len() / 2]),
        None => "0 | | ".to_owned(),
    }
}
