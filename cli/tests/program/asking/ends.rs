//! ORDER BY, LIMIT and OFFSET behind random queries, and views that are such queries.
//!
//! SQLite returns the rows and their keys. Which rows are alike is counted here.

use std::collections::BTreeSet;

use rusqlite::Connection;
use rusqlite::types::Value;

use super::predicates::{Met, Query, Random, rows};
use super::suites::{SCHEMA, agree, seed};

/// A query, how its rows are made one, and what stands behind it.
struct Ended {
    query: Query,
    is_distinct: bool,
    is_union: bool,
    /// The keys, and what they mean.
    keys: Vec<[String; 2]>,
    limit: Option<usize>,
    offset: Option<usize>,
}

impl Ended {
    fn random(random: &mut Random) -> Ended {
        let query = Query::random(random);
        let (is_distinct, is_union) = (random.below(4) == 0, random.below(5) == 0);
        let items = query.items();
        let own = items.iter().enumerate().map(|(at, item)| [(at + 1).to_string(), item.clone()]);
        let mut all: Vec<[String; 2]> = own.collect();
        all.push([items[0].clone(), items[0].clone()]);
        if !is_distinct && !is_union {
            let of: &[&str] =
                if query.is_grouped() { &["max(b)", "a + 1"] } else { &["b", "a + b"] };
            all.extend(of.iter().map(|key| [(*key).to_owned(), (*key).to_owned()]));
        }
        let number = random.below(3);
        let keys = (0..number).map(|_| all.remove(random.below(all.len()))).collect();
        let limit = (random.below(2) == 0).then(|| random.below(3));
        let offset = limit.filter(|_| random.below(2) == 0).map(|_| random.below(2));
        Ended { query, is_distinct, is_union, keys, limit, offset }
    }

    fn body(&self, items: &[String]) -> String {
        let distinct = if self.is_distinct { "DISTINCT " } else { "" };
        let union = match (self.is_union, self.query.items().len()) {
            (false, _) => "",
            (true, 1) => " UNION ALL SELECT c FROM u",
            (true, _) => " UNION ALL SELECT c, 2 FROM u",
        };
        format!("SELECT {distinct}{} {}{union}", items.join(", "), self.query.rest())
    }

    fn text(&self) -> String {
        let mut text = self.body(&self.query.items());
        let keys: Vec<&str> = self.keys.iter().map(|[key, _]| key.as_str()).collect();
        if !keys.is_empty() {
            text += &format!(" ORDER BY {}", keys.join(", "));
        }
        text += &self.limit.map_or_else(String::new, |limit| format!(" LIMIT {limit}"));
        text + &self.offset.map_or_else(String::new, |offset| format!(" OFFSET {offset}"))
    }

    /// What is said of a key.
    fn said(&self, at: usize) -> [String; 2] {
        let [key, _] = &self.keys[at];
        match at {
            0 => [format!("two rows differ in {key}"), format!("{key} is NULL in one of two rows")],
            _ => [
                format!("two rows that are alike before it differ in {key}"),
                format!("{key} is NULL in one of two rows that are alike before it"),
            ],
        }
    }

    fn alike(&self) -> String {
        match &self.keys[..] {
            [[key, _]] => format!("two rows are alike in {key}"),
            _ => "two rows are alike in all keys".to_owned(),
        }
    }

    fn goals(&self, shows_order: bool) -> BTreeSet<Met> {
        let mut goals = self.query.goals();
        let mut add = |of: &str, said: String| goals.insert((of.to_owned(), said));
        if !self.keys.is_empty() && (shows_order || self.limit.is_some()) {
            (0..self.keys.len()).flat_map(|at| self.said(at)).for_each(|said| {
                add("order", said);
            });
            add("order", self.alike());
        }
        for (said, _) in self.cuts(0) {
            add(said.split(' ').next().unwrap().to_lowercase().as_str(), said);
        }
        goals
    }

    /// What is said of this number of rows, and whether it is so.
    fn cuts(&self, number: usize) -> Vec<(String, bool)> {
        let skipped = self.offset.unwrap_or(0);
        let offset = self.offset.into_iter().flat_map(|offset| {
            [("no row is left", number <= offset), ("a row is left", number > offset)]
                .map(|(said, is_so)| (format!("OFFSET {offset}: {said}"), is_so))
        });
        let limit = self.limit.into_iter().flat_map(|limit| {
            let order = number.cmp(&(skipped + limit));
            [
                ("fewer rows", order.is_lt()),
                ("as many rows", order.is_eq()),
                ("more rows", order.is_gt()),
            ]
            .map(|(said, is_so)| (format!("LIMIT {limit}: {said}"), is_so))
            .into_iter()
            // No rows are fewer than none.
            .skip(usize::from(limit == 0))
        });
        offset.chain(limit).collect()
    }

    fn met(&self, engine: &Connection, shows_order: bool) -> BTreeSet<Met> {
        let mut met = self.query.met(engine);
        let is_one = self.is_distinct || self.is_union;
        let mut items = self.query.items();
        let width = items.len();
        if !is_one {
            items.extend(self.keys.iter().map(|[_, means]| means.clone()));
        }
        let all = rows(engine, &self.body(&items));
        // Without columns of their own, keys are those of the result.
        let place = |key: usize| match is_one {
            true => self.query.items().iter().position(|item| *item == self.keys[key][1]).unwrap(),
            false => width + key,
        };
        let keys =
            |row: &[Value]| (0..self.keys.len()).map(|key| row[place(key)].clone()).collect();
        let keyed: Vec<Vec<Value>> = all.iter().map(|row| keys(row)).collect();
        if shows_order || self.limit.is_some() {
            for (at, one) in keyed.iter().enumerate() {
                for other in &keyed[..at] {
                    let said = self.pair(one, other);
                    met.extend(said.map(|said| ("order".to_owned(), said)));
                }
            }
        }
        let cuts = self.cuts(all.len()).into_iter().filter(|(_, is_so)| *is_so);
        met.extend(cuts.map(|(said, _)| (said.split(' ').next().unwrap().to_lowercase(), said)));
        met
    }

    /// What two rows show.
    fn pair(&self, one: &[Value], other: &[Value]) -> Option<String> {
        if one.is_empty() {
            return None;
        }
        let Some(at) = (0..one.len()).find(|at| one[*at] != other[*at]) else {
            return Some(self.alike());
        };
        let [differ, null] = self.said(at);
        Some(if [&one[at], &other[at]].contains(&&Value::Null) { null } else { differ })
    }
}

/// If it failed, a tester would believe that a key of ORDER BY or a LIMIT is tried where it is not, or that no database tries it.
#[test]
fn order_and_limit_are_met_as_said() {
    let mut random = Random(seed() + 3);
    let (mut met, mut unmet) = (0, 0);
    for number in 0..10 {
        let query = Ended::random(&mut random);
        let counts =
            agree(&format!("ends{number}"), SCHEMA, &query.text(), &query.goals(true), &|engine| {
                query.met(engine, true)
            });
        met += counts.0;
        unmet += counts.1;
    }
    assert!(met > 60 && unmet > 8, "{met} {unmet}");
}

/// If it failed, what a view keeps and drops would be tried by no database, or said to be where it is not.
#[test]
fn a_view_is_met_as_its_query_is() {
    let mut random = Random(seed() + 4);
    let of_view = |met: BTreeSet<Met>| -> BTreeSet<Met> {
        met.into_iter().map(|(of, said)| (of, format!("v: {said}"))).collect()
    };
    for number in 0..4 {
        let query = Ended::random(&mut random);
        let schema = format!("{SCHEMA} CREATE VIEW v AS {};", query.text());
        agree(
            &format!("view{number}"),
            &schema,
            "SELECT * FROM v",
            &of_view(query.goals(false)),
            &|engine| of_view(query.met(engine, false)),
        );
    }
}
