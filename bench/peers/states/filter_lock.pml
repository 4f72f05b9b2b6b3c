/* Peterson's filter lock, as bench/specs/filter_lock.als has it. -DN=5 */
byte level[N], latest[N], waiting;
#define me (1 << _pid)
#define at level[_pid]
/* `latest` is one more than a number, or 0. */
#define there(i) ((i) < N && (i) != _pid && level[(i) % N] >= at)
#define FREE (latest[at] != _pid + 1 || !(there(0) || there(1) || there(2) || there(3) || there(4) || there(5)))
/* Who may be in the critical section, as it is seen from outside. */
#define bit(i) (1 << (i))
#define over(i, j) ((j) < N && (j) != (i) && level[(j) % N] >= level[i])
#define in(i) ((i) < N && level[(i) % N] == N - 1 && (waiting & bit(i)) && \
    (latest[N - 1] != (i) + 1 || !(over((i) % N, 0) || over((i) % N, 1) || over((i) % N, 2) || over((i) % N, 3))))
#ifdef SAFE
#define CHECKED assert(in(0) + in(1) + in(2) + in(3) < 2)
#else
#define CHECKED skip
#endif
#ifdef LIVE
ltl live { [] (level[0] == 1 -> <> in(0)) }
#endif
active [N] proctype Process() {
  do
  :: d_step { at == 0 -> at = 1; waiting = waiting & (255 - me); CHECKED }
  :: d_step { at != 0 && !(waiting & me) -> waiting = waiting | me; latest[at] = _pid + 1; CHECKED }
  :: d_step { (waiting & me) && FREE && at < N - 1 -> at++; waiting = waiting & (255 - me); CHECKED }
  :: d_step { (waiting & me) && FREE && at == N - 1 -> at = 0; waiting = waiting & (255 - me); CHECKED }
  od
}
