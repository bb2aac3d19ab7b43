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
        let again = format!(r#"{{"record":1,"digest":"{}","again":true,"found":1}}"#, digest());
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
        assert_eq!(changed, "a: record 8 has changed since the checkpoint was written");
        let missing = run_to_the_end(log, 3, |_| true).expect_err("too few");
        assert!(missing.to_string().ends_with("record 8 is no longer in the input"), "{missing}");
    });
}
