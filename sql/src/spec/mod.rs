//! A schema as a spec whose instances are its databases.

mod facts;

use std::collections::BTreeSet;

use korrel_init::{WORDS, capital, identifier, one_line};

use crate::domains::{Barrier, Choices, Domain, Domains, Role, Usage};
use crate::layout::{ColumnLayout, Layout, ReferenceLayout, RowName, TableLayout, ValueLayout};
use crate::schema::{ColumnKind, Schema};
use crate::unsaid::Unsaid;
use crate::value::Value;

/// A spec of databases.
#[derive(Clone, Debug)]
pub struct DatabaseSpec {
    pub text: String,
    /// How its instances are written as databases. The text's comments say the same.
    pub layout: Layout,
    /// What the spec leaves out.
    pub unsaid: Vec<Unsaid>,
    /// The conditions that may leave a table without rows.
    pub(crate) barriers: Vec<Barrier>,
    /// Of each table and column, the values that are tried.
    pub(crate) values: Vec<Vec<Vec<Value>>>,
}

impl Schema {
    /// A spec that lists every database over small domains once, up to the names of rows and of values that nothing
    /// tells apart. `source` is what the schema is called.
    pub fn spec(&self, source: &str, choices: &Choices, usages: &[Usage]) -> DatabaseSpec {
        let domains = Domains::new(self, choices, usages);
        let mut writer = Writer::new(self, &domains);
        writer.name();
        writer.write(source, choices)
    }
}

/// The values of an enum have an order, which takes memory with the cube of the number of all atoms. A large schema does
/// without.
const MOST_ENUMS: usize = 12;

/// The rows of which facts speak.
const VARIABLES: [&str; 2] = ["r", "s"];

struct Writer<'s> {
    schema: &'s Schema,
    of: &'s Domains,
    taken: BTreeSet<String>,
    sigs: Vec<String>,
    fields: Vec<Vec<String>>,
    /// Of each domain, the names of its values' sets: one for each group.
    groups: Vec<Vec<String>>,
    /// The sig of each domain. Nothing, where there are no values.
    domains: Vec<Option<String>>,
}

impl<'s> Writer<'s> {
    fn new(schema: &'s Schema, of: &'s Domains) -> Writer<'s> {
        let taken = WORDS.split_whitespace().map(str::to_owned).collect();
        let (sigs, fields, groups, domains) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Writer { schema, of, taken, sigs, fields, groups, domains }
    }

    fn take(&mut self, name: &str) -> String {
        let mut name = name.to_owned();
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    fn name(&mut self) {
        let schema = self.schema;
        self.taken.insert("database".to_owned());
        for table in &schema.tables {
            let sig = self.take(&capital(&identifier(&table.name)));
            self.sigs.push(sig);
        }
        for (at, domain) in self.of.domains.iter().enumerate() {
            if domain.values.is_empty() {
                self.domains.push(None);
                self.groups.push(Vec::new());
                continue;
            }
            let column = &schema.tables[domain.first.0].columns[domain.first.1];
            let sig = self.take(&capital(&identifier(&column.name)));
            let groups = match &domain.groups[..] {
                [_] if !self.is_enum(domain) => vec![sig.clone()],
                groups => groups.iter().map(|group| self.group(&sig, at, group)).collect(),
            };
            self.domains.push(Some(sig));
            self.groups.push(groups);
        }
        // A name of a field is its own in its sig, but for words of the language and names of sigs, which it would hide, and the
        // variables of facts, which would hide it.
        let mut reserved = self.taken.clone();
        reserved.extend(VARIABLES.map(str::to_owned));
        for table in &schema.tables {
            let mut own = BTreeSet::new();
            let fields = table.columns.iter().map(|column| {
                let mut name = identifier(&column.name);
                while reserved.contains(&name) || !own.insert(name.clone()) {
                    name.push('_');
                }
                name
            });
            self.fields.push(fields.collect());
        }
    }

    /// A domain whose values all have names.
    fn is_enum(&self, domain: &Domain) -> bool {
        domain.groups.iter().all(|group| group.len() == 1)
    }

    fn group(&mut self, sig: &str, at: usize, group: &[usize]) -> String {
        let domain = &self.of.domains[at];
        let [only] = group else {
            return self.take(&format!("Other{sig}"));
        };
        let column = &self.schema.tables[domain.first.0].columns[domain.first.1];
        let word = match &domain.values[*only] {
            Value::Integer(number) if *number < 0 => {
                format!("{sig}_minus{}", number.unsigned_abs())
            }
            Value::Integer(number) if column.kind == ColumnKind::Boolean => {
                format!("{sig}_{}", *number != 0)
            }
            Value::Text(text) if text.is_empty() => format!("{sig}_empty"),
            Value::Text(text) if text.len() <= 24 => format!("{sig}_{text}"),
            Value::Text(text) => format!("{sig}_{}long", text.chars().count()),
            other => format!("{sig}_{}", other.to_string().to_lowercase()),
        };
        self.take(&identifier(&word))
    }

    fn write(&self, source: &str, choices: &Choices) -> DatabaseSpec {
        let dialect = self.schema.dialect;
        let mut unsaid = self.schema.unsaid.clone();
        unsaid.extend(self.of.unsaid.clone());
        unsaid.sort_by_key(|unsaid| (unsaid.file, unsaid.line));
        let layout = self.layout();
        let mut text = format!(
            "-- The databases of {}, made by `korrel init` for {}.\n",
            one_line(source),
            dialect.name()
        );
        for (what, times) in counted(&self.schema.unread) {
            let times = if times > 1 { format!(", {times} times") } else { String::new() };
            text += &format!("-- not read: {}{times}\n", one_line(&what));
        }
        for unsaid in &unsaid {
            text += &format!("-- not said: {}, line {}\n", one_line(&unsaid.text), unsaid.line);
        }
        for (at, domain) in self.of.domains.iter().enumerate() {
            text += &self.domain(at, domain);
        }
        for at in 0..self.sigs.len() {
            text += &self.table(at);
        }
        text += &self.used();
        text += &layout.comments();
        text += &format!("\nrun database {{}} for {}\n", self.scope(choices));
        let tried = |role: &Role| match *role {
            Role::Value(domain) => self.of.domains[domain].values.clone(),
            _ => Vec::new(),
        };
        let values = self.of.roles.iter().map(|own| own.iter().map(tried).collect()).collect();
        let barriers = self.of.barriers.clone();
        DatabaseSpec { text, layout, unsaid, barriers, values }
    }

    fn scope(&self, choices: &Choices) -> String {
        let mut sizes = self.rows(choices);
        for (domain, names) in self.of.domains.iter().zip(&self.groups) {
            for (group, name) in domain.groups.iter().zip(names) {
                // A part of a sig shares the number of the whole, unless it has its own.
                let is_said = group.len() == choices.rows && domain.groups.len() == 1;
                if group.len() > 1 && !is_said {
                    sizes.push(format!("{} {name}", group.len()));
                }
            }
        }
        match sizes.is_empty() {
            true => choices.rows.to_string(),
            false => format!("{} but {}", choices.rows, sizes.join(", ")),
        }
    }

    /// The scope of each table that has a least number of rows.
    fn rows(&self, choices: &Choices) -> Vec<String> {
        let most = self.of.most_rows(self.schema, choices.rows);
        let sizes =
            self.sigs.iter().zip(most).filter(|(_, most)| choices.least_rows.min(*most) > 0);
        sizes
            .map(|(sig, most)| match choices.least_rows.min(most) {
                least if least == choices.rows.min(most) => format!("exactly {least} {sig}"),
                least => format!("{least}..{} {sig}", choices.rows),
            })
            .collect()
    }

    fn domain(&self, at: usize, domain: &Domain) -> String {
        let Some(sig) = &self.domains[at] else { return String::new() };
        let (groups, names) = (&domain.groups, &self.groups[at]);
        let enums = self.of.domains.iter().filter(|domain| self.is_enum(domain)).count();
        if self.is_enum(domain) && enums <= MOST_ENUMS {
            return format!("\nenum {sig} {{ {} }}\n", names.join(", "));
        }
        if let [_] = groups[..]
            && !self.is_enum(domain)
        {
            return format!("\nsig {sig} {{}}\n");
        }
        let mut text = format!("\nabstract sig {sig} {{}}\n");
        let of_one = groups.iter().zip(names).filter(|(group, _)| group.len() == 1);
        let of_one: Vec<&str> = of_one.map(|(_, name)| name.as_str()).collect();
        if !of_one.is_empty() {
            text += &format!("one sig {} extends {sig} {{}}\n", of_one.join(", "));
        }
        for (group, name) in groups.iter().zip(names) {
            if group.len() > 1 {
                text += &format!("sig {name} extends {sig} {{}}\n");
            }
        }
        text
    }

    fn table(&self, at: usize) -> String {
        let table = &self.schema.tables[at];
        let mut fields = Vec::new();
        let roles = &self.of.roles[at];
        let mut is_empty = false;
        for ((column, field), role) in table.columns.iter().zip(&self.fields[at]).zip(roles) {
            let range = match *role {
                Role::Row | Role::Computed => continue,
                Role::Reference(to) => self.sigs[to].clone(),
                Role::Value(domain) => match &self.domains[domain] {
                    Some(sig) => sig.clone(),
                    None => {
                        is_empty |= !column.is_nullable;
                        continue;
                    }
                },
            };
            let many = if column.is_nullable { "lone" } else { "one" };
            fields.push(format!("  {field}: {many} {range}"));
        }
        let sig = &self.sigs[at];
        let mut text = match fields.is_empty() {
            true => format!("\nsig {sig} {{}}\n"),
            false => format!("\nsig {sig} {{\n{}\n}}\n", fields.join(",\n")),
        };
        let mut facts: Vec<(String, String)> = Vec::new();
        if is_empty {
            facts
                .push((format!("no {sig}"), "a column has no value, and takes no NULL".to_owned()));
        }
        for key in self.of.keys.iter().filter(|key| key.table == at) {
            facts.extend(self.key(key));
        }
        facts.extend(self.foreign(at));
        for check in self.of.checks.iter().filter(|check| check.table == at && !check.is_all) {
            facts.push((self.check(check), check.said.clone()));
        }
        let links = self.of.links.iter().filter(|check| check.table == at);
        facts.extend(links.map(|check| (self.link_check(check), check.said.clone())));
        if !facts.is_empty() {
            let facts: Vec<String> = facts
                .iter()
                .map(|(formula, said)| format!("  {formula}  -- {}\n", one_line(said)))
                .collect();
            text += &format!("fact {{\n{}}}\n", facts.concat());
        }
        text
    }

    /// The value of a column in a row.
    fn cell(&self, table: usize, column: usize, row: &str) -> String {
        match self.of.roles[table][column] {
            Role::Row => row.to_owned(),
            Role::Value(domain) if self.domains[domain].is_none() => "none".to_owned(),
            _ => format!("{row}.{}", self.fields[table][column]),
        }
    }

    fn is_nullable(&self, table: usize, column: usize) -> bool {
        self.of.roles[table][column] != Role::Row
            && self.schema.tables[table].columns[column].is_nullable
    }

    fn layout(&self) -> Layout {
        let schema = self.schema;
        let mut tables = Vec::new();
        for (at, table) in schema.tables.iter().enumerate() {
            let mut columns = Vec::new();
            for (place, column) in table.columns.iter().enumerate() {
                let field = match self.of.roles[at][place] {
                    Role::Computed => continue,
                    Role::Row => None,
                    Role::Value(domain) if self.domains[domain].is_none() => None,
                    _ => Some(self.fields[at][place].clone()),
                };
                let row = match column.kind {
                    _ if field.is_some() => RowName::Number,
                    _ if self.of.roles[at][place] != Role::Row => RowName::Null,
                    ColumnKind::Uuid => RowName::Uuid,
                    ColumnKind::Text(_) => RowName::Text,
                    _ => RowName::Number,
                };
                let is_nullable = column.is_nullable;
                columns.push(ColumnLayout {
                    field,
                    row,
                    is_nullable,
                    name: column.written.clone(),
                });
            }
            let refers = table.foreign.iter().map(|key| {
                let pairs = key.columns.iter().zip(&key.to);
                let pairs =
                    pairs.filter(|(own, _)| matches!(self.of.roles[at][**own], Role::Value(_)));
                let names = |(own, to): (&usize, &usize)| {
                    (self.fields[at][*own].clone(), self.fields[key.table][*to].clone())
                };
                let fields = pairs.map(names).collect();
                ReferenceLayout { sig: self.sigs[key.table].clone(), fields }
            });
            tables.push(TableLayout {
                sig: self.sigs[at].clone(),
                name: table.written.clone(),
                refers: refers.collect(),
                is_numbered: table.columns.iter().any(|column| column.is_identity),
                columns,
            });
        }
        let mut values = Vec::new();
        for (at, domain) in self.of.domains.iter().enumerate() {
            for (group, name) in domain.groups.iter().zip(&self.groups[at]) {
                let values_of = group.iter().map(|place| domain.values[*place].clone()).collect();
                values.push(ValueLayout { name: name.clone(), values: values_of });
            }
        }
        Layout { dialect: self.schema.dialect, tables, values }
    }
}

/// Each text once, in the order of the first, and how often it is there.
fn counted(texts: &[String]) -> Vec<(String, usize)> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for text in texts {
        match counted.iter_mut().find(|(other, _)| other == text) {
            Some((_, times)) => *times += 1,
            None => counted.push((text.clone(), 1)),
        }
    }
    counted
}
