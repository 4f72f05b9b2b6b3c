use std::rc::Rc;

/// A draw from more values than this is wide: all of its values are no input that could be waited for.
pub(super) const WIDE: u128 = 1 << 16;

/// An input of more draws than this is left out: a recursion that does not end.
pub(super) const LONG: usize = 4096;

/// What ends a draw before there is a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRefusal;

/// The choices that one input makes: those of a prefix and then the simplest ones, or random ones. It writes down how many
/// values each draw has, so that the inputs beside this one are known.
#[derive(Debug, Default)]
pub struct Tape {
    prefix: Vec<u128>,
    random: Option<Random>,
    pools: Vec<(Pool, u128)>,
    /// The sets that are drawn at present, each within the one before it.
    sets: Vec<Ascent>,
    pub(super) sizes: Vec<u128>,
    /// The draws that are lengths of lists, and these lengths.
    pub(super) lengths: Vec<(usize, usize)>,
    /// The number of values of the widest draw.
    pub(super) widest: u128,
    /// The input was left out as it takes too many draws.
    pub(super) long: bool,
}

impl Tape {
    pub(super) fn of(prefix: Vec<u128>) -> Tape {
        Tape { prefix, ..Tape::default() }
    }

    pub(super) fn random(seed: u64) -> Tape {
        Tape { random: Some(Random(seed)), ..Tape::default() }
    }

    /// One of so many places, from 0, the simplest one.
    ///
    /// # Errors
    ///
    /// The input takes too many draws, or there is no place.
    pub fn place(&mut self, size: u128) -> Result<u128, DrawRefusal> {
        let mut left = size;
        for set in self.sets.iter().rev() {
            left = left.saturating_sub(set.low());
        }
        let mut place = self.raw(left)?;
        for set in &mut self.sets {
            place += set.low();
            set.drawn(place);
        }
        Ok(place)
    }

    fn raw(&mut self, size: u128) -> Result<u128, DrawRefusal> {
        let at = self.sizes.len();
        if at >= LONG {
            self.long = true;
            return Err(DrawRefusal);
        }
        if size == 0 {
            return Err(DrawRefusal);
        }
        self.widest = self.widest.max(size);
        self.sizes.push(size);
        Ok(match &mut self.random {
            Some(random) => random.below(size),
            // It is too large where a strategy draws otherwise than before, which the search notices.
            None => self.prefix.get(at).map_or(0, |place| *place.min(&(size - 1))),
        })
    }

    /// The places so far; none of an input that is drawn at random. A strategy that draws otherwise than before, which the search notices, may
    /// have had others.
    pub(super) fn places(&self) -> Option<Vec<u128>> {
        let place = |at| self.prefix.get(at).copied().unwrap_or(0);
        self.random.is_none().then(|| (0..self.sizes.len()).map(place).collect())
    }

    /// A place of a pool of interchangeable values: one that is in use, or the first of all others.
    pub(super) fn place_of(&mut self, pool: &Pool, size: u128) -> Result<u128, DrawRefusal> {
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

    /// It has drawn from a pool of interchangeable values.
    pub(super) fn is_pooled(&self) -> bool {
        !self.pools.is_empty()
    }

    /// So many values, of which each is later in its choices than the one before, so that each set of them comes once.
    pub(super) fn ascending<T>(
        &mut self,
        number: usize,
        mut draw: impl FnMut(&mut Tape) -> Result<T, DrawRefusal>,
    ) -> Result<Vec<T>, DrawRefusal> {
        self.sets.push(Ascent::default());
        let values = (0..number)
            .map(|_| {
                let value = draw(self)?;
                self.sets.last_mut().is_some_and(Ascent::step).then_some(value).ok_or(DrawRefusal)
            })
            .collect();
        self.sets.pop();
        values
    }
}

/// The elements of a set, by their choices. An element begins like the one before it; where it leaves that one, it goes up. The draws that
/// lead as far as before are as many as before, so it is known which one is the last, and has to leave it.
#[derive(Debug, Default)]
struct Ascent {
    /// The choices of the element before.
    before: Option<Vec<u128>>,
    now: Vec<u128>,
    /// It has left the one before.
    above: bool,
}

impl Ascent {
    /// The first place that the next choice may have.
    fn low(&self) -> u128 {
        let at = self.now.len();
        match self.before.as_deref() {
            Some(before) if !self.above && at < before.len() => {
                before[at] + u128::from(at + 1 == before.len())
            }
            _ => 0,
        }
    }

    fn drawn(&mut self, place: u128) {
        let before = self.before.as_ref().and_then(|before| before.get(self.now.len()));
        self.above |= before.is_none_or(|before| place > *before);
        self.now.push(place);
    }

    /// An element is drawn. Says whether it is later than the one before.
    fn step(&mut self) -> bool {
        let later = self.before.is_none() || self.above;
        *self = Ascent { before: Some(std::mem::take(&mut self.now)), ..Ascent::default() };
        later
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

/// Whose draws belong together.
#[derive(Clone, Debug)]
pub(super) struct Pool(pub(super) Rc<()>);

impl PartialEq for Pool {
    fn eq(&self, other: &Pool) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
