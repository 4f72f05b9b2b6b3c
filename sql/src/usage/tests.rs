//! What queries say, in words.

use super::origin::ColumnAt;
use super::*;
use crate::dialect::Dialect;

const SCHEMA: &str = "
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customer, total INTEGER, placed TEXT);
CREATE TABLE item (id INTEGER PRIMARY KEY, sku TEXT, customer_id INTEGER);
CREATE VIEW big (who, sum) AS SELECT o.customer, o.total FROM orders o WHERE o.total > 100;
";

/// `ordered; equal; constants`, each as a list.
fn told(query: &str) -> String {
    let schema = Schema::read(&[SCHEMA.to_owned()], Some(Dialect::Sqlite)).unwrap();
    said(&schema, &usage(&schema, query).unwrap())
}

fn said(schema: &Schema, usage: &QueryUsage) -> String {
    let name = |(table, column): ColumnAt| {
        let table = &schema.tables[table];
        format!("{}.{}", table.name, table.columns[column].name)
    };
    let ordered: Vec<String> = usage.ordered.iter().map(|&column| name(column)).collect();
    let equal: Vec<String> =
        usage.equal.iter().map(|&(a, b)| format!("{}={}", name(a), name(b))).collect();
    let constants: Vec<String> =
        usage.constants.iter().map(|(c, value)| format!("{} {value}", name(*c))).collect();
    [ordered, equal, constants].map(|list| list.join(", ")).join("; ")
}

#[test]
fn equality_alone() {
    assert_eq!(told("SELECT name, count(*) FROM customer GROUP BY name"), "; ; ");
    assert_eq!(told("SELECT DISTINCT city FROM customer WHERE name IS NOT NULL"), "; ; ");
    assert_eq!(
        told("SELECT * FROM customer c JOIN orders o ON c.id = o.customer"),
        "; customer.id=orders.customer; "
    );
    assert_eq!(told("SELECT name FROM customer WHERE city = 'Oslo'"), "; ; customer.city 'Oslo'");
    assert_eq!(
        told("SELECT 1 FROM customer WHERE city IN ('a', 'b') AND name <> 'c'"),
        "; ; customer.name 'c', customer.city 'a', customer.city 'b'"
    );
    assert_eq!(
        told("SELECT name FROM customer WHERE id NOT IN (SELECT customer FROM orders)"),
        "; customer.id=orders.customer; "
    );
    assert_eq!(
        told("SELECT name FROM customer UNION SELECT sku FROM item"),
        "; customer.name=item.sku; "
    );
    assert_eq!(told("SELECT name FROM customer UNION ALL SELECT sku FROM item"), "; ; ");
    assert_eq!(
        told("SELECT coalesce(name, city) x FROM customer GROUP BY 1"),
        "; customer.name=customer.city; "
    );
    assert_eq!(
        told("SELECT count(DISTINCT coalesce(name, 'q')) FROM customer"),
        "; ; customer.name 'q'"
    );
    assert_eq!(told("SELECT * FROM customer JOIN item USING (id)"), "; customer.id=item.id; ");
    assert_eq!(told("SELECT * FROM orders NATURAL JOIN item"), "; orders.id=item.id; ");
}

#[test]
fn more_than_equality() {
    assert_eq!(told("SELECT name FROM customer ORDER BY name"), "customer.name; ; ");
    assert_eq!(told("SELECT name AS n FROM customer ORDER BY n"), "customer.name; ; ");
    assert_eq!(told("SELECT id, name FROM customer ORDER BY 2"), "customer.name; ; ");
    assert_eq!(told("SELECT sum(total) FROM orders"), "orders.total; ; ");
    assert_eq!(
        told("SELECT 1 FROM orders WHERE total > 5"),
        "orders.total; ; orders.total 4, orders.total 5, orders.total 6"
    );
    assert_eq!(
        told("SELECT 1 FROM orders WHERE total BETWEEN 5 AND 6"),
        "orders.total; ; orders.total 4, orders.total 5, orders.total 6, orders.total 7"
    );
    assert_eq!(
        told("SELECT customer FROM orders GROUP BY customer HAVING sum(total) >= 3"),
        "orders.total; ; orders.total 2, orders.total 3, orders.total 4, orders.total 2.5, orders.total 3.5"
    );
    assert_eq!(
        told("SELECT 1 FROM orders WHERE customer = (SELECT count(*) FROM customer)"),
        "orders.customer; ; "
    );
    assert_eq!(
        told("SELECT max(total) OVER (PARTITION BY customer ORDER BY placed) FROM orders"),
        "orders.total, orders.placed; ; "
    );
    assert_eq!(
        told("SELECT a.id FROM orders a JOIN orders b ON a.total < b.placed"),
        "orders.total, orders.placed; orders.total=orders.placed; "
    );
    assert_eq!(
        told("SELECT name FROM customer WHERE name LIKE 'A%'"),
        "customer.name; ; customer.name 'A', customer.name 'Ab', customer.name 'a', customer.name 'xA'"
    );
    assert_eq!(
        told("SELECT 1 FROM customer WHERE name || 'a' = city || 'a'"),
        "customer.name, customer.city; customer.name=customer.city; customer.name '', customer.name 'a', \
         customer.name 'aa', customer.city '', customer.city 'a', customer.city 'aa'"
    );
    assert_eq!(
        told("SELECT upper(name) || city FROM customer"),
        "customer.name, customer.city; ; "
    );
}

#[test]
fn names_from_the_inside_out() {
    // The inner `id` is the item's, and `name` is the customer's.
    assert_eq!(
        told(
            "SELECT 1 FROM customer WHERE EXISTS (SELECT 1 FROM item WHERE id = 7 AND sku = name)"
        ),
        "; customer.name=item.sku; item.id 7"
    );
    assert_eq!(
        told(
            "WITH o AS (SELECT customer AS who, total AS t FROM orders) SELECT 1 FROM o, item WHERE who = customer_id AND t = 3"
        ),
        "; orders.customer=item.customer_id; orders.total 3"
    );
    assert_eq!(
        told("SELECT 1 FROM big WHERE who = 2"),
        "orders.total; ; orders.customer 2, orders.total 99, orders.total 100, orders.total 101"
    );
    assert_eq!(
        told("SELECT 1 FROM (SELECT name FROM customer) AS x (n) WHERE x.n = 'k'"),
        "; ; customer.name 'k'"
    );
    let recursive = "WITH RECURSIVE up (a) AS (SELECT id FROM orders UNION SELECT o.customer FROM orders o JOIN up ON o.id = a) \
                     SELECT a FROM up";
    assert_eq!(told(recursive), "; orders.id=orders.customer; ");
    // What is not known may hold whatever the tables do.
    let unknown = told("SELECT 1 FROM nowhere WHERE city = 'x' AND 1 = nowhere.total");
    assert!(
        unknown.starts_with("customer.id, customer.name, customer.city, orders.id, "),
        "{unknown}"
    );
    assert!(
        unknown.ends_with("item.customer_id; ; customer.city 'x', orders.total 1"),
        "{unknown}"
    );
}

#[test]
fn results_that_are_compared() {
    let schema = Schema::read(&[SCHEMA.to_owned()], Some(Dialect::Sqlite)).unwrap();
    let both = |a: &str, b: &str| {
        let (mut a, b) = (usage(&schema, a).unwrap(), usage(&schema, b).unwrap());
        a.compared_with(&b);
        said(&schema, &a)
    };
    assert_eq!(
        both("SELECT id FROM customer", "SELECT customer FROM orders"),
        "; customer.id=orders.customer; "
    );
    assert_eq!(both("SELECT id FROM customer", "SELECT count(*) FROM orders"), "customer.id; ; ");
    assert_eq!(both("SELECT name FROM customer", "SELECT 'x'"), "; ; customer.name 'x'");
}

#[test]
fn what_is_not_understood() {
    let told = told("SELECT 1 FROM customer PIVOT(count(name) FOR city IN ('a'))");
    assert!(
        told.starts_with("customer.id, customer.name, customer.city, orders.id, orders.customer,"),
        "{told}"
    );
    let schema = Schema::read(&[SCHEMA.to_owned()], Some(Dialect::Sqlite)).unwrap();
    let refused = |text: &str| usage(&schema, text).unwrap_err();
    assert_eq!(
        refused("SELECT 1; SELECT 2"),
        "there are 2 statements in it, and one query is asked for"
    );
    assert_eq!(refused("-- nothing"), "there is no query in it");
    assert_eq!(
        refused("DROP TABLE item"),
        "it begins with DROP, which is neither a query nor a view"
    );
}

/// If it failed, two queries that differ by the numbers of rows alone would be the same.
#[test]
fn the_number_of_a_row_is_its_key() {
    let own = told("SELECT name FROM customer WHERE id > 2");
    for number in ["rowid", "oid", "customer._rowid_", "ROWID"] {
        assert_eq!(told(&format!("SELECT name FROM customer WHERE {number} > 2")), own);
    }
    assert_eq!(
        told("SELECT c.name FROM customer c JOIN orders o ON c.rowid = o.customer"),
        "; customer.id=orders.customer; "
    );
    let text = "CREATE TABLE t (a TEXT PRIMARY KEY, b INT);";
    let schema = Schema::read(&[text.to_owned()], Some(Dialect::Sqlite)).unwrap();
    let usage = usage(&schema, "SELECT b FROM t ORDER BY rowid").unwrap();
    assert_eq!(said(&schema, &usage), "t.a, t.b; ; ", "nobody writes such a number");
}
