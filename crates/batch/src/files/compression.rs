//! gzip and zstd decompression, selected by the first bytes of the file.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::GzDecoder;
use ruzstd::decoding::BlockDecodingStrategy::UptoBlocks;
use ruzstd::decoding::FrameDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};

use super::end_mark::is_at_end;

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Returns whether a file with these first bytes is compressed with gzip or Zstandard.
pub fn is_compressed(head: &[u8]) -> bool {
    head.starts_with(&GZIP) || head.starts_with(&ZSTD)
}

/// Returns a decompressing reader, or a reader of the same bytes if they are not compressed.
pub(super) fn decompressed(mut reader: impl BufRead + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    // A pipe may give its first bytes one by one.
    let mut magic = Vec::new();
    reader.by_ref().take(ZSTD.len() as u64).read_to_end(&mut magic)?;
    let (gzip, zstd) = (magic.starts_with(&GZIP), magic == ZSTD);
    if !gzip && !zstd {
        // Content detection looks at the first block, so it must not be four bytes only.
        let more = reader.fill_buf()?;
        let length = more.len();
        magic.extend_from_slice(more);
        reader.consume(length);
    }
    let whole = Cursor::new(magic).chain(reader);
    Ok(if gzip {
        Box::new(BufReader::new(Gzip { member: Some(GzDecoder::new(whole)) }))
    } else if zstd {
        Box::new(BufReader::new(Zstd { source: whole, decoder: FrameDecoder::new() }))
    } else {
        Box::new(whole)
    })
}

/// Reader of a gzip file, which may have several members, and an end-of-file mark of DOS after them.
struct Gzip<R> {
    /// The current member; `None` at the end.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(mut member) = self.member.take() {
            let read = member.read(buffer);
            if buffer.is_empty() || !matches!(read, Ok(0)) {
                self.member = Some(member);
                return read;
            }
            let mut rest = member.into_inner();
            if !is_at_end(&mut rest)? {
                self.member = Some(GzDecoder::new(rest));
            }
        }
        Ok(0)
    }
}

/// Reader of a zstd file, which may have several frames, and an end-of-file mark of DOS after them.
struct Zstd<R> {
    source: R,
    decoder: FrameDecoder,
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.decoder.can_collect() == 0 {
            if !self.decoder.is_finished() {
                self.decoder.decode_blocks(&mut self.source, UptoBlocks(1)).map_err(damaged)?;
                continue;
            }
            self.check_sum()?;
            if is_at_end(&mut self.source)? {
                return Ok(0);
            }
            self.begin_frame()?;
        }
        self.decoder.read(buffer)
    }
}

impl<R: BufRead> Zstd<R> {
    fn begin_frame(&mut self) -> io::Result<()> {
        match self.decoder.reset(&mut self.source) {
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length, ..
            })) => io::copy(&mut self.source.by_ref().take(length.into()), &mut io::sink()).map(|_| ()),
            outcome => outcome.map_err(damaged),
        }
    }

    fn check_sum(&self) -> io::Result<()> {
        match self.decoder.get_checksum_from_data() {
            Some(sum) if self.decoder.get_calculated_checksum() != Some(sum) => {
                Err(damaged("wrong checksum"))
            }
            _ => Ok(()),
        }
    }
}

fn damaged(reason: impl std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("damaged zstd data: {reason}"))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    fn gzip(text: &str) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).expect("memory does not fail")
    }

    fn zstd(text: &str) -> Vec<u8> {
        compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
    }

    fn read(bytes: Vec<u8>) -> io::Result<String> {
        io::read_to_string(decompressed(Cursor::new(bytes))?)
    }

    #[test]
    fn plain_text_is_unchanged() {
        for text in ["", "a", "abc", "abcdef"] {
            assert_eq!(read(text.into()).ok().as_deref(), Some(text));
        }
    }

    #[test]
    fn concatenated_frames_are_joined() {
        let long = "b1b2 b7b6 ".repeat(50_000);
        for pack in [gzip, zstd] {
            assert_eq!(read(pack("abc")).ok().as_deref(), Some("abc"));
            let pieces = [pack(&long), pack("end")].concat();
            assert!(read(pieces).is_ok_and(|text| text == format!("{long}end")));
        }
    }

    #[test]
    fn skippable_frame_is_skipped() {
        let mut bytes = zstd("abc");
        bytes.extend([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, b'?', b'?']);
        bytes.extend(zstd("def"));
        assert_eq!(read(bytes).ok().as_deref(), Some("abcdef"));
    }

    #[test]
    fn end_mark_follows_compressed_data() {
        for pack in [gzip, zstd] {
            for end in ["\x1a", "\x1a\x1a\r\n\x1a"] {
                let whole = [pack("abc"), pack("def"), end.into()].concat();
                assert_eq!(read(whole).ok().as_deref(), Some("abcdef"));
            }
            assert!(read([pack("abc"), b"\x1ax".to_vec()].concat()).is_err());
        }
    }

    #[test]
    fn damaged_data_is_an_error() {
        for pack in [gzip, zstd] {
            let whole = pack(&"some text, but not much; ".repeat(100));
            let half = whole[..whole.len() - 5].to_vec();
            assert!(read(half).is_err());
            let mut rest = whole;
            rest.extend(b"rest");
            // Trailing data is neither a gzip member nor a zstd frame.
            assert!(read(rest).is_err());
        }
    }
}
