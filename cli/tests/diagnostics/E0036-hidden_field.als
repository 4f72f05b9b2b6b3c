sig Interval { low, high: one Int }
pred within[i: Interval, low: Int] { i.low >= low }
run within for 2 but 3 Int
