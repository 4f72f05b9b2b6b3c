sig A { f: one B }
sig B {}
check distinct { all a, b: A | a.f != b.f } for 2
