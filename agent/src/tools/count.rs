//! `count`: how many instances there are, in all or by the value of an expression.

use std::fmt::Write;

use korrel::{BigUint, Error};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asking::Asking;
use crate::given::{CommandGiven, short};
use crate::said::{Cut, LONGEST_COMMAND, Refusal, shortened};
use crate::tool::{Question, Said};

/// An expression of more values is no way to sort instances.
const ROWS: usize = 1000;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Count {
    #[serde(flatten)]
    of: CommandGiven,
    /// An expression, such as `#Node` or `some root`: instances are counted by its value.
    #[serde(default)]
    by: Option<String>,
    /// Estimate from parts of the list that are drawn at random: where an exact count takes too long.
    #[serde(default)]
    estimate: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct CountSaid {
    /// The command as it was counted, in one line.
    command: String,
    /// The number of instances, one of each isomorphism class; of a `check` that of counterexamples. It may be too large for a
    /// number of JSON. Missing if it was not found within the limits.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<String>,
    /// It is exact, and no estimate.
    is_exact: bool,
    /// The standard error of an estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<f64>,
    /// The number of instances for each value of `by`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<RowSaid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Cut>,
}

/// A value, and the number of instances in which the expression has it.
#[derive(Debug, Serialize, JsonSchema)]
struct RowSaid {
    /// Missing for instances in which the expression has no single value within the scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    number: String,
}

const GO_ON: &str = "ask for a smaller `scope`, for an `estimate`, or look at `instances`";

impl Question for Count {
    type Answer = CountSaid;
    const NAME: &'static str = "count";
    const TITLE: &'static str = "Count instances";
    const DESCRIPTION: &'static str = "Count the instances of a command within its scope, one of each isomorphism class, \
        without listing them where that is possible. `by` counts them by the value of an expression. Compare the number with \
        one that you know (so many trees, so many lists): that is the quickest test of a spec.";

    fn answer(self, asking: &Asking) -> Result<CountSaid, Refusal> {
        let begun = self.of.spec.begin(asking);
        let command = self.of.read(&begun)?;
        let mut said = CountSaid {
            command: shortened(&command.text(), LONGEST_COMMAND),
            number: None,
            is_exact: !self.estimate,
            error: None,
            rows: Vec::new(),
            cut: None,
        };
        let counted = match &self.by {
            Some(_) if self.estimate => {
                return Err(Refusal::new(
                    "`by` and `estimate` do not go together: only all instances are estimated",
                ));
            }
            Some(expression) => {
                short("by", expression)?;
                command.count_by(expression).map(|rows| said.fill(rows))
            }
            None if self.estimate => command.estimate().map(|estimate| {
                said.number = Some(format!("{:.0}", estimate.number));
                said.error = Some(estimate.error);
                // All were found.
                said.is_exact = estimate.runs == 1;
            }),
            None => command.count().map(|number| said.number = Some(number.to_string())),
        };
        match counted {
            Err(Error::Stopped) => said.cut = Some(Cut::stopped(&begun, GO_ON)),
            other => other?,
        }
        Ok(said)
    }
}

impl CountSaid {
    fn fill(&mut self, rows: Vec<(Option<String>, BigUint)>) {
        let all: BigUint = rows.iter().map(|(_, number)| number).sum();
        if rows.len() > ROWS {
            let go_on = format!("choose an expression of at most {ROWS} values");
            self.cut = Some(Cut::new(crate::said::WhyCut::Size, go_on));
        }
        let row = |(value, number): (Option<String>, BigUint)| RowSaid {
            value,
            number: number.to_string(),
        };
        self.rows = rows.into_iter().take(ROWS).map(row).collect();
        self.number = Some(all.to_string());
    }
}

impl Said for CountSaid {
    fn write(&self, text: &mut String) {
        let CountSaid { command, number, error, rows, .. } = self;
        let _ = match (number, self.is_exact) {
            (Some(number), true) if number == "1" => writeln!(text, "1 instance of `{command}`"),
            (Some(number), true) => writeln!(text, "{number} instances of `{command}`"),
            (Some(number), false) => {
                let error = error.unwrap_or_default();
                writeln!(
                    text,
                    "about {number} instances of `{command}`, with a standard error of {error:.0}"
                )
            }
            (None, _) => writeln!(text, "`{command}` was not counted to the end"),
        };
        for RowSaid { value, number } in rows {
            let value = value.as_deref().unwrap_or("no value within the scope");
            let _ = writeln!(text, "  {value}: {number}");
        }
        Cut::write(self.cut.as_ref(), text);
    }
}
