/* Cache coherence, as specs/cache_coherence.als has it. -DN=4 */
byte modified, exclusive, shared;
/* Who has the newest value; the memory is bit N. */
#define memory (1 << N)
byte fresh = memory;
#define me (1 << _pid)
#define valid (modified | exclusive | shared)
#define owner_is_fresh ((modified && (modified & fresh) == modified) || (!modified && (fresh & memory)))
#define several(x) ((x) & ((x) - 1))
#ifdef SAFE
#define CHECKED assert(!((modified | exclusive) && several(valid)) && (valid & fresh) == valid && owner_is_fresh)
#else
#define CHECKED skip
#endif
#ifdef LIVE
ltl live { [] ((modified & 1) -> <> !(modified & 1)) }
#endif
active [N] proctype Cache() {
  do
  :: d_step { !(valid & me) ->
       if
       :: owner_is_fresh -> fresh = fresh | me | memory
       :: else -> fresh = fresh & (255 - me - memory)
       fi;
       if
       :: valid -> shared = valid | me; modified = 0; exclusive = 0
       :: else -> exclusive = me
       fi; CHECKED }
  :: d_step { true -> modified = me; exclusive = 0; shared = 0; fresh = me; CHECKED }
  :: d_step { (valid & me) ->
       if
       :: (modified & me) && (fresh & me) -> fresh = fresh | memory
       :: (modified & me) && !(fresh & me) -> fresh = fresh & (255 - memory)
       :: else -> skip
       fi;
       fresh = fresh & (255 - me);
       modified = modified & (255 - me); exclusive = exclusive & (255 - me); shared = shared & (255 - me); CHECKED }
  od
}
