//! Shared by the tests: random questions, brute-force answers, and what an engine lists.

#![allow(dead_code, unused_imports, reason = "each test file uses its part")]

mod numbers;
mod question;
mod random;

use korrel_sat::{Effort, Enumerator, Lit, Models, Options, Step, Var};

pub use numbers::questions_with_numbers;
pub use question::{Question, questions};
pub use random::Random;

/// A projected model: for each literal of the order, whether it is true.
pub type Row = Vec<bool>;

/// An enumerating search that nothing stops.
pub fn enumerator(question: &Question, options: Options) -> Enumerator {
    Enumerator::new(&question.cnf, &question.projection, options, Effort::default())
}

/// Everything that the engine lists, projected on `order`.
pub fn list(engine: &mut dyn Models, order: &[Lit]) -> Vec<Row> {
    std::iter::from_fn(|| next_row(engine, order)).collect()
}

fn next_row(engine: &mut dyn Models, order: &[Lit]) -> Option<Row> {
    match engine.next() {
        Step::Model => Some(row(engine, order)),
        Step::Exhausted => None,
        Step::Stopped => panic!("nobody raised the flag"),
    }
}

/// The model at hand.
pub fn row(engine: &dyn Models, order: &[Lit]) -> Row {
    order.iter().map(|lit| engine.value(lit.var()) == lit.is_positive()).collect()
}

/// The value of each variable of the order in a row.
pub fn value<'a>(question: &'a Question, row: &'a Row) -> impl Fn(Var) -> bool + 'a {
    let order = &question.projection.order;
    move |var| {
        let at = order.iter().position(|lit| lit.var() == var).expect("in the order");
        row[at] == order[at].is_positive()
    }
}
