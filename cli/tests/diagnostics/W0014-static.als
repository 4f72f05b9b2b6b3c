var sig Message { to: one Host }
sig Urgent in Message {}
sig Host {}
run { eventually no Message }
