//! What a query says of the columns that it reads.
//!
//! The problem: a spec of databases takes values for interchangeable, so that two databases which differ only in the
//! spelling of a key are one. That is right as long as a query does nothing with a value but to ask whether it equals
//! another one. A query that compares a column with 5, sorts by it or adds to it sees more.
//!
//! The choice: one walk over the query's tree. Each expression has an [`Origin`]: the columns and the constants of which
//! its value is one, or the columns that it was computed from. Where two expressions are compared for equality, their
//! origins meet, and where an operator sees more than equality, the columns of the origin are marked. Names are resolved
//! as SQL does: aliases, subqueries, common table expressions, views, from the inside out. All of this is conservative.
//! A name that is not found stands for every column that is called so, and of a construct that is not known each word is
//! taken for a column's name, and more than equality matters of all of these.
//!
//! Rejected: to mark every column that stands outside a comparison. It is right, too, and a third of the code, but then
//! `SELECT name` alone would tell all names apart, and the lists grow by their permutations.

mod expressions;
mod functions;
mod names;
mod origin;
mod patterns;
mod queries;
mod relations;
mod scope;
mod told;
mod walk;

use sqlparser::ast::Query;

use crate::query::ReadQuery;
use crate::schema::Schema;

pub use origin::Origin;
pub use told::QueryUsage;
use walk::Walk;

/// What a query says of the columns of a schema.
///
/// # Errors
/// A text that is no query, and why.
pub fn usage(schema: &Schema, query: &str) -> Result<QueryUsage, String> {
    let read = ReadQuery::new(query, schema.dialect)?;
    Ok(QueryUsage::of(schema, &read))
}

impl QueryUsage {
    pub fn of(schema: &Schema, query: &ReadQuery) -> QueryUsage {
        match query.parsed() {
            Some(parsed) => QueryUsage::of_parsed(schema, parsed),
            None => {
                let mut walk = Walk::new(schema);
                walk.words(query.text(), None);
                walk.usage.is_vague = true;
                walk.usage
            }
        }
    }

    fn of_parsed(schema: &Schema, query: &Query) -> QueryUsage {
        let mut walk = Walk::new(schema);
        // A function of the user's may read any table.
        const MAKERS: [&str; 4] =
            ["CREATE FUNCTION", "CREATE MACRO", "CREATE AGGREGATE", "CREATE PROCEDURE"];
        if schema.unread.iter().any(|unread| MAKERS.contains(&unread.as_str())) {
            walk.usage.everything(schema);
        }
        let outputs = walk.query(query, None);
        walk.usage.outputs = outputs.into_iter().map(|output| output.origin).collect();
        walk.usage
    }
}

#[cfg(test)]
mod tests;
