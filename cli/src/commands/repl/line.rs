//! What a line asks.

use korrel::Fork;
use korrel_lang::similar::most_similar;
use num_bigint::BigUint;

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedLine {
    Empty,
    /// Evaluate it on the instance.
    Expression(String),
    /// So many instances on.
    Next(u32),
    Previous(u32),
    /// The next instance of another shape than all that were shown.
    Kind,
    Random(Option<u64>),
    /// The instance with this number.
    Go(BigUint),
    /// Another way for the trace to go.
    Fork(Fork),
    Show,
    Json,
    /// Why the last formula fails.
    Why,
    /// All instances, or those by the value of an expression.
    Count(Option<String>),
    Commands,
    Command(String),
    Scope(String),
    Help,
    Quit,
}

/// A word after a colon, what follows it, and what it does.
type ReplWord = (&'static str, &'static str, &'static str);

pub const WORDS: [ReplWord; 18] = [
    (":next", "[N]", "the next instance, or the N-th from here"),
    (":previous", "[N]", "the instance before"),
    (":kind", "", "the next instance of another shape than all that were shown"),
    (":random", "[SEED]", "an instance drawn at random, each as likely"),
    (":go", "NUMBER", "the instance with this number, from 0"),
    (
        ":fork",
        "[STATE]",
        "another next step from a state of the trace, from the first one without a number",
    ),
    (":trace", "", "another trace from the same first state"),
    (":init", "", "another first state of the same configuration"),
    (":config", "", "another configuration: another value of what never changes"),
    (":show", "", "draw the instance again"),
    (":json", "", "the instance as a record of heapgraph/1"),
    (
        ":why",
        "",
        "where the last formula fails; before there is one, which conjuncts of the command hold here",
    ),
    (
        ":count",
        "[FORMULA]",
        "the number of instances, or of those by the value of a formula or an expression",
    ),
    (":commands", "", "what can be asked about"),
    (":command", "NAME", "ask about another command or predicate"),
    (":scope", "SCOPE", "the same command in another scope: 5 but 0..3 Int"),
    (":help", "", "this list"),
    (":quit", "", "the end, as Ctrl-D"),
];

impl TypedLine {
    /// # Errors
    /// A word after a colon that is none, or what does not go with it.
    pub fn read(text: &str) -> Result<TypedLine, String> {
        let text = text.trim();
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        if text == "?" {
            return Ok(TypedLine::Help);
        }
        if !text.starts_with(':') {
            return Ok(match text.starts_with("--") || text.starts_with("//") || text.is_empty() {
                true => TypedLine::Empty,
                false => TypedLine::Expression(text.to_owned()),
            });
        }
        let word = found(word)?;
        let several = || match rest {
            "" => Ok(1),
            _ => rest.parse().map_err(|_| format!("`{word}` takes a number: {word} 10")),
        };
        let needed = || match rest {
            "" => Err(format!("`{word}` takes {}", takes(word))),
            _ => Ok(rest.to_owned()),
        };
        if takes(word).is_empty() && !rest.is_empty() {
            return Err(format!("nothing goes with `{word}`"));
        }
        Ok(match word {
            ":next" => TypedLine::Next(several()?),
            ":previous" => TypedLine::Previous(several()?),
            ":kind" => TypedLine::Kind,
            ":random" if rest.is_empty() => TypedLine::Random(None),
            ":random" => {
                let seed = rest.parse().map_err(|_| "a seed is a number: :random 7".to_owned())?;
                TypedLine::Random(Some(seed))
            }
            ":go" => {
                let number = needed()?;
                let parsed = (number.len() < 1000).then(|| number.parse().ok()).flatten();
                TypedLine::Go(
                    parsed.ok_or("`:go` takes the number of an instance, from 0: :go 10")?,
                )
            }
            ":fork" if rest.is_empty() => TypedLine::Fork(Fork::Step(0)),
            ":fork" => {
                let state = rest.parse();
                let state = state.map_err(|_| "a state is a number, from 0: :fork 2".to_owned())?;
                TypedLine::Fork(Fork::Step(state))
            }
            ":trace" => TypedLine::Fork(Fork::Path),
            ":init" => TypedLine::Fork(Fork::Start),
            ":config" => TypedLine::Fork(Fork::Configuration),
            ":show" => TypedLine::Show,
            ":json" => TypedLine::Json,
            ":why" => TypedLine::Why,
            ":count" => TypedLine::Count((!rest.is_empty()).then(|| rest.to_owned())),
            ":commands" => TypedLine::Commands,
            ":command" => TypedLine::Command(needed()?),
            ":scope" => TypedLine::Scope(needed()?),
            ":help" => TypedLine::Help,
            _ => TypedLine::Quit,
        })
    }
}

/// The word after a colon that a line without one was meant as: `help`, `exit`.
pub fn without_colon(text: &str) -> Option<&'static str> {
    let word = text.split_whitespace().next()?;
    let word = match word {
        "exit" | "q" | "bye" => "quit",
        "h" | "man" => "help",
        "prev" => "previous",
        "n" => "next",
        word => word,
    };
    WORDS.iter().map(|(known, ..)| *known).find(|known| known[1..] == *word)
}

/// The word that a beginning stands for.
fn found(typed: &str) -> Result<&'static str, String> {
    let words = || WORDS.iter().map(|(word, ..)| *word);
    if let Some(word) = words().find(|word| *word == typed) {
        return Ok(word);
    }
    let begun: Vec<&str> = words().filter(|word| word.starts_with(typed)).collect();
    match (typed.len(), &begun[..]) {
        (2.., [one]) => Ok(one),
        (2.., [_, ..]) => Err(format!("`{typed}` may be {}", begun.join(" or "))),
        _ => {
            let known: Vec<String> = words().map(str::to_owned).collect();
            let like = most_similar(typed, &known);
            let hint = like.map_or_else(String::new, |like| format!("; did you mean `{like}`?"));
            Err(format!("there is no `{typed}`{hint} `:help` lists all"))
        }
    }
}

fn takes(word: &str) -> &'static str {
    WORDS.iter().find(|(one, ..)| *one == word).map_or("", |(_, takes, _)| takes)
}
