//! The catalogue of awkward values.

use std::fmt::Debug;
use std::ops::RangeBounds;

use korrel_test::exhaustive::awkward;
use korrel_test::exhaustive::prelude::*;

/// All of them are what a strategy draws, and each is there once.
fn each_once<T: Clone + Debug>(pool: Vec<T>) -> Vec<String> {
    let mut seen = Vec::new();
    proptest!(|(value in prop::sample::select(pool.clone()))| seen.push(format!("{value:?}")));
    assert_eq!(seen, pool.iter().map(|value| format!("{value:?}")).collect::<Vec<_>>());
    let mut distinct = seen.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), seen.len(), "{seen:?}");
    seen
}

/// If it failed, an end of a type, or of a narrower one, would be missing, or a value of another type be wrapped round.
#[test]
fn integers_are_those_about_the_ends_of_each_width() {
    assert_eq!(awkward::numbers::<u8>(), [0, 1, 2, 127, 128, 255, 254]);
    assert_eq!(awkward::numbers::<i8>(), [0, 1, -1, 2, 127, -128, 126, -127]);
    let wide = awkward::numbers::<i64>();
    let narrow = [i64::from(i8::MIN), i64::from(u8::MAX), i64::from(i16::MAX), i64::from(u16::MAX)];
    let middle = [i64::from(i32::MIN), i64::from(i32::MAX) + 1, i64::from(u32::MAX)];
    let exact = [(1 << 53) - 1, 1 << 53, (1 << 53) + 1, i64::MAX - 1, i64::MAX, i64::MIN];
    for number in narrow.into_iter().chain(middle).chain(exact) {
        assert!(wide.contains(&number), "{number}");
    }
    assert!(awkward::numbers::<u64>().contains(&u64::MAX));
    assert!(awkward::numbers::<i128>().contains(&(1 << 64)));
    assert!(awkward::numbers::<u128>().contains(&u128::MAX));
    each_once(wide);
    each_once(awkward::numbers::<u128>());
    each_once(awkward::numbers::<i16>());
    each_once(awkward::numbers::<usize>());
}

/// If it failed, no float would be -0.0, NaN or below the normal ones, or the first that is not exact would be another one.
#[test]
fn floats_are_of_each_class() {
    use std::num::FpCategory::{Infinite, Nan, Normal, Subnormal, Zero};
    let floats = awkward::numbers::<f64>();
    for class in [Nan, Infinite, Zero, Subnormal, Normal] {
        assert!(floats.iter().any(|number| number.classify() == class), "{class:?}");
    }
    assert!(floats.iter().any(|number| *number == 0.0 && number.is_sign_negative()));
    assert!(floats.contains(&9_007_199_254_740_992.0) && floats.contains(&9_007_199_254_740_994.0));
    assert!(awkward::numbers::<f32>().contains(&16_777_216.0));
    each_once(floats);
    each_once(awkward::numbers::<f32>());
}

/// If it failed, one would come twice, or a kind that programs are known to treat wrongly would be missing.
#[test]
fn texts_are_of_each_kind() {
    let chars = awkward::chars();
    for length in 1..=4 {
        assert!(chars.iter().any(|char| char.len_utf8() == length), "{length}");
    }
    assert!(chars.iter().any(|char| char.to_lowercase().count() > 1));
    each_once(chars);
    let strings = awkward::strings();
    assert!(strings.iter().any(|text| text.parse() == Ok(0) && text.len() > 1));
    assert!(strings.iter().any(|text| text.parse::<f64>().is_ok_and(f64::is_nan)));
    assert!([0, 23, 24, 64].iter().all(|length| strings.iter().any(|t| t.len() == *length)));
    assert!(strings.contains(&" "));
    each_once(strings);
    each_once(awkward::names());
    let bytes = awkward::bytes();
    assert!(bytes.iter().any(|bytes| std::str::from_utf8(bytes).is_err()));
    each_once(bytes);
}

/// If it failed, an index equal to the length would be missing, as it was when others' bugs were missed.
#[test]
fn places_are_about_a_length() {
    assert_eq!(awkward::indices(3)[..4], [0, 2, 3, 4]);
    assert_eq!(awkward::indices(0)[..3], [0, usize::MAX, 1]);
    each_once(awkward::indices(1));
    for length in [0, 1, 3] {
        let ranges = awkward::ranges(length);
        let has = |holds: &dyn Fn(usize) -> bool| {
            ranges.iter().any(|range| (0..=length + 1).all(|at| range.contains(&at) == holds(at)))
        };
        assert!(
            has(&|_| true) && has(&|_| false) && has(&|at| at < length) && has(&|at| at <= length)
        );
        each_once(ranges);
    }
    each_once(awkward::durations());
}

/// If it failed, lists would have other values, or none twice.
#[test]
fn lists_are_of_the_values_given() {
    let lists = awkward::lists(['a', 'b', 'c']);
    assert_eq!(lists[..3], [vec![], vec!['a'], vec!['a', 'a']]);
    assert!(lists.contains(&vec!['b', 'a']) && lists.contains(&vec!['a', 'b', 'c', 'a']));
    each_once(lists);
    assert_eq!(awkward::lists(Vec::<u8>::new()), [Vec::<u8>::new()]);
    each_once(awkward::lists([0]));
}
