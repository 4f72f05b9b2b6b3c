//! Places in the order of a shard, at which its parts begin and end.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use serde_json::{Value as Json, json};

/// A place in the order of a shard: where a cube begins, or later within it. `1200` is the place where the cube of this
/// number begins. `1200-01` is where that begins of it which takes the first branch at the first position after the cube's
/// prefix, and the second branch at the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CubePlace {
    pub cube: u64,
    /// The branches, from the highest bit on. What is not used is 0, so that numbers are ordered as places.
    branches: u128,
    length: u8,
}

impl CubePlace {
    /// Beyond the last cube.
    pub const END: CubePlace = CubePlace { cube: u64::MAX, branches: 0, length: 0 };

    /// The place where a cube begins.
    pub const fn of(cube: u64) -> CubePlace {
        CubePlace { cube, branches: 0, length: 0 }
    }

    /// The same after these branches, true for a second one. `None` if they are more than 128.
    pub fn within(self, branches: impl IntoIterator<Item = bool>) -> Option<CubePlace> {
        branches.into_iter().try_fold(self, |CubePlace { cube, branches, length }, second| {
            let bit = u128::from(second).checked_shl(127_u32.checked_sub(length.into())?)?;
            Some(CubePlace { cube, branches: branches | bit, length: length + 1 })
        })
    }

    /// True where a cube begins.
    pub fn is_cube(self) -> bool {
        self.length == 0
    }

    /// The branches after the cube's prefix: true for a second one.
    pub fn branches(self) -> impl Iterator<Item = bool> {
        (0..self.length).map(move |at| self.branches >> (127 - at) & 1 == 1)
    }

    /// A number where a cube begins, within it a text, and null at the end.
    pub fn json(self) -> Json {
        match self {
            CubePlace::END => Json::Null,
            place if place.is_cube() => json!(place.cube),
            place => json!(place.to_string()),
        }
    }

    /// The place that [`CubePlace::json`] writes so.
    pub fn of_json(json: &Json) -> Option<CubePlace> {
        match json {
            Json::Null => Some(CubePlace::END),
            Json::String(text) => text.parse().ok().filter(|place: &CubePlace| !place.is_cube()),
            number => number.as_u64().filter(|&cube| cube < u64::MAX).map(CubePlace::of),
        }
    }
}

impl Display for CubePlace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.cube)?;
        let branches: String =
            self.branches().map(|second| if second { '1' } else { '0' }).collect();
        if branches.is_empty() { Ok(()) } else { write!(f, "-{branches}") }
    }
}

impl FromStr for CubePlace {
    type Err = ();

    fn from_str(text: &str) -> Result<CubePlace, ()> {
        let (cube, branches) = text.split_once('-').unwrap_or((text, ""));
        let place = CubePlace::of(cube.parse().ok().filter(|&cube| cube < u64::MAX).ok_or(())?);
        let place = place.within(branches.bytes().map(|branch| branch == b'1')).ok_or(())?;
        // One place has one name.
        (place.to_string() == text).then_some(place).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, a part would be called by two names, or end where another one does not begin.
    #[test]
    fn a_place_has_one_name() {
        let long = format!("7-{}", "01".repeat(64));
        for text in ["0", "1200", "1200-0", "1200-0110", &long] {
            let place: CubePlace = text.parse().expect("it is a place");
            assert_eq!(place.to_string(), text);
            assert_eq!(CubePlace::of_json(&place.json()), Some(place), "{text}");
        }
        assert_eq!(CubePlace::of(1200).json(), json!(1200));
        assert_eq!(CubePlace::of_json(&CubePlace::END.json()), Some(CubePlace::END));
        assert_eq!(CubePlace::of_json(&json!(u64::MAX)), None);
        let longer = format!("{long}0");
        for text in
            ["", "x", "03", "3-", "3-2", "3-0-1", "-3", "+3", &longer, "18446744073709551615-0"]
        {
            assert_eq!(text.parse::<CubePlace>(), Err(()), "{text}");
        }
        assert_eq!(CubePlace::of_json(&json!("1200")), None);
    }

    /// If it failed, parts would be joined in another order.
    #[test]
    fn places_are_in_order() {
        let texts = ["3", "3-001", "3-01", "3-1", "3-11", "4", "10"];
        let places: Vec<CubePlace> =
            texts.iter().map(|text| text.parse().expect("a place")).collect();
        assert!(places.is_sorted() && places.last() < Some(&CubePlace::END));
    }
}
