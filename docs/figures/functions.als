-- Two nodes, each of which leads to one at the most: what "How it works" draws.
sig Node { next: lone Node }

run {} for exactly 2 Node expect 6
