//! The few values of a domain: what the schema and the queries mention, what lies beside it, and what breaks programs.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::dialect::Dialect;
use crate::domains::Choices;
use crate::expression::Mentioned;
use crate::moment::Moment;
use crate::pattern::Pattern;
use crate::schema::ColumnKind;
use crate::value::Value;

/// What is known of a domain.
#[derive(Default)]
pub(crate) struct Wanted {
    /// Of its columns. The first decides, the others bound it.
    pub kinds: Vec<ColumnKind>,
    pub literals: BTreeSet<Value>,
    /// Those that stand beside the values that the user says, too.
    pub kept: BTreeSet<Value>,
    /// The numbers with which lengths of texts are compared.
    pub lengths: BTreeSet<i64>,
    /// Regular expressions.
    pub patterns: BTreeSet<String>,
    /// A query computes something from them: a month, a part of a text, a whole number.
    pub is_computed_from: bool,
    /// The least number of values, where the user does not say them.
    pub least: usize,
}

impl Wanted {
    /// Adds what the engine makes of a constant of another kind: `'50'` and 50.0 are 50 in a column of integers, and
    /// 50.5 lies between 50 and 51.
    pub fn convert(&mut self) {
        let number = |literal: &Value| match literal {
            Value::Text(text) => {
                Value::number(text.trim()).filter(|number| number.as_number().is_some())
            }
            Value::Decimal(_) => Some(literal.clone()),
            _ => None,
        };
        let numbers: Vec<Value> = self.literals.iter().filter_map(number).collect();
        let whole = |number: &Value| match number {
            Value::Decimal(_) => {
                let worth = number.as_number().filter(|worth| worth.abs() < 1e15);
                worth.map_or_else(Vec::new, |worth| vec![worth.floor() as i64, worth.ceil() as i64])
            }
            Value::Integer(number) => vec![*number],
            _ => Vec::new(),
        };
        match self.kinds[0] {
            ColumnKind::Integer { .. } => {
                let whole = numbers.iter().flat_map(whole).map(Value::Integer);
                self.literals.extend(whole.collect::<Vec<_>>());
            }
            ColumnKind::Number { .. } => self.literals.extend(numbers),
            _ => {}
        }
    }

    /// The mentioned values of a kind, before others.
    fn first(
        &self,
        is_of: impl Fn(&Value) -> bool,
        more: impl Iterator<Item = Value>,
    ) -> Vec<Value> {
        let mut values: Vec<Value> = self.literals.iter().filter(|of| is_of(of)).cloned().collect();
        let mentioned = values.len();
        for value in more {
            // One beside those that are mentioned.
            let is_enough = values.len() >= self.least.max(mentioned + usize::from(mentioned > 0));
            if !is_enough && !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    pub fn add(&mut self, mentioned: &Mentioned) {
        self.literals.extend(mentioned.literals.iter().cloned());
        self.patterns.extend(mentioned.patterns.iter().cloned());
        if mentioned.measures {
            let numbers = mentioned.literals.iter().filter_map(|literal| match literal {
                Value::Integer(number) => Some(*number),
                _ => None,
            });
            self.lengths.extend(numbers);
        }
    }
}

/// A text in capital letters, or in small ones if it has no other.
pub(crate) fn in_other_case(text: &str) -> String {
    match text.chars().any(|letter| letter.is_ascii_lowercase()) {
        true => text.to_ascii_uppercase(),
        false => text.to_ascii_lowercase(),
    }
}

/// `2024-01-31`.
pub(crate) fn is_day(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

/// Texts which programs stumble over, the plainest first.
const TEXTS: [&str; 8] = ["a", "A", "", "it's", "b", "a b", "0", "NULL"];

/// The values, or nothing if no value of the type is known.
pub(crate) fn values(wanted: &Wanted, choices: &Choices, dialect: Dialect) -> Option<Vec<Value>> {
    let is_computed_from = wanted.is_computed_from;
    let least = wanted.least;
    let given = choices.texts.as_deref().unwrap_or_default();
    // The days of one month, a leap year's, and that of another year. Next to each other where nothing is made of them.
    let day = |n: usize| match (is_computed_from, n) {
        (true, 2) => "2024-02-29".to_owned(),
        (true, 3) => "2023-12-31".to_owned(),
        _ => format!("2024-{:02}-{:02}", 1 + n / 28 % 12, 1 + n % 28),
    };
    let moment = |n: usize| match (is_computed_from, n) {
        (true, 1) => "2024-01-01 12:30:15".to_owned(),
        _ => day(n) + " 00:00:00",
    };
    Some(match &wanted.kinds[0] {
        ColumnKind::Integer { .. } => integers(wanted, choices),
        ColumnKind::Number { .. } => numbers(wanted, choices),
        ColumnKind::Boolean => match dialect {
            Dialect::Sqlite | Dialect::Mysql => vec![Value::Integer(0), Value::Integer(1)],
            _ => vec![Value::Boolean(false), Value::Boolean(true)],
        },
        ColumnKind::Text(_) => texts(wanted, choices, dialect),
        ColumnKind::Enum(labels) => labels.iter().cloned().map(Value::Text).collect(),
        ColumnKind::Date => match dialect {
            Dialect::Postgres => {
                dated(&with_moments(wanted, Moment::day, 10), dialect, least, given, day)
            }
            _ => dated(wanted, dialect, least, given, day),
        },
        ColumnKind::Time => dated(wanted, dialect, least, given, |n| match (is_computed_from, n) {
            (true, 2) => "12:30:15".to_owned(),
            _ => format!("{:02}:00:00", n % 24),
        }),
        ColumnKind::Timestamp { has_zone } => match dialect {
            Dialect::Postgres if *has_zone => timestamps(wanted, least, given, moment),
            Dialect::Postgres => dated(
                &with_moments(wanted, Moment::local, usize::MAX),
                dialect,
                least,
                given,
                moment,
            ),
            _ => dated(wanted, dialect, least, given, moment),
        },
        ColumnKind::Uuid => {
            let uuid = |n: usize| Value::Text(format!("00000000-0000-4000-8000-{n:012}"));
            wanted.first(is_uuid, (1..=least + 1).map(uuid))
        }
        ColumnKind::Bytes => {
            let bytes = |n: usize| match dialect {
                Dialect::Sqlite | Dialect::Mysql => Value::Bytes(format!("{n:02X}")),
                _ => Value::Text(format!("\\x{n:02X}")),
            };
            let is_of = |value: &Value| match value {
                Value::Bytes(_) => matches!(dialect, Dialect::Sqlite | Dialect::Mysql),
                Value::Text(text) => dialect == Dialect::Postgres && is_hex(text),
                _ => false,
            };
            wanted.first(is_of, (0..=least).map(bytes))
        }
        ColumnKind::Json => {
            let json = |n: usize| match n {
                0 => "{}".to_owned(),
                1 => "[]".to_owned(),
                n => (n - 1).to_string(),
            };
            (0..least).map(|n| Value::Text(json(n))).collect()
        }
        ColumnKind::Other(name) => return other(name, least, dialect),
    })
}

/// `8-4-4-4-12` digits of base 16.
fn is_uuid(value: &Value) -> bool {
    let Value::Text(text) = value else { return false };
    let parts: Vec<&str> = text.split('-').collect();
    let is_digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12]) && parts.iter().all(is_digits)
}

/// `\x` and bytes in base 16.
fn is_hex(text: &str) -> bool {
    text.strip_prefix("\\x").is_some_and(|digits| {
        digits.len() % 2 == 0 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

fn integers(wanted: &Wanted, choices: &Choices) -> Vec<Value> {
    let bounds = wanted.kinds.iter().filter_map(|kind| match kind {
        ColumnKind::Integer { least, greatest } => Some((*least, *greatest)),
        _ => None,
    });
    let (least, greatest) =
        bounds.fold((i64::MIN, i64::MAX), |(a, b), (c, d)| (a.max(c), b.min(d)));
    let fits = |number: &i64| (least..=greatest).contains(number);
    let mentioned = wanted.literals.iter().filter_map(|literal| match literal {
        Value::Integer(number) => Some(*number),
        _ => None,
    });
    if let Some(range) = &choices.integers {
        let kept = wanted.kept.iter().filter_map(|literal| match literal {
            Value::Integer(number) => Some(*number),
            _ => None,
        });
        let numbers: BTreeSet<i64> = range.clone().chain(kept).filter(fits).collect();
        return numbers.into_iter().map(Value::Integer).collect();
    }
    let beside = |number: i64| [number.checked_sub(1), Some(number), number.checked_add(1)];
    let mut numbers: BTreeSet<i64> = mentioned.flat_map(beside).flatten().filter(fits).collect();
    for number in (0..).filter(fits) {
        if numbers.len() >= wanted.least {
            break;
        }
        numbers.insert(number);
    }
    numbers.into_iter().map(Value::Integer).collect()
}

fn numbers(wanted: &Wanted, choices: &Choices) -> Vec<Value> {
    let mentioned = wanted.literals.iter().filter(|literal| literal.as_number().is_some());
    let mut numbers: Vec<Value> = Vec::new();
    let said = choices.texts.iter().flatten().filter_map(|text| Value::number(text));
    let given = choices.integers.iter().flat_map(Clone::clone).map(Value::Integer).chain(said);
    let is_kept = |literal: &&Value| choices.integers.is_none() || wanted.kept.contains(*literal);
    for number in mentioned.clone().filter(is_kept).cloned().chain(given) {
        let is_same = |other: &Value| other.compare(&number) == Some(Ordering::Equal);
        if !numbers.iter().any(is_same) {
            numbers.push(number);
        }
    }
    let whole = mentioned.filter_map(|literal| match literal {
        Value::Integer(number) => Some([number.checked_sub(1), number.checked_add(1)]),
        _ => None,
    });
    let more = whole.flatten().flatten().map(Value::Integer);
    let half = wanted.is_computed_from.then(|| Value::Decimal("0.5".to_owned()));
    let more = more.chain(half).chain((0..1 + wanted.least as i64).map(Value::Integer));
    for number in more.filter(|_| choices.integers.is_none()) {
        let is_new = numbers.iter().all(|other| other.as_number() != number.as_number());
        // What is mentioned, and what lies beside it, comes whole.
        if is_new && (numbers.len() < wanted.least || !wanted.literals.is_empty()) {
            numbers.push(number);
        }
    }
    // The engine would round what has more digits.
    let places = wanted.kinds.iter().filter_map(|kind| match kind {
        ColumnKind::Number { places } => *places,
        ColumnKind::Integer { .. } => Some(0),
        _ => None,
    });
    let most = places.min().unwrap_or(usize::MAX);
    numbers.retain(|number| number.places() <= most);
    numbers.sort_by(|a, b| a.as_number().partial_cmp(&b.as_number()).expect("they are numbers"));
    numbers
}

fn texts(wanted: &Wanted, choices: &Choices, dialect: Dialect) -> Vec<Value> {
    let longest = wanted.kinds.iter().filter_map(|kind| match kind {
        ColumnKind::Text(longest) => *longest,
        _ => None,
    });
    let longest = longest.min().unwrap_or(u64::MAX);
    // SQLite reads the length and does not heed it.
    let fits = |text: &String| dialect == Dialect::Sqlite || text.chars().count() as u64 <= longest;
    let mut texts: Vec<String> = Vec::new();
    let mut add = |text: String| {
        let is_same = |other: &String| match dialect {
            Dialect::Mysql => other.eq_ignore_ascii_case(&text),
            _ => *other == text,
        };
        if fits(&text) && !texts.iter().any(is_same) {
            texts.push(text);
        }
        texts.len()
    };
    if let Some(given) = &choices.texts {
        let named = wanted.kept.iter().filter_map(|literal| match literal {
            Value::Text(text) => Some(text),
            _ => None,
        });
        given.iter().chain(named).for_each(|text| {
            add(text.clone());
        });
        return texts.into_iter().map(Value::Text).collect();
    }
    for literal in &wanted.literals {
        if let Value::Text(text) = literal {
            add(text.clone());
            // A text that fits a pattern.
            add(text.replace('%', "").replace('_', "a"));
        }
    }
    // Of these lengths, longer by one, and shorter by one.
    let lengths: Vec<usize> = [0, 1, -1]
        .iter()
        .flat_map(|more| wanted.lengths.iter().map(|length| length.saturating_add(*more)))
        .filter(|length| (0..=1000).contains(length))
        .filter_map(|length| usize::try_from(length).ok())
        .collect();
    for length in &lengths {
        add("a".repeat(*length));
    }
    let patterns = wanted.patterns.iter().filter_map(|text| Pattern::read(text, false).ok());
    for pattern in patterns {
        (0..wanted.least).flat_map(|nth| pattern.examples(nth)).for_each(|text| {
            add(text);
        });
    }
    let more = (1..).map(|n| format!("t{n}"));
    let mut number = add("a".to_owned());
    // Where a length is asked for, other texts of these lengths come first.
    let letters = ["b".to_owned(), "A".to_owned()].into_iter().chain(('c'..='z').map(String::from));
    let as_long =
        letters.flat_map(|letter| lengths.iter().map(move |length| letter.repeat(*length)));
    let padded = wanted.is_computed_from.then(|| " a ".to_owned());
    let plain = TEXTS[3..].iter().map(|text| (*text).to_owned());
    let mut texts_left = as_long
        .chain(TEXTS[1..3].iter().map(|text| (*text).to_owned()))
        .chain(padded)
        .chain(plain)
        .chain(more.take(wanted.least + 8));
    while number < wanted.least {
        let Some(text) = texts_left.next() else { break };
        number = add(text);
    }
    texts.into_iter().map(Value::Text).collect()
}

/// Dates and times: those that are mentioned, and those that the user says, or others of the same form. SQLite takes any text that
/// begins with a day.
fn dated(
    wanted: &Wanted,
    dialect: Dialect,
    least: usize,
    given: &[String],
    nth: impl Fn(usize) -> String,
) -> Vec<Value> {
    let form = |text: &str| -> String {
        text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect()
    };
    let own = form(&nth(0));
    let is_loose = dialect == Dialect::Sqlite && own.starts_with("0000-00-00");
    let fits = |text: &str| form(text) == own || (is_loose && text.get(..10).is_some_and(is_day));
    let mut dates: BTreeSet<String> = BTreeSet::new();
    for literal in &wanted.literals {
        if let Value::Text(text) = literal
            && fits(text)
        {
            dates.insert(text.clone());
        }
    }
    let given: Vec<&String> = given.iter().filter(|text| fits(text)).collect();
    if !given.is_empty() {
        dates.extend(given.into_iter().cloned());
        return dates.into_iter().map(Value::Text).collect();
    }
    if !dates.is_empty() {
        // One before, and one after.
        for n in [nth(0).replacen("2024", "1970", 1), nth(0).replacen("2024", "2099", 1)] {
            dates.insert(n);
        }
    }
    let mut n = 0;
    while dates.len() < least {
        dates.insert(nth(n));
        n += 1;
        if n > 400 {
            break;
        }
    }
    dates.into_iter().map(Value::Text).collect()
}

/// The same with the moments that are mentioned as PostgreSQL shows them, up to a length.
fn with_moments(wanted: &Wanted, read: fn(&str) -> Option<Moment>, length: usize) -> Wanted {
    let moment = |literal: &Value| match literal {
        Value::Text(text) => read(text),
        _ => None,
    };
    let written = wanted.literals.iter().filter_map(moment).map(Moment::written);
    let literals = written.map(|text| Value::Text(text.chars().take(length).collect())).collect();
    Wanted { kinds: wanted.kinds.clone(), literals, ..Wanted::default() }
}

/// Moments in UTC. Where one has an offset, all have.
fn timestamps(
    wanted: &Wanted,
    least: usize,
    given: &[String],
    nth: impl Fn(usize) -> String,
) -> Vec<Value> {
    let mut wanted = with_moments(wanted, Moment::read, usize::MAX);
    let has_offset =
        |literal: &Value| matches!(literal, Value::Text(text) if text.ends_with("+00"));
    let any = wanted.literals.iter().any(has_offset);
    wanted.literals.retain(|literal| has_offset(literal) == any);
    let offset = if any { "+00" } else { "" };
    dated(&wanted, Dialect::Postgres, least, given, |n| nth(n) + offset)
}

/// Literals of types that one dialect has. A few suffice, for nothing looks into them.
fn other(name: &str, least: usize, dialect: Dialect) -> Option<Vec<Value>> {
    let texts = |texts: &[&str]| {
        Some(texts.iter().take(least.max(1)).map(|text| Value::Text((*text).to_owned())).collect())
    };
    if dialect == Dialect::Sqlite {
        return texts(&TEXTS);
    }
    if name.ends_with(']') {
        return texts(&["{}"]);
    }
    match name.split(['(', ' ']).next().unwrap_or(name) {
        "INTERVAL" => texts(&["1 day", "2 days", "3 days", "4 days"]),
        "INET" | "CIDR" => texts(&["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"]),
        "MACADDR" => texts(&["08:00:2b:01:02:03", "08:00:2b:01:02:04", "08:00:2b:01:02:05"]),
        "TSVECTOR" => texts(&["a", "b", "c", "d"]),
        "POINT" => texts(&["(0,0)", "(0,1)", "(1,0)", "(1,1)"]),
        "CUBE" => texts(&["(0)", "(1)", "(0, 1)", "(1, 1)"]),
        "XML" => texts(&["<a/>", "<b/>", "<c/>"]),
        "INT4RANGE" | "INT8RANGE" | "NUMRANGE" => texts(&["empty", "[1,2)", "[1,3)", "[2,3)"]),
        "DATERANGE" => texts(&["empty", "[2024-01-01,2024-01-02)", "[2024-01-01,2024-01-03)"]),
        "BIT" if !name.contains('(') || name == "BIT(1)" => texts(&["0", "1"]),
        _ => None,
    }
}
