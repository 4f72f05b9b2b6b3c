//! `count`: how many instances there are, in all or by the value of an expression.

use std::fmt::Write;

use korrel::answer::{CountRow, EstimateAnswer, Number};
use korrel::{BigUint, Error};
use korrel_heapgraph::counted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::asking::Asking;
use crate::given::{CommandArgument, short};
use crate::reply::{Cut, LONGEST_COMMAND, ToolRefusal, shortened};
use crate::tool::{Question, ToolReply};

/// An expression of more values is no way to sort instances.
const ROWS: usize = 1000;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Count {
    #[serde(flatten)]
    of: CommandArgument,
    /// An expression, such as `#Node` or `some root`: instances are counted by its value.
    #[serde(default)]
    by: Option<String>,
    /// Estimate from parts of the list that are drawn at random: where an exact count takes too long.
    #[serde(default)]
    estimate: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct CountReply {
    /// The command as it was counted, in one line.
    command: String,
    /// The number of instances, one of each isomorphism class; of a `check` that of counterexamples. Missing if it was not
    /// found within the limits, or is estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<Number>,
    #[serde(flatten)]
    estimate: Option<EstimateAnswer>,
    /// The number of instances for each value of `by`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<CountRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut: Option<Cut>,
}

const GO_ON: &str = "ask for a smaller `scope`, for an `estimate`, or look at some by `find`";

impl Question for Count {
    type Answer = CountReply;
    const NAME: &'static str = "count";
    const TITLE: &'static str = "Count instances";
    const DESCRIPTION: &'static str = "Count the instances of a command within its scope, one of each isomorphism class, \
        without listing them where that is possible. `by` counts them by the value of an expression. Compare the number with \
        one that you know (so many trees, so many lists): that is the quickest test of a spec.";

    fn answer(self, asking: &Asking) -> Result<CountReply, ToolRefusal> {
        let begun = self.of.spec.begin(asking);
        let command = self.of.read(&begun)?;
        let mut said = CountReply {
            command: shortened(&command.text(), LONGEST_COMMAND),
            count: None,
            estimate: None,
            rows: Vec::new(),
            cut: None,
        };
        let counted = match &self.by {
            Some(_) if self.estimate => {
                return Err(ToolRefusal::new(
                    "`by` and `estimate` do not go together: only all instances are estimated",
                ));
            }
            Some(expression) => {
                short("by", expression)?;
                command.count_by(expression).map(|rows| said.fill(rows))
            }
            None if self.estimate => command.estimate().map(|estimate| {
                said.estimate = Some(EstimateAnswer::from(&estimate));
            }),
            None => command.count().map(|number| said.count = Some(Number(number))),
        };
        match counted {
            Err(Error::Stopped) => said.cut = Some(Cut::stopped(&begun, GO_ON)),
            other => other?,
        }
        Ok(said)
    }
}

impl CountReply {
    fn fill(&mut self, rows: Vec<(Option<String>, BigUint)>) {
        let all: BigUint = rows.iter().map(|(_, number)| number).sum();
        if rows.len() > ROWS {
            let go_on = format!("choose an expression of at most {ROWS} values");
            self.cut = Some(Cut::new(crate::reply::WhyCut::Size, go_on));
        }
        let row =
            |(value, number): (Option<String>, BigUint)| CountRow { value, count: Number(number) };
        self.rows = rows.into_iter().take(ROWS).map(row).collect();
        self.count = Some(Number(all));
    }
}

impl ToolReply for CountReply {
    fn write(&self, text: &mut String) {
        let CountReply { command, count, estimate, rows, .. } = self;
        let _ = match (count, estimate) {
            (Some(count), _) => writeln!(text, "{} of `{command}`", counted(count, "instance")),
            (None, Some(estimate)) => writeln!(text, "`{command}`: {estimate}"),
            (None, None) => writeln!(text, "`{command}` was not counted to the end"),
        };
        for CountRow { value, count } in rows {
            let value = value.as_deref().unwrap_or("no value within the scope");
            let _ = writeln!(text, "  {value}: {count}");
        }
        Cut::write(self.cut.as_ref(), text);
    }
}
