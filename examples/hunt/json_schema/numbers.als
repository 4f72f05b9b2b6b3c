-- Decimal numbers of one digit, and which are multiples of which, exactly: what `multipleOf` asks.

sig Number { digit, exponent: Int }  -- 3 and -1 are 3e-1, which is 0.3

-- `by` divides a digit and n zeros if what is left of it divides the digit. Each zero cancels a 2 and a 5.
fun cancelled: Int -> Int { 1->1 + 2->1 + 3->3 + 4->2 + 5->1 + 6->3 + 7->7 + 8->4 + 9->9 }
fun left[by: Number, zeros: Int]: Int {
  zeros = 0 => by.digit else zeros = 1 => cancelled[by.digit]
    else zeros = 2 => cancelled[cancelled[by.digit]] else cancelled[cancelled[cancelled[by.digit]]]
}
pred divided_pre[value, by: Number, multiples: set Number] {
  value != by and Number = value + by
  all n: Number | n.digit in 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 and n.exponent in -8 + -3 + -2 + -1 + 0 + 1 + 2 + 15
  multiples = { v: value | let zeros = minus[v.exponent, by.exponent] | zeros >= 0 and rem[v.digit, left[by, zeros]] = 0 }
}
run divided_pre for 2 Number, -8..23 Int expect 5184 // (9·8)²
