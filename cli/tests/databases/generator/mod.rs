//! Random small schemas, with whatever a dialect lets a schema say.

mod expressions;
mod heirs;
mod keys;

/// The SQL that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    Sqlite,
    Postgres,
}

impl Tongue {
    pub fn word(self) -> &'static str {
        match self {
            Tongue::Sqlite => "sqlite",
            Tongue::Postgres => "postgres",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Integer,
    Text,
    Boolean,
    Date,
    /// Of PostgreSQL: `CREATE TYPE mood AS ENUM ('a', 'b')`.
    Mood,
}

#[derive(Clone, Debug)]
pub struct Column {
    pub name: String,
    pub kind: Kind,
    /// The engine writes a number of its own where it is given NULL.
    pub is_numbered: bool,
    pub is_generated: bool,
    ty: String,
    /// What follows the type.
    options: String,
}

#[derive(Clone, Debug, Default)]
pub struct Table {
    pub name: String,
    pub columns: Vec<Column>,
    /// Columns that can be referred to.
    keys: Vec<Vec<usize>>,
    constraints: Vec<String>,
    /// What follows the columns: `WITHOUT ROWID`.
    options: Vec<&'static str>,
    /// What comes last: `PARTITION BY`.
    tail: String,
    /// The table from which it inherits, and the number of the columns that it has from there.
    parent: Option<(String, usize)>,
    /// A query of it reads the rows of other tables, too.
    pub has_heirs: bool,
    /// The statement that makes it, where other ones change its columns.
    created: Option<String>,
    /// The statements that make its parts.
    parts: Vec<String>,
    /// Statements that come after all tables.
    later: Vec<String>,
}

pub struct Schema {
    pub tongue: Tongue,
    pub tables: Vec<Table>,
    pub statements: Vec<String>,
    /// The greatest number of rows of a table.
    pub rows: usize,
    /// What there is in it.
    pub features: Vec<&'static str>,
}

pub struct Generator {
    state: u64,
    tongue: Tongue,
    features: Vec<&'static str>,
}

impl Generator {
    pub fn new(seed: u64, tongue: Tongue) -> Generator {
        let mut generator = Generator { state: seed, tongue, features: Vec::new() };
        generator.state = generator.next();
        generator
    }

    pub fn schema(&mut self) -> Schema {
        self.features.clear();
        let number = 1 + self.below(3);
        let mut tables: Vec<Table> = (0..number).map(|at| self.table(at)).collect();
        self.references(&mut tables);
        for table in &mut tables {
            self.conditions(table);
        }
        if self.tongue == Tongue::Postgres {
            self.heir(&mut tables);
            self.parted(&mut tables);
        }
        let number = tables.len();
        let mut statements = Vec::new();
        if self.tongue == Tongue::Postgres {
            statements.push("CREATE TYPE mood AS ENUM ('sad', 'ok')".to_owned());
            let check = self.one_of(&[
                "",
                " CHECK (VALUE >= 1)",
                " CHECK (VALUE <> 0)",
                " NOT NULL",
                " CHECK (nullif(VALUE, 1) IS NOT NULL)",
                " CHECK (VALUE + 1 IS NULL)",
            ]);
            statements.push(format!("CREATE DOMAIN small AS integer{check}"));
        }
        statements.extend(tables.iter().flat_map(|table| {
            std::iter::once(table.text() + &table.tail).chain(table.parts.iter().cloned())
        }));
        statements.extend(tables.iter().flat_map(|table| table.later.clone()));
        let rows = match number {
            1 => 2 + self.below(2),
            2 => 1 + self.below(2),
            _ => 1 + usize::from(self.chance(1, 4)),
        };
        let mut features = self.features.clone();
        features.sort_unstable();
        features.dedup();
        Schema { tongue: self.tongue, tables, statements, rows, features }
    }

    fn is_sqlite(&self) -> bool {
        self.tongue == Tongue::Sqlite
    }

    fn table(&mut self, at: usize) -> Table {
        let mut table = Table { name: format!("t{at}"), ..Table::default() };
        let is_strict = self.is_sqlite() && self.chance(1, 8);
        if is_strict {
            table.options.push("STRICT");
            self.features.push("STRICT");
        }
        let has_key = self.primary(&mut table);
        let number = if has_key { self.below(3) } else { 1 + self.below(2) };
        for at in 0..number {
            let column = self.column(format!("c{at}"), is_strict);
            table.columns.push(column);
            if self.chance(1, 6) {
                table.keys.push(vec![table.columns.len() - 1]);
                table.last().options += " UNIQUE";
            }
        }
        self.composite(&mut table, !has_key);
        let is_keyed = table.text().contains("PRIMARY KEY");
        let counts = table.text().contains("AUTOINCREMENT");
        if self.is_sqlite() && is_keyed && !counts && self.chance(1, 5) {
            table.options.push("WITHOUT ROWID");
            self.features.push("WITHOUT ROWID");
            table.columns.iter_mut().for_each(|column| column.is_numbered = false);
        }
        table
    }

    fn column(&mut self, name: String, is_strict: bool) -> Column {
        let (kind, ty) = match self.tongue {
            _ if is_strict => self.one_of(&[(Kind::Integer, "INT"), (Kind::Text, "TEXT")]),
            Tongue::Sqlite => self.one_of(&[
                (Kind::Integer, "INTEGER"),
                (Kind::Integer, "INT"),
                (Kind::Text, "TEXT"),
                (Kind::Text, "VARCHAR(5)"),
                (Kind::Boolean, "BOOLEAN"),
                (Kind::Date, "DATE"),
            ]),
            Tongue::Postgres => self.one_of(&[
                (Kind::Integer, "integer"),
                (Kind::Integer, "bigint"),
                (Kind::Integer, "small"),
                (Kind::Text, "text"),
                (Kind::Text, "character varying(5)"),
                (Kind::Boolean, "boolean"),
                (Kind::Date, "date"),
                (Kind::Mood, "mood"),
            ]),
        };
        match kind {
            Kind::Boolean => self.features.push("boolean"),
            Kind::Date => self.features.push("date"),
            Kind::Mood => self.features.push("enum"),
            _ if ty == "small" => self.features.push("domain"),
            _ => {}
        }
        let options = if self.chance(2, 5) { " NOT NULL" } else { "" }.to_owned();
        let ty = ty.to_owned();
        Column { name, kind, is_numbered: false, is_generated: false, ty, options }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn chance(&mut self, of: usize, all: usize) -> bool {
        self.below(all) < of
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

impl Table {
    fn last(&mut self) -> &mut Column {
        self.columns.last_mut().expect("a table has columns")
    }

    fn text(&self) -> String {
        if let Some(created) = &self.created {
            return created.clone();
        }
        let (parent, inherited) = self.parent.clone().unwrap_or_default();
        let columns = self
            .columns
            .iter()
            .skip(inherited)
            .map(|column| format!("{} {}{}", column.name, column.ty, column.options));
        let parts: Vec<String> = columns.chain(self.constraints.iter().cloned()).collect();
        let options = match self.options.is_empty() {
            true if !parent.is_empty() => format!(" INHERITS ({parent})"),
            true => String::new(),
            false => format!(" {}", self.options.join(", ")),
        };
        format!("CREATE TABLE {} ({}){options}", self.name, parts.join(", "))
    }
}
