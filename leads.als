sig N { next: lone N } pred leads[a, b: N] { a = b or (some c: a.next | leads[c, b]) } check { all a, b: N | leads[a, b] iff b in a.*next } for 3
