#![no_main]

use korrel_fuzz::parse_only;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| parse_only(&String::from_utf8_lossy(bytes)));
