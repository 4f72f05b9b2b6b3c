//! Answers as data: one struct for each, which program, agents, packages and page write as JSON.
//!
//! The members have the same names wherever an answer is read, and `docs/answers.schema.json` has their types.

mod check;
mod count;
mod eval;
mod learn;
mod list;
mod message;
mod number;
mod parts;
mod sql;
mod text;
mod view;

pub use check::{
    AllTracesAnswer, CheckRecord, CheckTotals, CheckedCommandAnswer, ExampleRefusal, ExampleTotals,
    ExamplesAnswer, FoundAnswer, MistakeAnswer, NumbersAnswer, VerdictAnswer, WrongExample, named,
};
pub use count::{CountRow, EstimateAnswer};
pub use eval::{
    EvalAnswer, EvalRecord, JudgedConjunct, MisfitAnswer, StateAnswer, ValueAnswer, ViolationAnswer,
};
pub use learn::{LearntAnswer, LearntRecord};
pub use list::{CommandRecord, ListRecord, NamedRecord};
pub use message::{Edit, Fix, Message, Place, message};
pub use number::{AmountAnswer, Number};
pub use parts::{ChoiceAnswer, ConjunctAnswer, NearMissAnswer, SideAnswer};
pub use sql::{
    SqlCells, SqlCertificate, SqlComparison, SqlDatabase, SqlGoal, SqlRecord, SqlRefusal,
    SqlResult, SqlScore, SqlSuite, SqlTable,
};
pub use text::{RenamedName, TextRecord};
pub use view::{
    ChangeAnswer, ListedView, SizeAnswer, ViewAnswer, ViewRecord, WatchedConjunctAnswer,
};

/// A member that is written only where it is true.
fn is_false(truth: &bool) -> bool {
    !truth
}
