//! What databases are to show of a query: an obligation that is met, a mutant that is killed.

use crate::compare::{RowOrder, are_same};
use crate::judge::Answered;
use crate::parts::TextPlace;

/// What a database is to show.
#[derive(Clone, Debug)]
pub struct Goal {
    pub place: TextPlace,
    pub kind: &'static str,
    /// `city = 'Oslo' is unknown`, `JOIN t → LEFT JOIN t`.
    pub said: String,
    /// The query that is asked.
    pub query: String,
    /// The query must return something else than the user's, whose order is told beside it. Nothing: it must return a row.
    pub(crate) other_than: Option<(RowOrder, RowOrder)>,
}

impl Goal {
    pub(crate) fn is_met(&self, own: &Answered, result: &Answered) -> bool {
        let Some((order, other_order)) = &self.other_than else {
            return result.as_ref().is_ok_and(|result| !result.rows.is_empty());
        };
        match (own, result) {
            (Ok(own), Ok(result)) => !are_same((own, order), (result, other_order)),
            (Err(_), Err(_)) => false,
            _ => true,
        }
    }
}

/// What is known of a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalState {
    Met,
    /// No database that was to be tried meets it.
    Unmet,
    /// Not all were tried.
    Open,
    /// The engine does not know its query.
    Failed(String),
}
