//! Of PostgreSQL: tables that inherit from others, and tables that are parted.

use super::{Column, Generator, Kind, Table};

impl Generator {
    /// A table that inherits from one of these, perhaps.
    pub(super) fn heir(&mut self, tables: &mut Vec<Table>) {
        if tables.len() > 2 || !self.chance(1, 5) {
            return;
        }
        let parent = &tables[self.below(tables.len())];
        let mut heir = Table {
            name: format!("t{}", tables.len()),
            parent: Some((parent.name.clone(), parent.columns.len())),
            ..Table::default()
        };
        heir.columns = parent.columns.clone();
        let name = parent.name.clone();
        if self.chance(1, 2) {
            let own = self.column("h".to_owned(), false);
            heir.columns.push(own);
        }
        if self.chance(1, 2) {
            let column = self.below(heir.columns.len());
            heir.keys.push(vec![column]);
            heir.constraints.push(format!("UNIQUE ({})", heir.columns[column].name));
        }
        self.conditions(&mut heir);
        if self.chance(1, 3) {
            let columns = heir.columns[..heir.parent.as_ref().map_or(0, |of| of.1)].to_vec();
            let check = self.condition(&columns, 0);
            heir.later.push(format!("ALTER TABLE {name} ADD CHECK ({check})"));
        }
        let parent = tables.iter_mut().find(|table| table.name == name).expect("it is there");
        parent.has_heirs = true;
        self.features.push("INHERITS");
        let other = if self.chance(2, 3) { self.change(parent, &mut heir) } else { None };
        tables.extend(other);
        tables.push(heir);
    }

    /// Changes a table that has an heir. The heir says a column and a check itself, perhaps, or has them of another table as
    /// well, which is given.
    fn change(&mut self, parent: &mut Table, heir: &mut Table) -> Option<Table> {
        let own = self.below(parent.columns.len());
        let column = parent.columns[own].clone();
        let has_other = !column.is_generated && column.ty != "serial" && self.chance(1, 3);
        let check = match has_other {
            true => self.condition(std::slice::from_ref(&column), 0),
            false => self.condition(&parent.columns, 0),
        };
        let says = [self.chance(1, 2), self.chance(1, 2)];
        let mut created = heir.clone();
        if says[0] && !column.is_generated {
            let options = self.own_options(&column, &parent.columns);
            heir.columns[own].is_generated = options.ends_with("STORED");
            created.constraints.insert(0, format!("{} {}{options}", column.name, column.ty));
        }
        if says[1] {
            created.constraints.push(format!("CONSTRAINT k CHECK ({check})"));
        }
        let mut other = None;
        if let (true, Some((parents, inherited))) = (has_other, &mut created.parent) {
            *parents += ", o";
            let plain = Column { options: String::new(), ..column.clone() };
            let (name, ty) = ("z".to_owned(), "boolean".to_owned());
            let left = Column { name, ty, kind: Kind::Boolean, ..plain.clone() };
            heir.columns.insert(*inherited, left.clone());
            let keys = heir.keys.iter_mut().flatten();
            keys.for_each(|at| *at += usize::from(*at >= *inherited));
            other = Some(Table {
                name: "o".to_owned(),
                columns: vec![plain, left],
                constraints: vec![format!("CONSTRAINT k CHECK ({check})")],
                has_heirs: true,
                ..Table::default()
            });
            self.features.push("two parents");
        }
        (parent.created, heir.created) = (Some(parent.text()), Some(created.text()));
        let mut said = vec![format!("ADD CONSTRAINT k CHECK ({check})")];
        if self.chance(1, 3) {
            let there = &parent.columns[self.below(parent.columns.len())].name;
            let check = self.condition(&parent.columns, 0);
            said.push(format!("ADD COLUMN IF NOT EXISTS {there} text NOT NULL CHECK ({check})"));
            self.features.push("IF NOT EXISTS");
        }
        if self.chance(1, 3) {
            let check = self.condition(&parent.columns, 0);
            said.push(format!("ADD CHECK ({check}) NO INHERIT"));
            self.features.push("NO INHERIT");
        }
        if !parent.text().contains("PRIMARY KEY") && self.chance(1, 2) {
            let key = &parent.columns[self.below(parent.columns.len())].name;
            said.push(format!("ADD PRIMARY KEY ({key})"));
            self.features.push("a primary key that is added");
        }
        if self.chance(1, 2) {
            said.push("DROP CONSTRAINT k".to_owned());
            self.features.push("a check that is dropped");
        }
        let name = &parent.name;
        let only = |generator: &mut Generator| generator.one_of(&["", "", " ONLY"]);
        for said in said {
            let only = if said.starts_with("ADD CONSTRAINT") { "" } else { only(self) };
            heir.later.push(format!("ALTER TABLE{only} {name} {said}"));
        }
        let at = self.below(parent.columns.len());
        if !(has_other && at == own) && self.chance(1, 2) {
            let new = format!("r{at}");
            let old = std::mem::replace(&mut parent.columns[at].name, new.clone());
            heir.columns[at].name = new.clone();
            heir.later.push(format!("ALTER TABLE {name} RENAME COLUMN {old} TO {new}"));
            self.features.push("a column that is renamed");
        }
        let mut is_left = true;
        let is_said = says[0] && !column.is_generated;
        if parent.columns.len() > 1 && self.chance(1, 2) {
            let gone = if self.chance(2, 3) { own } else { self.below(parent.columns.len()) };
            let only = only(self);
            let column = parent.columns.remove(gone);
            heir.later.push(format!("ALTER TABLE{only} {name} DROP COLUMN {}", column.name));
            let is_own = gone == own && (is_said || has_other);
            if only.is_empty() && !is_own {
                heir.columns.remove(gone);
            }
            is_left = gone != own || !only.is_empty();
            self.features.push("a column that is dropped");
        }
        if let Some(other) = &mut other {
            let [first, second] = [only(self), only(self)];
            if self.chance(1, 2) {
                heir.later.push(format!("ALTER TABLE{first} o DROP CONSTRAINT k"));
            }
            if self.chance(1, 2) {
                other.created = Some(other.text());
                other.columns.remove(0);
                heir.later.push(format!("ALTER TABLE{second} o DROP COLUMN {}", column.name));
                if second.is_empty() && !is_left && !is_said {
                    heir.columns.retain(|of| of.name != column.name);
                }
            }
        }
        other
    }

    /// What an heir says of a column that it inherits.
    fn own_options(&mut self, column: &Column, columns: &[Column]) -> String {
        if !["integer", "bigint"].contains(&column.ty.as_str()) {
            return String::new();
        }
        let others = columns.iter().filter(|of| of.name != column.name && !of.is_generated);
        let numbers: Vec<&Column> = others.filter(|of| of.kind == Kind::Integer).collect();
        match self.below(2) {
            0 => {
                self.features.push("an heir's identity");
                " GENERATED ALWAYS AS IDENTITY".to_owned()
            }
            1 if !numbers.is_empty() => {
                let of = numbers[self.below(numbers.len())].clone();
                self.features.push("an heir's computed column");
                format!(" GENERATED ALWAYS AS ({}) STORED", self.number(&[of], 0))
            }
            _ => String::new(),
        }
    }

    /// Parts one of the tables, perhaps.
    pub(super) fn parted(&mut self, tables: &mut [Table]) {
        if !self.chance(2, 5) {
            return;
        }
        let at = self.below(tables.len());
        if tables[at].has_heirs || tables[at].parent.is_some() {
            return;
        }
        let table = tables[at].clone();
        let is_free = |of: &usize| {
            !table.columns[*of].is_generated && table.keys.iter().all(|key| key.contains(of))
        };
        let free: Vec<usize> = (0..table.columns.len()).filter(is_free).collect();
        if free.is_empty() {
            return;
        }
        let column = table.columns[free[self.below(free.len())]].clone();
        let (method, bounds) = self.bounds(&column);
        tables[at].tail = format!(" PARTITION BY {method} ({})", column.name);
        self.features.push("PARTITION BY");
        for (number, bound) in bounds.iter().enumerate() {
            let part = format!("{}_p{number}", table.name);
            let bound = match bound.as_str() {
                "DEFAULT" => "DEFAULT".to_owned(),
                bound => format!("FOR VALUES {bound}"),
            };
            let made = self.part(&table, &part, &bound);
            tables[at].parts.extend(made);
            if self.chance(1, 4) {
                let own = self.one(&table);
                let index = format!("CREATE UNIQUE INDEX {part}_i ON {part} ({})", own.name);
                tables[at].later.push(index);
                self.features.push("a key of a part");
            }
            if self.chance(1, 3) {
                self.reference_of_part(tables, at, &part);
            }
        }
    }

    fn part(&mut self, table: &Table, part: &str, bound: &str) -> Vec<String> {
        let name = &table.name;
        if self.chance(1, 3) {
            self.features.push("ATTACH PARTITION");
            let own = Table { name: part.to_owned(), ..table.clone() };
            let attached = format!("ALTER TABLE {name} ATTACH PARTITION {part} {bound}");
            return vec![own.text(), attached];
        }
        let own = self.one(table);
        let demand = match self.below(5) {
            0 => format!(" ({} NOT NULL)", own.name),
            1 | 2 => format!(" (CHECK ({}))", self.condition(&[own], 0)),
            _ => String::new(),
        };
        if !demand.is_empty() {
            self.features.push("a check of a part");
        }
        vec![format!("CREATE TABLE {part} PARTITION OF {name}{demand} {bound}")]
    }

    fn one(&mut self, table: &Table) -> Column {
        table.columns[self.below(table.columns.len())].clone()
    }

    /// A foreign key of a part alone.
    fn reference_of_part(&mut self, tables: &mut [Table], at: usize, part: &str) {
        let to = tables[self.below(tables.len())].clone();
        let Some([key]) = to.keys.first().map(Vec::as_slice) else { return };
        let target = &to.columns[*key];
        let own = tables[at].columns.iter().find(|own| own.ty == target.ty && !own.is_generated);
        let Some(own) = own else { return };
        let (own, target) = (&own.name, &target.name);
        let said = format!("FOREIGN KEY ({own}) REFERENCES {}({target})", to.name);
        tables[at].later.push(format!("ALTER TABLE {part} ADD {said}"));
        self.features.push("a foreign key of a part");
    }

    fn bounds(&mut self, column: &Column) -> (&'static str, Vec<String>) {
        let (method, choices): (&str, &[&[&str]]) = match (column.kind, self.below(8)) {
            (_, 0) => {
                ("HASH", &[&["WITH (MODULUS 2, REMAINDER 0)", "WITH (MODULUS 2, REMAINDER 1)"]])
            }
            (Kind::Integer, 1..5) => (
                "RANGE",
                &[
                    &["FROM (MINVALUE) TO (1)", "FROM (1) TO (MAXVALUE)"],
                    &["FROM (0) TO (1)", "DEFAULT"],
                    &["FROM (1) TO (5)", "FROM (-3) TO (1)"],
                    &["FROM (1) TO (2)"],
                ],
            ),
            (Kind::Integer, _) => (
                "LIST",
                &[
                    &["IN (0)", "IN (1, NULL)"],
                    &["IN (1, 2)", "DEFAULT"],
                    &["IN (NULL)", "IN (0, 1)"],
                ],
            ),
            (Kind::Text, _) => (
                "LIST",
                &[&["IN ('a')", "IN ('A', NULL)"], &["IN ('a')", "DEFAULT"], &["IN ('A')"]],
            ),
            (Kind::Boolean, _) => ("LIST", &[&["IN (true)", "IN (false, NULL)"], &["IN (false)"]]),
            (Kind::Date, _) => (
                "RANGE",
                &[
                    &["FROM ('2024-01-02') TO (MAXVALUE)"],
                    &["FROM (MINVALUE) TO ('2024-01-02')", "DEFAULT"],
                ],
            ),
            (Kind::Mood, _) => ("LIST", &[&["IN ('sad')"], &["IN ('ok', NULL)", "DEFAULT"]]),
        };
        let bounds = choices[self.below(choices.len())];
        (method, bounds.iter().map(|bound| (*bound).to_owned()).collect())
    }
}
