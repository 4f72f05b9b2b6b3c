sig Person { name: String }
run { some p: Person | p.name = "Ada" }
