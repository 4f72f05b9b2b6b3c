-- Subset sigs with fields of their own, of one sig and of several, and a subset that is of no object.
abstract sig Object {}
sig Dir extends Object { entries: set Object }
sig File extends Object {}
sig User {}
sig Open in File { by: lone User }
sig Marked in Dir + File { mark: Int }
enum Heat { HOT, COLD }
sig Warm in Heat { degree: set Int }
pred p [o: Object, few: set Object] { lone entries  lone degree  lone few }
run p for 2 but 1 Dir, 0..1 Int, 1 User
