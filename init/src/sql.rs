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
use sqlparser::tokenizer::{Token, Tokenizer};

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
    for (at, text) in files.iter().enumerate() {
        statements.extend(parsed(text).map_err(|why| (at, why))?);
    }
    let mut reader = TableReader::default();
    reader.later_keys(&statements);
    statements.iter().for_each(|statement| reader.statement(statement));
    Ok(reader.sketch)
}

/// The statements about tables and types. Dialects are tried in turn. What else stands in a dump (functions, grants, data) has
/// forms that no parser knows all of, so it need not be read.
fn parsed(text: &str) -> Result<Vec<Statement>, String> {
    let text = without_commands(text);
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
            Ok(statements) => return Ok(statements),
            Err(why) => mistake = mistake.or(Some(why)),
        }
    }
    Err(mistake.unwrap_or_default())
}

fn parsed_as(dialect: &dyn Dialect, text: &str) -> Result<Vec<Statement>, String> {
    let tokens = Tokenizer::new(dialect, text).tokenize_with_location();
    let tokens = tokens.map_err(|why| why.to_string())?;
    let mut statements = Vec::new();
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
            _ => {}
        }
    }
    Ok(statements)
}

/// A text without the lines that are for `psql` (`\restrict`) and without the data after `COPY … FROM stdin;`. Lines keep
/// their numbers.
fn without_commands(text: &str) -> String {
    let mut is_data = false;
    let mut lines = String::new();
    for line in text.lines() {
        let is_command = line.starts_with('\\');
        if !is_command && !is_data {
            lines += line;
            is_data = line.starts_with("COPY ") && line.trim_end().ends_with("FROM stdin;");
        } else if is_command {
            is_data = false;
        }
        lines.push('\n');
    }
    lines
}

#[derive(Default)]
struct TableReader {
    sketch: Sketch,
    /// The tables that columns refer to, by table and column: keys that are added after the table.
    keys: BTreeMap<(String, String), String>,
}

impl TableReader {
    fn later_keys(&mut self, statements: &[Statement]) {
        for statement in statements {
            let Statement::AlterTable(alter) = statement else { continue };
            for operation in &alter.operations {
                if let AlterTableOperation::AddConstraint { constraint, .. } = operation {
                    self.key(&last(&alter.name), constraint);
                }
            }
        }
    }

    /// Takes down that a column refers to another table; keys of several columns are left as they are.
    fn key(&mut self, table: &str, constraint: &TableConstraint) {
        if let TableConstraint::ForeignKey(key) = constraint
            && let [column] = key.columns.as_slice()
        {
            let place = (table.to_owned(), column.value.clone());
            self.keys.insert(place, last(&key.foreign_table));
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
            _ => {}
        }
    }

    fn table(&mut self, table: &CreateTable) {
        let name = last(&table.name);
        let (mut primary, mut notes): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for constraint in &table.constraints {
            self.key(&name, constraint);
            match constraint {
                TableConstraint::PrimaryKey(key) => {
                    primary.extend(key.columns.iter().map(|column| column.column.expr.to_string()));
                }
                TableConstraint::Unique(_) | TableConstraint::Check(_) => {
                    notes.push(format!("not said here: {constraint}"));
                }
                _ => {}
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
