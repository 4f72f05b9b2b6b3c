/* Two-phase commit, as specs/two_phase_commit.als has it. -DN=7 */
#define working 0
#define prepared 1
#define committed 2
#define aborted 3
byte phase[N];
int ready, heard;
byte outcome;
#define has(x) (phase[0] == x || phase[1 % N] == x || phase[2 % N] == x || phase[3 % N] == x || phase[4 % N] == x)
#ifdef SAFE
#define CHECKED assert(!(has(committed) && has(aborted)))
#else
#define CHECKED skip
#endif
#ifdef LIVE
ltl live { <> !(has(working) || has(prepared)) }
#endif
#define me (1 << _pid)
active [N] proctype Manager() {
  do
  :: d_step { phase[_pid] == working -> phase[_pid] = prepared; ready = ready | me }
  :: d_step { phase[_pid] == working -> phase[_pid] = aborted; CHECKED }
  :: d_step { (ready & me) && !(heard & me) && !outcome -> heard = heard | me }
  :: d_step { outcome && phase[_pid] != outcome -> phase[_pid] = outcome; CHECKED }
  od
}
active proctype Coordinator() {
  do
  :: d_step { heard == (1 << N) - 1 && !outcome -> outcome = committed }
  :: d_step { !outcome -> outcome = aborted }
  od
}
