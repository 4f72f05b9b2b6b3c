-- Numbers far from each other: heaps of gaps.jsonl.
one sig Tree { root: lone Node }
sig Node { key: Int, left, right: lone Node, counts: Int -> lone Int }
run { lone key } for 2 but 0..1 Int
