//! How a table is parted, and the rows that a bound takes, as an expression over them.

use sqlparser::ast::{
    Expr, ForValues, FunctionArg, FunctionArgExpr, FunctionArguments, PartitionBoundValue,
};

use crate::schema::Place;

/// How a table is parted.
#[derive(Clone, Debug)]
pub(crate) struct PartitionKey {
    pub method: Method,
    /// Columns and expressions.
    pub of: Vec<Expr>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Range,
    List,
    Hash,
}

/// The table of which this one is a part, and the rows that it takes.
#[derive(Clone, Debug)]
pub(crate) struct PartOf {
    pub table: String,
    pub bound: ForValues,
    pub place: Place,
}

impl PartitionKey {
    /// `RANGE (a, b)`
    pub fn read(by: &Expr) -> Option<PartitionKey> {
        let Expr::Function(function) = by else { return None };
        let method = match function.name.to_string().to_ascii_uppercase().as_str() {
            "RANGE" => Method::Range,
            "LIST" => Method::List,
            "HASH" => Method::Hash,
            _ => return None,
        };
        let FunctionArguments::List(list) = &function.args else { return None };
        let of = list.args.iter().map(|of| match of {
            FunctionArg::Unnamed(FunctionArgExpr::Expr(of)) => Some(of.clone()),
            _ => None,
        });
        Some(PartitionKey { method, of: of.collect::<Option<Vec<Expr>>>()? })
    }

    /// The rows that a bound takes. It is true or false, never NULL. Nothing, where that is not known.
    pub fn rows(&self, bound: &ForValues) -> Option<String> {
        let keys: Vec<String> = self.of.iter().map(ToString::to_string).collect();
        match (bound, &keys[..]) {
            (ForValues::In(values), [of]) => {
                let (null, values): (Vec<String>, Vec<String>) = values
                    .iter()
                    .map(ToString::to_string)
                    .partition(|value| value.eq_ignore_ascii_case("null"));
                let given = format!("{of} IS NOT NULL AND {of} IN ({})", values.join(", "));
                Some(match (null.is_empty(), values.is_empty()) {
                    (true, _) => given,
                    (false, true) => format!("{of} IS NULL"),
                    (false, false) => format!("{of} IS NULL OR ({given})"),
                })
            }
            (ForValues::From { from, to }, keys) if keys.len() == from.len().max(to.len()) => {
                let given = keys.iter().map(|of| format!("{of} IS NOT NULL"));
                let sides = [side(keys, from, ">", "TRUE"), side(keys, to, "<", "FALSE")];
                let sides = sides.into_iter().filter(|side| side != "TRUE");
                Some(given.chain(sides).collect::<Vec<String>>().join(" AND "))
            }
            _ => None,
        }
    }
}

/// That keys stand above a bound, or below it, compared one after the other. `same` is what holds if all are equal.
fn side(keys: &[String], bound: &[PartitionBoundValue], sign: &str, same: &str) -> String {
    let (Some((key, keys)), Some((value, bound))) = (keys.split_first(), bound.split_first())
    else {
        return same.to_owned();
    };
    match (value, sign) {
        (PartitionBoundValue::MinValue, ">") | (PartitionBoundValue::MaxValue, "<") => {
            "TRUE".to_owned()
        }
        (PartitionBoundValue::MinValue | PartitionBoundValue::MaxValue, _) => "FALSE".to_owned(),
        (PartitionBoundValue::Expr(value), _) => match side(keys, bound, sign, same).as_str() {
            "TRUE" => format!("{key} {sign}= {value}"),
            "FALSE" => format!("{key} {sign} {value}"),
            rest => format!("({key} {sign} {value} OR ({key} = {value} AND {rest}))"),
        },
    }
}

/// Whether hashes of all remainders have a part.
pub(super) fn is_every_remainder<'b>(bounds: impl Iterator<Item = &'b ForValues>) -> bool {
    let shares = bounds.map(|bound| match bound {
        ForValues::With { modulus, .. } if *modulus > 0 => 1.0 / *modulus as f64,
        _ => 0.0,
    });
    // Parts do not overlap, or PostgreSQL would refuse them.
    shares.sum::<f64>() > 1.0 - 1e-9
}
