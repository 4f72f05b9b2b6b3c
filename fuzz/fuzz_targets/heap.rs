#![no_main]

use korrel_fuzz::read_heap;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| read_heap(bytes));
