#![no_main]

use korrel_fuzz::front_end;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| front_end(&String::from_utf8_lossy(bytes)));
