CREATE TABLE customer (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    city TEXT
);

CREATE TABLE invoice (
    id INTEGER PRIMARY KEY,
    customer INTEGER REFERENCES customer (id),
    total INTEGER NOT NULL CHECK (total >= 0)
);
