/*
 * trace.pml - services/gateway/src/trace/writer.ts, sessions/erase-trace.ts: the trace of one session, one document.
 *
 * Two gateways write entries that they hold in memory, each some time after its answer; a stream reads; the session is erased,
 * and a job removes the mark of the erasure. A gateway caches the document that it wrote last. A crash (FAULTS) loses
 * what a process holds; the answer of a write may be lost (LOSE): the gateway takes its entry for lost.
 * Checked: once all has ended, an erased session has no trace; without an erasure every entry stands there once, unless it was
 * lost; an entry that a stream has read keeps its number, so that a stream that continues misses none and gets none twice.
 *
 * Switches (-D): EACH: entries of each gateway; ERASE=0|1; FAULTS, LOSE: at most this many;
 *   KEEP=1|0   a mark takes the place of an erased trace | the document is deleted
 *   LATER=1|0  the job removes the mark when no gateway holds entries from before the erasure | at any time
 *   CAS=1|0    writes compare the revision | the last one wins
 *   AGAIN=0|1  an entry whose answer was lost is given up | written again
 */
#ifndef ERASE
#define ERASE 1
#endif
#ifndef FAULTS
#define FAULTS 1
#endif
#ifndef LOSE
#define LOSE 1
#endif
#ifndef KEEP
#define KEEP 1
#endif
#ifndef LATER
#define LATER 1
#endif
#ifndef CAS
#define CAS 1
#endif
#ifndef AGAIN
#define AGAIN 0
#endif
#ifndef EACH
#define EACH 2                                      /* entries of each gateway */
#endif
#define MOST 6                                      /* with room for an entry that is written again */

mtype = { none, open, erased };
mtype doc = none;  byte rev = 0;  byte count = 0;  byte line[MOST];
bool session = true;  byte ended = 0;  byte faults = FAULTS;  byte lose = LOSE;
bool holds[2];  bool lost[5];                       /* entries are 1..4 */
byte read[MOST];  byte seen = 0;

typedef memory { bool known; byte rev; byte count; byte line[MOST] };
memory at[2];

/* The write of entry e by gateway g, in one step of the store: 0 conflict, 1 written. */
inline write(g, e, done) {
  d_step {
    done = 0;
    if
    :: !at[g].known && doc == none -> done = 1; doc = open; rev = rev + 1; count = 1; line[0] = e
    :: at[g].known && doc != none && (!CAS || rev == at[g].rev) ->
      done = 1; doc = open; rev = rev + 1; count = at[g].count;
      for (k : 0 .. MOST - 1) { if :: k < count -> line[k] = at[g].line[k] :: else fi }
      line[count] = e; count = count + 1
    :: else
    fi;
    if :: done == 1 -> remember(g) :: else fi;
    k = 0
  }
}
inline remember(g) {
  at[g].known = true; at[g].rev = rev; at[g].count = count;
  for (k : 0 .. MOST - 1) { at[g].line[k] = line[k] }
}
inline forget(g) {
  d_step { at[g].known = false; at[g].rev = 0; at[g].count = 0; for (k : 0 .. MOST - 1) { at[g].line[k] = 0 } k = 0 }
}

proctype gateway(byte g) {
  byte n = 0;  byte e;  byte done;  byte k;  bool gone;
  do
  :: n < EACH ->
    e = g * EACH + n + 1;
    /* A request that is answered: its session exists. Where it does not, there is nothing to write any more. */
    atomic { if :: session -> holds[g] = true :: else -> break fi }
    gone = false;
    do
    :: !gone ->
      write(g, e, done);
      if
      :: done == 1 ->
        if
        :: lose > 0 -> atomic { lose--; forget(g) }
          if :: AGAIN :: else -> lost[e] = true; gone = true fi
        :: gone = true
        fi
      :: else ->
        d_step {                                    /* reads again */
          if
          :: doc == open -> remember(g)
          :: else -> lost[e] = true; gone = true; at[g].known = false
          fi;
          k = 0
        }
      fi
    :: faults > 0 && !gone -> atomic { faults--; forget(g); lost[e] = true; gone = true }
    :: gone -> break
    od;
    holds[g] = false; n++
  :: else -> break
  od;
  ended++
}

proctype eraser() {
  byte saw;  bool through = false;
  session = false;
  do
  :: !through && doc == none && KEEP ->             /* insert */
    atomic { if :: doc == none -> doc = erased; rev = rev + 1; through = true :: else fi }
  :: !through && doc == none && !KEEP -> through = true
  :: !through && doc == erased -> through = true
  :: !through && doc == open ->
    saw = rev;
    d_step {                                        /* compare and set */
      if
      :: doc == open && rev == saw -> rev = rev + 1; count = 0; if :: KEEP -> doc = erased :: else -> doc = none fi; through = true
      :: else
      fi
    }
  :: !through && faults > 0 -> faults--             /* another process begins anew */
  :: through -> break
  od;
  ended++
}

/* The job that removes the mark. */
proctype job() {
  do
  :: atomic { doc == erased && (!LATER || (!holds[0] && !holds[1])) -> doc = none; rev = rev + 1; count = 0 } break
  :: ended == 2 + ERASE && doc != erased -> break
  od
}

/* A stream: after the last entry that it has. */
proctype stream() {
  do
  :: d_step { seen < count && doc == open -> read[seen] = line[seen]; seen++ }
  :: ended == 2 + ERASE -> break
  od
}

init {
  byte i;  byte j;  byte found;
  atomic { run gateway(0); run gateway(1); run stream(); if :: ERASE -> run eraser(); run job() :: else fi }
  _nr_pr == 1;
  d_step {
    assert(!ERASE || doc == none);
    if
    :: !ERASE ->
      for (i : 1 .. 4) {
        found = 0;
        for (j : 0 .. MOST - 1) { if :: j < count && line[j] == i -> found++ :: else fi }
        assert(found <= 1);
        assert(found == 1 || lost[i])
      }
      for (j : 0 .. MOST - 1) { if :: j < seen -> assert(j < count && read[j] == line[j]) :: else fi }
    :: else
    fi
  }
}
