//! What a client writes, read: what became of each database, and what queries return on it.

use super::csv::{Field, Kind, number, records};
use super::{Batch, Client, MARK, NULL};
use crate::compare::QueryResult;
use crate::engine::{Outcome, Refusal};
use crate::value::Value;

impl Client {
    /// What became of each database, in order.
    ///
    /// # Errors
    /// An answer that cannot be read, and why.
    pub fn outcomes(self, output: &str, batch: Batch<'_>) -> Result<Vec<Outcome>, String> {
        let early = || "the answer ends too early".to_owned();
        let mut parts = parts(output);
        if parts.pop().map(|(mark, _)| mark) != Some("end") {
            return Err(early());
        }
        let mut parts = parts.into_iter();
        let kinds = parts.by_ref().take(batch.queries.len());
        let kinds: Vec<Vec<(String, Kind)>> = kinds.map(|(_, text)| self.kinds(&text)).collect();
        let mut outcomes = Vec::new();
        for database in batch.databases {
            let mut refusal = None;
            if self.tells_failures() {
                for statement in self.fill(database, batch.dialect) {
                    if let Some(message) = failure(&parts.next().ok_or_else(early)?) {
                        refusal.get_or_insert(Refusal { statement, message });
                    }
                }
            }
            let mut results = Vec::new();
            for kinds in &kinds {
                let (mark, text) = parts.next().ok_or_else(early)?;
                if mark != "rows" {
                    return Err(format!("{mark} stands in place of rows"));
                }
                let failed = match self.tells_failures() {
                    true => failure(&parts.next().ok_or_else(early)?),
                    false => None,
                };
                results.push(match (failed, &refusal) {
                    (Some(message), _) => Err(message),
                    (None, None) => Ok(self.result(&text, kinds)?),
                    (None, Some(_)) => Ok(QueryResult::default()),
                });
            }
            outcomes.push(refusal.map_or(Outcome::Answers(results), Outcome::Refused));
        }
        Ok(outcomes)
    }

    /// The names of the columns and what they hold.
    fn kinds(self, text: &str) -> Vec<(String, Kind)> {
        let records = records(text);
        let kinds = records.iter().skip(1).filter_map(|record| {
            let [name, kind, ..] = &record[..] else { return None };
            Some((name.text.clone(), Kind::of(&kind.text)))
        });
        kinds.collect()
    }

    fn result(self, text: &str, kinds: &[(String, Kind)]) -> Result<QueryResult, String> {
        if self == Client::Sqlite3 {
            let mut rows = text.lines().map(|line| {
                Value::list(line).ok_or_else(|| format!("this is no list of literals: {line}"))
            });
            let columns = rows.next().transpose()?.unwrap_or_default();
            let columns =
                columns.iter().map(Value::to_string).map(|name| name.trim_matches('\'').to_owned());
            return Ok(QueryResult {
                columns: columns.collect(),
                rows: rows.collect::<Result<_, _>>()?,
            });
        }
        let mut records = records(text).into_iter();
        let columns: Vec<String> = match records.next() {
            Some(names) => names.into_iter().map(|name| name.text).collect(),
            // Some clients write nothing where there are no rows.
            None => kinds.iter().map(|(name, _)| name.clone()).collect(),
        };
        let rows = records.map(|record| {
            if record.len() != columns.len() {
                return Err(format!(
                    "a row has {} fields, and the result {} columns",
                    record.len(),
                    columns.len()
                ));
            }
            let kind = |at: usize| kinds.get(at).map_or(Kind::Unknown, |(_, kind)| *kind);
            Ok(record
                .into_iter()
                .enumerate()
                .map(|(at, field)| self.value(field, kind(at)))
                .collect())
        });
        Ok(QueryResult { rows: rows.collect::<Result<_, _>>()?, columns })
    }

    fn value(self, field: Field, kind: Kind) -> Value {
        let Field { text, is_quoted } = field;
        let is_null = match self {
            Client::Other => text.is_empty() && !is_quoted,
            _ => text == NULL,
        };
        if is_null {
            return Value::Null;
        }
        match kind {
            Kind::Number => number(&text),
            Kind::Unknown if !is_quoted => number(&text),
            Kind::Boolean => Value::Boolean(text.starts_with(['t', 'T'])),
            Kind::Bytes if text.starts_with("\\x") => Value::Bytes(text[2..].to_ascii_uppercase()),
            _ => Value::Text(text),
        }
    }
}

/// What failed in a step.
fn failure((mark, rest): &(&str, String)) -> Option<String> {
    let first = mark.strip_prefix("step true")?;
    Some(format!("{first}\n{rest}").trim().to_owned())
}

/// What stands between the marks, each with what it is.
fn parts(output: &str) -> Vec<(&str, String)> {
    let mut parts: Vec<(&str, String)> = Vec::new();
    for line in output.lines() {
        if let Some(mark) = line.strip_prefix(MARK) {
            // A client that is only asked in SQL has written the name of the column before.
            if let Some((_, before)) = parts.last_mut()
                && before.ends_with("korrel\n")
            {
                before.truncate(before.len() - "korrel\n".len());
            }
            parts.push((mark, String::new()));
        } else if let Some((_, text)) = parts.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Database;
    use crate::dialect::Dialect;

    #[test]
    fn answers_are_read() {
        let output = "made\nkorrel:mark:kinds\nColumn,Type\na,integer\nb,text\nkorrel:mark:rows\na,b\n1,\"x,\"\"\ny\"\n\
                      korrel:null,1\n,\nkorrel:mark:rows\na,b\nkorrel:mark:end\n";
        let databases = [Database::default(), Database::default()];
        let batch = Batch {
            databases: &databases,
            queries: &["SELECT a, b FROM t"],
            dialect: Dialect::Postgres,
        };
        let outcomes = Client::Duckdb.outcomes(output, batch).unwrap();
        let results: Vec<Vec<QueryResult>> = outcomes
            .into_iter()
            .map(|outcome| match outcome {
                Outcome::Answers(of) => of.into_iter().map(Result::unwrap).collect(),
                Outcome::Refused(_) => panic!("nothing is refused"),
            })
            .collect();
        let rows: Vec<String> =
            results[0][0].rows.iter().map(|row| format!("{} {}", row[0], row[1])).collect();
        assert_eq!(rows, ["1 'x,\"\ny'", "NULL '1'", "'' ''"]);
        assert_eq!((results[1][0].columns.len(), results[1][0].rows.len()), (2, 0));
        assert!(Client::Duckdb.outcomes("korrel:mark:rows\na\n", batch).is_err());
        let step = |said: &str| format!("korrel:mark:step {said}\n");
        let told =
            [step("false"), step("true no such row\nat all"), "korrel:mark:end\n".to_owned()]
                .concat();
        let batch = Batch { queries: &[], ..batch };
        let outcomes = Client::Psql.outcomes(&told, batch).unwrap();
        assert_eq!(outcomes[0], Outcome::Answers(Vec::new()));
        let Outcome::Refused(refusal) = &outcomes[1] else { panic!("it is refused") };
        assert_eq!(refusal.message, "no such row\nat all");
    }
}
