//! Formulas, each together with its polarity: whether it stands under an even number of negations.
//!
//! The polarity decides three things: what an overflow means, where it is forbidden, what a
//! Skolemised quantifier and a formula that is left out stand for, and else which of two equivalent
//! forms gives the better clauses.

use korrel_lang::model::{
    Comparison, Count, Declaration, Expr, ExprKind, Formula, FormulaKind, FunctionId, IntExpr,
    Quantifier, Value as ModelValue,
};
use korrel_lang::universe::AtomId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::environment::EncodedRelation;
use super::number::order;
use super::quantifier::Purpose;
use super::standing::Standing;
use super::{Detail, EncodingResult, FormulaEncoder, UnsupportedConstruct};
use crate::circuit::matrix::Matrix;
use crate::circuit::{Bit, Circuit};

impl<'a> FormulaEncoder<'a> {
    pub(crate) fn encode_formula(
        &mut self,
        formula: &'a Formula,
        positive: bool,
    ) -> EncodingResult<Bit> {
        if let FormulaKind::Constant(value) = formula.kind {
            return Ok(self.opened(formula, positive, Bit::constant(value)));
        }
        self.remembered(
            formula,
            positive,
            |environment| &mut environment.formulas,
            |encoder| {
                let bit = encoder.formula_kind(formula, positive)?;
                Ok(encoder.opened(formula, positive, bit))
            },
        )
    }

    /// A formula within an expression, whose value may depend on its truth and on its falsehood.
    pub(crate) fn encode_condition(&mut self, formula: &'a Formula) -> EncodingResult<Bit> {
        self.standing_as(Standing::TwoSided, |encoder| encoder.encode_formula(formula, true))
    }

    fn formula_kind(&mut self, formula: &'a Formula, positive: bool) -> EncodingResult<Bit> {
        match &formula.kind {
            FormulaKind::Constant(value) => Ok(Bit::constant(*value)),
            FormulaKind::Not(inner) => Ok(!self.encode_formula(inner, !positive)?),
            FormulaKind::And(all) => {
                let bits = self.encode_until(Bit::FALSE, all, positive)?;
                Ok(self.circuit.and(bits))
            }
            FormulaKind::Or(all) => {
                let bits = self.encode_until(Bit::TRUE, all, positive)?;
                Ok(self.circuit.or(bits))
            }
            FormulaKind::Implies(a, b) => self.implication(a, b, positive),
            FormulaKind::Iff(a, b) => self.equivalence(a, b, positive),
            FormulaKind::Conditional(c, a, b) => self.conditional(c, [a, b], positive),
            FormulaKind::Quantified { quantifier, declarations, body } => {
                let bit = self.quantified(*quantifier, declarations, body, positive)?;
                let is_whole = self.opened.is_none();
                if *quantifier == Quantifier::Some || !positive || bit.is_constant() || !is_whole {
                    return Ok(bit);
                }
                let cycles = self.cycles(declarations, body)?;
                Ok(self.circuit.and([bit, cycles]))
            }
            FormulaKind::Count(count, expr) => self.count(*count, expr, positive),
            FormulaKind::Subset(a, b) => self.subset(a, b, positive),
            FormulaKind::Equal(a, b) => self.equal(a, b, positive),
            FormulaKind::Compare(comparison, a, b) => self.compare(*comparison, a, b, positive),
            FormulaKind::TotalOrder(parts) => self.total_order(parts),
            FormulaKind::Let(variable, value, body) => {
                self.letting(*variable, value, |encoder| encoder.encode_formula(body, positive))
            }
            FormulaKind::Variable(variable) => self.deferred_formula(*variable, positive),
            FormulaKind::In(_, inner) => {
                self.in_next(formula.span, |encoder| encoder.encode_formula(inner, positive))
            }
            FormulaKind::Previously(_) | FormulaKind::Temporal(..) => {
                self.monitored(formula, positive)
            }
            FormulaKind::Call(function, arguments) => {
                self.call_formula(*function, arguments, positive)
            }
        }
    }

    /// Encodes operands until one of them settles the result. The operands after it are not
    /// reached.
    fn encode_until(
        &mut self,
        settling: Bit,
        all: &'a [Formula],
        positive: bool,
    ) -> Result<Vec<Bit>, UnsupportedConstruct> {
        let mut bits = Vec::new();
        for formula in all {
            let bit = self.encode_formula(formula, positive)?;
            bits.push(bit);
            if bit == settling {
                break;
            }
        }
        Ok(bits)
    }

    fn implication(
        &mut self,
        a: &'a Formula,
        b: &'a Formula,
        positive: bool,
    ) -> EncodingResult<Bit> {
        let a = self.encode_formula(a, !positive)?;
        if a == Bit::FALSE {
            return Ok(Bit::TRUE);
        }
        let b = self.encode_formula(b, positive)?;
        Ok(self.circuit.implies(a, b))
    }

    /// Two implications, where a side may differ between its polarities.
    fn equivalence(
        &mut self,
        a: &'a Formula,
        b: &'a Formula,
        positive: bool,
    ) -> EncodingResult<Bit> {
        let standing = self.standing_of_both(&[a, b]);
        self.standing_as(standing, |encoder| {
            if encoder.forbids_overflow() || standing == Standing::OneSided {
                let forth = encoder.implication(a, b, positive)?;
                let back = encoder.implication(b, a, positive)?;
                return Ok(encoder.circuit.and([forth, back]));
            }
            let a = encoder.encode_formula(a, positive)?;
            let b = encoder.encode_formula(b, positive)?;
            Ok(encoder.circuit.iff(a, b))
        })
    }

    fn conditional(
        &mut self,
        condition: &'a Formula,
        [a, b]: [&'a Formula; 2],
        positive: bool,
    ) -> EncodingResult<Bit> {
        let standing = self.standing_of_both(&[condition]);
        let [if_true, if_false] = self.standing_as(standing, |encoder| {
            let if_true = encoder.encode_formula(condition, !positive)?;
            Ok([if_true, encoder.encode_formula(condition, positive)?])
        })?;
        let a = self.encode_formula(a, positive)?;
        let b = self.encode_formula(b, positive)?;
        if if_true == if_false {
            return Ok(self.circuit.choice(if_true, a, b));
        }
        let then = self.circuit.implies(if_true, a);
        let otherwise = self.circuit.or([if_false, b]);
        Ok(self.circuit.and([then, otherwise]))
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        declarations: &'a [Declaration],
        body: &'a Formula,
        positive: bool,
    ) -> EncodingResult<Bit> {
        if let Some(open) = self.left_out(Detail::Structure, positive) {
            return Ok(open);
        }
        let universal = (quantifier == Quantifier::All) == positive;
        let shown = self.begin_shown(universal);
        let is_all = quantifier == Quantifier::All;
        let may_be_pattern = shown.is_none() && self.opened.is_none();
        if may_be_pattern && let Some(cycle) = self.some_on_cycle(declarations, body, is_all)? {
            return Ok(if is_all { !cycle } else { cycle });
        }
        let standing = if universal { self.standing.in_universal() } else { self.standing };
        if may_be_pattern
            && let Some(bit) = self.standing_as(standing, |encoder| {
                encoder.factored(quantifier, declarations, body, positive)
            })?
        {
            return Ok(bit);
        }
        let mut bits = Vec::new();
        let number = self.quantifier_number(declarations, body);
        let grounded = self.standing_as(standing, |encoder| {
            let purpose = Purpose::Quantifier { universal, shown, number };
            encoder.ground(declarations, purpose, &mut |encoder, grounding| {
                let bit = encoder.encode_formula(body, positive)?;
                let guards = grounding.guards.iter().copied();
                let bit = match quantifier {
                    Quantifier::All => encoder.circuit.or(guards.map(|guard| !guard).chain([bit])),
                    Quantifier::Some => encoder.circuit.and(guards.chain([bit])),
                };
                encoder.note_use(grounding, if is_all { !bit } else { bit });
                bits.push(bit);
                Ok(())
            })
        });
        if let Some(open) = self.left_out_after(&grounded, positive) {
            self.end_shown(shown, Bit::FALSE);
            return Ok(open);
        }
        grounded?;
        let bit = match quantifier {
            Quantifier::All => self.circuit.and(bits),
            Quantifier::Some => self.circuit.or(bits),
        };
        self.end_shown(shown, if positive { bit } else { !bit });
        Ok(bit)
    }

    fn count(&mut self, count: Count, expr: &'a Expr, positive: bool) -> EncodingResult<Bit> {
        if let ExprKind::Comprehension(declarations, body) = &expr.kind
            && declarations.iter().any(|declaration| declaration.atoms().is_none())
        {
            return self.count_values(count, declarations, body, positive);
        }
        if matches!(count, Count::No | Count::Some)
            && let Some(cycle) = self.some_pair_on_cycle(expr)?
        {
            return Ok(if count == Count::No { !cycle } else { cycle });
        }
        let relation = self.encode_relation(expr)?;
        let bit = match count {
            Count::No => relation.matrix.no(self.circuit),
            Count::Some => relation.matrix.some(self.circuit),
            Count::Lone => relation.matrix.lone(self.circuit),
            Count::One => relation.matrix.one(self.circuit),
        };
        Ok(self.settled(bit, &[(expr, relation.overflow)], positive))
    }

    /// `one s: set A | F` and the like. All values are tried, for both outcomes count.
    fn count_values(
        &mut self,
        count: Count,
        declarations: &'a [Declaration],
        body: &'a Formula,
        positive: bool,
    ) -> EncodingResult<Bit> {
        let mut bits = Vec::new();
        let tried = self.standing_as(Standing::TwoSided, |encoder| {
            let purpose = Purpose::Quantifier { universal: false, shown: None, number: 0 };
            encoder.ground(declarations, purpose, &mut |encoder, grounding| {
                let bit = encoder.encode_formula(body, true)?;
                let guards = grounding.guards.iter().copied();
                bits.push(encoder.circuit.and(guards.chain([bit])));
                Ok(())
            })
        });
        if let Some(open) = self.left_out_after(&tried, positive) {
            return Ok(open);
        }
        tried?;
        Ok(match count {
            Count::No => !self.circuit.or(bits),
            Count::Some => self.circuit.or(bits),
            Count::Lone => self.circuit.at_most_one(&bits),
            Count::One => self.circuit.exactly_one(&bits),
        })
    }

    fn subset(&mut self, a: &'a Expr, b: &'a Expr, positive: bool) -> EncodingResult<Bit> {
        let left = self.encode_relation(a)?;
        let right = self.encode_relation(b)?;
        let bit = left.matrix.subset(&right.matrix, self.circuit);
        let operands = [(a, left.overflow), (b, right.overflow)];
        Ok(self.settled(bit, &operands, positive))
    }

    fn equal(&mut self, a: &'a Expr, b: &'a Expr, positive: bool) -> EncodingResult<Bit> {
        let left = self.encode_relation(a)?;
        let right = self.encode_relation(b)?;
        let is_asserted = positive && !self.is_condition_on_numbers(&left, &right);
        let bit = equal(&left, &right, is_asserted, self.circuit);
        let operands = [(a, left.overflow), (b, right.overflow)];
        Ok(self.settled(bit, &operands, positive))
    }

    /// True if both outcomes of an equation of numbers count: `{ i: Int | a.parent[i] = i }`. The denial is then made
    /// cheap, which for one known number is its cell, and no gate. For pointers the longer form propagates more, and
    /// saves red-black trees of 10 a fifth.
    fn is_condition_on_numbers(&self, a: &EncodedRelation, b: &EncodedRelation) -> bool {
        let is_number = |atom: usize| self.universe().number(AtomId(atom as u32)).is_some();
        let are_numbers = |set: &EncodedRelation| {
            set.matrix.arity() == 1 && set.matrix.entries().all(|(atom, _)| is_number(atom))
        };
        self.standing == Standing::TwoSided && are_numbers(a) && are_numbers(b)
    }

    fn compare(
        &mut self,
        comparison: Comparison,
        a: &'a IntExpr,
        b: &'a IntExpr,
        positive: bool,
    ) -> EncodingResult<Bit> {
        if let Some(open) = self.left_out(Detail::FirstOrder, positive) {
            return Ok(open);
        }
        let left = self.encode_integer(a)?;
        let right = self.encode_integer(b)?;
        let bit = order::compare(comparison, &left, &right, positive, self.circuit);
        let operands = [(a, left.overflow), (b, right.overflow)];
        Ok(self.settled(bit, &operands, positive))
    }

    fn call_formula(
        &mut self,
        function: FunctionId,
        arguments: &'a [Expr],
        positive: bool,
    ) -> EncodingResult<Bit> {
        let ModelValue::Formula(body) = &self.model.functions[function].body else {
            unreachable!("a predicate's body is a formula")
        };
        self.calling(function, arguments, |encoder, followers| {
            encoder.remembered_call(
                body,
                positive,
                followers,
                |environment| &mut environment.formulas,
                |encoder| {
                    let bit = encoder.formula_kind(body, positive)?;
                    Ok(encoder.opened(body, positive, bit))
                },
            )
        })
    }
}

// Equality of relations.
//
// In general a conjunction of equivalences, one for each tuple. Its negation (`a.key != b.key`) is
// a disjunction of exclusive ors, with an auxiliary variable each, and propagates nothing. Where
// both sides are at most one atom, their difference is said otherwise: no atom is in both, and not both
// are empty. All of these are clauses.

/// `positive`: whether the equality is more likely to be asserted than to be denied.
pub(crate) fn equal(
    a: &EncodedRelation,
    b: &EncodedRelation,
    positive: bool,
    circuit: &mut Circuit,
) -> Bit {
    let single = a.matrix.arity() == 1 && a.functional && b.functional;
    if positive || !single {
        return a.matrix.equal(&b.matrix, circuit);
    }
    let apart = a.matrix.disjoint(&b.matrix, circuit);
    let nonempty = circuit.or(a.matrix.bits().into_iter().chain(b.matrix.bits()));
    !circuit.and([apart, nonempty])
}

// `pred/totalOrder[elem, first, next]`.
//
// `next` is the successor relation of a total order on `elem`, and `first` its least atom. Nothing
// has no order, unless it is a union's. Said as three things: every atom has at most one successor,
// every atom but the first has exactly one predecessor and the first none, and there is no cycle.
// Then the atoms are one path, for a finite graph of such degrees is a path and cycles. The bounds
// usually make `next` a constant, and all of this disappears.

impl<'a> FormulaEncoder<'a> {
    pub(crate) fn total_order(&mut self, parts: &'a [Expr; 3]) -> EncodingResult<Bit> {
        let [elem, first, next] = parts;
        let is_union = self.model.is_union(elem);
        let elem = self.encode_relation(elem)?.matrix;
        let first = self.encode_relation(first)?.matrix;
        let next = self.encode_relation(next)?.matrix;
        if is_chain(&elem, &first, &next, self.atoms()) {
            return Ok(Bit::TRUE);
        }
        let pairs = elem.product(&elem, self.circuit);
        let mut one_first = first.one(self.circuit);
        if is_union {
            // Then `first` and `next`, which are within it, are empty, too.
            let nothing = elem.no(self.circuit);
            one_first = self.circuit.or([one_first, nothing]);
        }
        let closure = next.closure(self.circuit);
        let cycles = closure.intersection(&elem.identity(), self.circuit);
        let mut bits = vec![
            next.subset(&pairs, self.circuit),
            first.subset(&elem, self.circuit),
            one_first,
            cycles.no(self.circuit),
        ];
        for (atom, bit) in elem.entries() {
            let holds = self.is_linked(atom, &first, &next);
            bits.push(self.circuit.implies(bit, holds));
        }
        Ok(self.circuit.and(bits))
    }

    /// At most one successor, and exactly one predecessor, or none and it is the first.
    fn is_linked(&mut self, atom: usize, first: &Matrix, next: &Matrix) -> Bit {
        let n = self.atoms();
        let column = |column: usize| (0..n).map(move |row| row * n + column);
        let successors: Vec<Bit> = (0..n).map(|to| next.get(atom * n + to)).collect();
        let mut predecessors: Vec<Bit> = column(atom).map(|index| next.get(index)).collect();
        predecessors.push(first.get(atom));
        let lone = self.circuit.at_most_one(&successors);
        let one = self.circuit.exactly_one(&predecessors);
        self.circuit.and([lone, one])
    }
}

/// True if the bounds alone say that these are an order. What a formula says of that costs the square of the atoms.
pub(super) fn is_chain(elem: &Matrix, first: &Matrix, next: &Matrix, atoms: usize) -> bool {
    let is_constant = |matrix: &Matrix| matrix.entries().all(|(_, bit)| bit == Bit::TRUE);
    if ![elem, first, next].into_iter().all(is_constant) {
        return false;
    }
    let pairs = next.entries().map(|(index, _)| (index / atoms, index % atoms));
    let successors: FxHashMap<usize, usize> = pairs.collect();
    let mut left: FxHashSet<usize> = elem.entries().map(|(atom, _)| atom).collect();
    let is_exact = first.entries().count() == 1 && next.entries().count() + 1 == left.len();
    let mut at = first.entries().map(|(atom, _)| atom).next();
    while let Some(atom) = at {
        if !left.remove(&atom) {
            return false;
        }
        at = successors.get(&atom).copied();
    }
    is_exact && left.is_empty()
}
