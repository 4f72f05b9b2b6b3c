-- Maps with keys of each kind.
enum Unit { METRE, SECOND }
sig Table { rows: Key -> lone Entry, sizes: Int -> lone Int, units: Unit -> one Key, of: Entry -> lone Unit }
sig Key {}
sig Entry { key: Key, value: lone Int }
run { some Table.rows  lone sizes } for 2 but exactly 1 Table, 1 Entry, -1..1 Int
