#![no_main]

use korrel_fuzz::{front_end, sentences};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| front_end(&sentences(bytes)));
