-- Relational schemas: tables, their columns, and foreign keys.
--
-- Codd 1970: a table has a primary key; a foreign key refers to another table's, or its own, and
-- has its type. A key is one column here.
--
--   korrel find specs/relational_schema.als
--   korrel find specs/relational_schema.als creatable_3
--
-- Counts, one of each isomorphism class, by brute force: every choice of columns, keys, types and
-- references tested by a program of its own, modulo renaming of tables and columns. `expect N`
-- counts instances, an extension of Korrel's.

enum Type { INTEGER, TEXT }

sig Table { columns: disj set Column, key: Column }
sig Column { type: Type, references: lone Table }

fun depends: Table -> Table { columns.references }

pred schema[] {
  Column = Table.columns
  all t: Table | t.key in t.columns
  all c: Column | some c.references implies c.type = c.references.key.type
}

-- The tables can be created in some order, each after those that it refers to.
pred creatable[] {
  schema
  no t: Table | t in t.^(depends - iden)
}

run schema for exactly 1 Table, exactly 2 Column expect 12
two_tables:   run schema for exactly 2 Table, exactly 3 Column expect 104
four_columns: run schema for exactly 2 Table, exactly 4 Column expect 480
three_tables: run schema for exactly 3 Table, exactly 3 Column expect 56
creatable_2:  run creatable for exactly 2 Table, exactly 3 Column expect 92
creatable_3:  run creatable for exactly 3 Table, exactly 3 Column expect 44
check some_first {
  creatable and some Table implies some t: Table | t.depends in t
} for 3 Table, 4 Column
