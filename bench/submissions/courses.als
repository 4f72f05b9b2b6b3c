-- An exercise in the kind of Alloy4Fun, written anew: every course has someone who teaches it, nobody teaches a course that
-- he takes, and whoever teaches something takes nothing. `wanted` is the answer; the others are submissions with the
-- mistakes that beginners make.
sig Person { teaches, takes: set Course }
sig Course {}

pred wanted { Course = Person.teaches and no teaches & takes and no takes & (teaches.Course -> Course) }
pred a { all c: Course | some teaches.c and no p: Person | some p.teaches and some p.takes }
pred b { all c: Course | some p: Person | c in p.teaches and c not in p.takes }
pred c { all c: Course | one teaches.c and all p: Person | some p.teaches implies no p.takes }
pred d { all p: Person | some p.teaches and no p.takes }
pred e { Course in Person.teaches and no teaches & takes }
pred f { all p: Person | some p.teaches implies no p.takes }
pred g { all c: Course | some teaches.c
         all p: Person | no p.teaches or no p.takes }
pred h { some Person.teaches and no Person.teaches & Person.takes }
pred i { Course = Person.teaches and no Person.teaches & Person.takes }
run {} for 3
