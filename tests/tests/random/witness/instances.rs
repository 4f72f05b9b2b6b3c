//! All labelled instances of a spec, by trying every assignment.

use super::bits::{MOST_ATOMS, atoms};
use super::declared::{subsets, values};
use super::evaluate::Assignment;
use super::names::Settled;
use super::sizes::Size;
use super::tree::{Called, Spec};
use super::value::Value;

/// A spec whose sizes and names are settled.
pub struct Question<'s> {
    pub spec: &'s Spec,
    pub sizes: Vec<Option<Size>>,
    pub facts: Vec<Settled>,
    pub goal: Settled,
    pub ignore_parameters: bool,
}

/// There are more assignments than can be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

/// Two of the eleven atoms are left to integers, which `univ` and `iden` hold.
const MOST_OBJECTS: usize = MOST_ATOMS - 2;

impl Question<'_> {
    /// The first atom of each top-level sig; its atoms follow.
    ///
    /// # Errors
    /// If there are too many.
    pub fn bases(&self) -> Result<Vec<usize>, TooMany> {
        let mut bases = vec![0; self.spec.sigs.len()];
        let mut end = 0;
        for top in self.spec.tops() {
            bases[top] = end;
            end += self.sizes[top].expect("top-level sigs have sizes").most;
        }
        if end > MOST_OBJECTS { Err(TooMany) } else { Ok(bases) }
    }

    /// The most objects.
    pub fn number_of_atoms(&self) -> usize {
        let most = |top: usize| self.sizes[top].expect("top-level sigs have sizes").most;
        self.spec.tops().map(most).sum()
    }

    /// Calls for every labelled instance; the atoms in use are the first ones of their sig, and an
    /// order that is as good as any is that of the atoms.
    ///
    /// # Errors
    /// If there are more assignments than `most`.
    pub fn for_each_instance(
        &self,
        most: usize,
        of: &mut dyn FnMut(&Assignment),
    ) -> Result<(), TooMany> {
        let mut left = most;
        for populated in self.populations(most)? {
            let values = self.field_values(&populated, &mut left)?;
            let mut assignment = populated;
            self.choose_fields(&values, &mut assignment, of);
            if assignment.has_tried_too_many() {
                return Err(TooMany);
            }
        }
        Ok(())
    }

    fn choose_fields(
        &self,
        values: &[Vec<Value>],
        assignment: &mut Assignment,
        of: &mut dyn FnMut(&Assignment),
    ) {
        let Some(candidates) = values.get(assignment.fields.len()) else {
            return self.judge(assignment, of);
        };
        for value in candidates {
            assignment.fields.push(value.clone());
            self.choose_fields(values, assignment, of);
            assignment.fields.pop();
        }
    }

    fn judge(&self, assignment: &mut Assignment, of: &mut dyn FnMut(&Assignment)) {
        if !self.facts.iter().all(|fact| assignment.holds(fact)) || !self.holds_called(assignment) {
            return;
        }
        if !self.ignore_parameters {
            return self.choose_parameters(assignment, of);
        }
        let mut is_instance = false;
        self.choose_parameters(assignment, &mut |_| is_instance = true);
        if is_instance {
            of(assignment);
        }
    }

    /// What is run, as a fact that calls it with single atoms.
    fn holds_called(&self, assignment: &mut Assignment) -> bool {
        let Some(called) = self.spec.called else { return true };
        let Some(parameter) = self.spec.parameters.get(assignment.variables.len()) else {
            return assignment.holds(&self.goal);
        };
        let mut all = atoms(assignment.sigs[parameter.sig]);
        let mut holds_of = |atom: usize| {
            assignment.variables.push(Value::Set(1 << atom));
            let holds = self.holds_called(assignment);
            assignment.variables.pop();
            holds
        };
        match called {
            Called::WithAll => all.all(&mut holds_of),
            Called::WithSome => all.any(&mut holds_of),
        }
    }

    fn choose_parameters(&self, assignment: &mut Assignment, of: &mut dyn FnMut(&Assignment)) {
        let Some(parameter) = self.spec.parameters.get(assignment.variables.len()) else {
            if assignment.holds(&self.goal) {
                of(assignment);
            }
            return;
        };
        for set in subsets(assignment.sigs[parameter.sig], parameter.multiplicity) {
            assignment.variables.push(Value::Set(set));
            self.choose_parameters(assignment, of);
            assignment.variables.pop();
        }
    }

    /// All values of each field; how many assignments these are is taken off `left`.
    fn field_values(
        &self,
        populated: &Assignment,
        left: &mut usize,
    ) -> Result<Vec<Vec<Value>>, TooMany> {
        let fields = self.spec.fields.iter();
        let values: Vec<Vec<Value>> =
            fields.map(|field| values(field, populated, *left)).collect::<Result<_, _>>()?;
        let all = values.iter().try_fold(1usize, |all, one| all.checked_mul(one.len()));
        *left = left.checked_sub(all.ok_or(TooMany)?).ok_or(TooMany)?;
        Ok(values)
    }
}
