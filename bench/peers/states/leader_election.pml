/* Chang and Roberts, as specs/leader_election.als has it. -DN=6 -DRINGS=120; the rings are chosen one by one, in 2 * RINGS states. */
byte succ[N];
byte pending[N];
byte elected, chosen, ring;
inline choose() {
  /* The ring of this number: 0, then a permutation of the others. */
  d_step {
    taken = 1; at = 0; left = N - 1; base = RINGS;
    do
    :: left > 0 ->
       base = base / left; pick = ring / base; ring = ring % base; i = 0;
       do
       :: (taken & (1 << i)) -> i++
       :: else -> if :: pick == 0 -> break :: else -> pick--; i++ fi
       od;
       succ[at] = i; taken = taken | (1 << i); at = i; left--
    :: else -> break
    od;
    succ[at] = 0; i = 0;
    do
    :: i < N -> pending[i] = 1 << i; i++
    :: else -> break
    od;
    taken = 0; at = 0; left = 0; base = 0; pick = 0; i = 0; ring = 0; chosen = 1
  }
}
active proctype Choice() {
  byte taken, at, left, base, pick, i;
  do
  :: ring < RINGS - 1 -> ring++
  :: break
  od;
  choose();
  false
}
#ifdef SAFE
#define CHECKED assert(!(elected & ~(1 << (N - 1))))
#else
#define CHECKED skip
#endif
#ifdef LIVE
ltl live { <> (elected != 0) }
#endif
#define me (_pid - 1)
#define pass(i) d_step { chosen && (i) < N && (pending[me] & (1 << (i))) -> \
    pending[me] = pending[me] ^ (1 << (i)); \
    if :: (i) > succ[me] -> pending[succ[me]] = pending[succ[me]] | (1 << (i)) :: else fi; \
    if :: (i) == succ[me] -> elected = elected | (1 << (i)) :: else fi; CHECKED }
active [N] proctype Process() {
  do
  :: pass(0)
  :: pass(1)
  :: pass(2)
  :: pass(3)
  :: pass(4)
  :: pass(5)
  od
}
