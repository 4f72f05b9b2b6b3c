sig P {} var sig Left in P {} pred take[p: P] { p in Left and Left' = Left - p } fact { Left = P } fact { always some p: P | take[p] } run {} for exactly 2 P, 5 steps
