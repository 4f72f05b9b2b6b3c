/* Peterson's filter lock, as bench/specs/filter_lock.als has it. -DN=5 */
byte level[N], latest[N], waiting;
#define me (1 << _pid)
#define at level[_pid]
/* `latest` is one more than a number, or 0. */
#define there(i) ((i) < N && (i) != _pid && level[(i) % N] >= at)
#define FREE (latest[at] != _pid + 1 || !(there(0) || there(1) || there(2) || there(3) || there(4) || there(5)))
active [N] proctype Process() {
  do
  :: d_step { at == 0 -> at = 1; waiting = waiting & (255 - me) }
  :: d_step { at != 0 && !(waiting & me) -> waiting = waiting | me; latest[at] = _pid + 1 }
  :: d_step { (waiting & me) && FREE && at < N - 1 -> at++; waiting = waiting & (255 - me) }
  :: d_step { (waiting & me) && FREE && at == N - 1 -> at = 0; waiting = waiting & (255 - me) }
  od
}
