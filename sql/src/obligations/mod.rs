//! What the test data of a query has to reach: each predicate true, false and unknown, each join with partners and without.
//!
//! The problem: a query is tested well by databases on which each of its conditions decides something, one way and the
//! other. This is full predicate coverage of SQL (Tuya, Suárez-Cabal, de la Riva, "Full predicate coverage for testing SQL
//! database queries", STVR 20, 2010), which is masking MC/DC with SQL's third truth value and with the rows that a join
//! joins and drops.
//!
//! The choice, as there: each obligation is a query of its own, made of the user's, which returns a row exactly where the
//! obligation is met. So the engine judges, and nothing is modelled here.
//!
//! - A predicate is what stands between AND, OR and NOT. Its truth is asked of the rows that meet it: of the rows of FROM in WHERE,
//!   of pairs of rows in ON, of groups in HAVING, of rows for which no WHEN before it holds in CASE, of rows that WHERE keeps in FILTER.
//! - It decides: of its clause, with the predicate replaced by TRUE and by FALSE, exactly one holds. The paper masks by
//!   negating the operands beside it. That is the same as long as nothing is unknown. With NOT over something unknown only
//!   this one says what happens.
//! - A join is met by two rows that are joined, by a row before it without partner, and by a row behind it without one. So is
//!   a comma in FROM, where WHERE says by an equality which rows are joined.
//! - What stands in a subquery is asked for a row of the query around it on which the predicate with the subquery
//!   decides. So correlated names keep their meaning. A derived table and a common table expression are asked alone.
//!
//! - A view is asked as it is defined, alone.
//! - LIMIT, OFFSET and ORDER BY, of which the paper says nothing, are in `ends.rs`.
//!
//! The paper also has rules for the ends of ranges (constants beside a constant are the mutants of `comparison` and
//! `constant`) and for groups. QUALIFY and LATERAL are told as passed over.
//!
//! Rejected: to demand that the whole query returns something else. Two predicates of one clause may then hide each other on all
//! small databases, and an obligation in a subquery could hardly be met.

mod commas;
mod conditions;
mod ends;
mod joins;
mod select;

use sqlparser::ast::{Ident, Query, SetExpr, With};

use crate::parts::TextPlace;
use crate::views::Views;

use select::{Around, merged};

/// What a database must reach.
#[derive(Clone, Debug)]
pub(crate) struct Obligation {
    pub place: TextPlace,
    /// The clause: `where`, `on`, `having`, `case`, `filter`, `join`, `order`, `limit`, or `offset`.
    pub kind: &'static str,
    /// `city = 'Oslo' is unknown`.
    pub said: String,
    /// It returns a row where the obligation is met.
    pub query: String,
}

/// The obligations of a query, in the order of its text, and what of it has none, for it is not understood.
pub(crate) fn obligations(
    query: &Query,
    views: &Views,
) -> (Vec<Obligation>, Vec<(TextPlace, String)>) {
    let (found, passed, viewed) = (Vec::new(), Vec::new(), Vec::new());
    let mut finder = Finder { views, found, passed, viewed, depth: 0 };
    finder.query(query, None, None, None);
    finder.found.sort_by_key(|obligation| obligation.place);
    (finder.found, finder.passed)
}

struct Finder<'v> {
    views: &'v Views,
    found: Vec<Obligation>,
    passed: Vec<(TextPlace, String)>,
    /// The views that were looked into.
    viewed: Vec<Ident>,
    /// Of how many queries one within the other the innermost is looked into.
    depth: usize,
}

impl Finder<'_> {
    /// `visible`: the common table expressions that it sees. `own`: those of parentheses around it. `outer`: the row for which
    /// it is asked.
    fn query(
        &mut self,
        query: &Query,
        visible: Option<&With>,
        own: Option<&With>,
        outer: Option<&select::Site<'_>>,
    ) {
        self.depth += 1;
        for (at, cte) in query.with.iter().flat_map(|with| &with.cte_tables).enumerate() {
            let with = query.with.as_ref().map(|with| {
                let number = if with.recursive { with.cte_tables.len() } else { at };
                With { cte_tables: with.cte_tables[..number].to_vec(), ..with.clone() }
            });
            self.query(&cte.query, merged(visible, with.as_ref()).as_ref(), None, None);
        }
        let around = Around {
            visible: merged(visible, query.with.as_ref()),
            own: merged(own, query.with.as_ref()),
            outer,
        };
        let order = query.order_by.as_ref();
        match &*query.body {
            SetExpr::Select(select) => self.select(select, order, &around),
            body => self.set(body, &around),
        }
        self.ends(query, &around);
        self.depth -= 1;
    }

    fn set(&mut self, set: &SetExpr, around: &Around<'_>) {
        match set {
            SetExpr::Select(select) => self.select(select, None, around),
            SetExpr::Query(query) => {
                let (visible, own) = (around.visible.as_ref(), around.own.as_ref());
                self.query(query, visible, own, around.outer);
            }
            SetExpr::SetOperation { left, right, .. } => {
                self.set(left, around);
                self.set(right, around);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
