//! Values that are tried one by one: a set or a relation of which a formula says something for all.
//!
//! *Problem.* A solver can choose a value that only has to exist. Where a formula speaks of all sets, each would have to
//! be tried, and there are 2 to the number of tuples. *Choice.* As with atoms, there is one copy of the body for each
//! value, guarded by the condition that the value lies in its range. As long as the values are few, these are all of
//! them. Else they are those that the question has found to matter ([`TriedValues`], and `questions/refining.rs`, which
//! finds them). A formula says less with fewer values, so nothing is lost before they are enough.
//!
//! Where both the truth and the falsehood of the quantifier count, it takes all values, and so it does where the
//! question has looked for none. If there are too many, the quantifier is refused.
//!
//! *Rejected.* To refuse all of them, which is what Alloy does. To try all values at any size: a relation over five
//! atoms has 2^25.

use std::rc::Rc;

use korrel_lang::model::{Declaration, VariableId};
use rustc_hash::FxHashMap;

use crate::circuit::Bit;
use crate::circuit::matrix::Matrix;

use super::{ChoiceVisitor, Grounding, Purpose};
use crate::encode::environment::{EncodedRelation, EncodedValue, IntegerBinding};
use crate::encode::standing::Standing;
use crate::encode::{EncodingResult, FormulaEncoder, HigherOrder, UnsupportedConstruct};

/// So many tuples at most, in a declaration and those around it, have all their values tried where nothing less will
/// do.
const MOST: usize = 16;

/// A value of each variable of a declaration, as the indices of tuples.
type Choice = Vec<Vec<usize>>;

/// The values that matter, of declarations that have too many values to try them all.
#[derive(Clone, Debug, Default)]
pub struct TriedValues {
    /// By the declaration's first variable.
    of: FxHashMap<VariableId, Vec<Choice>>,
}

impl TriedValues {
    /// Adds a choice of values. True if it is new.
    pub(crate) fn add(&mut self, declaration: VariableId, choice: Choice) -> bool {
        let known = self.of.entry(declaration).or_default();
        let is_new = !known.contains(&choice);
        if is_new {
            known.push(choice);
        }
        is_new
    }
}

impl<'a> FormulaEncoder<'a> {
    /// Gives the variables of a declaration one value after the other, and goes on with the other declarations.
    pub(super) fn tried(
        &mut self,
        declaration: &'a Declaration,
        rest: &'a [Declaration],
        purpose: Purpose,
        grounding: &mut Grounding,
        visit: &mut ChoiceVisitor<'_, 'a>,
    ) -> EncodingResult<()> {
        let domain = self.value_domain(declaration)?;
        let (atoms, arity) = (domain.atoms(), domain.arity());
        let tuples: Vec<usize> = domain.entries().map(|(index, _)| index).collect();
        let number = tuples.len().saturating_mul(declaration.variables.len());
        let (mut choices, within) = self.choices(declaration, &tuples, number)?;
        let functional = declaration.range.is_function();
        self.higher.within += within;
        let is_traced =
            super::skolem::is_of_integers(&declaration.range) && self.forbids_overflow();
        for &variable in &declaration.variables {
            self.environment.open(variable);
            if is_traced {
                let universal = purpose.is_universal();
                self.binders.push(IntegerBinding { variable, universal });
            }
        }
        let result = choices.try_for_each(|choice| {
            let values: Vec<(VariableId, EncodedRelation)> = declaration
                .variables
                .iter()
                .zip(choice)
                .map(|(&variable, tuples)| {
                    let entries = tuples.into_iter().map(|index| (index, Bit::TRUE));
                    let matrix = Matrix::from_entries(atoms, arity, entries);
                    (variable, EncodedRelation::known(matrix, functional))
                })
                .collect();
            for (variable, value) in &values {
                let depends: Rc<[VariableId]> =
                    if is_traced { Rc::from([*variable]) } else { Rc::default() };
                self.environment.set(*variable, EncodedValue::Relation(value.clone()), depends);
            }
            let guards = self.allowed(declaration, &values)?;
            if guards.contains(&Bit::FALSE) {
                return Ok(());
            }
            let before = grounding.guards.len();
            grounding.guards.extend(guards.into_iter().filter(|&guard| guard != Bit::TRUE));
            let result = self.ground_declarations(rest, purpose, grounding, visit);
            grounding.guards.truncate(before);
            result
        });
        for _ in &declaration.variables {
            self.environment.close();
            if is_traced {
                self.binders.pop();
            }
        }
        self.higher.within -= within;
        result
    }

    /// The choices of values to try, and by how many tuples that multiplies what is under them.
    fn choices(
        &mut self,
        declaration: &Declaration,
        tuples: &[usize],
        number: usize,
    ) -> EncodingResult<(Box<dyn Iterator<Item = Choice>>, usize)> {
        let is_two_sided = self.standing == Standing::TwoSided;
        let most = if is_two_sided { MOST } else { self.higher.all };
        if self.higher.within.saturating_add(number) <= most {
            return Ok((all_choices(tuples.to_vec(), declaration.variables.len()), number));
        }
        let Some(known) = self.higher.values.clone().filter(|_| !is_two_sided) else {
            let reason = if is_two_sided { HigherOrder::TwoSided } else { HigherOrder::Universal };
            return Err(UnsupportedConstruct::higher_order(declaration.span, reason));
        };
        self.higher.is_partial = true;
        let chosen = known.of.get(&declaration.variables[0]).cloned().unwrap_or_default();
        Ok((Box::new(chosen.into_iter()), 0))
    }
}

/// All choices of subsets, in the order of the binary numbers whose digits say which tuples are in.
fn all_choices(tuples: Vec<usize>, variables: usize) -> Box<dyn Iterator<Item = Choice>> {
    let number = tuples.len();
    Box::new((0u32..1 << (number * variables)).map(move |mask| {
        let of = |variable: usize| {
            let is_in = |at: &usize| mask >> (variable * number + at) & 1 == 1;
            (0..number).filter(is_in).map(|at| tuples[at]).collect()
        };
        (0..variables).map(of).collect()
    }))
}
