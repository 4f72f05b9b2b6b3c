//! The program under exploration: its operations, the constructors of its states, and the shape of
//! a state.

use korrel_enumerate::heap;
use korrel_harness::TestQuestion;
use korrel_lang::instance::Relation;
use korrel_lang::model::SigId;
use korrel_lang::spec::Spec;
use korrel_translate::{Overflow, Scopes};

use crate::error::CampaignError;
use crate::operations::{Operation, constructor, state_root, states};
use crate::subject::{DefaultSize, OperationChoice, Subject, question, subject, subjects};

/// A program under exploration.
///
/// Invariant: the constructors are the last of the operations, and among these the unspecified ones are the
/// last.
pub struct ExploredProgram {
    pub subjects: Vec<Subject>,
    /// The number of operations that are not constructors.
    pub operations: usize,
    /// The number of operations that the spec constrains.
    said: usize,
    /// The parameter that stands for the state's root, by operation.
    pub receivers: Vec<Option<String>>,
    /// The subject whose instances are the states. Each state is tested against its invariant.
    pub states: Subject,
    /// The name of the root, if there is one.
    pub root: Option<String>,
    /// The sigs that are roots by themselves.
    pub fixed_roots: Vec<String>,
    pub scopes: Scopes,
}

/// The question of an exploration.
#[derive(Clone, Debug, Default)]
pub struct ExploreQuestion {
    /// The names of operations, or all of the spec if there is none.
    pub names: Vec<String>,
    /// The scope of arguments and states, instead of that of the operations' commands.
    pub scope: Option<String>,
    /// States take so many calls at most.
    pub depth: Option<u64>,
    /// A predicate that must hold of each state.
    pub invariant: Option<String>,
    /// A predicate whose instances are compared with the states. The search goes on from states that violate it.
    pub against: Option<String>,
    /// The meaning of an overflow in its instances.
    pub overflow: Overflow,
    /// The call that each input is, and the state that it leaves, are kept.
    pub keeps_calls: bool,
}

impl ExploreQuestion {
    fn choice(&self) -> OperationChoice {
        OperationChoice {
            names: self.names.clone(),
            scope: self.scope.clone(),
            unscoped: DefaultSize::Three,
            ..OperationChoice::default()
        }
    }

    /// The operations of the spec, with its constructors if it constrains these.
    ///
    /// # Errors
    /// A spec without an operation, or a scope that cannot be.
    pub fn specified(&self, spec: &mut Spec) -> Result<Vec<Subject>, CampaignError> {
        subjects(spec, &self.choice())
    }
}

impl ExploredProgram {
    /// `specified` are the operations of the spec, `constructors` the names of those that the driver names.
    ///
    /// # Errors
    /// The driver names none, or nothing else, or a predicate is no invariant.
    pub fn new(
        spec: &mut Spec,
        question: &ExploreQuestion,
        specified: Vec<Subject>,
        constructors: &[String],
    ) -> Result<ExploredProgram, CampaignError> {
        if constructors.is_empty() {
            return Err(CampaignError::settings(NO_CONSTRUCTOR));
        }
        let choice = question.choice();
        let known: Vec<Operation> = specified.iter().map(|one| one.conditions.clone()).collect();
        let is_constructor = |one: &Subject| constructors.contains(&one.operation.name);
        let (mut made, mut subjects): (Vec<Subject>, Vec<Subject>) =
            specified.into_iter().partition(is_constructor);
        let said = subjects.len() + made.len();
        for name in constructors {
            if !made.iter().any(|one| one.operation.name == *name) {
                let unsaid = constructor(name, &known);
                made.push(subject(spec, &choice, unsaid)?);
            }
        }
        let operations = subjects.len();
        if operations == 0 {
            return Err(CampaignError::settings(ONLY_CONSTRUCTORS));
        }
        subjects.extend(made);
        let others: Vec<Operation> =
            subjects[..operations].iter().map(|one| one.conditions.clone()).collect();
        let predicate = question.against.as_deref().or(question.invariant.as_deref());
        let mut states = states(spec, &others, predicate)?;
        if let (false, Some(other)) = (states.is_scoped, others.iter().find(|one| one.is_scoped)) {
            // The scope of a call also bounds the states.
            states.command.scope = other.command.scope.clone();
            states.is_scoped = true;
        }
        let states = subject(spec, &choice, states)?;
        let root = state_root(&states.conditions, &states.schema);
        let receivers =
            subjects.iter().map(|one| receiver(spec, one, root.map(|(_, sig)| sig))).collect();
        let is_sig = |member: &&heap::Member| matches!(member.relation, Relation::Sig(_));
        let fixed_roots =
            states.schema.roots.iter().filter(is_sig).map(|member| member.name.clone()).collect();
        let scopes = Scopes::new(&spec.model, &states.command, Overflow::Forbid);
        Ok(ExploredProgram {
            operations,
            said,
            receivers,
            root: root.map(|(variable, _)| spec.model.variables[variable].name.clone()),
            fixed_roots,
            scopes: scopes.map_err(|mistake| CampaignError::about(spec, mistake))?,
            subjects,
            states,
        })
    }

    /// The question to the driver.
    pub fn question(&self) -> TestQuestion {
        question(&self.subjects)
    }

    /// True if the spec does not constrain the operation: a constructor that only the driver names, or one
    /// that makes the object of a `one` sig, without which there is no input.
    pub fn is_unsaid(&self, op: usize) -> bool {
        op >= self.said || self.is_constructor(op) && !self.fixed_roots.is_empty()
    }

    /// True if the operation makes a state.
    pub fn is_constructor(&self, op: usize) -> bool {
        op >= self.operations
    }
}

/// The first parameter that can be the state's root.
fn receiver(spec: &Spec, subject: &Subject, root: Option<SigId>) -> Option<String> {
    use heap::{Shape, Sort};
    let is_root = |sort: &Sort| match (sort, root) {
        (Sort::Object(of), Some(sig)) => spec.model.is_descendant(sig, *of),
        _ => false,
    };
    let takes_it = |member: &&heap::Member| match &member.shape {
        Shape::One(column) | Shape::Lone(column) => column.sorts.iter().any(is_root),
        _ => false,
    };
    let parameters = subject.schema.roots.iter();
    let mut parameters = parameters.filter(|one| matches!(one.relation, Relation::Variable(_)));
    parameters.find(takes_it).map(|member| member.name.clone())
}

const NO_CONSTRUCTOR: &str = "the driver names no constructors, and without a state there is nothing to call: it \
     answers the header by {\"ready\":true,\"constructors\":[\"empty\"]}, and an input `empty`, which has no \
     objects, by the state that it makes";

const ONLY_CONSTRUCTORS: &str =
    "the spec has no operation but constructors: `pred NAME_pre` says what `NAME` takes";
