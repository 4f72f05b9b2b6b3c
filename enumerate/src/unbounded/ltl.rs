//! Formulas of linear time, with the past: a table in which equal ones are one.
//!
//! A formula has no negation. It was pushed down to the propositions, and a proposition and its negation are two, since
//! neither holds where arithmetic overflows. All operators have a dual. That of `before` is one that holds at the first
//! position.

use rustc_hash::FxHashMap;

/// The number of a formula in its table.
pub type LtlId = u32;

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ltl {
    True,
    False,
    /// A proposition, by its number.
    Holds(u32),
    /// Both, or one of both.
    And(LtlId, LtlId),
    Or(LtlId, LtlId),
    Next(LtlId),
    Until(LtlId, LtlId),
    Releases(LtlId, LtlId),
    /// Before this position, of which there is one.
    Before(LtlId),
    /// The same, or this is the first position.
    WeakBefore(LtlId),
    Since(LtlId, LtlId),
    Triggered(LtlId, LtlId),
}

/// All formulas that are spoken of.
#[derive(Clone, Debug)]
pub struct LtlTable {
    nodes: Vec<Ltl>,
    numbers: FxHashMap<Ltl, LtlId>,
    /// For each whether something is said of a later position.
    future: Vec<bool>,
}

impl LtlTable {
    pub const FALSE: LtlId = 0;
    pub const TRUE: LtlId = 1;

    pub fn new() -> LtlTable {
        let mut table =
            LtlTable { nodes: Vec::new(), numbers: FxHashMap::default(), future: Vec::new() };
        table.add(Ltl::False);
        table.add(Ltl::True);
        table
    }

    pub fn node(&self, formula: LtlId) -> &Ltl {
        &self.nodes[formula as usize]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if a formula says nothing of later positions.
    pub fn is_of_the_past(&self, formula: LtlId) -> bool {
        !self.future[formula as usize]
    }

    /// The formula, and what is simpler in its place.
    pub fn add(&mut self, node: Ltl) -> LtlId {
        use Ltl::{And, Or, Releases, Since, Triggered, Until};
        const FALSE: LtlId = LtlTable::FALSE;
        const TRUE: LtlId = LtlTable::TRUE;
        let node = match node {
            And(FALSE, _) | And(_, FALSE) => return FALSE,
            And(TRUE, other) | And(other, TRUE) | Or(FALSE, other) | Or(other, FALSE) => {
                return other;
            }
            Or(TRUE, _) | Or(_, TRUE) => return TRUE,
            And(a, b) | Or(a, b) if a == b => return a,
            Until(_, right) | Releases(_, right) | Since(_, right) | Triggered(_, right)
                if right == FALSE || right == TRUE =>
            {
                return right;
            }
            Until(FALSE, right) | Releases(TRUE, right) => return right,
            Since(FALSE, right) | Triggered(TRUE, right) => return right,
            Ltl::Next(of) if of == FALSE || of == TRUE => return of,
            Ltl::Before(FALSE) => return FALSE,
            Ltl::WeakBefore(TRUE) => return TRUE,
            And(a, b) if a > b => And(b, a),
            Or(a, b) if a > b => Or(b, a),
            node => node,
        };
        if let Some(&known) = self.numbers.get(&node) {
            return known;
        }
        let is_ahead = |of: LtlId| self.future[of as usize];
        let future = match node {
            Ltl::True | Ltl::False | Ltl::Holds(_) => false,
            Ltl::Next(_) | Until(..) | Releases(..) => true,
            And(a, b) | Or(a, b) | Since(a, b) | Triggered(a, b) => is_ahead(a) || is_ahead(b),
            Ltl::Before(a) | Ltl::WeakBefore(a) => is_ahead(a),
        };
        let number = self.nodes.len() as LtlId;
        self.nodes.push(node.clone());
        self.future.push(future);
        self.numbers.insert(node, number);
        number
    }

    pub fn and(&mut self, parts: impl IntoIterator<Item = LtlId>) -> LtlId {
        parts.into_iter().fold(LtlTable::TRUE, |all, part| self.add(Ltl::And(all, part)))
    }

    pub fn or(&mut self, parts: impl IntoIterator<Item = LtlId>) -> LtlId {
        parts.into_iter().fold(LtlTable::FALSE, |all, part| self.add(Ltl::Or(all, part)))
    }
}
