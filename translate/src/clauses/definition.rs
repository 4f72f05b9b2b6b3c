//! The clauses that define a gate. They do not always mention its own children.

use smallvec::SmallVec;

use crate::circuit::{Bit, Circuit};

use super::{ClauseList, Uses};

/// The definition of one gate at a time. It is read for each gate twice, and made but once.
#[derive(Default)]
pub(super) struct Definition {
    form: GateForm,
    /// The conjuncts of an AND gate that say something.
    conjuncts: Vec<Bit>,
    /// The disjunction that each of them is written out as, where nothing else uses it, or else the
    /// bit itself.
    clauses: ClauseList,
    /// All conjuncts, and those of a disjunction among them.
    read: Vec<Bit>,
    inner: Vec<Bit>,
    /// The selectors with their values, of a gate that says that no value is selected.
    selected: Vec<(Bit, Bit)>,
}

#[derive(Clone, Copy, Default)]
enum GateForm {
    #[default]
    And,
    IfThenElse(IfThenElse),
    /// The value that is selected, if any is, is false.
    NoneSelected,
    /// Contradictory once written out.
    False,
}

/// `then` if the condition holds, else `otherwise`.
#[derive(Clone, Copy)]
pub(super) struct IfThenElse {
    condition: Bit,
    then: Bit,
    otherwise: Bit,
}

impl Definition {
    /// Reads the form of an AND gate.
    pub fn read(&mut self, circuit: &Circuit, gate: usize, uses: &Uses) {
        self.conjuncts.clear();
        self.clauses.clear();
        if uses.is_choice(gate)
            && let Some(choice) = choice(circuit, gate, uses)
        {
            self.form = GateForm::IfThenElse(choice);
            return;
        }
        if uses.is_selection(gate)
            && let Some(row) = selection(circuit, gate)
        {
            self.selected.clear();
            self.selected.extend(selected(circuit, gate, row));
            self.form = GateForm::NoneSelected;
            return;
        }
        if !flatten(circuit, gate, uses, 0, &mut self.read) {
            self.form = GateForm::False;
            return;
        }
        self.form = GateForm::And;
        for &bit in &self.read {
            if !is_own_disjunction(circuit, bit, uses) {
                self.clauses.push([bit]);
            } else if flatten(circuit, bit.gate(), uses, 0, &mut self.inner) {
                self.clauses.push(self.inner.iter().map(|&bit| !bit));
            } else {
                continue;
            }
            self.conjuncts.push(bit);
        }
    }

    /// The bits that a clause of one side holds. Those of a choice occur with both signs.
    pub fn needs(&self, negated: bool, needs: &mut Vec<Bit>) {
        match self.form {
            GateForm::And if negated => needs.extend(self.conjuncts.iter().map(|&bit| !bit)),
            GateForm::And => needs.extend(self.clauses.bits()),
            GateForm::IfThenElse(IfThenElse { condition, then, otherwise }) => {
                needs.extend([condition, !condition]);
                needs.extend([then, otherwise].map(|bit| if negated { !bit } else { bit }));
            }
            GateForm::NoneSelected => {
                for &(selector, value) in &self.selected {
                    needs.push(if negated { value } else { !value });
                    needs.extend([selector, !selector]);
                }
            }
            GateForm::False => {}
        }
    }

    /// The clauses that follow from the gate.
    pub fn forward(&self, gate: Bit, clauses: &mut ClauseList) {
        match self.form {
            GateForm::And => {
                for clause in self.clauses.iter() {
                    clauses.push([!gate].into_iter().chain(clause.iter().copied()));
                }
            }
            GateForm::IfThenElse(choice) => choice.clauses(!gate, clauses),
            GateForm::NoneSelected => {
                for &(selector, value) in &self.selected {
                    clauses.push([!gate, !selector, !value]);
                }
            }
            GateForm::False => clauses.push([!gate]),
        }
    }

    /// The clauses that follow from its negation.
    pub fn backward(&self, gate: Bit, clauses: &mut ClauseList) {
        match self.form {
            GateForm::And => clauses.push(self.conjuncts.iter().map(|&bit| !bit).chain([gate])),
            GateForm::IfThenElse(choice) => choice.negated().clauses(gate, clauses),
            GateForm::NoneSelected => {
                clauses.push(self.selected.iter().map(|&(selector, _)| selector).chain([gate]));
                for &(selector, value) in &self.selected {
                    clauses.push([gate, !selector, value]);
                }
            }
            GateForm::False => {}
        }
    }
}

impl IfThenElse {
    fn negated(self) -> IfThenElse {
        IfThenElse { then: !self.then, otherwise: !self.otherwise, ..self }
    }

    /// `guard`, or the choice holds. The last clause is redundant, and lets both branches propagate
    /// while the condition is open. For an equivalence it would be a tautology.
    fn clauses(self, guard: Bit, clauses: &mut ClauseList) {
        let IfThenElse { condition, then, otherwise } = self;
        clauses.push([guard, !condition, then]);
        clauses.push([guard, condition, otherwise]);
        if then != !otherwise {
            clauses.push([guard, then, otherwise]);
        }
    }
}

/// Recognises ¬(c ∧ a) ∧ ¬(¬c ∧ b), which chooses between ¬a and ¬b, if that saves a gate.
pub(super) fn choice(circuit: &Circuit, gate: usize, uses: &Uses) -> Option<IfThenElse> {
    let &[first, second] = circuit.conjuncts(gate)? else {
        return None;
    };
    if !first.is_negated() || !second.is_negated() {
        return None;
    }
    let (&[p, q], &[r, s]) = (circuit.conjuncts(first.gate())?, circuit.conjuncts(second.gate())?)
    else {
        return None;
    };
    if uses.of(first.gate()) > 1 && uses.of(second.gate()) > 1 {
        return None;
    }
    let choice =
        |condition, a: Bit, b: Bit| Some(IfThenElse { condition, then: !a, otherwise: !b });
    match (p, q) {
        _ if p == !r => choice(p, q, s),
        _ if p == !s => choice(p, q, r),
        _ if q == !r => choice(q, p, s),
        _ if q == !s => choice(q, p, r),
        _ => None,
    }
}

/// Recognises ¬(s₁ ∧ v₁) ∧ ¬(s₂ ∧ v₂) ∧ …, where the selectors sᵢ are different ones of a row. Returns the row. At
/// most one of them is true, so that no variables are needed for the pairs: if a value is selected, the gate is its
/// negation.
pub(super) fn selection(circuit: &Circuit, gate: usize) -> Option<u32> {
    let products = circuit.conjuncts(gate).filter(|products| products.len() > 1)?;
    let rows = pair(circuit, products[0])?.map(|bit| circuit.row(bit));
    let selects = |row: &u32| {
        let selectors = products.iter().map(|&product| {
            let [a, b] = pair(circuit, product)?;
            [a, b].into_iter().find(|&bit| circuit.row(bit) == Some(*row))
        });
        let Some(mut selectors) = selectors.collect::<Option<SmallVec<[Bit; 16]>>>() else {
            return false;
        };
        selectors.sort_unstable();
        selectors.windows(2).all(|two| two[0] != two[1])
    };
    rows.into_iter().flatten().find(selects)
}

/// The selectors of a row, with their values.
fn selected(circuit: &Circuit, gate: usize, row: u32) -> impl Iterator<Item = (Bit, Bit)> {
    let products = circuit.conjuncts(gate).unwrap_or_default().iter();
    let pairs = products.filter_map(|&product| pair(circuit, product));
    pairs.map(move |[a, b]| if circuit.row(a) == Some(row) { (a, b) } else { (b, a) })
}

/// The two bits that are not both true.
fn pair(circuit: &Circuit, product: Bit) -> Option<[Bit; 2]> {
    match circuit.conjuncts(product.gate()) {
        Some(&[a, b]) if product.is_negated() => Some([a, b]),
        _ => None,
    }
}

/// True if a conjunct is a disjunction that nothing else uses.
fn is_own_disjunction(circuit: &Circuit, bit: Bit, uses: &Uses) -> bool {
    let is_own = bit.is_negated() && uses.of(bit.gate()) == 1;
    is_own && uses.is_plain(bit.gate()) && circuit.conjuncts(bit.gate()).is_some()
}

/// So many bits of gates that are used elsewhere, too, may be written out among a gate's conjuncts, or
/// `width` for each conjunct of its own, if that is more. Without a limit each of thirty gates that
/// use the one before them twice would double the output.
const SHARED: usize = 100;

/// The conjuncts of a gate, ascending. Conjunctions among them are written out if they are used
/// once, or are at most `width` wide and within [`SHARED`]. Returns false if they contradict one
/// another.
pub(super) fn flatten(
    circuit: &Circuit,
    gate: usize,
    uses: &Uses,
    width: usize,
    conjuncts: &mut Vec<Bit>,
) -> bool {
    conjuncts.clear();
    conjuncts.extend(circuit.conjuncts(gate).expect("only AND gates are flattened"));
    let (mut own, mut shared) = (conjuncts.len(), 0);
    let (mut at, mut is_changed) = (0, false);
    while let Some(&bit) = conjuncts.get(at) {
        if bit.is_negated() {
            at += 1;
            continue;
        }
        let inner = circuit.conjuncts(bit.gate()).unwrap_or(&[]);
        let is_own = uses.of(bit.gate()) == 1;
        let has_room = shared + inner.len() <= SHARED.max(width * own);
        let is_written = is_own || inner.len() <= width && has_room;
        if inner.is_empty() || !is_written || !uses.is_plain(bit.gate()) {
            at += 1;
            continue;
        }
        *(if is_own { &mut own } else { &mut shared }) += inner.len();
        conjuncts.swap_remove(at);
        conjuncts.extend(inner);
        is_changed = true;
    }
    // Those of one gate ascend and do not contradict one another.
    if !is_changed {
        return true;
    }
    conjuncts.sort_unstable();
    conjuncts.dedup();
    conjuncts.windows(2).all(|pair| pair[0] != !pair[1])
}
