//! Checks, computed columns and unique indexes of some rows or of expressions.

use super::{Column, Generator, Kind, Table, Tongue};

impl Generator {
    pub(super) fn conditions(&mut self, table: &mut Table) {
        if self.chance(1, 5) {
            self.generated(table);
        }
        for _ in 0..self.one_of(&[0, 0, 1, 1, 2]) {
            let columns = self.some(table);
            let check = self.condition(&columns, 0);
            match (self.tongue, columns.len()) {
                (Tongue::Postgres, _) if self.chance(1, 4) => {
                    table.later.push(format!("ALTER TABLE {} ADD CHECK ({check})", table.name));
                }
                _ => table.constraints.push(format!("CHECK ({check})")),
            }
            self.features.push("CHECK");
        }
        if self.chance(1, 3) {
            self.linked(table);
        }
        if self.chance(1, 4) {
            self.index(table);
        }
    }

    /// A check that asks which references are NULL, or lead to the same row.
    fn linked(&mut self, table: &mut Table) {
        let is_reference = |column: &&Column| column.name.starts_with('f');
        let own: Vec<Column> = table.columns.iter().filter(is_reference).cloned().collect();
        if own.is_empty() {
            return;
        }
        let one = own[self.below(own.len())].clone();
        let fits = |of: &&Column| of.kind == one.kind && (is_reference(of) || of.name == "id");
        let others: Vec<Column> = table.columns.iter().filter(fits).cloned().collect();
        let another = others[self.below(others.len())].name.clone();
        let (a, b) = (one.name, another);
        let check = match self.below(6) {
            0 => format!("{a} = {b}"),
            1 => format!("{a} IS NULL OR {b} IS NULL"),
            2 => format!("NOT ({a} = {b} AND {b} IS NOT NULL)"),
            3 => format!("{a} <> {b} OR {a} IS NULL"),
            _ => format!("{a} <> {b}"),
        };
        table.constraints.push(format!("CHECK ({check})"));
        self.features.push("CHECK of references");
    }

    fn generated(&mut self, table: &mut Table) {
        let column = table.columns[self.below(table.columns.len())].clone();
        if column.is_generated {
            return;
        }
        let (kind, ty) = match (column.kind, self.tongue) {
            (Kind::Integer, Tongue::Sqlite) => (Kind::Integer, "INT"),
            (Kind::Integer, Tongue::Postgres) => (Kind::Integer, "bigint"),
            (Kind::Text, _) => (Kind::Text, "TEXT"),
            _ => return,
        };
        let columns = [column];
        let of = match kind {
            Kind::Integer => self.number(&columns, 0),
            _ => self.text_term(&columns),
        };
        let stored = match self.tongue {
            Tongue::Sqlite => self.one_of(&["STORED", "VIRTUAL"]),
            Tongue::Postgres => "STORED",
        };
        let unique = self.one_of(&["", "", " UNIQUE"]);
        let options = format!(" GENERATED ALWAYS AS ({of}) {stored}{unique}");
        let (name, ty) = ("g".to_owned(), ty.to_owned());
        let (is_numbered, is_generated) = (false, true);
        table.columns.push(Column { name, kind, is_numbered, is_generated, ty, options });
        self.features.push("generated column");
    }

    fn index(&mut self, table: &mut Table) {
        let at = self.below(table.columns.len());
        let column = table.columns[at].clone();
        let part = match column.kind {
            Kind::Text if self.chance(1, 2) => format!("lower({})", column.name),
            Kind::Integer if self.chance(1, 3) => format!("abs({})", column.name),
            Kind::Integer if self.chance(1, 2) => format!("({} * {0})", column.name),
            _ => column.name.clone(),
        };
        if part != column.name {
            self.features.push("expression index");
        }
        let other = &table.columns[self.below(table.columns.len())];
        let other = match self.chance(1, 3) && other.name != column.name {
            true => format!(", {}", other.name),
            false => String::new(),
        };
        let mut said = format!("CREATE UNIQUE INDEX i{0} ON {0} ({part}{other})", table.name);
        if self.tongue == Tongue::Postgres && self.chance(1, 3) {
            said += " NULLS NOT DISTINCT";
            self.features.push("NULLS NOT DISTINCT");
        }
        if self.chance(1, 2) {
            let columns = self.some(table);
            said += &format!(" WHERE {}", self.condition(&columns, 0));
            self.features.push("partial index");
        }
        table.later.push(said);
    }

    /// One or two columns.
    fn some(&mut self, table: &Table) -> Vec<Column> {
        let first = self.below(table.columns.len());
        let second = self.below(table.columns.len());
        let mut columns = vec![table.columns[first].clone()];
        if second != first {
            columns.push(table.columns[second].clone());
        }
        columns
    }

    pub(super) fn condition(&mut self, columns: &[Column], depth: usize) -> String {
        let column = &columns[self.below(columns.len())];
        match self.below(12) {
            0..3 if depth < 2 => {
                let (a, b) =
                    (self.condition(columns, depth + 1), self.condition(columns, depth + 1));
                format!("({a} {} {b})", self.one_of(&["AND", "OR"]))
            }
            3 if depth < 2 => format!("NOT ({})", self.condition(columns, depth + 1)),
            4 => format!("{} IS {}NULL", column.name, self.one_of(&["", "NOT "])),
            5 => {
                let then = self.comparison(columns, column);
                let (yes, no) = match self.tongue {
                    Tongue::Sqlite => ("1", self.one_of(&["0", "NULL", "1"])),
                    Tongue::Postgres => ("true", self.one_of(&["false", "NULL", "true"])),
                };
                format!("CASE WHEN {then} THEN {yes} ELSE {no} END")
            }
            6 => {
                let truth = self.comparison(columns, column);
                let what = self.one_of(&["TRUE", "NOT TRUE", "FALSE", "NOT FALSE"]);
                format!("({truth}) IS {what}")
            }
            _ => self.comparison(columns, column),
        }
    }

    fn comparison(&mut self, columns: &[Column], column: &Column) -> String {
        let name = &column.name;
        let not = self.one_of(&["", "NOT "]);
        match column.kind {
            Kind::Integer => {
                let (a, b) = (self.number(columns, 0), self.number(columns, 0));
                match self.below(10) {
                    0 => format!("{a} {not}IN ({b}, {})", self.number(columns, 0)),
                    1 => format!("{a} {not}IN ({b}, NULL)"),
                    2 => format!("{a} {not}BETWEEN {b} AND {}", self.number(columns, 0)),
                    3 => format!("{a} IS {not}DISTINCT FROM {b}"),
                    _ => format!("{a} {} {b}", self.one_of(&["=", "<>", "<", "<=", ">", ">="])),
                }
            }
            Kind::Text => {
                let (a, b) = (self.text_term(columns), self.text_term(columns));
                match self.below(if self.is_sqlite() { 8 } else { 9 }) {
                    8 => {
                        self.features.push("regular expression");
                        let sign = self.one_of(&["~", "!~", "~*", "!~*"]);
                        let pattern = self.one_of(&["^a", "[[:upper:]]", "^.$", "^(a|bc)*$", "b"]);
                        format!("{a} {sign} '{pattern}'")
                    }
                    0 => format!("{a} {not}LIKE '{}'", self.one_of(&["a%", "_", "%", "A", ""])),
                    1 => format!("length({a}) {} {}", self.one_of(&["=", ">", "<"]), self.below(3)),
                    2 => format!("{a} {not}IN ({b}, 'A')"),
                    3 => format!("{a} IS {not}DISTINCT FROM {b}"),
                    4 if self.is_sqlite() => format!("{a} {} {b}", self.one_of(&["<", ">="])),
                    _ => format!("{a} {} {b}", self.one_of(&["=", "<>"])),
                }
            }
            Kind::Boolean => match (self.tongue, self.below(4)) {
                (_, 0) => format!("{not}{name}"),
                (Tongue::Sqlite, 1) => format!("{name} = {}", self.below(2)),
                (_, 2) => format!("{name} IS {not}TRUE"),
                _ => format!("{name} <> FALSE"),
            },
            Kind::Date => {
                let sign = self.one_of(&["=", "<>", "<", ">="]);
                format!("{name} {sign} '2024-01-02'")
            }
            Kind::Mood => match self.below(4) {
                0 => format!("{name} {not}IN ('sad')"),
                1 => format!("{name} < 'ok'"),
                2 => format!("{name} >= 'ok'"),
                _ => format!("{name} = 'ok'"),
            },
        }
    }

    pub(super) fn number(&mut self, columns: &[Column], depth: usize) -> String {
        let names: Vec<&Column> =
            columns.iter().filter(|column| column.kind == Kind::Integer).collect();
        let literal =
            |generator: &mut Generator| generator.one_of(&["-1", "0", "1", "2"]).to_owned();
        if names.is_empty() {
            return literal(self);
        }
        match self.below(12) {
            0..2 => literal(self),
            2..4 if depth < 2 => {
                let (a, b) = (self.number(columns, depth + 1), self.number(columns, depth + 1));
                format!("({a} {} {b})", self.one_of(&["+", "-", "*", "/", "%"]))
            }
            4 if depth < 2 => {
                format!("coalesce({}, {})", self.number(columns, depth + 1), self.below(3))
            }
            5 if depth < 2 => format!("abs({})", self.number(columns, depth + 1)),
            6 if depth < 2 => {
                format!("nullif({}, {})", self.number(columns, depth + 1), self.below(2))
            }
            _ => names[self.below(names.len())].name.clone(),
        }
    }

    fn text_term(&mut self, columns: &[Column]) -> String {
        let names: Vec<&Column> =
            columns.iter().filter(|column| column.kind == Kind::Text).collect();
        if names.is_empty() {
            return "'a'".to_owned();
        }
        let name = names[self.below(names.len())].name.clone();
        match self.below(10) {
            0 => self.one_of(&["'a'", "'A'", "''"]).to_owned(),
            1 => format!("lower({name})"),
            2 => format!("upper({name})"),
            3 => format!("coalesce({name}, 'a')"),
            4 => format!("({name} || 'a')"),
            5 => format!("nullif({name}, 'a')"),
            6 => format!("substr({name}, 1, 1)"),
            _ => name,
        }
    }
}
