//! Sets of tuples of a few atoms, as bits.

/// Atoms are numbers below this.
pub type Atoms = usize;

/// A set of tuples, all of one arity. Tuple (a, b, …) of n atoms is the bit a + n·b + n²·…; there are at most 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value {
    pub arity: u32,
    pub bits: u128,
}

/// The number of atoms: it gives the operators their meaning.
#[derive(Clone, Copy, Debug)]
pub struct Space(pub Atoms);

impl Value {
    pub fn set(bits: u128) -> Value {
        Value { arity: 1, bits }
    }

    pub fn atom(atom: usize) -> Value {
        Value::set(1 << atom)
    }

    pub fn none(arity: u32) -> Value {
        Value { arity, bits: 0 }
    }

    pub fn len(self) -> u32 {
        self.bits.count_ones()
    }

    pub fn has(self, tuple: usize) -> bool {
        self.bits >> tuple & 1 == 1
    }

    pub fn tuples(self) -> impl Iterator<Item = usize> {
        let mut rest = self.bits;
        std::iter::from_fn(move || {
            let first = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(first)
        })
    }

    /// The operators on sets of the same arity. `none` has any.
    pub fn with(self, other: Value, bits: fn(u128, u128) -> u128) -> Value {
        Value { arity: self.arity.max(other.arity), bits: bits(self.bits, other.bits) }
    }
}

impl Space {
    fn tuples(self, arity: u32) -> usize {
        self.0.pow(arity)
    }

    pub fn pair(self, a: usize, b: usize) -> usize {
        a + self.0 * b
    }

    fn collect(self, arity: u32, tuples: impl Iterator<Item = usize>) -> Value {
        assert!(self.tuples(arity) <= 128, "the bits are enough");
        Value { arity, bits: tuples.fold(0, |bits, tuple| bits | 1 << tuple) }
    }

    pub fn identity(self, of: Value) -> Value {
        self.collect(2, of.tuples().map(|atom| self.pair(atom, atom)))
    }

    pub fn product(self, a: Value, b: Value) -> Value {
        let by = self.tuples(a.arity);
        let tuples = a.tuples().flat_map(|x| b.tuples().map(move |y| x + by * y));
        self.collect(a.arity + b.arity, tuples)
    }

    pub fn join(self, a: Value, b: Value) -> Value {
        let by = self.tuples(a.arity - 1);
        let tuples = a.tuples().flat_map(|x| {
            let matching = b.tuples().filter(move |y| y % self.0 == x / by);
            matching.map(move |y| x % by + by * (y / self.0))
        });
        self.collect(a.arity + b.arity - 2, tuples)
    }

    pub fn transpose(self, r: Value) -> Value {
        self.collect(2, r.tuples().map(|x| self.pair(x / self.0, x % self.0)))
    }

    pub fn closure(self, r: Value) -> Value {
        let mut all = r;
        loop {
            let next = all.with(self.join(all, r), |a, b| a | b);
            if next == all {
                return all;
            }
            all = next;
        }
    }

    /// What these atoms reach.
    pub fn reflexive_closure(self, r: Value, atoms: Value) -> Value {
        let closure = self.closure(r).with(self.identity(atoms), |a, b| a | b);
        self.domain(atoms, closure)
    }

    pub fn domain(self, set: Value, r: Value) -> Value {
        self.collect(r.arity, r.tuples().filter(|x| set.has(x % self.0)))
    }

    pub fn range(self, r: Value, set: Value) -> Value {
        let by = self.tuples(r.arity - 1);
        self.collect(r.arity, r.tuples().filter(|x| set.has(x / by)))
    }

    pub fn overridden(self, a: Value, b: Value) -> Value {
        let replaced = |x: usize| b.tuples().any(|y| y % self.0 == x % self.0);
        let kept = self.collect(a.arity, a.tuples().filter(|&x| !replaced(x)));
        kept.with(b, |a, b| a | b)
    }

    /// What a renaming makes of a value.
    pub fn renamed(self, of: Value, renaming: &[usize]) -> Value {
        let rename = |mut tuple: usize| {
            let (mut renamed, mut by) = (0, 1);
            for _ in 0..of.arity {
                renamed += by * renaming[tuple % self.0];
                (tuple, by) = (tuple / self.0, by * self.0);
            }
            renamed
        };
        self.collect(of.arity, of.tuples().map(rename))
    }
}
