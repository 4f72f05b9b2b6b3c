CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, mentor INTEGER REFERENCES author (id));
CREATE TABLE book (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL UNIQUE,
  author INTEGER NOT NULL REFERENCES author (id)
);
INSERT INTO author VALUES (7, 'not of the database', NULL);
