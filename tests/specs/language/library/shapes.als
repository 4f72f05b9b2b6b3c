-- Opened by modules.als: parameters, private names, a module of its own.
module library/shapes [exactly Item, Color]

open library/inner/marks as m
private open util/ordering[Item] as order

sig Shape { items: set Item, color: one Color }
private sig Secret {}
pred empty { no Shape }
fun least: Item { order/first }
private fun hidden: Item { order/last }
fun greatest: Item { hidden }
let twice[r] = r.r
