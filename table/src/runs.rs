//! Small numbers in few bits: Parquet's hybrid of runs and packed bits.
//!
//! Numbers are taken eight at a time. A run of equal ones is its length and the number. Others are packed, the least bit first.

/// Shorter runs are packed: each change between the two costs bytes, too.
const RUN: usize = 32;

/// Writes numbers of so many bits, at most 16.
pub fn hybrid<N: Copy + PartialEq + Into<u64>>(numbers: &[N], width: u32) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(numbers.len() * width as usize / 8 + 16);
    // What is packed begins here.
    let (mut begin, mut at) = (0, 0);
    while at < numbers.len() {
        let run = equal(&numbers[at..]);
        if run < RUN && (run < 8 || at + run < numbers.len()) {
            at += 8;
            continue;
        }
        pack(&mut bytes, &numbers[begin..at], width);
        // The eights after it are whole again.
        let run = if at + run == numbers.len() { run } else { run / 8 * 8 };
        varint(&mut bytes, (run as u64) << 1);
        let number: u64 = numbers[at].into();
        bytes.extend_from_slice(&number.to_le_bytes()[..width.div_ceil(8) as usize]);
        at += run;
        begin = at;
    }
    pack(&mut bytes, &numbers[begin..], width);
    bytes
}

/// The number of equal numbers at the beginning; of fewer than eight no more is known than that they are fewer.
fn equal<N: Copy + PartialEq>(numbers: &[N]) -> usize {
    let Some(eight) = numbers.first_chunk::<8>() else { return 0 };
    if *eight != [eight[0]; 8] {
        return 0;
    }
    numbers.iter().take_while(|number| **number == eight[0]).count()
}

fn pack<N: Copy + Into<u64>>(bytes: &mut Vec<u8>, numbers: &[N], width: u32) {
    if numbers.is_empty() {
        return;
    }
    varint(bytes, (numbers.len().div_ceil(8) as u64) << 1 | 1);
    let (eights, rest) = numbers.as_chunks::<8>();
    match width {
        0..=8 => eights.iter().for_each(|eight| few(bytes, eight, width)),
        _ => eights.iter().for_each(|eight| many(bytes, eight, width)),
    }
    if !rest.is_empty() {
        let mut eight = [0; 8];
        eight.iter_mut().zip(rest).for_each(|(to, number)| *to = (*number).into());
        many(bytes, &eight, width);
    }
}

/// Eight numbers of at most eight bits.
fn few<N: Copy + Into<u64>>(bytes: &mut Vec<u8>, eight: &[N; 8], width: u32) {
    let held = eight.iter().rev().fold(0_u64, |held, number| held << width | (*number).into());
    bytes.extend_from_slice(&held.to_le_bytes()[..width as usize]);
}

fn many<N: Copy + Into<u64>>(bytes: &mut Vec<u8>, eight: &[N; 8], width: u32) {
    let held = |held: u128, number: &N| held << width | u128::from((*number).into());
    let held = eight.iter().rev().fold(0, held);
    bytes.extend_from_slice(&held.to_le_bytes()[..width as usize]);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers, as the format's specification reads them.
    fn read(bytes: &[u8], width: u32, count: usize) -> Vec<u64> {
        let (mut at, mut numbers) = (0, Vec::new());
        while numbers.len() < count {
            let (mut head, mut shift) = (0_usize, 0);
            loop {
                let byte = bytes[at];
                at += 1;
                head |= usize::from(byte & 0x7f) << shift;
                shift += 7;
                if byte < 0x80 {
                    break;
                }
            }
            let bit = |bit: usize| u64::from(bytes[bit / 8] >> (bit % 8) & 1);
            let number =
                |from: usize| -> u64 { (0..width as usize).map(|at| bit(from + at) << at).sum() };
            if head & 1 == 0 {
                numbers.extend(std::iter::repeat_n(number(at * 8), head >> 1));
                at += width.div_ceil(8) as usize;
            } else {
                let numbers_in_it = (head >> 1) * 8;
                numbers.extend((0..numbers_in_it).map(|n| number(at * 8 + n * width as usize)));
                at += (head >> 1) * width as usize;
            }
        }
        assert_eq!(at, bytes.len(), "nothing is left");
        // Behind the last one an eight is filled up.
        assert!(numbers.len() < count + 8);
        numbers.truncate(count);
        numbers
    }

    /// If it failed, a reader would find other levels or other values than were written.
    #[test]
    fn numbers_are_read_as_they_were_written() {
        let mut state = 7_u64;
        let mut next = |most: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % most
        };
        for width in 0..=16 {
            for _ in 0..40 {
                let mut numbers: Vec<u16> = Vec::new();
                for _ in 0..next(6) {
                    let number = next(1 << width) as u16;
                    // Alone, or in a run around the length of the shortest one.
                    let times = [1, next(12), 28 + next(12), next(300)][next(4) as usize];
                    numbers.extend((0..times).map(|_| number));
                }
                let written = hybrid(&numbers, width);
                let wanted: Vec<u64> = numbers.iter().map(|number| u64::from(*number)).collect();
                assert_eq!(read(&written, width, numbers.len()), wanted);
            }
        }
    }
}
