sig Person { job: Job?, boss: lone Person }
sig Job {}
run {} for 2
