/*
 * job-lease.pml - libs/shared/src/runtime/job-lease.ts: one run of a job at a time, and always a replica that runs it.
 *
 * Two replicas, one document. Time is counted in ticks: a replica renews its lease every RENEW ticks, reads it every
 * EVERY ticks, and takes that of another whose revision has not changed for PATIENCE ticks of its own clock.
 * Clocks are never compared. Every step (a timer, the answer of a store call) may come LAG ticks late, at any line;
 * one replica may be paused for PAUSE ticks more, once, at any line, or crash (DIE) and be started again (RESTART).
 * A lost answer of a renewal (LOST): the revision has changed without the knowledge of the replica that renewed.
 * Revisions are flags: `fresh`: the replica's copy equals the store's; `moved`: it has changed since the last read.
 *
 * Switches (-D): PATIENCE, RENEW, EVERY, LAG, PAUSE ticks; LONG: ticks that a run lasts at most; DIE=0|1; RESTART=0|1; LOST=0|1;
 *   REREAD=1|0  a renewal that finds another revision reads whose lease it is, and renews where it is its own | takes it for lost
 *   IDLE        ticks without a run that are too many
 */
#ifndef PATIENCE
#define PATIENCE 6
#endif
#ifndef RENEW
#define RENEW 2
#endif
#ifndef EVERY
#define EVERY 2
#endif
#ifndef LAG
#define LAG 1
#endif
#ifndef PAUSE
#define PAUSE 0
#endif
#ifndef LONG
#define LONG 9
#endif
#ifndef DIE
#define DIE 0
#endif
#ifndef RESTART
#define RESTART 0
#endif
#ifndef LOST
#define LOST 0
#endif
#ifndef REREAD
#define REREAD 1
#endif
#ifndef IDLE
#define IDLE 30
#endif
#ifndef TWO
#define TWO 0                                       /* 1: two runs at a time are allowed, to check the rest */
#endif

mtype = { waits, looks, decides, takes, works, ends, down };

bool exists = false;  byte holder = 2;              /* 2: none */
mtype at[2] = waits;  byte timer[2];  byte renewal[2];  byte late[2];  byte age[2];  byte length[2];
bool fresh[2];  bool moved[2] = true;  bool known[2];  bool held[2];
byte sawHolder[2];  bool sawMoved[2];
byte pause = PAUSE;  bool paused[2];  byte dies = DIE;  byte lost = LOST;  byte idle = 0;

#define RUNS(i) (at[i] == works)
#define SOON(i) (at[i] == waits && timer[i] > 0 || at[i] == works && renewal[i] > 0 && length[i] < LONG)
#define MAYLAG(i) (SOON(i) || at[i] == down && !RESTART || at[i] == down || late[i] < LAG || paused[i])

inline wrote(i) { fresh[0] = false; fresh[1] = false; fresh[i] = true; moved[0] = true; moved[1] = true }
inline rest(i) { at[i] = waits; timer[i] = EVERY; held[i] = false; length[i] = 0; renewal[i] = 0 }

proctype Replica(byte i) {
end:
  do
  :: atomic { at[i] == waits && timer[i] == 0 && !paused[i] -> at[i] = looks; late[i] = 0 }
  :: atomic { at[i] == looks && !paused[i] -> late[i] = 0;                    /* the store's answer ... */
       if
       :: !exists -> exists = true; holder = i; wrote(i); held[i] = true; at[i] = works; renewal[i] = RENEW; idle = 0
       :: else -> fresh[i] = true; sawHolder[i] = holder; sawMoved[i] = moved[i] || !known[i]; at[i] = decides
       fi }
  :: atomic { at[i] == decides && !paused[i] -> late[i] = 0;                  /* ... and what is made of it, maybe later */
       if
       :: sawHolder[i] == 2 && (!sawMoved[i] || !known[i]) -> at[i] = takes   /* at the first read the time of the last run decides */
       :: sawHolder[i] == 2 && sawMoved[i] -> rest(i)
       :: sawHolder[i] != 2 && !sawMoved[i] && age[i] >= PATIENCE -> at[i] = takes
       :: sawHolder[i] != 2 && (sawMoved[i] || age[i] < PATIENCE) -> rest(i)
       fi;
       if :: sawMoved[i] -> age[i] = 0; moved[i] = !fresh[i] :: else fi; known[i] = true }
  :: atomic { at[i] == takes && !paused[i] -> late[i] = 0;
       if
       :: fresh[i] -> holder = i; wrote(i); held[i] = true; at[i] = works; renewal[i] = RENEW; idle = 0;
            assert(TWO || !RUNS(1 - i))                                        /* one run at a time */
       :: else -> rest(i)
       fi }
  :: atomic { at[i] == works && renewal[i] == 0 && length[i] < LONG && !paused[i] -> late[i] = 0; renewal[i] = RENEW;
       if
       :: held[i] && fresh[i] -> wrote(i); if :: lost > 0 -> lost--; fresh[i] = false :: skip fi
       :: held[i] && !fresh[i] -> if :: REREAD && holder == i -> wrote(i) :: else -> held[i] = false fi
       :: else
       fi }
  :: atomic { at[i] == works && !paused[i] -> late[i] = 0; at[i] = ends }      /* a run may last any number of ticks */
  :: atomic { at[i] == ends && !paused[i] -> late[i] = 0;
       if
       :: held[i] && (fresh[i] || REREAD && holder == i) -> holder = 2; wrote(i); moved[i] = false; age[i] = 0; known[i] = true
       :: else
       fi;
       rest(i) }
  :: atomic { dies > 0 && at[i] != down -> dies--; at[i] = down; held[i] = false; known[i] = false; moved[i] = true; fresh[i] = false;
       timer[i] = 0; renewal[i] = 0; length[i] = 0; age[i] = 0; late[i] = 0; paused[i] = false; sawHolder[i] = 0; sawMoved[i] = false }
  :: atomic { RESTART && at[i] == down -> at[i] = looks }
  od
}

/* one pause, of at most PAUSE ticks, from any line */
active proctype Pauses() {
  if
  :: atomic { pause > 0 -> paused[0] = true }; atomic { pause == 0 -> paused[0] = false }
  :: atomic { pause > 0 -> paused[1] = true }; atomic { pause == 0 -> paused[1] = false }
  :: pause == 0
  fi
}

inline pass(i) {
  if
  :: at[i] == down
  :: at[i] != down ->
     if :: !SOON(i) -> if :: !paused[i] -> late[i]++ :: else fi :: else fi;
     if :: at[i] == waits && timer[i] > 0 -> timer[i]-- :: else fi;
     if :: at[i] == works && renewal[i] > 0 -> renewal[i]-- :: else fi;
     if :: at[i] == works && length[i] < LONG -> length[i]++ :: else fi;
     if :: age[i] < PATIENCE -> age[i]++ :: else fi
  fi
}

active proctype Time() {
end:
  do
  :: atomic { MAYLAG(0) && MAYLAG(1) && !(pause == 0 && (paused[0] || paused[1])) ->
       pass(0); pass(1);
       if :: (paused[0] || paused[1]) && pause > 0 -> pause-- :: else fi;
       if :: RUNS(0) || RUNS(1) || at[0] == down && at[1] == down -> idle = 0 :: else -> idle++ fi;
       assert(idle <= IDLE) }                                                  /* a replica runs it */
  od
}

init { atomic { timer[0] = 0; if :: timer[1] = 0 :: timer[1] = 1 fi; run Replica(0); run Replica(1) } }
