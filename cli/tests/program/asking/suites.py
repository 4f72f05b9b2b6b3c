"""Each mutant of a query that is said to be killed returns something else, in Python's own sqlite3."""

import collections
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

KORREL, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
SCHEMA = FOLDER / "schema.sql"


def queries():
    """Every query of the pairs, but for those of which a change never ends."""
    lines = (FOLDER / "pairs.sql").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("--") and "RECURSIVE" not in line]


def filled(database):
    connection = sqlite3.connect(":memory:")
    connection.executescript(SCHEMA.read_text())
    connection.execute("PRAGMA foreign_keys = ON")
    with connection:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        for table in database:
            columns = ", ".join(table["columns"])
            marks = ", ".join("?" for _ in table["columns"])
            statement = f"INSERT INTO {table['table']} ({columns}) VALUES ({marks})"
            connection.executemany(statement, table["rows"])
    return connection


def returned(connection, query):
    try:
        return [tuple(row) for row in connection.execute(query)]
    except sqlite3.Error as error:
        return str(error)


def differ(of, one, another):
    if isinstance(one, str) or isinstance(another, str):
        return isinstance(one, str) != isinstance(another, str)
    if collections.Counter(one) != collections.Counter(another):
        return True
    return of in ("order", "limit") and one != another


def main():
    killed = 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "query.sql")
        for query in queries():
            file.write_text(query)
            words = [KORREL, "sql", "mutants", str(SCHEMA), str(file), "--format", "json"]
            run = subprocess.run(words, capture_output=True, text=True, check=True)
            *databases, whole = map(json.loads, run.stdout.splitlines())
            assert whole["status"] == "complete", query
            met = set()
            for database in databases:
                connection = filled(database["database"])
                own = returned(connection, query)
                said = database["results"][0].get("rows")
                assert said is None or collections.Counter(map(tuple, said)) == collections.Counter(own), (query, said, own)
                for at in database["meets"]:
                    goal = whole["goals"][at]
                    other = returned(connection, goal["query"])
                    assert differ(goal["of"], own, other), (query, goal, database)
                met |= set(database["meets"])
                connection.close()
            wanted = {goal["id"] for goal in whole["goals"] if goal["state"] == "met"}
            assert met == wanted, (query, wanted ^ met)
            killed += len(met)
    assert killed > 1000, killed
    print(killed, "mutants are killed")


main()
