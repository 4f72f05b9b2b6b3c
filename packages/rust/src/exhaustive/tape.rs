use super::interchangeable::Pool;

/// A draw from more values than this is wide: all of its values are no input that could be waited for.
pub(super) const WIDE: u128 = 1 << 16;

/// An input of more draws than this is left out: a recursion that does not end.
const LONG: usize = 4096;

/// What ends a draw before there is a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// The choices that one input makes: those of a prefix and then the simplest ones, or random ones. It writes down how many
/// values each draw has, so that the inputs beside this one are known.
#[derive(Debug)]
pub struct Tape {
    prefix: Vec<u128>,
    random: Option<Random>,
    pools: Vec<(Pool, u128)>,
    pub(super) places: Vec<u128>,
    pub(super) sizes: Vec<u128>,
    /// The number of values of the widest draw.
    pub(super) widest: u128,
    /// The input was left out as it takes too many draws.
    pub(super) long: bool,
}

impl Tape {
    pub(super) fn of(prefix: Vec<u128>) -> Tape {
        Tape {
            prefix,
            random: None,
            pools: Vec::new(),
            places: Vec::new(),
            sizes: Vec::new(),
            widest: 0,
            long: false,
        }
    }

    pub(super) fn random(seed: u64) -> Tape {
        Tape { random: Some(Random(seed)), ..Tape::of(Vec::new()) }
    }

    /// One of so many places, from 0, the simplest one.
    ///
    /// # Errors
    ///
    /// The input takes too many draws, or there is no place.
    pub fn place(&mut self, size: u128) -> Result<u128, Refused> {
        let at = self.places.len();
        if at >= LONG {
            self.long = true;
            return Err(Refused);
        }
        if size == 0 {
            return Err(Refused);
        }
        self.widest = self.widest.max(size);
        let place = match &mut self.random {
            Some(random) => random.below(size),
            // It is too large where a strategy draws otherwise than before, which the search notices.
            None => self.prefix.get(at).map_or(0, |place| *place.min(&(size - 1))),
        };
        self.places.push(place);
        self.sizes.push(size);
        Ok(place)
    }

    /// A place of a pool of interchangeable values: one that is in use, or the first of all others.
    pub(super) fn place_of(&mut self, pool: &Pool, size: u128) -> Result<u128, Refused> {
        let known = self.pools.iter().position(|(other, _)| other == pool);
        let at = known.unwrap_or_else(|| {
            self.pools.push((pool.clone(), 0));
            self.pools.len() - 1
        });
        let used = self.pools[at].1;
        let place = self.place(size.min(used + 1))?;
        self.pools[at].1 = used.max(place + 1);
        Ok(place)
    }

    pub(super) fn drawn(&self) -> usize {
        self.places.len()
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a bound. Of a wide range, numbers of each length are as frequent.
    fn below(&mut self, bound: u128) -> u128 {
        let number = (u128::from(self.next()) << 64) | u128::from(self.next());
        if bound <= WIDE {
            return number % bound;
        }
        let length = u128::from(self.next()) % u128::from(128 - bound.leading_zeros());
        (number >> (127 - length)) % bound
    }
}
