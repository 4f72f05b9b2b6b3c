"""Every heap of a user's own classes that a predicate in ordinary code accepts: `pykorrel.all` and `pykorrel.every`.

In reading order: `annotations`, `describe` (what is enumerated, and the bounds), `kinds` (the values that a field may take),
`watched` and `containers` (objects, lists, sets and maps that tell what is read of them), `search`, `filling` (what was
not read), `copies` and `making` (what is handed out), `audit` (predicates whose answer is none), `again` (another process), `records` (heapgraph and keys).
"""
