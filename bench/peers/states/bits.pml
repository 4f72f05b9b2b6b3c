/* Bits, each of which may be flipped. -DN=20 */
int on;
active [N] proctype Bit() {
  do
  :: d_step { on = on ^ (1 << _pid) }
  od
}
