//! The functions that the page calls, and the one it provides.

use std::cell::RefCell;

use hexmate_core::mate::Observer;
use hexmate_core::rules::Move;
use serde_json::{Value, json};

use crate::Engine;

/// State of this instance.
#[derive(Default)]
struct Memory {
    input: Vec<u8>,
    output: Vec<u8>,
    engine: Engine,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Makes room for input and returns its address.
#[expect(unsafe_code, reason = "an export")]
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    MEMORY.with_borrow_mut(|memory| {
        memory.input = vec![0; length];
        memory.input.as_mut_ptr()
    })
}

/// Keeps the input as the file for the next request to open one.
#[expect(unsafe_code, reason = "an export")]
#[unsafe(no_mangle)]
pub extern "C" fn keep() {
    MEMORY.with_borrow_mut(|memory| memory.engine.keep(std::mem::take(&mut memory.input)));
}

/// Answers the request in the input and returns the length of the answer.
#[expect(unsafe_code, reason = "an export")]
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    MEMORY.with_borrow_mut(|memory| {
        let request = std::mem::take(&mut memory.input);
        memory.output = memory.engine.answer(&request);
        memory.output.len()
    })
}

/// Returns the address of the answer.
#[expect(unsafe_code, reason = "an export")]
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    MEMORY.with_borrow(|memory| memory.output.as_ptr())
}

#[cfg(target_family = "wasm")]
mod page {
    #[link(wasm_import_module = "page")]
    #[expect(unsafe_code, reason = "an import")]
    unsafe extern "C" {
        /// Takes the text at an address: progress of the current call, as JSON.
        pub safe fn report(address: *const u8, length: usize);
    }
}

/// Sends progress of the current call to the page.
pub fn report(progress: &Value) {
    let text = progress.to_string();
    #[cfg(target_family = "wasm")]
    page::report(text.as_ptr(), text.len());
    #[cfg(not(target_family = "wasm"))]
    let _ = text;
}

/// Observer that reports lengths and keys to the page.
pub struct Reporter(pub hexmate_position::Position);

impl Observer for Reporter {
    fn searched(&self, moves: u32, keys: &[Move]) {
        let keys: Vec<String> = keys.iter().map(|&key| self.0.san(key).to_string()).collect();
        report(&json!({ "searched": moves, "keys": keys }));
    }
}
