-- File systems: directories, files and symbolic links.
--
-- As POSIX has them: a file may have several names (hard links), a directory has one, and a
-- symbolic link leads to anything, itself included, or to nothing any more. Names are taken from an
-- enum, so that they read well in the output.
--
--   korrel find specs/file_system.als
--   korrel find specs/file_system.als link_loops_2
--
-- Counts, one of each isomorphism class, by brute force: every choice of kinds, entries and targets
-- tested by a program of its own, modulo renaming of objects. `expect N` counts instances, an
-- extension of Korrel's.

enum Name { a, b }

one sig FileSystem { root: Directory }
abstract sig Object {}
sig Directory extends Object { entries: Name -> lone Object }
sig File extends Object {}
sig Link extends Object { target: lone Object }

fun contents: Directory -> Object {
  { d: Directory, o: Object | o in d.entries[Name] }
}

-- `entries.d` are the places, directory and name, where d is.
pred repOk[] {
  Object = FileSystem.root.*contents
  no entries.(FileSystem.root)
  all d: Directory | lone entries.d
}

-- Links that lead to links for ever: a file system must answer ELOOP.
pred link_loops[] {
  repOk
  some l: Link | l in l.^target
}

run repOk for exactly 2 Object expect 14
one_object:   run repOk for exactly 1 Object expect = 1
three:        run repOk for exactly 3 Object expect 100
link_loops_2: run link_loops for exactly 2 Object expect 3
link_loops_3: run link_loops for exactly 3 Object expect 24
up_to_3:      run repOk for 3 Object expect 115 // 1 + 14 + 100
check no_directory_loops { repOk implies no d: Directory | d in d.^contents } for 4 Object
