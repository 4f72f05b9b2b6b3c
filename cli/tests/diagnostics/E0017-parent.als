sig Node {}
sig Marked in Node {}
sig Special extends Marked {}
run {}
