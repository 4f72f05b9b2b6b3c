//! Random queries as their parts, and what a database shows of each predicate.
//!
//! SQLite evaluates each predicate as a column over the rows of its clause. What the predicates say together, and which one decides,
//! follows from SQL's three truth values here. Nothing here knows how the program rewrites a query.

use std::collections::BTreeSet;

use rusqlite::Connection;
use rusqlite::types::Value;

/// A condition over predicates, which are numbered.
enum Tree {
    Atom(usize),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
}

impl Tree {
    fn text(&self, atoms: &[String]) -> String {
        match self {
            Tree::Atom(at) => atoms[*at].clone(),
            Tree::Not(of) => format!("NOT ({})", of.text(atoms)),
            Tree::And(a, b) => format!("({}) AND ({})", a.text(atoms), b.text(atoms)),
            Tree::Or(a, b) => format!("({}) OR ({})", a.text(atoms), b.text(atoms)),
        }
    }

    fn value(&self, truths: &[Option<bool>]) -> Option<bool> {
        match self {
            Tree::Atom(at) => truths[*at],
            Tree::Not(of) => of.value(truths).map(|truth| !truth),
            Tree::And(a, b) => match (a.value(truths), b.value(truths)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Tree::Or(a, b) => match (a.value(truths), b.value(truths)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
        }
    }

    fn holds(&self, truths: &[Option<bool>]) -> bool {
        self.value(truths) == Some(true)
    }

    /// Whether this predicate decides if it holds.
    fn decides(&self, atom: usize, truths: &[Option<bool>]) -> bool {
        let with = |truth| {
            let mut truths = truths.to_vec();
            truths[atom] = Some(truth);
            self.holds(&truths)
        };
        with(true) != with(false)
    }
}

/// Conditions of one clause, in the order in which they are asked, and their predicates.
#[derive(Default)]
struct Clause {
    atoms: Vec<String>,
    trees: Vec<Tree>,
}

impl Clause {
    fn text(&self, at: usize) -> String {
        self.trees[at].text(&self.atoms)
    }

    /// What a row says: of each predicate of a condition before which none holds, what it is, if it decides.
    fn told(&self, kind: &str, truths: &[Option<bool>], into: &mut BTreeSet<Met>) {
        for tree in &self.trees {
            for (at, atom) in self.atoms.iter().enumerate() {
                if tree.decides(at, truths) {
                    let truth = match truths[at] {
                        Some(true) => "true",
                        Some(false) => "false",
                        None => "unknown",
                    };
                    into.insert((kind.to_owned(), format!("{atom} is {truth}")));
                }
            }
            if tree.holds(truths) {
                return;
            }
        }
    }

    fn goals(&self, kind: &str, into: &mut BTreeSet<Met>) {
        for atom in &self.atoms {
            let truths: &[&str] = match atom.ends_with("NULL") {
                true => &["true", "false"],
                false => &["true", "false", "unknown"],
            };
            into.extend(truths.iter().map(|t| (kind.to_owned(), format!("{atom} is {t}"))));
        }
    }
}

/// The clause and the text of an obligation.
pub type Met = (String, String);

/// A query of `t (a, b)` and `u (c)`.
pub struct Query {
    join: Option<(&'static str, Clause)>,
    filter: Option<Clause>,
    having: Option<Clause>,
    case: Option<Clause>,
}

const JOINED: &str = "JOIN u: two rows are joined";
const LEFT: &str = "JOIN u: a row before it has no partner";
const RIGHT: &str = "JOIN u: a row of it has no partner";

impl Query {
    pub fn random(random: &mut Random) -> Query {
        let columns: &[&str] = &["a", "b", "c"];
        let join = (random.below(3) > 0).then(|| {
            let word = ["JOIN", "LEFT JOIN"][random.below(2)];
            (word, random.clause(columns, 1))
        });
        let columns = if join.is_some() { columns } else { &columns[..2] };
        let filter = (random.below(4) > 0).then(|| random.clause(columns, 1));
        let having = (random.below(3) == 0).then(|| random.clause(&["a", "count(*)", "max(b)"], 1));
        let case = (having.is_none() && random.below(2) == 0).then(|| random.clause(columns, 2));
        Query { join, filter, having, case }
    }

    fn from(&self) -> String {
        match &self.join {
            None => "t".to_owned(),
            Some((word, on)) => format!("t {word} u ON {}", on.text(0)),
        }
    }

    fn kept(&self) -> String {
        self.filter.as_ref().map_or_else(String::new, |clause| format!(" WHERE {}", clause.text(0)))
    }

    pub fn text(&self) -> String {
        format!("SELECT {} {}", self.items().join(", "), self.rest())
    }

    /// Its columns.
    pub fn items(&self) -> Vec<String> {
        match (&self.having, &self.case) {
            (Some(_), _) => vec!["a".to_owned(), "count(*)".to_owned()],
            (_, Some(case)) => {
                let (first, second) = (case.text(0), case.text(1));
                let case = format!("CASE WHEN {first} THEN 1 WHEN {second} THEN 2 ELSE 3 END");
                vec!["b".to_owned(), case]
            }
            _ => vec!["a".to_owned()],
        }
    }

    /// What stands behind its columns.
    pub fn rest(&self) -> String {
        let (from, kept) = (self.from(), self.kept());
        let groups =
            self.having.as_ref().map(|having| format!(" GROUP BY a HAVING {}", having.text(0)));
        format!("FROM {from}{kept}{}", groups.unwrap_or_default())
    }

    pub fn is_grouped(&self) -> bool {
        self.having.is_some()
    }

    fn clauses(&self) -> impl Iterator<Item = (&'static str, &Clause)> {
        let on = self.join.as_ref().map(|(_, on)| ("on", on));
        let rest = [("where", &self.filter), ("having", &self.having), ("case", &self.case)];
        on.into_iter().chain(rest.into_iter().filter_map(|(kind, of)| Some((kind, of.as_ref()?))))
    }

    /// What is to be reached.
    pub fn goals(&self) -> BTreeSet<Met> {
        let mut goals = BTreeSet::new();
        self.clauses().for_each(|(kind, clause)| clause.goals(kind, &mut goals));
        if self.join.is_some() {
            goals.extend([JOINED, LEFT, RIGHT].map(|said| ("join".to_owned(), said.to_owned())));
        }
        goals
    }

    /// What the database of a connection meets.
    pub fn met(&self, engine: &Connection) -> BTreeSet<Met> {
        let mut met = BTreeSet::new();
        let (from, kept) = (self.from(), self.kept());
        for (kind, clause) in self.clauses() {
            let rest = match kind {
                "on" => "t, u".to_owned(),
                "where" => from.clone(),
                "having" => format!("{from}{kept} GROUP BY a"),
                _ => format!("{from}{kept}"),
            };
            let items: Vec<String> = clause.atoms.iter().map(|atom| format!("({atom})")).collect();
            for row in rows(engine, &format!("SELECT {} FROM {rest}", items.join(", "))) {
                let truths: Vec<Option<bool>> = row.iter().map(truth).collect();
                clause.told(kind, &truths, &mut met);
            }
        }
        if let Some((_, on)) = &self.join {
            let items: Vec<String> = on.atoms.iter().map(|atom| format!("({atom})")).collect();
            let pairs =
                rows(engine, &format!("SELECT t.rowid, u.rowid, {} FROM t, u", items.join(", ")));
            let joined = pairs.iter().filter(|row| {
                let truths: Vec<Option<bool>> = row[2..].iter().map(truth).collect();
                on.trees[0].holds(&truths)
            });
            let joined: Vec<&Vec<Value>> = joined.collect();
            let is_alone = |table: &str, side: usize| {
                let all = rows(engine, &format!("SELECT rowid FROM {table}"));
                all.iter().any(|row| !joined.iter().any(|pair| pair[side] == row[0]))
            };
            let said =
                [(JOINED, !joined.is_empty()), (LEFT, is_alone("t", 0)), (RIGHT, is_alone("u", 1))];
            let said = said.into_iter().filter(|(_, is_so)| *is_so);
            met.extend(said.map(|(said, _)| ("join".to_owned(), said.to_owned())));
        }
        met
    }
}

fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Null => None,
        Value::Integer(number) => Some(*number != 0),
        other => panic!("{other:?} is no truth value"),
    }
}

pub fn rows(engine: &Connection, query: &str) -> Vec<Vec<Value>> {
    let mut statement = engine.prepare(query).unwrap_or_else(|why| panic!("{query}: {why}"));
    let width = statement.column_count();
    let rows = statement.query_map([], |row| (0..width).map(|at| row.get(at)).collect());
    rows.and_then(Iterator::collect).unwrap_or_else(|why| panic!("{query}: {why}"))
}

pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn clause(&mut self, columns: &[&str], number: usize) -> Clause {
        let mut clause = Clause::default();
        for _ in 0..number {
            let first = clause.atoms.len();
            let size = 1 + self.below(3);
            while clause.atoms.len() < first + size {
                let atom = self.atom(columns);
                if !clause.atoms.contains(&atom) {
                    clause.atoms.push(atom);
                }
            }
            let mut trees: Vec<Tree> = (first..first + size).map(Tree::Atom).collect();
            while trees.len() > 1 {
                let (b, a) = (trees.pop().unwrap(), trees.remove(self.below(trees.len())));
                let tree = match self.below(2) {
                    0 => Tree::And(Box::new(a), Box::new(b)),
                    _ => Tree::Or(Box::new(a), Box::new(b)),
                };
                trees.push(if self.below(3) == 0 { Tree::Not(Box::new(tree)) } else { tree });
            }
            clause.trees.extend(trees);
        }
        clause
    }

    fn atom(&mut self, columns: &[&str]) -> String {
        let of = columns[self.below(columns.len())];
        let other = columns[self.below(columns.len())];
        let op = ["=", "<>", "<", "<=", ">", ">="][self.below(6)];
        match self.below(6) {
            0 => format!("{of} IS NULL"),
            1 => format!("{of} IS NOT NULL"),
            2 => format!("{of} IN (0, {other})"),
            3 => format!("{of} BETWEEN 0 AND {other}"),
            4 => format!("{of} {op} {other}"),
            _ => format!("{of} {op} {}", self.below(2)),
        }
    }
}
