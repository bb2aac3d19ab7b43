//! Block files: a text header, an index, compressed blocks with random access, and a digest.
//!
//! ```text
//! file   = header "blocks " count LF index { block } digest
//! header = { line LF }                 text; no line begins with "blocks "
//! index  = { offset }                  count + 1 little-endian 64-bit numbers: the file offset
//!                                      of each block, and of the end of the last
//! block  = a zstd frame
//! digest = 64 hexadecimal digits LF    SHA-256 of all bytes before it
//! ```

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::compression::decompressed;
use super::{FileError, Output};
use crate::digest::Digest;

const DIGEST_BYTES: u64 = 65;

/// A compressed block.
pub struct PackedBlock(Vec<u8>);

impl PackedBlock {
    /// Compresses bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Self(compress_to_vec(bytes, CompressionLevel::Fastest))
    }
}

/// Writes a block file.
///
/// # Errors
///
/// If writing fails; an existing file is then unchanged.
pub fn write_blocks(mut output: Output, header: &str, blocks: &[PackedBlock]) -> Result<(), FileError> {
    let mut digest = Digest::default();
    let start = format!("{header}blocks {}\n", blocks.len());
    let mut offset = start.len() as u64 + 8 * (blocks.len() as u64 + 1);
    let mut index = offset.to_le_bytes().to_vec();
    for PackedBlock(block) in blocks {
        offset += block.len() as u64;
        index.extend(offset.to_le_bytes());
    }
    let mut write = |bytes: &[u8]| {
        digest.add(bytes);
        output.write_all(bytes)
    };
    write(start.as_bytes())
        .and_then(|()| write(&index))
        .and_then(|()| blocks.iter().try_for_each(|PackedBlock(block)| write(block)))
        .and_then(|()| writeln!(output, "{}", digest.to_hex()))
        .map_err(FileError::of_output)?;
    output.sync()?;
    output.finish()
}

/// A block file opened for reading.
#[derive(Debug)]
pub struct BlockFile {
    name: String,
    header: String,
    offsets: Vec<u64>,
    file: Mutex<File>,
}

impl BlockFile {
    /// Opens a file and reads its header and index.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is not a block file, or is truncated.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let name = path.display().to_string();
        Self::read(path, &name).map_err(FileError::reading(name))
    }

    fn read(path: &Path, name: &str) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut reader = BufReader::new(&mut file);
        let mut header = String::new();
        let count: u64 = loop {
            let start = header.len();
            // Limits how much of a foreign file is read in search of a line.
            if reader.by_ref().take(1 << 16).read_line(&mut header)? == 0 || header.len() > 1 << 20 {
                return Err(damaged("it has no index"));
            }
            if let Some(count) = header[start..].strip_prefix("blocks ") {
                let count = count.trim_end().parse().map_err(|_| damaged("it has no index"))?;
                header.truncate(start);
                break count;
            }
        };
        if count >= length / 8 {
            return Err(damaged("it is truncated"));
        }
        let mut index = vec![0; 8 * (count as usize + 1)];
        reader.read_exact(&mut index)?;
        let offset = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        let offsets: Vec<u64> = index.chunks_exact(8).map(offset).collect();
        if !offsets.is_sorted()
            || offsets.last().is_none_or(|&end| end.checked_add(DIGEST_BYTES) != Some(length))
        {
            return Err(damaged("it is truncated, or its index is damaged"));
        }
        Ok(Self { name: name.to_owned(), header, offsets, file: Mutex::new(file) })
    }

    /// Returns the name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text before the index.
    pub fn header(&self) -> &str {
        &self.header
    }

    /// Returns the number of blocks.
    pub fn count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Reads and decompresses a block.
    ///
    /// # Errors
    ///
    /// If the block cannot be read, or is damaged.
    ///
    /// # Panics
    ///
    /// If `number` is not less than [`count`](Self::count).
    pub fn block(&self, number: usize) -> Result<Vec<u8>, FileError> {
        let read = || {
            let [from, to] = [self.offsets[number], self.offsets[number + 1]];
            let mut packed = vec![0; (to - from) as usize];
            {
                let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(from))?;
                file.read_exact(&mut packed)?;
            }
            let mut bytes = Vec::new();
            decompressed(Cursor::new(packed))?.read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        read().map_err(FileError::reading(self.name.clone()))
    }

    /// Reads the whole file and checks its digest.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or the digest does not match.
    pub fn check(&self) -> Result<(), FileError> {
        let check = || {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(0))?;
            let end = self.offsets.last().copied().unwrap_or_default();
            let mut digest = Digest::default();
            io::copy(&mut (&mut *file).take(end), &mut digest)?;
            let mut noted = String::new();
            (&mut *file).take(DIGEST_BYTES).read_to_string(&mut noted)?;
            match noted == format!("{}\n", digest.to_hex()) {
                true => Ok(()),
                false => Err(damaged("its digest does not match")),
            }
        };
        check().map_err(FileError::reading(self.name.clone()))
    }
}

fn damaged(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("damaged block file: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read_in_any_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.blocks");
        let blocks: Vec<Vec<u8>> = (0..5_u8).map(|block| vec![block; 1000 * usize::from(block)]).collect();
        let packed: Vec<PackedBlock> = blocks.iter().map(|block| PackedBlock::new(block)).collect();
        write_blocks(Output::open(Some(&path)).expect("a file"), "a test\n", &packed).expect("written");
        let file = BlockFile::open(&path).expect("read");
        assert_eq!((file.header(), file.count()), ("a test\n", 5));
        for number in [3, 0, 4, 1, 2] {
            assert_eq!(file.block(number).expect("a block"), blocks[number]);
        }
        file.check().expect("whole");
    }

    #[test]
    fn truncated_or_changed_file_is_rejected() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.blocks");
        let output = Output::open(Some(&path)).expect("a file");
        write_blocks(output, "a test\n", &[PackedBlock::new(&[7; 500])]).expect("written");
        let whole = std::fs::read(&path).expect("read");
        for cut in 0..whole.len() {
            std::fs::write(&path, &whole[..cut]).expect("written");
            assert!(BlockFile::open(&path).is_err(), "{cut}");
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            std::fs::write(&path, &changed).expect("written");
            assert!(BlockFile::open(&path).and_then(|file| file.check()).is_err(), "{at}");
        }
    }
}
