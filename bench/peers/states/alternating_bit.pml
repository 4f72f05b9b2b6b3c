/* The alternating bit, as specs/alternating_bit.als has it. -DN=200 */
#define none 255
byte item, got = none, packet = none, ack = none;
bit own, expected, told;
active proctype Wire() {
  do
  :: d_step { item < N -> packet = item; told = own }
  :: d_step { packet != none && told == expected -> got = packet; ack = told; expected = 1 - expected; packet = none; told = 0 }
  :: d_step { packet != none && told != expected -> ack = told; packet = none; told = 0 }
  :: d_step { packet != none -> packet = none; told = 0 }
  :: d_step { ack != none && ack == own -> item = (item < N -> item + 1 : N); own = 1 - own; ack = none }
  :: d_step { ack != none && ack != own -> ack = none }
  :: d_step { ack != none -> ack = none }
  od
}
