//! The size of a question before it is searched.

use korrel_lang::unroll::Steps;
use korrel_lang::visible::visible;

use super::posed::PosedQuestion;

/// The atoms that a question is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionExtent {
    pub atoms: usize,
    /// The least and the greatest number of atoms of each sig that is in no other.
    pub sigs: Vec<(String, u32, u32)>,
    /// The least and the greatest integer.
    pub integers: Option<(i64, i64)>,
    pub steps: Option<Steps>,
    /// The atoms of each class that permutations exchange.
    pub interchangeable: Vec<Vec<String>>,
}

impl PosedQuestion<'_> {
    /// The number of atoms.
    pub fn atoms(&self) -> usize {
        self.problem.question.bounds.universe().len()
    }

    /// The atoms, with their names as a terminal may have them.
    pub fn extent(&self) -> QuestionExtent {
        let question = &self.problem.question;
        let universe = question.bounds.universe();
        let (model, command) = question.asked();
        let sig = |sig| {
            let sizes = question.scopes.top_level(sig);
            (visible(&model.sigs[sig].path).into_owned(), sizes.min, sizes.max)
        };
        let class = |class: &Vec<_>| {
            let name = |&atom| visible(&universe.name(question.model, atom)).into_owned();
            class.iter().map(name).collect()
        };
        QuestionExtent {
            atoms: universe.len(),
            sigs: model.top_level().map(sig).collect(),
            integers: universe.integer_range(),
            steps: Steps::of(model, command),
            interchangeable: self.problem.symmetry.all_classes().map(class).collect(),
        }
    }
}
