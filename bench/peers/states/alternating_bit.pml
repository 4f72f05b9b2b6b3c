/* The alternating bit, as specs/alternating_bit.als has it. -DN=200; with -DLIVE a state says which step led to it. */
#define none 255
byte item, got = none, packet = none, ack = none;
bit own, expected, told;
#ifdef LIVE
mtype = { sent, received, acknowledged, other };
mtype did = other;
#define by(x) did = x
ltl live {
  (([] <> (item == N || did == sent)) && ((([] <> (packet != none)) -> ([] <> (did == received)))) &&
    ((([] <> (ack != none)) -> ([] <> (did == acknowledged))))) -> <> (got == N - 1)
}
#else
#define by(x) skip
#endif
active proctype Wire() {
  do
#ifdef LIVE
  :: d_step { true -> by(other) }
#endif
  :: d_step { item < N -> packet = item; told = own; by(sent) }
  :: d_step { packet != none && told == expected -> by(received);
#ifdef SAFE
       assert(packet == (got == none -> 0 : got + 1));
#endif
       got = packet; ack = told; expected = 1 - expected; packet = none; told = 0 }
  :: d_step { packet != none && told != expected -> ack = told; packet = none; told = 0; by(received) }
  :: d_step { packet != none -> by(other); packet = none; told = 0 }
  :: d_step { ack != none && ack == own -> item = (item < N -> item + 1 : N); own = 1 - own; ack = none; by(acknowledged) }
  :: d_step { ack != none && ack != own -> ack = none; by(acknowledged) }
  :: d_step { ack != none -> ack = none; by(other) }
  od
}
