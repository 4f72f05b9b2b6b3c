//! What a spec says of databases: the values that a column can have, and which of them are interchangeable.
//!
//! ```text
//! sig Books { title: one Title }                 the column's values are those of Title
//! abstract sig Title {}                          which are those of its parts
//! one sig Title_a extends Title {}               this one is itself
//! --@ Books: row number id                       the column's values are the numbers of rows, all alike
//! --@ Books.title: column title
//! --@ Title_a: values 'a'                        several values of one sig are alike
//! ```

use std::collections::BTreeMap;

use crate::generator::{Kind, Schema};

pub struct Meant {
    pub tables: Vec<MeantTable>,
    pub domains: Vec<Domain>,
}

pub struct MeantTable {
    pub name: String,
    pub columns: Vec<MeantColumn>,
}

pub struct MeantColumn {
    pub name: String,
    pub domain: usize,
    /// The engine writes a number of its own where it is given NULL.
    pub is_numbered: bool,
}

/// Values, by their places.
#[derive(Default)]
pub struct Domain {
    pub literals: Vec<String>,
    /// Places that are interchangeable with each other.
    pub groups: Vec<Vec<usize>>,
}

impl Domain {
    fn add(&mut self, literals: Vec<String>) {
        let from = self.literals.len();
        self.literals.extend(literals);
        self.groups.push((from..self.literals.len()).collect());
    }

    /// The place of a value that the engine shows as this text.
    pub fn place(&self, shown: &str) -> Option<usize> {
        self.literals.iter().position(|literal| told(literal) == shown)
    }
}

/// What an engine shows of a literal as a text.
fn told(literal: &str) -> String {
    match literal {
        "TRUE" | "FALSE" => literal.to_lowercase(),
        quoted if quoted.starts_with('\'') => quoted[1..quoted.len() - 1].replace("''", "'"),
        number => number.to_owned(),
    }
}

/// The declarations and the comments of a spec.
#[derive(Default)]
struct Said<'s> {
    /// The sig of a field's values.
    fields: BTreeMap<(&'s str, &'s str), &'s str>,
    /// The parts of a sig.
    parts: BTreeMap<&'s str, Vec<&'s str>>,
    values: BTreeMap<&'s str, Vec<String>>,
    tables: Vec<SaidTable<'s>>,
}

struct SaidTable<'s> {
    sig: &'s str,
    name: &'s str,
    /// Each with its name.
    columns: Vec<(Column<'s>, &'s str)>,
}

#[derive(Clone, Copy)]
enum Column<'s> {
    Row(&'s str),
    Field(&'s str),
}

impl<'s> Said<'s> {
    fn read(spec: &'s str) -> Said<'s> {
        let mut said = Said::default();
        let mut sig = "";
        for line in spec.lines() {
            if let Some(comment) = line.strip_prefix("--@ ") {
                said.heed(comment);
            } else if let Some((head, parts)) = line.split_once(" { ")
                && let Some(name) = head.strip_prefix("enum ")
            {
                let parts = parts.trim_end_matches(" }").split(", ").collect();
                said.parts.insert(name, parts);
            } else if let Some((names, above)) = line.split_once(" extends ") {
                let above = above.trim_end_matches(" {}");
                let names = names.trim_start_matches("one ").trim_start_matches("sig ");
                said.parts.entry(above).or_default().extend(names.split(", "));
            } else if let Some(name) = line.strip_prefix("sig ") {
                sig = name.trim_end_matches(['{', '}', ' ']);
            } else if let Some((field, of)) = line.trim().trim_end_matches(',').split_once(": ")
                && let Some((_, of)) = of.split_once(' ')
                && line.starts_with("  ")
            {
                said.fields.entry((sig, field)).or_insert(of);
            }
        }
        said
    }

    fn heed(&mut self, comment: &'s str) {
        let (subject, said) = comment.split_once(": ").expect("a comment has a subject");
        let (word, rest) = said.split_once(' ').unwrap_or((said, ""));
        match word {
            "table" => {
                self.tables.push(SaidTable { sig: subject, name: rest, columns: Vec::new() });
            }
            "values" => {
                self.values.insert(subject, literals(rest));
            }
            "row" | "column" | "nullable" => {
                let (sig, field) = subject.split_once('.').unwrap_or((subject, ""));
                let table = self.tables.iter_mut().find(|table| table.sig == sig);
                let columns = &mut table.expect("a table comes before its columns").columns;
                columns.push(match word {
                    "row" => {
                        let (kind, name) = rest.split_once(' ').expect("a column has a name");
                        (Column::Row(kind), name)
                    }
                    _ => (Column::Field(field), rest),
                });
            }
            _ => {}
        }
    }

    /// The numbers of rows are the values of a table's sig.
    fn domain(&self, sig: &str, rows: usize) -> Domain {
        let mut domain = Domain::default();
        if let Some(table) = self.tables.iter().find(|table| table.sig == sig) {
            let kind = table.columns.iter().find_map(|(column, _)| match column {
                Column::Row(kind) if *kind != "null" => Some(*kind),
                _ => None,
            });
            let name = |row: usize| match kind.expect("rows that are referred to have a key") {
                "number" => row.to_string(),
                _ => format!("'r{row}'"),
            };
            domain.add((1..=rows).map(name).collect());
            return domain;
        }
        let itself = self.values.get(sig).into_iter();
        let parts = self.parts.get(sig).into_iter().flatten();
        let parts = parts.filter_map(|part| self.values.get(part));
        itself.chain(parts).for_each(|values| domain.add(values.clone()));
        domain
    }
}

impl Meant {
    /// The values of the spec, and those that were asked for: a value that the spec has no use for is in no valid database.
    pub fn read(spec: &str, schema: &Schema) -> Meant {
        let said = Said::read(spec);
        let mut domains: Vec<Domain> = Vec::new();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        let mut tables = Vec::new();
        for SaidTable { sig, name, columns } in &said.tables {
            let own = schema.tables.iter().find(|table| table.name == *name);
            let own = own.expect("it is a table of the schema");
            let mut meant = MeantTable { name: (*name).to_owned(), columns: Vec::new() };
            for (column, name) in columns {
                let declared = own.columns.iter().find(|column| column.name == *name);
                let declared = declared.expect("it is a column of the table");
                let of = match column {
                    Column::Row("null") => format!("{sig}.{name}"),
                    Column::Row(_) => (*sig).to_owned(),
                    Column::Field(field) => said.fields[&(*sig, *field)].to_owned(),
                };
                let domain = *known.entry(of.clone()).or_insert_with(|| {
                    domains.push(said.domain(&of, schema.rows));
                    domains.len() - 1
                });
                let is_row = said.tables.iter().any(|table| table.sig == of);
                let asked: &[&str] = match declared.kind {
                    _ if is_row => &[],
                    Kind::Integer => &["0", "1"],
                    Kind::Text => &["'a'", "'A'"],
                    _ => &[],
                };
                for literal in asked {
                    if domains[domain].literals.iter().all(|own| own != literal) {
                        domains[domain].add(vec![(*literal).to_owned()]);
                    }
                }
                let (name, is_numbered) = ((*name).to_owned(), declared.is_numbered);
                meant.columns.push(MeantColumn { name, domain, is_numbered });
            }
            tables.push(meant);
        }
        Meant { tables, domains }
    }
}

/// `'a', 'it''s', 1`
fn literals(text: &str) -> Vec<String> {
    let (mut literals, mut is_quoted) = (vec![String::new()], false);
    for c in text.chars() {
        is_quoted ^= c == '\'';
        match c {
            ',' if !is_quoted => literals.push(String::new()),
            ' ' if !is_quoted => {}
            c => literals.last_mut().expect("there is one").push(c),
        }
    }
    literals
}
