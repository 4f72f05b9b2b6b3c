sig Node {}
sig Marked in Node {}
run {} for 3 but 2 Marked
