CREATE TABLE author (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  mentor INTEGER REFERENCES author (id)
);

CREATE TABLE book (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL UNIQUE,
  author INTEGER NOT NULL REFERENCES author (id),
  pages INTEGER CHECK (pages > 0),
  state TEXT NOT NULL CHECK (state IN ('lent', 'shelved', 'lost'))
);
