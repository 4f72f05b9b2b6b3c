-- The schema of pairs.sql.
CREATE TABLE dept (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    boss INTEGER
);

CREATE TABLE emp (
    id INTEGER PRIMARY KEY,
    dept INTEGER REFERENCES dept (id),
    name TEXT,
    pay INTEGER,
    chief INTEGER REFERENCES emp (id)
);
