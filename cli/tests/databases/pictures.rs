//! Pictures of databases, beside what the engine holds.
//!
//! The witness loads the statements that the program writes, and asks SQLite for each cell and for each foreign key without a
//! NULL. Of a picture it reads the texts of cells and counts the arrows.

use rusqlite::Connection;

use crate::generator::{Generator, Tongue};
use crate::{Suite, korrel, path, text};

/// If it failed, a value would be missing in a picture, would stand there twice, or as the name of an atom; or a reference would
/// have no arrow.
#[test]
fn each_value_stands_in_a_picture_once_and_each_reference_is_an_arrow() {
    let suite = Suite::new(Tongue::Sqlite);
    let mut generator = Generator::new(5, suite.tongue);
    let (mut drawn, mut cells, mut arrows) = (0, 0, 0);
    // Some schemas have few references.
    while drawn < 30 || arrows <= 400 {
        let schema = generator.schema();
        let connection = Connection::open_in_memory().expect("there is memory");
        let schema_text: String = schema.statements.iter().map(|one| format!("{one};\n")).collect();
        if connection.execute_batch(&schema_text).is_err() {
            continue;
        }
        let Some(spec) = suite.spec(&schema) else { continue };
        let file = suite.folder.join("drawn.als");
        std::fs::write(&file, &spec).expect("the file can be written");
        let written = |format: &str| {
            let words = ["find", path(&file), "-n", "40", "--format", format];
            text(&korrel(&words).stdout)
        };
        let (script, pictures) = (written("sql"), written("svg"));
        let scripts: Vec<&str> = script.split("-- database ").skip(1).collect();
        let pictures: Vec<&str> = match scripts.len() {
            1 => vec![&pictures],
            _ => pictures.split("class=\"title\"").skip(1).collect(),
        };
        assert_eq!(scripts.len(), pictures.len(), "{schema_text}");
        for (script, picture) in scripts.iter().zip(&pictures) {
            let statements = script.split_once('\n').map_or("", |(_, rest)| rest);
            let held = Held::of(&connection, statements);
            assert_eq!(shown(picture), held.cells, "{schema_text}\n{statements}");
            let links = picture.matches("<g class=\"link ").count();
            assert_eq!(links, held.references, "{schema_text}\n{statements}");
            cells += held.cells.len();
            arrows += links;
        }
        drawn += 1;
    }
    assert!(cells > 2000, "{cells} cells, {arrows} arrows");
}

/// The texts of the cells, in order.
fn shown(picture: &str) -> Vec<String> {
    let texts = picture.split("<text class=\"").skip(1);
    let cells = texts.filter(|text| text.starts_with("value\"") || text.starts_with("null\""));
    let words = cells.filter_map(|text| text.split_once('>')?.1.split_once('<'));
    let mut all: Vec<String> = words
        .map(|(words, _)| {
            [("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
                .into_iter()
                .fold(words.to_owned(), |words, (code, sign)| words.replace(code, sign))
        })
        .collect();
    all.sort();
    all
}

const TABLES: &str =
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'";

/// What SQLite holds after a script: its cells as literals, in order, and the foreign keys without a NULL.
struct Held {
    cells: Vec<String>,
    references: usize,
}

impl Held {
    fn of(connection: &Connection, script: &str) -> Held {
        connection.execute_batch("PRAGMA foreign_keys = OFF; BEGIN").expect("it is SQL");
        connection.execute_batch(script).expect("the schema takes it");
        let (mut cells, mut references) = (Vec::new(), 0);
        for table in texts(connection, TABLES) {
            // Those that the engine computes are not among them.
            let columns =
                texts(connection, &format!("SELECT name FROM pragma_table_info('{table}')"));
            for column in columns {
                let query = format!("SELECT quote(\"{column}\") FROM \"{table}\"");
                cells.extend(texts(connection, &query));
            }
            let keys = format!(
                "SELECT group_concat('\"' || \"from\" || '\" IS NOT NULL', ' AND ') \
                 FROM pragma_foreign_key_list('{table}') GROUP BY id"
            );
            for key in texts(connection, &keys) {
                let query = format!("SELECT 'row' FROM \"{table}\" WHERE {key}");
                references += texts(connection, &query).len();
            }
        }
        connection.execute_batch("ROLLBACK").expect("a transaction is open");
        cells.sort();
        Held { cells, references }
    }
}

fn texts(connection: &Connection, query: &str) -> Vec<String> {
    let mut statement = connection.prepare(query).expect("it is SQL");
    let rows = statement.query_map([], |row| row.get(0)).expect("it has no parameters");
    rows.collect::<Result<_, _>>().expect("they are texts")
}
