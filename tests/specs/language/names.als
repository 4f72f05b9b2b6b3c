-- Letters of any script, digits, `_` and quotes are parts of names; comments and blanks are not.

sig Größe { größer: lone Größe }	-- a tab, a comment to the end of the line
sig Узел_2 { αβ: set Узел_2 } // another
sig In_, inn, somewhat, allx, nothing {} /* a long one, "in which" nothing ends -- */
sig List" { next": lone List" }

run unicode { all x: Größe | x in x.größer } for 0 but exactly 1 Größe expect = 1
run digits { some αβ } for 0 but exactly 1 Узел_2 expect = 1
run quotes { no next" } for 0 but exactly 2 List" expect = 1
-- A keyword may begin a name, and sigs and fields may be called as functions of opened modules are.
run keywords { some inn } for 0 but 1 In_, 1 inn, 1 somewhat, 1 allx, 1 nothing expect 16
run keyword_then_name { no inn no somewhat some allx } for 0 but 1 inn, 1 somewhat, 1 allx expect = 1
/* /* does not nest */
run strings { "größer → /* -- */" = String } for 0 expect = 1
run{no univ-Int-String}for 0 expect = 1--without blanks
