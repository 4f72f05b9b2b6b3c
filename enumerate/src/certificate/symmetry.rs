//! The proof that permuting atoms maps models to models.
//!
//! *Problem.* A refusal by a permutation is right only if the permutation maps a model to a model. Clauses with auxiliary
//! variables show no symmetry by themselves.
//!
//! *Choice.* For each two neighbours of a class, the formula beside a copy of it in which they are swapped: that the
//! formula holds and the copy does not is refuted. Most gates have a twin, the gate whose children are the images of
//! its own. That twins are equal follows by propagation, one after the other, and then the rest as a rule, too. Where it
//! does not (a sum, a sorted count), a search goes on. (Equivalence checking by internal equivalences: Kuehlmann 2004.)

use korrel_lang::universe::AtomId;
use korrel_sat::{Cnf, Effort, Enumerator, Lit, Models, Options, Projection, ProofLog, Step, Var};
use korrel_translate::{Cell, PlainFormula};
use rustc_hash::FxHashMap;

use super::Certificate;

/// The end of a proof that a formula is symmetric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymmetryProof {
    Proven,
    /// A model that is none with two atoms swapped: a mistake of ours.
    Broken,
    Stopped,
}

impl Certificate<'_> {
    /// Proves that all atoms of a class may be swapped.
    pub fn prove_symmetry(&self, log: &ProofLog, effort: &Effort) -> SymmetryProof {
        for class in &self.symmetry.classes {
            for pair in class.windows(2) {
                let outcome = self.prove_swap(pair[0], pair[1], log, effort);
                if outcome != SymmetryProof::Proven {
                    return outcome;
                }
            }
        }
        SymmetryProof::Proven
    }

    fn prove_swap(
        &self,
        first: AtomId,
        second: AtomId,
        log: &ProofLog,
        effort: &Effort,
    ) -> SymmetryProof {
        log.begin(&format!("symmetry {} {}", first.0, second.0));
        let formula = &self.plain.formula;
        let used = [first, second].map(|atom| self.use_of(atom));
        let images = self.images(first, second).expect("it is even");
        let Some(roots) = &formula.roots else {
            log.derive([]);
            return SymmetryProof::Proven;
        };
        let swapped = SwappedFormula::new(formula, &images);
        let mut cnf = swapped.beside(used.iter().flatten().copied());
        // Both are in use, so each may stand for the other.
        let mut twins = images.clone();
        used.iter().flatten().for_each(|var| twins[var.index()] = *var);
        for (gate, twin) in swapped.twins(twins) {
            let copy = swapped.copy_of(gate);
            for clause in [[twin.negative(), copy.positive()], [copy.negative(), twin.positive()]] {
                log.derive(clause);
                cnf.add_clause(clause);
            }
        }
        cnf.add_clause(roots.iter().map(|&root| !swapped.image(root)));
        let options = Options { guide_after: None, bounds_from: 0, ..Options::default() };
        let all: Vec<Lit> =
            (0..formula.inputs as u32).map(|var| Var::new(var).positive()).collect();
        let projection = Projection { order: all, witnesses: Vec::new() };
        let search = Enumerator::new(&cnf, &projection, options, effort.clone());
        match search.telling(log.clone(), formula.inputs).next() {
            Step::Exhausted => SymmetryProof::Proven,
            Step::Model => SymmetryProof::Broken,
            Step::Stopped => SymmetryProof::Stopped,
        }
    }

    /// The variable that says that an atom is in use, or `None` if it always is.
    pub(super) fn use_of(&self, atom: AtomId) -> Option<Var> {
        let mut cells = self.symmetry.population.iter();
        let cell = cells.find(|cell| cell.tuple == [atom])?;
        self.literals.get(cell).map(|lit| lit.var())
    }

    /// True if swapping atoms of a class moves open cells to open ones. Where a scope has a least number of objects, some
    /// are surely in use, and others are not.
    pub(super) fn is_even(&self) -> bool {
        let classes = &self.symmetry.classes;
        let mut pairs = classes.iter().flat_map(|class| class.windows(2));
        pairs.all(|pair| self.images(pair[0], pair[1]).is_some())
    }

    /// The variable of the cell to which swapping two atoms moves each open cell, if all these cells are open.
    fn images(&self, first: AtomId, second: AtomId) -> Option<Vec<Var>> {
        let swap = |&atom: &AtomId| match atom {
            _ if atom == first => second,
            _ if atom == second => first,
            _ => atom,
        };
        let image = |cell: &Cell| {
            let tuple = cell.tuple.iter().map(swap).collect();
            self.literals.get(&Cell { relation: cell.relation, tuple }).map(|lit| lit.var())
        };
        self.plain.translation.cells.iter().map(image).collect()
    }
}

/// A formula, and a copy of its gates whose inputs are others.
struct SwappedFormula<'f> {
    formula: &'f PlainFormula,
    images: &'f [Var],
}

impl<'f> SwappedFormula<'f> {
    fn new(formula: &'f PlainFormula, images: &'f [Var]) -> SwappedFormula<'f> {
        SwappedFormula { formula, images }
    }

    fn image(&self, lit: Lit) -> Lit {
        let var = lit.var();
        match self.images.get(var.index()) {
            Some(image) => image.lit(lit.is_positive()),
            None => self.copy_of(var).lit(lit.is_positive()),
        }
    }

    /// The variable of a gate's copy.
    fn copy_of(&self, gate: Var) -> Var {
        Var::new((gate.index() + self.formula.gates.len()) as u32)
    }

    fn gate(&self, number: usize) -> Var {
        Var::new((self.formula.inputs + number) as u32)
    }

    /// The clauses of the formula, and of the copy's gates.
    fn beside(&self, used: impl Iterator<Item = Var>) -> Cnf {
        let PlainFormula { inputs, gates, cnf: given, .. } = self.formula;
        let mut cnf = Cnf::with_primary(*inputs as u32);
        (0..2 * gates.len()).for_each(|_| _ = cnf.fresh());
        given.clauses().for_each(|clause| cnf.add_clause(clause.iter().copied()));
        for (number, children) in gates.iter().enumerate() {
            let copy = self.copy_of(self.gate(number));
            let children: Vec<Lit> = children.iter().map(|&child| self.image(child)).collect();
            let whole = [copy.positive()].into_iter().chain(children.iter().map(|&child| !child));
            cnf.add_clause(whole);
            children.iter().for_each(|&child| cnf.add_clause([copy.negative(), child]));
        }
        used.for_each(|var| cnf.add_clause([var.positive()]));
        cnf
    }

    /// The gates that have a twin, with it, in order. `twins` are those of the inputs.
    fn twins(&self, twins: Vec<Var>) -> Vec<(Var, Var)> {
        let gates = &self.formula.gates;
        let sorted = |mut children: Vec<Lit>| {
            children.sort_unstable();
            children
        };
        let numbered = gates.iter().enumerate();
        let by_children: FxHashMap<Vec<Lit>, usize> =
            numbered.map(|(number, children)| (sorted(children.clone()), number)).collect();
        let mut twin_of: Vec<Option<Var>> = twins.into_iter().map(Some).collect();
        let mut found = Vec::new();
        for (number, children) in gates.iter().enumerate() {
            let image = |&child: &Lit| {
                twin_of[child.var().index()].map(|twin| twin.lit(child.is_positive()))
            };
            let images: Option<Vec<Lit>> = children.iter().map(image).collect();
            let twin = images.and_then(|images| by_children.get(&sorted(images)));
            let twin = twin.map(|&twin| self.gate(twin));
            found.extend(twin.map(|twin| (self.gate(number), twin)));
            twin_of.push(twin);
        }
        found
    }
}
