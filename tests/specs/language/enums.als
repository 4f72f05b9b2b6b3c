-- Enumerations: one atom for each name, in order.

enum Day { Mon, Tue, Wed }
sig Plan { days: set Day }

run atoms { Day = Mon + Tue + Wed  #Day = 3  one Mon  disj[Mon, Tue, Wed] } for 0 expect = 1
run rigid {} for 0 but exactly 1 Plan expect 8
-- An ordering is opened: its names are known without an alias.
run order {
  first = Mon and last = Wed
  Mon.next = Tue and Tue.next = Wed and no Wed.next
  Tue.prev = Mon
  Mon.nexts = Tue + Wed and Wed.prevs = Mon + Tue
  lt[Mon, Tue] and lte[Tue, Tue] and gt[Wed, Mon] and gte[Wed, Wed]
  max[Mon + Tue] = Tue and min[Tue + Wed] = Tue
} for 0 expect = 1
-- The scope does not touch them.
run scope { #Day = 3 } for 1 expect 9 // no plan, or one with any of 8 sets
private enum Hidden { On, Off }
run private_enum { On + Off = Hidden and Off = On.(Hidden <: next) } for 0 expect = 1
