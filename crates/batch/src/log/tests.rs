//! Checkpoints that are truncated, resumed and completed.

use std::fs;

use super::*;
use crate::shard::Shard;

fn in_folder(test: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().expect("a folder");
    test(&folder.path().join("work.jsonl"));
}

/// A command with a name only.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
struct Command(String);

impl LoggedCommand for Command {
    const PROGRAM: &str = "test 1.0";
    const RULES: u32 = 1;

    fn is_sane(&self) -> bool {
        !self.0.is_empty()
    }

    fn continues(&self, other: &Self) -> bool {
        self == other
    }
}

fn header(what: &str, nodes: &str) -> Header<Command> {
    let options = [("--what", what), ("--nodes", nodes)];
    let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    Header::new(Command("test".to_owned()), options, ["--nodes".to_owned()].into(), Shard::WHOLE)
}

/// The digest used for every record.
fn digest() -> RecordDigest {
    RecordDigest::from(&crate::digest::Digest::of("a record"))
}

fn open(path: &Path, beginning: CheckpointMode, header: &Header<Command>) -> Result<Log, LogError> {
    let files = LogFiles { checkpoint: Some((path, beginning)), part: None };
    let log = Log::open(header, files, &InputDigest::default())?;
    Ok(log.expect("a checkpoint is asked for"))
}

/// The result of a record as JSON.
fn raw(record: u64) -> Box<serde_json::value::RawValue> {
    serde_json::value::to_raw_value(&record).expect("a number")
}

fn append(log: &mut Log, record: u64) {
    let (checkpoint, _) = log.parts();
    checkpoint.expect("a checkpoint").append(record, digest(), &raw(record)).expect("written");
}

fn recall(log: &mut Log, record: u64) -> Result<Option<u64>, LogError> {
    log.parts().0.expect("a checkpoint").recall(record, digest(), &|| format!("record {record}"))
}

/// Processes all records in order, as a resumed run does, and completes the log.
fn run_to_the_end(mut log: Log, records: u64, is_final: impl Fn(u64) -> bool) -> Result<(), LogError> {
    for record in 0..records {
        if recall(&mut log, record)?.is_none() && is_final(record) {
            append(&mut log, record);
        }
        log.parts().1.add(record, digest(), is_final(record), &raw(record))?;
    }
    log.finish(records)
}

#[test]
fn incomplete_last_line_is_removed() {
    in_folder(|path| {
        let header = header("test", "1");
        let mut log = open(path, CheckpointMode::New, &header).expect("a new file");
        // In the order of finishing, not of the input.
        for record in [4, 1, 3] {
            append(&mut log, record);
        }
        drop(log);
        let whole = fs::read_to_string(path).expect("a checkpoint");
        for length in 0..=whole.len() {
            fs::write(path, &whole[..length]).expect("a file");
            let mut log = open(path, CheckpointMode::Resume, &header).expect("a file");
            let lines = whole[..length].matches('\n').count();
            let recalled = [4, 1, 3].map(|record| recall(&mut log, record).expect("a record"));
            assert_eq!(recalled.iter().flatten().count(), lines.saturating_sub(1), "{length}");
            append(&mut log, 0);
            drop(log);
            let mut log = open(path, CheckpointMode::Resume, &header).expect("a file");
            assert_eq!(recall(&mut log, 0).ok(), Some(Some(0)), "{length}");
        }
    });
}

#[test]
fn complete_checkpoint_is_a_part() {
    in_folder(|path| {
        let header = header("test", "1");
        let mut log = open(path, CheckpointMode::New, &header).expect("a new file");
        for record in [4, 1, 3] {
            append(&mut log, record);
        }
        drop(log);
        let name = [path.display().to_string()];
        let refused = Parts::<Command>::open(&name).expect_err("no trailer yet");
        assert!(refused.to_string().contains("its last line is not a trailer"), "{refused}");
        let log = open(path, CheckpointMode::Resume, &header).expect("the same work");
        run_to_the_end(log, 6, |_| true).expect("complete");
        let parts = Parts::<Command>::open(&name).expect("a part");
        assert_eq!((parts.command(), parts.count()), (&header.command, 6));
        let outputs: Result<Vec<u64>, _> = parts.outputs().expect("entries").collect();
        assert_eq!(outputs.expect("in order"), [0, 1, 2, 3, 4, 5]);
        let bytes = fs::read(path).expect("a log");
        let log = open(path, CheckpointMode::Resume, &header).expect("the same work");
        run_to_the_end(log, 6, |_| true).expect("complete");
        assert_eq!(fs::read(path).expect("a log"), bytes, "no work was left");
    });
}

#[test]
fn resume_repeats_records_with_limit() {
    in_folder(|path| {
        let log = open(path, CheckpointMode::New, &header("test", "1")).expect("a new file");
        run_to_the_end(log, 3, |record| record != 1).expect("complete");
        let text = fs::read_to_string(path).expect("a log");
        let again = format!(r#"{{"record":1,"digest":"{}","again":true,"found":1,"#, digest());
        assert!(text.contains(&again), "{text}");
        let mut log = open(path, CheckpointMode::Resume, &header("test", "2")).expect("another limit");
        assert_eq!([0, 1, 2].map(|record| recall(&mut log, record).ok().flatten()), [Some(0), None, Some(2)]);
        drop(log);
        let log = open(path, CheckpointMode::Resume, &header("test", "2")).expect("another limit");
        run_to_the_end(log, 3, |_| true).expect("complete");
        let text = fs::read_to_string(path).expect("a log");
        assert!(text.contains(r#""--nodes":"2""#) && !text.contains("again"), "{text}");
        assert_eq!(text.lines().count(), 5, "{text}");
    });
}

#[test]
fn concurrent_runs_cannot_share_checkpoint() {
    in_folder(|path| {
        let first = open(path, CheckpointMode::New, &header("test", "1")).expect("a new file");
        let second = open(path, CheckpointMode::Resume, &header("test", "1"));
        assert!(matches!(second, Err(LogError::InUse(_))), "{second:?}");
        drop(first);
        open(path, CheckpointMode::Resume, &header("test", "1")).expect("an unused file");
    });
}

#[test]
fn foreign_and_existing_checkpoints_are_rejected() {
    in_folder(|path| {
        drop(open(path, CheckpointMode::New, &header("test", "1")).expect("a new file"));
        let other = open(path, CheckpointMode::Resume, &header("another", "1"));
        assert!(matches!(other, Err(LogError::Unfit(_))), "{other:?}");
        let again = open(path, CheckpointMode::New, &header("test", "1"));
        assert!(matches!(again, Err(LogError::Exists(_))), "{again:?}");
        fs::write(path, "no line\n").expect("a file");
        let damaged = open(path, CheckpointMode::Resume, &header("test", "1"));
        assert!(matches!(damaged, Err(LogError::Unfit(_))), "{damaged:?}");
    });
}

#[test]
fn changed_or_missing_record_is_rejected() {
    in_folder(|path| {
        let header = header("test", "1");
        let mut log = open(path, CheckpointMode::New, &header).expect("a new file");
        append(&mut log, 7);
        drop(log);
        let mut log = open(path, CheckpointMode::Resume, &header).expect("the same work");
        let (checkpoint, _) = log.parts();
        let another = RecordDigest::from(&crate::digest::Digest::of("another"));
        let changed: Result<Option<u64>, _> =
            checkpoint.expect("a checkpoint").recall(7, another, &|| "a: record 8".to_owned());
        let changed = changed.expect_err("another digest").to_string();
        assert!(changed.starts_with("a: record 8 has changed since the checkpoint was written"), "{changed}");
        let missing = run_to_the_end(log, 3, |_| true).expect_err("too few");
        assert!(missing.to_string().ends_with("record 8 is no longer in the input"), "{missing}");
    });
}

/// Damages a log in many ways: one bit of each byte, truncated at every third byte, and lines left out, doubled and
/// exchanged.
fn damaged(whole: &[u8]) -> Vec<Vec<u8>> {
    let mut logs: Vec<Vec<u8>> = (0..whole.len()).step_by(3).map(|length| whole[..length].to_vec()).collect();
    for place in 0..whole.len() {
        let mut log = whole.to_vec();
        log[place] ^= 1 << (place % 8);
        logs.push(log);
    }
    let lines: Vec<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    for number in 0..lines.len() {
        let (before, line, after) = (&lines[..number], lines[number], &lines[number + 1..]);
        logs.push([before.concat(), after.concat()].concat());
        logs.push([before.concat(), line.repeat(2), after.concat()].concat());
        for other in number + 1..lines.len() {
            let mut exchanged = lines.clone();
            exchanged.swap(number, other);
            logs.push(exchanged.concat());
        }
    }
    logs
}

/// Writes a log with the entries 4, 1 and 3, whose results are ten times their numbers, and returns its bytes.
fn written(path: &Path, header: &Header<Command>) -> Vec<u8> {
    let mut log = open(path, CheckpointMode::New, header).expect("a new file");
    for record in [4, 1, 3] {
        let (checkpoint, _) = log.parts();
        checkpoint.expect("a checkpoint").append(record, digest(), &raw(10 * record)).expect("written");
    }
    drop(log);
    fs::read(path).expect("a log")
}

#[test]
fn damaged_checkpoint_gives_no_wrong_result() {
    in_folder(|path| {
        let header = header("test", "1");
        let whole = written(path, &header);
        let mut refused = 0;
        for bytes in damaged(&whole) {
            fs::write(path, &bytes).expect("a file");
            let mut log = match open(path, CheckpointMode::Resume, &header) {
                Ok(log) => log,
                Err(LogError::Unfit(message)) => {
                    assert!(message.contains("work.jsonl"), "{message}");
                    assert_eq!(fs::read(path).expect("a log"), bytes, "a refused log is unchanged");
                    refused += 1;
                    continue;
                }
                Err(error) => panic!("{error}"),
            };
            for record in 0..5 {
                let found = recall(&mut log, record).expect("a record");
                assert!(found.is_none_or(|found| found == 10 * record), "{record}: {found:?}");
            }
        }
        assert!(refused > whole.len() - 4, "{refused} of {} bytes", whole.len());
    });
}

#[test]
fn damaged_part_is_refused() {
    in_folder(|path| {
        let header = header("test", "1");
        let log = open(path, CheckpointMode::New, &header).expect("a new file");
        run_to_the_end(log, 4, |_| true).expect("complete");
        let whole = fs::read(path).expect("a part");
        let name = [path.display().to_string()];
        Parts::<Command>::open(&name).expect("a part");
        for bytes in damaged(&whole) {
            fs::write(path, &bytes).expect("a file");
            let refused = Parts::<Command>::open(&name);
            assert!(refused.is_err(), "{}", String::from_utf8_lossy(&bytes));
            // As a checkpoint it is refused or has the right results.
            if let Ok(mut log) = open(path, CheckpointMode::Resume, &header) {
                let found: Vec<_> =
                    (0..4).map(|record| recall(&mut log, record).expect("a record")).collect();
                assert!((0..).zip(found).all(|(record, found)| found.is_none_or(|found| found == record)));
            }
        }
    });
}

#[test]
fn first_damaged_line_is_named() {
    in_folder(|path| {
        let header = header("test", "1");
        let whole = String::from_utf8(written(path, &header)).expect("text");
        let lines: Vec<&str> = whole.lines().collect();
        for number in 1..=lines.len() {
            let mut damaged = lines.clone();
            let line = damaged[number - 1].replacen('0', "1", 1);
            damaged[number - 1] = &line;
            fs::write(path, format!("{}\n", damaged.join("\n"))).expect("a file");
            let refused =
                open(path, CheckpointMode::Resume, &header).expect_err("a damaged line").to_string();
            let named = if number == 1 {
                "its first line".to_owned()
            } else {
                format!("work.jsonl:{number}: damaged")
            };
            assert!(refused.contains(&named), "{refused}");
            // As the message says, the lines before it can be resumed.
            fs::write(path, format!("{}\n", lines[..number - 1].join("\n")).trim_start()).expect("a file");
            let mut log = open(path, CheckpointMode::Resume, &header).expect("whole lines");
            let found = [4, 1, 3].map(|record| recall(&mut log, record).expect("a record"));
            assert_eq!(found.iter().flatten().count(), number.saturating_sub(2), "{number}");
        }
    });
}

#[test]
fn changed_input_file_is_named() {
    in_folder(|path| {
        let input = path.with_extension("txt");
        let files = [input.display().to_string()];
        let header = |text: &str| {
            fs::write(&input, text).expect("a file");
            let state = crate::files::InputState::read(&files, &crate::StopFlag::default());
            header("test", "1").with_input(state.expect("no signal"), &files)
        };
        drop(open(path, CheckpointMode::New, &header("1. f6 *")).expect("a new file"));
        for text in ["1. f5 *", "1. f6 * 1. f5 *", ""] {
            let refused = open(path, CheckpointMode::Resume, &header(text)).expect_err("changed").to_string();
            assert!(refused.starts_with(&format!("{} has changed since", files[0])), "{refused}");
        }
        drop(open(path, CheckpointMode::Resume, &header("1. f6 *")).expect("the same input"));
    });
}

#[test]
fn older_format_is_refused_by_name() {
    in_folder(|path| {
        let old =
            r#"{"log":5,"program":"test 1.0","rules":1,"command":"test","options":{},"shard":"slice:1/1"}"#;
        fs::write(path, format!("{old}\n")).expect("a file");
        let header = header("test", "1");
        let refused = open(path, CheckpointMode::Resume, &header).expect_err("another format").to_string();
        assert!(refused.contains("work.jsonl: written by test 1.0 with log format 5"), "{refused}");
    });
}
