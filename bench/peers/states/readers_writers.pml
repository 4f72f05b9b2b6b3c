/* Readers and writers, as specs/readers_writers.als has them. -DN=10 */
int reading, waiting, writing;
#define me (1 << _pid)
active [N] proctype Client() {
  do
  :: d_step { !((reading | waiting | writing) & me) && !writing && !waiting -> reading = reading | me }
  :: d_step { reading & me -> reading = reading ^ me }
  :: d_step { !((reading | waiting | writing) & me) -> waiting = waiting | me }
  :: d_step { (waiting & me) && !reading && !writing -> waiting = waiting ^ me; writing = writing | me }
  :: d_step { writing & me -> writing = writing ^ me }
  od
}
