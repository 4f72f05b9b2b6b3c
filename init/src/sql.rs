//! Tables of SQL schemas: `CREATE TABLE`, and the keys that are added later.

use std::collections::BTreeMap;

use sqlparser::ast::{
    AlterTableOperation, ColumnDef, ColumnOption, CreateTable, DataType, ObjectName, Statement,
    TableConstraint, UserDefinedTypeRepresentation,
};
use sqlparser::dialect::{
    Dialect, GenericDialect, MsSqlDialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect,
};
use sqlparser::keywords::Keyword;
use sqlparser::parser::Parser;
use sqlparser::tokenizer::{Token, TokenWithSpan, Tokenizer};

use crate::notes::joined;
use crate::sketch::{EnumSketch, FieldSketch, SigSketch, Sketch, SourceType};
use crate::spec::capital;

/// A spec of the tables of SQL files, in any of the usual dialects. A row is an object: a column that refers to another
/// table holds one of its rows, and a number that only tells rows apart is left out.
///
/// # Errors
/// The place of the first file that no dialect reads, and why.
pub fn sql(files: &[String]) -> Result<Sketch, (usize, String)> {
    let mut statements = Vec::new();
    let mut reader = TableReader::default();
    for (at, text) in files.iter().enumerate() {
        let read = parsed(text).map_err(|why| (at, why))?;
        statements.extend(read.statements);
        reader.sketch.unread.extend(read.unread);
    }
    reader.alterations(&mut statements);
    statements.iter().for_each(|statement| reader.statement(statement));
    Ok(reader.sketch)
}

/// The statements about tables and types, and what others there are.
struct SqlText {
    statements: Vec<Statement>,
    unread: Vec<String>,
}

/// The statements about tables and types. Dialects are tried in turn. What else stands in a dump (functions,
/// grants, data) has forms that no parser knows all of, so it need not be read.
fn parsed(text: &str) -> Result<SqlText, String> {
    let (text, copies) = without_commands(text);
    let dialects: [&dyn Dialect; 5] = [
        &GenericDialect {},
        &PostgreSqlDialect {},
        &MySqlDialect {},
        &SQLiteDialect {},
        &MsSqlDialect {},
    ];
    let mut mistake = None;
    for dialect in dialects {
        match parsed_as(dialect, &text) {
            Ok(mut read) => {
                read.unread.extend(vec!["COPY".to_owned(); copies]);
                return Ok(read);
            }
            Err(why) => mistake = mistake.or(Some(why)),
        }
    }
    Err(mistake.unwrap_or_default())
}

fn parsed_as(dialect: &dyn Dialect, text: &str) -> Result<SqlText, String> {
    let tokens = Tokenizer::new(dialect, text).tokenize_with_location();
    let tokens = tokens.map_err(|why| why.to_string())?;
    let (mut statements, mut unread) = (Vec::new(), Vec::new());
    for part in tokens.split(|token| token.token == Token::SemiColon) {
        let words = part.iter().filter_map(|token| match &token.token {
            Token::Word(word) => Some(word.keyword),
            _ => None,
        });
        let words: Vec<Keyword> = words.take(4).collect();
        let is_wanted = matches!(words.first(), Some(Keyword::CREATE | Keyword::ALTER))
            && words.iter().any(|word| matches!(word, Keyword::TABLE | Keyword::TYPE));
        let mut parser = Parser::new(dialect).with_tokens_with_locations(part.to_vec());
        match parser.parse_statement() {
            Ok(statement) if is_wanted => statements.push(statement),
            // Types of other kinds than enums have forms of their own.
            Err(why) if words.starts_with(&[Keyword::CREATE, Keyword::TABLE]) => {
                return Err(why.to_string());
            }
            _ => unread.extend(named(part)),
        }
    }
    Ok(SqlText { statements, unread })
}

/// What a statement is called: `CREATE VIEW`, `INSERT`. Statements that only set something up are passed
/// over in silence.
fn named(part: &[TokenWithSpan]) -> Option<String> {
    const PASSED: [&str; 10] =
        ["SET", "USE", "BEGIN", "COMMIT", "START", "PRAGMA", "SELECT", "LOCK", "UNLOCK", "PRINT"];
    let words = part.iter().filter_map(|token| match &token.token {
        Token::Word(word) => Some(word.value.to_ascii_uppercase()),
        _ => None,
    });
    let words: Vec<String> = words.take(4).collect();
    let first = words.first().filter(|first| !PASSED.contains(&first.as_str()))?;
    let kind = match first.as_str() {
        "CREATE" | "ALTER" | "DROP" => words.iter().skip(1).find(|word| {
            !matches!(
                word.as_str(),
                "OR" | "REPLACE" | "UNIQUE" | "TEMPORARY" | "MATERIALIZED" | "DEFINER"
            )
        }),
        _ => None,
    };
    Some(kind.map_or_else(|| first.clone(), |kind| format!("{first} {kind}")))
}

/// A text without the lines that are for `psql` (`\restrict`) and without each `COPY … FROM stdin;` and its data, which
/// end with a line `\.`, and the number of these. A line `GO`, which parts statements for SQL Server's programs,
/// becomes a `;`. Lines keep their numbers.
fn without_commands(text: &str) -> (String, usize) {
    let (mut is_data, mut copies) = (false, 0);
    let mut lines = String::new();
    for line in text.lines() {
        let words: Vec<String> = line.split_whitespace().map(str::to_ascii_uppercase).collect();
        if is_data {
            is_data = line.trim_end() != "\\.";
        } else if is_copy(&words) {
            is_data = true;
            copies += 1;
        } else if matches!(&words[..], [go] | [go, _] if go.trim_end_matches(';') == "GO") {
            lines.push(';');
        } else if !line.starts_with('\\') {
            lines += line;
        }
        lines.push('\n');
    }
    (lines, copies)
}

/// `COPY t (a, b) FROM stdin;`
fn is_copy(words: &[String]) -> bool {
    let from = words.iter().position(|word| word == "FROM");
    let source = from.and_then(|at| words.get(at + 1));
    words.first().is_some_and(|word| word == "COPY")
        && source.is_some_and(|source| source.trim_end_matches(';') == "STDIN")
        && words.last().is_some_and(|last| last.ends_with(';'))
}

#[derive(Default)]
struct TableReader {
    sketch: Sketch,
    /// The tables that columns refer to, by table and column.
    keys: BTreeMap<(String, String), String>,
}

impl TableReader {
    /// Puts later additions to tables where the tables are declared.
    fn alterations(&mut self, statements: &mut Vec<Statement>) {
        let (altered, mut rest): (Vec<Statement>, Vec<Statement>) = std::mem::take(statements)
            .into_iter()
            .partition(|statement| matches!(statement, Statement::AlterTable(_)));
        for statement in altered {
            let Statement::AlterTable(alter) = statement else { continue };
            let name = last(&alter.name);
            let mut table = rest.iter_mut().find_map(|statement| match statement {
                Statement::CreateTable(table) if last(&table.name) == name => Some(table),
                _ => None,
            });
            for operation in alter.operations {
                match (operation, &mut table) {
                    (AlterTableOperation::AddConstraint { constraint, .. }, Some(table)) => {
                        table.constraints.push(constraint);
                    }
                    (AlterTableOperation::AddColumn { column_def, .. }, Some(table)) => {
                        table.columns.push(column_def);
                    }
                    (AlterTableOperation::OwnerTo { .. }, _) => {}
                    (operation, _) => {
                        self.sketch.unread.push(format!("ALTER TABLE {name} {operation}"));
                    }
                }
            }
        }
        *statements = rest;
    }

    /// Takes down that a column refers to another table. False for a key of several columns, and for a column that
    /// is no key.
    fn key(&mut self, table: &str, constraint: &TableConstraint) -> bool {
        match constraint {
            TableConstraint::ForeignKey(key) if key.columns.len() == 1 => {
                let place = (table.to_owned(), key.columns[0].value.clone());
                self.keys.insert(place, last(&key.foreign_table));
                true
            }
            _ => false,
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::CreateTable(table) => self.table(table),
            Statement::CreateType {
                name,
                representation: Some(UserDefinedTypeRepresentation::Enum { labels }),
            } => {
                let values = labels.iter().map(|label| label.value.clone()).collect();
                let name = last(name);
                self.sketch.enums.push(EnumSketch { name, values, note: String::new() });
            }
            Statement::CreateType { name, .. } => {
                self.sketch.unread.push(format!("CREATE TYPE {}", last(name)));
            }
            _ => {}
        }
    }

    fn table(&mut self, table: &CreateTable) {
        let name = last(&table.name);
        let (mut primary, mut notes): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for constraint in &table.constraints {
            if self.key(&name, constraint) {
                continue;
            }
            match constraint {
                TableConstraint::PrimaryKey(key) => {
                    primary.extend(key.columns.iter().map(|column| column.column.expr.to_string()));
                }
                TableConstraint::Index(_) | TableConstraint::FulltextOrSpatial(_) => {}
                _ => notes.push(format!("not said here: {constraint}")),
            }
        }
        let mut fields = Vec::new();
        for column in &table.columns {
            let is_primary = primary == [column.name.to_string()]
                || column.options.iter().any(|o| matches!(o.option, ColumnOption::PrimaryKey(_)));
            let field = self.column(
                &name,
                column,
                is_primary || primary.contains(&column.name.to_string()),
            );
            let is_number = matches!(field.ty, SourceType::Int);
            if is_primary && is_number {
                notes
                    .push(format!("`{}` is left out: it only tells rows apart", column.name.value));
                continue;
            }
            fields.push(field);
        }
        self.sketch.sigs.push(SigSketch {
            name,
            fields,
            note: joined(&notes),
            ..SigSketch::default()
        });
    }

    fn column(&mut self, table: &str, column: &ColumnDef, is_primary: bool) -> FieldSketch {
        let name = column.name.value.clone();
        let mut target = self.keys.get(&(table.to_owned(), name.clone())).cloned();
        let (mut is_there, mut notes) = (is_primary, Vec::new());
        for option in &column.options {
            match &option.option {
                ColumnOption::NotNull => is_there = true,
                ColumnOption::ForeignKey(key) => target = Some(last(&key.foreign_table)),
                ColumnOption::Unique(_) | ColumnOption::Check(_) => {
                    notes.push(format!("not said here: {}", option.option));
                }
                _ => {}
            }
        }
        let ty = match target {
            Some(target) => SourceType::Named(target),
            None => self.ty(table, &name, &column.data_type),
        };
        let is_serial = column.data_type.to_string().to_ascii_uppercase().contains("SERIAL");
        let ty = if is_there || is_serial { ty } else { ty.optional() };
        FieldSketch { name, ty, note: joined(&notes) }
    }

    fn ty(&mut self, table: &str, column: &str, ty: &DataType) -> SourceType {
        match ty {
            DataType::Enum(members, _) => {
                let values = members.iter().map(|member| match member {
                    sqlparser::ast::EnumMember::Name(name)
                    | sqlparser::ast::EnumMember::NamedValue(name, _) => name.clone(),
                });
                let name = capital(&format!("{table}_{column}"));
                let values = values.collect();
                self.sketch.enums.push(EnumSketch {
                    name: name.clone(),
                    values,
                    note: String::new(),
                });
                SourceType::Named(name)
            }
            DataType::Array(of) => {
                use sqlparser::ast::ArrayElemTypeDef as Of;
                let of = match of {
                    Of::AngleBracket(of)
                    | Of::SquareBracket(of, _)
                    | Of::Parenthesis(of)
                    | Of::ParenthesisNotNull(of)
                    | Of::Qualified(of, _) => self.ty(table, column, of),
                    Of::None => SourceType::Any,
                };
                SourceType::Sequence(Box::new(of))
            }
            DataType::Custom(name, _) if self.is_enum(&last(name)) => SourceType::Named(last(name)),
            other => by_name(&other.to_string().to_ascii_uppercase()),
        }
    }

    fn is_enum(&self, name: &str) -> bool {
        self.sketch.enums.iter().any(|of| of.name == name)
    }
}

/// Types by the beginnings of their names, for each dialect has others.
fn by_name(name: &str) -> SourceType {
    let begins = |words: &[&str]| words.iter().any(|word| name.starts_with(word));
    if begins(&["BOOL"]) || name == "BIT" || name == "BIT(1)" || name == "TINYINT(1)" {
        SourceType::Bool
    } else if begins(&["INTERVAL"]) {
        SourceType::Text
    } else if begins(&[
        "INT",
        "BIGINT",
        "SMALLINT",
        "TINYINT",
        "MEDIUMINT",
        "SERIAL",
        "BIGSERIAL",
        "SMALLSERIAL",
        "UNSIGNED",
        "YEAR",
    ]) {
        SourceType::Int
    } else if begins(&["DEC", "NUMERIC", "FLOAT", "REAL", "DOUBLE", "MONEY", "NUMBER"]) {
        SourceType::Number
    } else if begins(&["JSON", "XML", "VARIANT"]) {
        SourceType::Any
    } else {
        SourceType::Text
    }
}

/// `orders`, of `public.orders`.
fn last(name: &ObjectName) -> String {
    let part = name.0.last().and_then(|part| part.as_ident());
    part.map_or_else(|| name.to_string(), |ident| ident.value.clone())
}
