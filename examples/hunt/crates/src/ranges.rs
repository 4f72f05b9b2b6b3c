//! Maps of ranges. A place is a number here, and a range ends before the next one.

use serde_json::{Map, Value, json};

use crate::{Objects, Program, name};

type Text = String;

trait Ranges {
    fn put(&mut self, first: i64, end: i64, value: Text);
    fn delete(&mut self, first: i64, end: i64);
    fn at(&self, place: i64) -> Option<Text>;
    /// The first places of its ranges.
    fn listed(&self) -> Vec<i64>;
}

/// Maps that are alike, but for how they take and tell a range, and a place.
macro_rules! ranges {
    ($map:ty, |$first:ident, $end:ident| $range:expr, |$place:ident| $at:expr, |$told:ident| $start:expr) => {
        impl Ranges for $map {
            fn put(&mut self, $first: i64, $end: i64, value: Text) {
                self.insert($range, value);
            }
            fn delete(&mut self, $first: i64, $end: i64) {
                self.remove($range);
            }
            fn at(&self, $place: i64) -> Option<Text> {
                self.get($at).cloned()
            }
            fn listed(&self) -> Vec<i64> {
                self.iter().map(|($told, _)| $start).collect()
            }
        }
    };
}

ranges!(rangemap::RangeMap<i64, Text>, |first, end| first..end, |place| &place, |range| range.start);
ranges!(rangemap::RangeInclusiveMap<i64, Text>, |first, end| first..=end - 1, |place| &place, |range| *range.start());
ranges!(intervalmap::IntervalMap<i64, Text>, |first, end| first..end, |place| place, |range| range.start);

impl Ranges for nodit::NoditMap<i64, nodit::Interval<i64>, Text> {
    fn put(&mut self, first: i64, end: i64, value: Text) {
        self.cut(&nodit::interval::ie(first, end)).for_each(drop);
        self.insert_merge_touching_if_values_equal(nodit::interval::ie(first, end), value)
            .expect("it is cut out");
    }
    fn delete(&mut self, first: i64, end: i64) {
        self.cut(&nodit::interval::ie(first, end)).for_each(drop);
    }
    fn at(&self, place: i64) -> Option<Text> {
        self.get_at_point(&place).cloned()
    }
    fn listed(&self) -> Vec<i64> {
        self.iter().map(|(interval, _)| *interval.start()).collect()
    }
}

struct Places(Box<dyn Ranges>);

pub fn begun(library: &str) -> Option<Box<dyn Program>> {
    Some(Box::new(Places(match library {
        "rangemap" => Box::new(rangemap::RangeMap::new()),
        "RangeInclusiveMap" => Box::new(rangemap::RangeInclusiveMap::new()),
        "intervalmap" => Box::new(intervalmap::IntervalMap::new()),
        "nodit" => Box::new(nodit::NoditMap::new()),
        _ => return None,
    })))
}

impl Program for Places {
    fn call(&mut self, op: &str, args: &Objects) -> Value {
        let number = |of: &str| args[of].as_i64().expect("it is a number");
        let (first, end) = (number("first"), number("last") + 1);
        match op {
            "put" => self.0.put(first, end, name(args, "v")),
            _ => self.0.delete(first, end),
        }
        Value::Null
    }

    fn state(&self) -> Objects {
        let at: Objects = (0..5)
            .filter_map(|place| Some((place.to_string(), json!(self.0.at(place)?))))
            .collect();
        let map = json!({ "at": at, "listed": self.0.listed() });
        Map::from_iter([("Map$0".to_owned(), map)])
    }
}
