//! Grounding: one copy of a body for each choice of atoms that the declarations may allow.
//!
//! Only declarations of single atoms are grounded. The number of sets is exponential, so a variable
//! that stands for a set or a relation is Skolemised, where it may be (`skolem`). Else those of its values that matter
//! are tried (`tried`).

pub(crate) mod cycles;
pub(crate) mod factored;
mod parts;
pub(crate) mod skolem;
pub(crate) mod tried;

use std::rc::Rc;

use korrel_lang::model::{Declaration, Expr, ExprKind, Sig, VariableId};

use crate::circuit::Bit;
use crate::circuit::matrix::Matrix;

use crate::encode::environment::{EncodedRelation, EncodedValue, IntegerBinding};
use crate::encode::{EncodingResult, FormulaEncoder, UnsupportedConstruct};

/// One choice of atoms.
#[derive(Default)]
pub(crate) struct Grounding {
    /// The conditions under which the choice is allowed. Constants are left out.
    pub guards: Vec<Bit>,
    /// The atoms of the variables, in order of declaration, except those of sets, relations and Skolemised ones.
    pub atoms: Vec<usize>,
    /// The values that the solver chooses and that are noted, by their numbers.
    pub chosen: Vec<usize>,
}

/// The action for each choice, while the variables are bound to it.
pub(crate) type ChoiceVisitor<'v, 'a> =
    dyn FnMut(&mut FormulaEncoder<'a>, &Grounding) -> Result<(), UnsupportedConstruct> + 'v;

/// The purpose of a grounding.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    /// `universal` is meant with negations pushed inwards. `shown` is the place of an existential
    /// one whose witnesses are shown. `number` is its own, where values are noted.
    Quantifier { universal: bool, shown: Option<usize>, number: usize },
    /// A comprehension or a sum, which is refused if it is not over single atoms.
    Collection,
}

impl Purpose {
    fn is_universal(self) -> bool {
        matches!(self, Purpose::Quantifier { universal: true, .. })
    }

    fn is_shown(self) -> bool {
        matches!(self, Purpose::Quantifier { shown: Some(_), .. })
    }
}

impl<'a> FormulaEncoder<'a> {
    pub(crate) fn ground(
        &mut self,
        declarations: &'a [Declaration],
        purpose: Purpose,
        visit: &mut ChoiceVisitor<'_, 'a>,
    ) -> Result<(), UnsupportedConstruct> {
        self.ground_declarations(declarations, purpose, &mut Grounding::default(), visit)
    }

    pub(crate) fn ground_declarations(
        &mut self,
        declarations: &'a [Declaration],
        purpose: Purpose,
        grounding: &mut Grounding,
        visit: &mut ChoiceVisitor<'_, 'a>,
    ) -> Result<(), UnsupportedConstruct> {
        let Some((first, rest)) = declarations.split_first() else {
            return visit(self, grounding);
        };
        let Some(domain) = first.atoms().filter(|_| !purpose.is_shown()) else {
            return self.of_values(first, rest, purpose, grounding, visit);
        };
        let matrix = self.encode_relation(domain)?.matrix;
        let declared = GroundedDeclaration {
            domain,
            matrix,
            is_disjoint: first.is_disjoint,
            first_atom: grounding.atoms.len(),
            rest,
        };
        self.ground_variables(&first.variables, &declared, purpose, grounding, visit)
    }

    fn ground_variables(
        &mut self,
        variables: &'a [VariableId],
        declared: &GroundedDeclaration<'a>,
        purpose: Purpose,
        grounding: &mut Grounding,
        visit: &mut ChoiceVisitor<'_, 'a>,
    ) -> Result<(), UnsupportedConstruct> {
        let Some((&variable, others)) = variables.split_first() else {
            return self.ground_declarations(declared.rest, purpose, grounding, visit);
        };
        let chosen = &grounding.atoms[declared.first_atom..];
        let is_free = |(atom, _): &(usize, Bit)| !declared.is_disjoint || !chosen.contains(atom);
        let entries: Vec<(usize, Bit)> = declared.matrix.entries().filter(is_free).collect();
        let atoms: Vec<usize> = entries.iter().map(|&(atom, _)| atom).collect();
        let variable = GroundedVariable::of(variable, declared.domain);
        self.with_each_atom(variable, purpose.is_universal(), &atoms, &mut |encoder, place| {
            let (atom, bit) = entries[place];
            let before = grounding.guards.len();
            grounding.guards.extend((bit != Bit::TRUE).then_some(bit));
            grounding.atoms.push(atom);
            let result = encoder.ground_variables(others, declared, purpose, grounding, visit);
            grounding.atoms.pop();
            grounding.guards.truncate(before);
            result
        })
    }

    /// Binds a variable to each of these atoms in turn. The visitor gets the atom's place.
    fn with_each_atom(
        &mut self,
        variable: GroundedVariable,
        universal: bool,
        atoms: &[usize],
        visit: &mut dyn FnMut(&mut FormulaEncoder<'a>, usize) -> EncodingResult<()>,
    ) -> EncodingResult<()> {
        let GroundedVariable { id, is_integer } = variable;
        let is_traced = is_integer && self.forbids_overflow();
        if is_traced {
            self.binders.push(IntegerBinding { variable: id, universal });
        }
        self.environment.open(id);
        let depends: Rc<[VariableId]> = if is_traced { Rc::from([id]) } else { Rc::default() };
        let result = atoms.iter().enumerate().try_for_each(|(place, &atom)| {
            let single = Matrix::singleton(self.atoms(), 1, atom);
            let value = EncodedValue::Relation(EncodedRelation::known(single, true));
            self.environment.set(id, value, depends.clone());
            visit(self, place)
        });
        self.environment.close();
        if is_traced {
            self.binders.pop();
        }
        result
    }
}

/// A variable that is bound to atoms.
#[derive(Clone, Copy, Debug)]
struct GroundedVariable {
    id: VariableId,
    /// True if it ranges over the sig `Int` itself.
    is_integer: bool,
}

impl GroundedVariable {
    fn of(id: VariableId, domain: &Expr) -> GroundedVariable {
        GroundedVariable { id, is_integer: matches!(domain.kind, ExprKind::Sig(Sig::INT)) }
    }
}

/// A declaration while its variables are grounded.
struct GroundedDeclaration<'a> {
    domain: &'a Expr,
    matrix: Rc<Matrix>,
    is_disjoint: bool,
    /// The index where the atoms of its variables begin.
    first_atom: usize,
    rest: &'a [Declaration],
}
