//! Unpacks the script and the program of the page; `assemble.py` packs them.
//!
//! ```text
//! boot.js                                  this module
//! input(length), write the packed text  ─▶ 7 bits a byte ─▶ Zstandard
//! read the bytes at output()            ◀─ output(), the length is the result of unpack()
//! ```

use std::cell::RefCell;

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// State of this instance.
#[derive(Default)]
struct Memory {
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Makes room for packed text and returns its address.
#[expect(unsafe_code, reason = "an export")]
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    MEMORY.with_borrow_mut(|memory| {
        memory.input = vec![0; length];
        memory.input.as_mut_ptr()
    })
}

/// Unpacks the input and returns the length of the result, or 0 if the page is damaged.
#[expect(unsafe_code, reason = "an export")]
#[unsafe(no_mangle)]
pub extern "C" fn unpack() -> usize {
    MEMORY.with_borrow_mut(|memory| {
        memory.output = unpacked(&bytes(&memory.input)).unwrap_or_default();
        memory.output.len()
    })
}

/// Returns the address of the result.
#[expect(unsafe_code, reason = "an export")]
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    MEMORY.with_borrow(|memory| memory.output.as_ptr())
}

/// Reads UTF-8 with 7 bits in a character of one byte and 14 in one of two; see `sevens` in `assemble.py`.
fn bytes(text: &[u8]) -> Vec<u8> {
    /// The numbers that a character of two bytes begins with.
    const ESCAPED: [u32; 3] = [0, 13, 60];
    /// The first character of two bytes.
    const PAIRS: u32 = 160;
    let mut bytes = Vec::with_capacity(text.len());
    let (mut value, mut bits) = (0_u32, 0);
    let mut rest = text.iter().map(|&byte| u32::from(byte));
    while let Some(first) = rest.next() {
        if first < 128 {
            value |= first << bits;
            bits += 7;
        } else {
            let pair = ((first & 31) << 6 | rest.next().unwrap_or(0) & 63).wrapping_sub(PAIRS);
            let number = ESCAPED.get((pair >> 7) as usize).unwrap_or(&0);
            value |= (number | (pair & 127) << 7) << bits;
            bits += 14;
        }
        while bits >= 8 {
            bytes.push(value as u8);
            value >>= 8;
            bits -= 8;
        }
    }
    bytes
}

/// Unpacks one frame of Zstandard.
fn unpacked(mut packed: &[u8]) -> Result<Vec<u8>, FrameDecoderError> {
    let mut decoder = FrameDecoder::new();
    decoder.init(&mut packed)?;
    decoder.decode_blocks(&mut packed, BlockDecodingStrategy::All)?;
    Ok(decoder.collect().unwrap_or_default())
}
