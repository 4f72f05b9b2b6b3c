//! The parts of a quantified formula: groups of parts, and the variables that each part mentions.

use korrel_lang::model::{
    Declaration, Expr, Formula, FormulaKind, FreeVariables, Model, Quantifier, Value as ModelValue,
    VariableId,
};

use super::GroundedVariable;

/// A set of a quantifier's variables: the bit of each one's place.
pub(super) type VariableSet = u64;

/// More variables than this have no scopes.
pub(super) const MOST_VARIABLES: usize = VariableSet::BITS as usize;

/// A quantifier with more parts than this is left as it is.
const MOST_PARTS: usize = 200;

/// A quantifier over atoms as "there are values for which all parts of some group hold".
#[derive(Debug)]
pub(crate) struct Factoring<'a> {
    pub variables: Vec<FactoredVariable<'a>>,
    /// Pairs of variables that are never the same atom.
    pub apart: Vec<(usize, usize)>,
    pub groups: Vec<Vec<ScopedPart<'a>>>,
}

#[derive(Debug)]
pub(crate) struct FactoredVariable<'a> {
    pub(in crate::encode::quantifier) grounded: GroundedVariable,
    pub domain: &'a Expr,
    /// The variables before it that the domain mentions.
    pub depends: VariableSet,
}

/// A formula, or its negation, that mentions the variables in its scope.
#[derive(Debug)]
pub(crate) struct ScopedPart<'a> {
    pub formula: &'a Formula,
    pub is_negated: bool,
    /// The bindings around it that matter to it, outermost first.
    pub around: Vec<EnclosingBinding<'a>>,
    pub scope: VariableSet,
}

/// A binding that gives values to variables between the quantifier and a part.
#[derive(Clone, Debug)]
pub(crate) enum EnclosingBinding<'a> {
    Let(VariableId, &'a ModelValue),
    Arguments(Vec<(VariableId, &'a Expr)>),
}

impl<'a> Factoring<'a> {
    /// `None` if there are too many variables or parts.
    pub fn of(
        model: &'a Model,
        quantifier: Quantifier,
        declarations: &'a [Declaration],
        body: &'a Formula,
        free: &mut FreeVariables<'a>,
    ) -> Option<Factoring<'a>> {
        let ids: Vec<VariableId> =
            declarations.iter().flat_map(|declaration| &declaration.variables).copied().collect();
        if ids.len() > MOST_VARIABLES {
            return None;
        }
        let mut splitter = PartSplitter { model, free, ids: &ids };
        let variables = splitter.variables(declarations)?;
        let groups = splitter.groups(body, quantifier == Quantifier::All)?;
        Some(Factoring { variables, apart: apart(declarations), groups })
    }
}

/// The places of all variables that are declared to be disjoint.
fn apart(declarations: &[Declaration]) -> Vec<(usize, usize)> {
    let (mut pairs, mut first) = (Vec::new(), 0);
    for declaration in declarations {
        let next = first + declaration.variables.len();
        if declaration.is_disjoint {
            pairs.extend((first..next).flat_map(|b| (first..b).map(move |a| (a, b))));
        }
        first = next;
    }
    pairs
}

struct PartSplitter<'s, 'a> {
    model: &'a Model,
    free: &'s mut FreeVariables<'a>,
    /// The quantifier's variables.
    ids: &'s [VariableId],
}

/// A formula or its negation on the way to a part.
#[derive(Clone)]
struct OpenFormula<'a> {
    formula: &'a Formula,
    is_negated: bool,
    around: Vec<EnclosingBinding<'a>>,
}

/// The connective that joins the formulas of an open one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    All,
    Any,
}

impl<'a> PartSplitter<'_, 'a> {
    fn variables(&mut self, declarations: &'a [Declaration]) -> Option<Vec<FactoredVariable<'a>>> {
        let mut variables = Vec::new();
        for declaration in declarations {
            let domain = declaration.atoms()?;
            let mentioned = self.free.of(domain);
            let depends = self.scope(&mentioned);
            let of = |&id: &VariableId| {
                let grounded = GroundedVariable::of(id, domain);
                FactoredVariable { grounded, domain, depends }
            };
            variables.extend(declaration.variables.iter().map(of));
        }
        Some(variables)
    }

    fn groups(&mut self, body: &'a Formula, is_negated: bool) -> Option<Vec<Vec<ScopedPart<'a>>>> {
        let body = OpenFormula { formula: body, is_negated, around: Vec::new() };
        let mut left = MOST_PARTS;
        let groups = self.split(body, Joint::Any, &mut left)?;
        groups
            .into_iter()
            .map(|group| {
                let parts = self.split(group, Joint::All, &mut left)?;
                let mut parts: Vec<ScopedPart> =
                    parts.into_iter().map(|open| self.part(open)).collect();
                // The parts of few variables come first: a choice that they exclude is not asked of
                // the others.
                parts.sort_by_key(|part| part.scope.count_ones());
                Some(parts)
            })
            .collect()
    }

    /// The operands of a formula by one kind of joint, or `None` if there are more than allowed.
    fn split(
        &self,
        whole: OpenFormula<'a>,
        joint: Joint,
        left: &mut usize,
    ) -> Option<Vec<OpenFormula<'a>>> {
        let (mut open, mut found) = (vec![whole], Vec::new());
        while let Some(next) = open.pop() {
            match self.step(next, joint) {
                Ok(inner) => open.extend(inner.into_iter().rev()),
                Err(whole) => {
                    found.push(whole);
                    *left = left.checked_sub(1)?;
                }
            }
        }
        Some(found)
    }

    /// The operands of a formula. The formula itself if it is not made by this joint.
    fn step(
        &self,
        open: OpenFormula<'a>,
        joint: Joint,
    ) -> Result<Vec<OpenFormula<'a>>, OpenFormula<'a>> {
        let OpenFormula { formula, is_negated, .. } = open;
        let below = |formula: &'a Formula, flips: bool| OpenFormula {
            formula,
            is_negated: is_negated != flips,
            around: open.around.clone(),
        };
        let joined = if is_negated { Joint::Any } else { Joint::All };
        match &formula.kind {
            FormulaKind::Not(inner) => Ok(vec![below(inner, true)]),
            FormulaKind::And(parts) if joint == joined => {
                Ok(parts.iter().map(|part| below(part, false)).collect())
            }
            FormulaKind::Or(parts) if joint != joined => {
                Ok(parts.iter().map(|part| below(part, false)).collect())
            }
            FormulaKind::Implies(a, b) if joint != joined => {
                Ok(vec![below(a, true), below(b, false)])
            }
            FormulaKind::Let(variable, value, body) => {
                let mut inner = below(body, false);
                inner.around.push(EnclosingBinding::Let(*variable, value));
                Ok(vec![inner])
            }
            FormulaKind::Call(function, arguments) => {
                let function = &self.model.functions[*function];
                let ModelValue::Formula(body) = &function.body else { return Err(open) };
                let parameters = function.parameters.iter().flat_map(|d| &d.variables).copied();
                let mut inner = below(body, false);
                inner.around.push(EnclosingBinding::Arguments(parameters.zip(arguments).collect()));
                Ok(vec![inner])
            }
            _ => Err(open),
        }
    }

    fn part(&mut self, open: OpenFormula<'a>) -> ScopedPart<'a> {
        let mut needed: Vec<VariableId> = self.free.of(open.formula).to_vec();
        let mut around = Vec::new();
        for binding in open.around.into_iter().rev() {
            match binding {
                EnclosingBinding::Let(variable, value) if needed.contains(&variable) => {
                    needed.retain(|&other| other != variable);
                    needed.extend(self.free.of(value).iter());
                    around.push(binding);
                }
                EnclosingBinding::Let(..) => {}
                EnclosingBinding::Arguments(mut bound) => {
                    bound.retain(|(parameter, _)| needed.contains(parameter));
                    needed.retain(|other| bound.iter().all(|(parameter, _)| parameter != other));
                    for (_, argument) in &bound {
                        needed.extend(self.free.of(*argument).iter());
                    }
                    around.push(EnclosingBinding::Arguments(bound));
                }
            }
        }
        around.reverse();
        let OpenFormula { formula, is_negated, .. } = open;
        ScopedPart { formula, is_negated, around, scope: self.scope(&needed) }
    }

    fn scope(&self, variables: &[VariableId]) -> VariableSet {
        let places = self.ids.iter().enumerate().filter(|(_, id)| variables.contains(id));
        places.fold(0, |scope, (place, _)| scope | 1 << place)
    }
}
