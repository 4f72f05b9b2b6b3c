//! Values that programs treat wrongly more often than others: a catalogue, by kinds, the simplest of each kind first.
//!
//! Most of what a public list of bugs had and Korrel missed was missed for a value that nobody had put into a pool (docs/yardstick.md). What
//! could do harm in a program that is not tested is not in it. A pool is a list of values, no strategy: `select` makes one of it.
//!
//! ```
//! use korrel_test::exhaustive::awkward;
//! use korrel_test::exhaustive::prelude::*;
//!
//! proptest! {
//!     # /*
//!     #[test]
//!     # */
//!     fn the_sum_of_two_does_not_overflow(a in prop::sample::select(awkward::numbers::<i8>()), b in prop::sample::select(awkward::numbers::<i8>())) {
//!         prop_assert_eq!(i16::from(a) + i16::from(b), i16::from(a.saturating_add(b)));
//!     }
//! }
//! # let said = std::panic::catch_unwind(the_sum_of_two_does_not_overflow).unwrap_err();
//! # assert!(said.downcast_ref::<String>().unwrap().contains("(\n    127,\n    1,\n)"));
//! ```

use std::ops::Bound::{self, Excluded, Included, Unbounded};
use std::time::Duration;

/// A type of numbers with awkward ones.
pub trait Number: Sized {
    /// See [`numbers`].
    fn awkward() -> Vec<Self>;
}

/// Integers about 0, the ends of the type, and 2^7, 2^8, 2^15, 2^16, 2^31, 2^32, 2^53, 2^63, 2^64 and what they are below 0. Floats about 0, 1, the last integer
/// that all before are exact, and the ends: -0.0, NaN, infinities and the smallest among them.
pub fn numbers<T: Number>() -> Vec<T> {
    T::awkward()
}

macro_rules! integers {
    ($($T:ident)*) => {$(
        impl Number for $T {
            fn awkward() -> Vec<$T> {
                let edges = [7, 8, 15, 16, 31, 32, 53, 63, 64].map(|width| 1i128 << width);
                let about = |edge: i128| [edge - 1, edge, -edge, -edge - 1];
                let all = [0, 1, -1, 2].into_iter().chain(edges.into_iter().flat_map(about));
                let all = all.chain([(1 << 53) + 1]).filter_map(|number| $T::try_from(number).ok());
                distinct(all.chain([$T::MAX - 1, $T::MAX, $T::MIN + 1, $T::MIN]))
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

macro_rules! floats {
    ($($T:ident)*) => {$(
        impl Number for $T {
            fn awkward() -> Vec<$T> {
                let (least, exact) = ($T::from_bits(1), (1u64 << $T::MANTISSA_DIGITS) as $T);
                let mut all = vec![0.0, 1.0, -1.0, 2.0, -0.0, 0.5, -0.5, 0.1];
                all.extend([$T::NAN, $T::INFINITY, $T::NEG_INFINITY]);
                all.extend([least, -least, $T::MIN_POSITIVE, $T::EPSILON, 1.0 + $T::EPSILON]);
                all.extend([exact - 1.0, exact, exact + 2.0, -exact, 2.0f32.powi(31).into()]);
                all.extend([2.0f32.powi(63).into(), 2.0f32.powi(64).into(), 1e21]);
                all.extend([$T::MAX, $T::MIN]);
                all
            }
        }
    )*};
}

floats! { f32 f64 }

/// Letters, digits, blanks, marks, those of two and of no cases, of each length in UTF-8 and UTF-16, and beside the surrogates.
pub fn chars() -> Vec<char> {
    let plain = ['a', 'b', 'A', '0', ' ', '_', '\n', '\r', '\t', '\0', '\u{7f}'];
    let others = ['é', '\u{301}', 'ß', 'İ', 'ǆ', '\u{a0}', '٣', '½', '\u{200d}', '\u{202e}'];
    let ends = ['\u{d7ff}', '\u{e000}', '\u{feff}', '\u{ffff}', '😀', '\u{10ffff}'];
    plain.into_iter().chain(others).chain(ends).collect()
}

/// Empty, blank, like another type, of composed characters, with ends of lines, and of 23, 24 and 64 bytes, about which short texts are kept in place.
pub fn strings() -> Vec<&'static str> {
    const LONG: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    let like = ["0", "-0", "01", "+1", "1e3", "0x1", "NaN", "inf", "true", "null", "None"];
    let signs = ["\n", "a\r\n", "\ta", "a.b", "a,b", "[0]", "\"", "\\", "'", "%", "\0"];
    let composed =
        ["é", "e\u{301}", "ß", "İ", "ﬀ", "😀", "👩\u{200d}🔬", "\u{feff}a", "\u{202e}a", "א"];
    let long = [&LONG[..23], &LONG[..24], "éééééééééééé", LONG];
    let plain = ["", "a", "b", "A", "ab", "aa", " ", "a b", " a "];
    plain.into_iter().chain(like).chain(signs).chain(composed).chain(long).collect()
}

/// Of keys and fields: with spaces and dots, like indices, keywords, and those of members that objects of other languages have.
pub fn names() -> Vec<&'static str> {
    let plain = ["a", "", "A", "a b", "a.b", "a-b", "0", "-1", "01", "_", "_a", "$a", "é"];
    let taken = ["type", "self", "Self", "r#type", "crate", "None", "null", "length", "toString"];
    plain.into_iter().chain(taken).collect()
}

/// Empty, of zeros and ones, with ends of lines, and such as are no UTF-8.
pub fn bytes() -> Vec<&'static [u8]> {
    vec![b"", b"a", b"ab", b"\0", b"\xff", b"\r\n", b"a\n", b"\xc3", b"a\xff", b"\xef\xbb\xbfa"]
}

/// Empty, of one and two of these values, with equal ones, ascending and descending, and of lengths about which buffers grow.
pub fn lists<T: Clone>(of: impl Into<Vec<T>>) -> Vec<Vec<T>> {
    let of = of.into();
    let Some(a) = of.first() else { return vec![Vec::new()] };
    let mut places: Vec<Vec<&T>> = vec![vec![], vec![a], vec![a, a], vec![a, a, a]];
    if let Some(b) = of.get(1) {
        places.extend([
            vec![b],
            vec![a, b],
            vec![b, a],
            vec![a, b, a],
            vec![a, a, b],
            vec![b, a, a],
        ]);
    }
    let round = |length| of.iter().cycle().take(length).collect();
    places.extend([4, 5, 8, 9, 16, 17, 32, 33].map(round));
    places.into_iter().map(|list| list.into_iter().cloned().collect()).collect()
}

/// Those about a length, each once: first, last, behind the last one, beyond, and the last ones that there are. They are places, and no
/// sizes: a program that asks for so much memory ends.
pub fn indices(length: usize) -> Vec<usize> {
    let last = isize::MAX as usize;
    let all = [0, length.wrapping_sub(1), length, length.saturating_add(1), last, last + 1];
    distinct(all.into_iter().chain([usize::MAX]))
}

/// Ranges of places about a length: all, none, at both ends, beyond, turned round, and such as end where numbers do.
pub fn ranges(length: usize) -> Vec<(Bound<usize>, Bound<usize>)> {
    let beyond = length.saturating_add(1);
    distinct([
        (Unbounded, Unbounded),
        (Included(0), Excluded(0)),
        (Included(0), Excluded(length)),
        (Included(length), Unbounded),
        (Included(length), Excluded(length)),
        (Included(1), Excluded(length)),
        (Unbounded, Excluded(length.saturating_sub(1))),
        (Included(length.saturating_sub(1)), Included(length.saturating_sub(1))),
        (Unbounded, Included(length)),
        (Included(beyond), Excluded(beyond)),
        (Included(1), Excluded(0)),
        (Included(1), Included(0)),
        (Excluded(0), Unbounded),
        (Excluded(0), Excluded(0)),
        (Unbounded, Included(usize::MAX)),
        (Excluded(usize::MAX), Unbounded),
    ])
}

/// None, the smallest, about a second, of as many seconds as 32 bits have, and the longest.
pub fn durations() -> Vec<Duration> {
    let nanos = [0, 1, 999, 1_000_000, 999_999_999, 1_000_000_000, 1_000_000_001];
    let seconds = [u64::from(u32::MAX), u64::from(u32::MAX) + 1].map(Duration::from_secs);
    nanos.map(Duration::from_nanos).into_iter().chain(seconds).chain([Duration::MAX]).collect()
}

/// The values in their order, each once.
fn distinct<T: PartialEq>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    values.into_iter().fold(Vec::new(), |mut all, value| {
        if !all.contains(&value) {
            all.push(value);
        }
        all
    })
}
