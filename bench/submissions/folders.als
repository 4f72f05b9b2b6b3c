-- An exercise in the kind of Alloy4Fun, written anew: folders are a tree below a root, and what is in the bin is there with all
-- that lies in it; the root is not. `wanted` is the answer.
sig Folder { holds: set Folder }
one sig Root extends Folder {}
sig Bin in Folder {}

pred wanted { Folder = Root.*holds and no holds.Root and (all f: Folder | lone holds.f) and Bin.holds in Bin and Root not in Bin }
pred a { Folder in Root.*holds and (all f: Folder - Root | one holds.f) and no holds.Root and Bin.^holds in Bin and no Root & Bin }
pred b { Folder = Root.^holds + Root and (all f: Folder | lone holds.f) and Bin.holds in Bin and Root not in Bin }
pred c { (no f: Folder | f in f.^holds) and (all f: Folder | lone holds.f) and Bin.holds in Bin and Root not in Bin }
pred d { Folder = Root.*holds and (no f: Folder | f in f.^holds) and Bin.holds in Bin and Root not in Bin }
pred e { Folder = Root.*holds and no holds.Root and (all f: Folder | lone f.holds) and Bin.holds in Bin and Root not in Bin }
pred f { Folder = Root.*holds and no holds.Root and (all f: Folder | lone holds.f) and holds.Bin in Bin and Root not in Bin }
pred g { Folder = Root.*holds and no holds.Root and (all f: Folder | lone holds.f) and Bin.holds = Bin and Root not in Bin }
pred h { Folder = Root.*holds and (no f: Folder | f in f.^holds) and (all f: Folder | lone holds.f) and all f: Bin | f.holds in Bin and f != Root }
pred i { Root.holds = Folder and no holds.Root and Bin.holds in Bin and Root not in Bin }
run {} for 3
