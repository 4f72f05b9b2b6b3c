//! Small numbers in few bits: Parquet's hybrid of runs and packed bits.
//!
//! A run of eight or more equal numbers is its length and the number. Others are packed, eight at a time, the least bit first.

/// Writes numbers of so many bits.
pub fn hybrid(numbers: &[u32], width: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut at = 0;
    while at < numbers.len() {
        let run = equal(&numbers[at..]);
        if run >= 8 {
            varint(&mut bytes, (run as u64) << 1);
            bytes.extend_from_slice(&numbers[at].to_le_bytes()[..width.div_ceil(8) as usize]);
            at += run;
            continue;
        }
        // As many groups of eight as there are before the next run.
        let begin = at;
        while at < numbers.len() && equal(&numbers[at..]) < 8 {
            at = (at + 8).min(numbers.len());
        }
        let groups = (at - begin).div_ceil(8);
        varint(&mut bytes, (groups as u64) << 1 | 1);
        pack(&mut bytes, &numbers[begin..at], width, groups);
    }
    bytes
}

/// The number of equal numbers at the beginning.
fn equal(numbers: &[u32]) -> usize {
    numbers.iter().take_while(|number| **number == numbers[0]).count()
}

fn pack(bytes: &mut Vec<u8>, numbers: &[u32], width: u32, groups: usize) {
    let (mut held, mut count) = (0_u64, 0);
    let padding = groups * 8 - numbers.len();
    for number in numbers.iter().copied().chain(std::iter::repeat_n(0, padding)) {
        held |= u64::from(number) << count;
        count += width;
        while count >= 8 {
            bytes.push(held as u8);
            held >>= 8;
            count -= 8;
        }
    }
}

/// Seven bits a byte, the least first.
pub fn varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The number of bits that a number takes.
pub fn width(greatest: u32) -> u32 {
    u32::BITS - greatest.leading_zeros()
}
