//! Variables, literals and formulas in conjunctive normal form.
//!
//! A literal is stored as `variable << 1 | negated`, so that it indexes an array directly and its
//! negation is one exclusive-or. This is the representation of MiniSat (Eén, Sörensson 2003).
//!
//! Clauses lie one after another in one array, with the end of each in a second: a translation
//! makes millions of short clauses, and a `Vec` for each would cost more than its literals.

use std::fmt;
use std::ops::Not;

/// A propositional variable, numbered from 0. Its DIMACS number is one more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Var {
    /// The variable with this 0-based number, which must be below 2³¹.
    #[inline]
    pub const fn new(index: u32) -> Self {
        assert!(index < 1 << 31, "a literal has 31 bits for its variable");
        Self(index)
    }

    /// The 0-based number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that says that this variable is true.
    #[inline]
    pub const fn positive(self) -> Lit {
        self.lit(true)
    }

    /// The literal that says that this variable is false.
    #[inline]
    pub const fn negative(self) -> Lit {
        self.lit(false)
    }

    /// The literal that says that this variable has the value `sign`.
    #[inline]
    pub const fn lit(self, sign: bool) -> Lit {
        Lit(self.0 << 1 | !sign as u32)
    }
}

impl Lit {
    /// The variable of this literal.
    #[inline]
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// True if this literal is a variable rather than the negation of one.
    #[inline]
    pub const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// `2 · variable + negated`: an index for arrays over literals.
    #[inline]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// The literal with this code. The inverse of [`Lit::code`].
    #[inline]
    pub const fn from_code(code: usize) -> Self {
        assert!(code <= u32::MAX as usize, "a literal has 32 bits");
        Self(code as u32)
    }

    /// The signed number of DIMACS, counting variables from 1.
    pub const fn to_dimacs(self) -> i64 {
        let number = self.0 as i64 / 2 + 1;
        if self.is_positive() { number } else { -number }
    }

    /// The literal with this DIMACS number, or none for 0 and for variables above 2³¹.
    pub fn from_dimacs(number: i64) -> Option<Self> {
        let index = u32::try_from(number.unsigned_abs().checked_sub(1)?).ok()?;
        (index < 1 << 31).then(|| Var(index).lit(number > 0))
    }
}

impl Not for Lit {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_positive() { "" } else { "¬" };
        write!(f, "{sign}{:?}", self.var())
    }
}

/// A conjunction of clauses.
///
/// Invariant: every literal's variable is below `variables`, and `primary ≤ variables`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    /// The variables 0..primary are the question's own. The others define gates or are witnesses.
    primary: u32,
    /// Number of variables.
    variables: u32,
    /// The literals of all clauses, clause after clause.
    literals: Vec<Lit>,
    /// The end of each clause's literals in `literals`. A clause begins where the one before it ended.
    ends: Vec<u32>,
}

impl Cnf {
    /// No clauses over this many variables, none of them primary.
    pub fn new(variables: u32) -> Self {
        Self { variables, ..Self::default() }
    }

    /// No clauses over this many variables, all of them primary. [`Cnf::fresh`] adds auxiliary
    /// ones.
    pub fn with_primary(primary: u32) -> Self {
        Self { primary, ..Self::new(primary) }
    }

    /// Declares the first `primary` variables to be the primary ones.
    pub(crate) fn set_primary(&mut self, primary: u32) {
        assert!(primary <= self.variables, "primary variables must exist");
        self.primary = primary;
    }

    /// A new auxiliary variable.
    pub fn fresh(&mut self) -> Var {
        let var = Var::new(self.variables);
        self.variables += 1;
        var
    }

    /// Adds the disjunction of these literals. The empty clause is false.
    ///
    /// # Panics
    /// If a literal's variable does not exist, and beyond 2³² literals.
    pub fn add_clause(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let start = self.literals.len();
        self.literals.extend(clause);
        let exists = |lit: &Lit| lit.var().index() < self.variables();
        assert!(self.literals[start..].iter().all(exists), "a clause over unknown variables");
        self.ends.push(u32::try_from(self.literals.len()).expect("fewer than 2³² literals"));
    }

    /// Gives back the room that was for more clauses.
    pub fn shrink_to_fit(&mut self) {
        self.literals.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// The clauses, in the order in which they were added, with their literals as given.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start as usize..end as usize])
    }

    /// Number of variables, auxiliary ones included.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// Number of primary variables, which are the first ones.
    pub fn primary(&self) -> usize {
        self.primary as usize
    }

    /// Number of literals in all clauses.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is no clause, so that every assignment is a model.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every other file relies on these identities. Wrong ones would mix up variables or signs.
    #[test]
    fn representations_agree() {
        for index in [0, 1, 7, (1 << 31) - 1] {
            let var = Var::new(index);
            for lit in [var.positive(), var.negative()] {
                assert_eq!(lit.var(), var);
                assert_eq!((!lit).var(), var);
                assert_eq!(!!lit, lit);
                assert_eq!(lit.is_positive(), !(!lit).is_positive());
                assert_eq!(Lit::from_dimacs(lit.to_dimacs()), Some(lit));
                assert_eq!(Lit::from_code(lit.code()), lit);
            }
            assert_eq!(var.positive().to_dimacs(), i64::from(index) + 1);
            assert_eq!(var.index(), index as usize);
        }
    }

    /// Numbers that name no literal must not wrap around to one that exists.
    #[test]
    fn dimacs_numbers_out_of_range_are_refused() {
        for number in [0, (1 << 31) + 1, -(1 << 31) - 1, i64::MIN, i64::MAX] {
            assert_eq!(Lit::from_dimacs(number), None, "{number}");
        }
    }

    /// The flat storage must give back exactly the clauses that were put in, empty ones included.
    #[test]
    fn clauses_come_back_as_given() {
        let mut cnf = Cnf::with_primary(2);
        let [x, y, z] = [Var::new(0), Var::new(1), cnf.fresh()];
        let clauses = [vec![x.positive(), z.negative()], vec![], vec![y.negative()], vec![]];
        clauses.iter().for_each(|clause| cnf.add_clause(clause.iter().copied()));
        assert!(cnf.clauses().eq(clauses.iter().map(Vec::as_slice)));
        assert_eq!((cnf.primary(), cnf.variables(), cnf.len()), (2, 3, 4));
    }

    /// A clause over a variable that does not exist is a bug of the caller and must not pass.
    #[test]
    #[should_panic(expected = "unknown variables")]
    fn unknown_variables_are_refused() {
        Cnf::new(1).add_clause([Var::new(1).positive()]);
    }
}
