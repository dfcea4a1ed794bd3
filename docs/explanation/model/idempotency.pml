/*
 * idempotency.pml - services/gateway/src/idempotency/idempotent-calls.ts: one Idempotency-Key, one document.
 *
 * Clients repeat the same call at several gateways until they have an answer. A gateway takes the call, performs it (the effect is a
 * session), writes the answer, gives it. It may crash at any line (FAULTS). A lease may end although its runner still works
 * (SLOW); that of a crashed runner ends some time. The operation may be answered 5xx, before or after its effect (FAIL). The session
 * of the first effect may be erased at any time (ERASE): it is removed first, then the answer that links to it.
 * Checked: all answers that clients get are the same; there is one effect, and at most one more for each crash, each late runner that
 * has an effect, and each 5xx after its effect; every client gets an answer; no answer that links to an erased session stays.
 *
 * Switches (-D): CLIENTS; FAULTS, SLOW, FAIL: at most this many; ERASE=0|1;
 *   FIRST=1|0  the first answer that is written counts | the last one
 *   GIVE=1|0   a runner whose answer came second gives the one that is kept | its own
 *   LOOK=1|0   the runner looks for its session once the answer is written | it does not
 *   OWN=1|0    only the runner that has the lease ends it | also one that has lost it
 */
#ifndef CLIENTS
#define CLIENTS 3
#endif
#ifndef FAULTS
#define FAULTS 1
#endif
#ifndef SLOW
#define SLOW 1
#endif
#ifndef FAIL
#define FAIL 0
#endif
#ifndef ERASE
#define ERASE 0
#endif
#ifndef FIRST
#define FIRST 1
#endif
#ifndef GIVE
#define GIVE 1
#endif
#ifndef LOOK
#define LOOK 1
#endif
#ifndef OWN
#define OWN 1
#endif
#define MOST 8                                      /* effects */
#define NONE 255

mtype = { none, running, done, erased };
mtype call = none;
byte runner = NONE;                                 /* attempt that has the lease */
bool over = false;                                  /* the lease has ended */
bool alive = false;                                 /* the runner that has the lease still works */
byte kept = 0;                                      /* the answer: its effect */
byte given = 0;  bool two = false;                  /* answers that clients got */
byte effects = 0;  bool session[MOST];
byte attempts = 0;  byte ended = 0;
byte faults = FAULTS;  byte slow = SLOW;  byte fail = FAIL;
byte extra = 0;                                     /* effects that faults may add */

inline give(answer) { d_step { two = two || (given != 0 && given != answer); given = answer } }

proctype Client() {
  byte me;  byte own;  bool has = false;  bool runs;
  do
  :: has -> break
  :: !has ->
    runs = false; own = 0;
    atomic {                                        /* insert, or compare and set */
      if
      :: call == none || call == running && over ->
        call = running; me = attempts; attempts = attempts + 1; runner = me; over = false; alive = true; runs = true
      :: call == running && !over                   /* 409 */
      :: call == done -> give(kept); has = true
      :: call == erased -> has = true               /* 410 */
      fi
    }
    if
    :: runs ->
      if                                            /* the operation */
      :: atomic { effects = effects + 1; own = effects; session[own] = true }
      :: atomic { fail > 0 -> fail--;               /* 5xx, without an effect: that it was late costs nothing */
           if :: runner != me -> extra-- :: else fi }
      :: atomic { fail > 0 -> fail--; extra++; effects = effects + 1 }
      fi;
      if
      :: own == 0 ->                                /* frees the call */
        atomic { if :: call == running && (runner == me || !OWN) -> over = true; alive = false :: else fi }
      :: own != 0 ->
        if
        :: atomic { faults > 0 -> faults--; extra++; own = 0; if :: runner == me -> alive = false :: else fi }
        :: skip
        fi;
        if
        :: own == 0                                 /* crashed before the write */
        :: own != 0 ->
          atomic {
            if
            :: call == running || call == done && !FIRST -> call = done; kept = own; over = false; alive = false
            :: call == done && FIRST -> if :: GIVE -> own = kept :: else fi
            :: call == erased -> own = 0; has = true
            fi
          }
          if
          :: own != 0 && LOOK -> atomic { if :: !session[own] && call == done && kept == own -> call = erased :: else fi }
          :: else
          fi;
          if
          :: atomic { faults > 0 && own != 0 -> faults--; own = 0 }    /* crashed before the answer left: the client repeats */
          :: own != 0 -> give(own); has = true
          :: own == 0
          fi
        fi
      fi
    :: else
    fi
  od;
  ended++
}

/* The clock: a lease whose runner is gone ends; that of a slow runner too. */
proctype Clock() {
  do
  :: atomic { call == running && !over && !alive -> over = true }
  :: atomic { call == running && !over && alive && slow > 0 -> slow--; extra++; over = true }
  :: ended == CLIENTS -> break
  od
}

proctype Eraser() {
  if
  :: atomic { session[1] -> session[1] = false };
     atomic { if :: call == done && kept == 1 -> call = erased :: else fi }
  :: ended == CLIENTS
  fi
}

init {
  byte i;
  atomic {
    for (i : 1 .. CLIENTS) { run Client() }
    run Clock();
    if :: ERASE -> run Eraser() :: else fi
  }
  _nr_pr == 1;
  assert(!two);
  assert(effects <= 1 + extra);
  assert(call == done || call == erased);
  assert(!(ERASE && call == done && !session[kept]))
}
