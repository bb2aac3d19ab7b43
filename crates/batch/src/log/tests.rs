//! Logs that are cut, gone on with and completed.

use std::fs;

use super::*;
use crate::shard::Shard;

fn in_folder(test: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().expect("a folder");
    test(&folder.path().join("work.jsonl"));
}

/// A command that is nothing but a name.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
struct Command(String);

impl Recorded for Command {
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

/// The digest of every record.
fn digest() -> RecordDigest {
    RecordDigest::from(&crate::digest::Digest::of("a record"))
}

fn open(path: &Path, beginning: Beginning, header: &Header<Command>) -> Result<Log, LogError> {
    let files = LogFiles { checkpoint: Some((path, beginning)), part: None };
    let log = Log::open(header, files, &InputDigest::default())?;
    Ok(log.expect("a checkpoint is asked for"))
}

/// A record as a log has it.
fn raw(record: u64) -> Box<serde_json::value::RawValue> {
    serde_json::value::to_raw_value(&record).expect("a number")
}

fn note(log: &mut Log, record: u64) {
    let (checkpoint, _) = log.parts();
    checkpoint.expect("a checkpoint").note(record, digest(), &raw(record)).expect("written");
}

fn recall(log: &mut Log, record: u64) -> Result<Option<u64>, LogError> {
    log.parts().0.expect("a checkpoint").recall(record, digest(), &|| format!("record {record}"))
}

/// Goes through all records in order, as a run does that finds most of them in the log.
fn run_to_the_end(mut log: Log, records: u64, is_final: impl Fn(u64) -> bool) -> Result<(), LogError> {
    for record in 0..records {
        if recall(&mut log, record)?.is_none() && is_final(record) {
            note(&mut log, record);
        }
        log.parts().1.add(record, digest(), is_final(record), &raw(record))?;
    }
    log.finish(records)
}

#[test]
fn a_torn_line_is_cut_off_wherever_it_is_torn() {
    in_folder(|path| {
        let header = header("test", "1");
        let mut log = open(path, Beginning::New, &header).expect("a new file");
        // As they were finished, and not in order.
        for record in [4, 1, 3] {
            note(&mut log, record);
        }
        drop(log);
        let whole = fs::read_to_string(path).expect("a checkpoint");
        for length in 0..=whole.len() {
            fs::write(path, &whole[..length]).expect("a file");
            let mut log = open(path, Beginning::Resumed, &header).expect("a file");
            let lines = whole[..length].matches('\n').count();
            let noted = [4, 1, 3].map(|record| recall(&mut log, record).expect("a record"));
            assert_eq!(noted.iter().flatten().count(), lines.saturating_sub(1), "{length}");
            note(&mut log, 0);
            drop(log);
            let mut log = open(path, Beginning::Resumed, &header).expect("a file");
            assert_eq!(recall(&mut log, 0).ok(), Some(Some(0)), "{length}");
        }
    });
}

#[test]
fn a_checkpoint_that_is_complete_is_a_part() {
    in_folder(|path| {
        let header = header("test", "1");
        let mut log = open(path, Beginning::New, &header).expect("a new file");
        for record in [4, 1, 3] {
            note(&mut log, record);
        }
        drop(log);
        let name = [path.display().to_string()];
        let refused = Parts::<Command>::open(&name).expect_err("no trailer yet");
        assert!(refused.to_string().contains("its last line is not a trailer"), "{refused}");
        let log = open(path, Beginning::Resumed, &header).expect("the same work");
        run_to_the_end(log, 6, |_| true).expect("complete");
        let parts = Parts::<Command>::open(&name).expect("a part");
        assert_eq!((parts.recorded(), parts.count()), (&header.command, 6));
        let found: Result<Vec<u64>, _> = parts.found().expect("entries").collect();
        assert_eq!(found.expect("in order"), [0, 1, 2, 3, 4, 5]);
        let bytes = fs::read(path).expect("a log");
        let log = open(path, Beginning::Resumed, &header).expect("the same work");
        run_to_the_end(log, 6, |_| true).expect("complete");
        assert_eq!(fs::read(path).expect("a log"), bytes, "nothing was left to do");
    });
}

#[test]
fn what_hit_a_limit_is_tried_again() {
    in_folder(|path| {
        let log = open(path, Beginning::New, &header("test", "1")).expect("a new file");
        run_to_the_end(log, 3, |record| record != 1).expect("complete");
        let text = fs::read_to_string(path).expect("a log");
        let again = format!(r#"{{"record":1,"digest":"{}","again":true,"found":1}}"#, digest());
        assert!(text.contains(&again), "{text}");
        let mut log = open(path, Beginning::Resumed, &header("test", "2")).expect("another limit");
        assert_eq!([0, 1, 2].map(|record| recall(&mut log, record).ok().flatten()), [Some(0), None, Some(2)]);
        drop(log);
        let log = open(path, Beginning::Resumed, &header("test", "2")).expect("another limit");
        run_to_the_end(log, 3, |_| true).expect("complete");
        let text = fs::read_to_string(path).expect("a log");
        assert!(text.contains(r#""--nodes":"2""#) && !text.contains("again"), "{text}");
        assert_eq!(text.lines().count(), 5, "{text}");
    });
}

#[test]
fn two_runs_at_once_do_not_share_a_file() {
    in_folder(|path| {
        let first = open(path, Beginning::New, &header("test", "1")).expect("a new file");
        let second = open(path, Beginning::Resumed, &header("test", "1"));
        assert!(matches!(second, Err(LogError::InUse(_))), "{second:?}");
        drop(first);
        open(path, Beginning::Resumed, &header("test", "1")).expect("a file that nobody uses");
    });
}

#[test]
fn other_work_is_refused_and_so_is_a_file_that_is_there_already() {
    in_folder(|path| {
        drop(open(path, Beginning::New, &header("test", "1")).expect("a new file"));
        let other = open(path, Beginning::Resumed, &header("another", "1"));
        assert!(matches!(other, Err(LogError::Unfit(_))), "{other:?}");
        let again = open(path, Beginning::New, &header("test", "1"));
        assert!(matches!(again, Err(LogError::Exists(_))), "{again:?}");
        fs::write(path, "no line\n").expect("a file");
        let damaged = open(path, Beginning::Resumed, &header("test", "1"));
        assert!(matches!(damaged, Err(LogError::Unfit(_))), "{damaged:?}");
    });
}

#[test]
fn a_record_that_has_changed_or_gone_is_refused() {
    in_folder(|path| {
        let header = header("test", "1");
        let mut log = open(path, Beginning::New, &header).expect("a new file");
        note(&mut log, 7);
        drop(log);
        let mut log = open(path, Beginning::Resumed, &header).expect("the same work");
        let (checkpoint, _) = log.parts();
        let another = RecordDigest::from(&crate::digest::Digest::of("another"));
        let changed: Result<Option<u64>, _> =
            checkpoint.expect("a checkpoint").recall(7, another, &|| "a: record 8".to_owned());
        let changed = changed.expect_err("another digest").to_string();
        assert_eq!(changed, "a: record 8 is not what it was when the checkpoint was written");
        let gone = run_to_the_end(log, 3, |_| true).expect_err("too few");
        assert!(gone.to_string().ends_with("record 8 is gone since the checkpoint was written"), "{gone}");
    });
}
