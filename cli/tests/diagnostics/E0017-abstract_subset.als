sig Node {}
abstract sig Marked in Node {}
run {}
