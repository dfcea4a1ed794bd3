/*
 * notification.pml - from the write that accepts a presentation to the end of its webhook: outbox and mark,
 * relay, bus, delivery, workers with leases, sweep, purge, replay by an operator.
 *
 * One session with two events (e = 1, 2, in this order), one delivery document per event. A store call is one
 * atomic step; a process keeps what it has read in its own variables until it writes, while other processes continue.
 * Processes may crash at any line (FAULTS), a lease may end while its worker still works (SLOW), events are
 * lost (LOSE) or come again at any later time (REDELIVER). A delivery that has to wait for an earlier one polls
 * in the code; here it blocks until the earlier one has ended, so that each run ends and its final state is checked.
 *
 * Switches (-D):
 *   EVENTS=2|1     events of the session
 *   MARK=0|1|2     mark removed after the delivery has ended | before that write | as soon as the delivery is made
 *   BORN=1|0       the consumer leases the delivery that it makes, where its process has room and none is before it | does not
 *   SETTLE=1|0     the result of an attempt is written while the lease holds | in any case
 *   SWEEP=1|0      a sweep checks marks | none does
 *   ORDER=1|0      a delivery waits for those marked before it | is sent at once
 *   NOTICE=0|1     the first event ends something | is a notice (a refused answer): the second does not wait for it
 *   PURGE=0..3     none | skips sessions with an outbox or a mark | checks only the outbox | erased at any time
 *   REPLAY=0..2    replays by an operator
 *   STRICT=0|1     a purge may take the session of a delivery that is replayed | may not
 *   WORKERS=2|1    workers
 *   RETENTION=0|1  ended deliveries stay | may be removed at any time, also while another process uses what it read
 *   OUTSIDE=0..3   the session's own document carries every event | the last one is another document's (a changed status):
 *                  the consumer reads the delivery, marks, makes it | marks without that read | makes it before the mark
 *   CONSUMERS=1|2  replicas that have the same event at the same time
 *   RELAYS=1|2     replicas that relay at the same time
 *   KEEP=1|0|2|3   what was presented stays | is erased with the mark of a delivery that was answered | with any mark |
 *                  with any mark, and at any time by a job: an intermediary's limit (eraseAfter)
 *   ERASE=0|1      an erasure removes the session, then its deliveries | its deliveries first
 *   MAXTRIES       attempts of a delivery
 */
#ifndef FAULTS
#define FAULTS 1
#endif
#ifndef SLOW
#define SLOW 1
#endif
#ifndef REDELIVER
#define REDELIVER 1
#endif
#ifndef LOSE
#define LOSE 0
#endif
#ifndef EVENTS
#define EVENTS 2
#endif
#ifndef MARK
#define MARK 0
#endif
#ifndef BORN
#define BORN 1
#endif
#ifndef SETTLE
#define SETTLE 1
#endif
#ifndef SWEEP
#define SWEEP 1
#endif
#ifndef ORDER
#define ORDER 1
#endif
#ifndef NOTICE
#define NOTICE 0
#endif
#define WAITS (ORDER && !NOTICE)
#ifndef PURGE
#define PURGE 0
#endif
#ifndef REPLAY
#define REPLAY 0
#endif
#ifndef STRICT
#define STRICT 0
#endif
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef RETENTION
#define RETENTION 0
#endif
#ifndef RELAYS
#define RELAYS 1
#endif
#ifndef OUTSIDE
#define OUTSIDE 0
#endif
#ifndef CONSUMERS
#define CONSUMERS 1
#endif
#ifndef KEEP
#define KEEP 1
#endif
#ifndef ERASE
#define ERASE 0
#endif
#ifndef MAXTRIES
#define MAXTRIES 2
#endif

mtype = { absent, due, leased, delivered, dead };
mtype = { taken, refused, failed };                    /* result of a call: 2xx, 4xx for good, to be tried again */

/* the session document */
bool alive = true;  bool accepted[3];  bool outbox[3];  bool mark[3];
bool data = true;                                      /* what was presented; the first event delivers it */
/* delivery documents */
mtype del[3] = absent;  byte owner[3];  bool ownerDead[3];  byte tries[3];
/* bus */
bool event[3];  bool published[3];
/* budgets, and variables for the properties */
byte faults = FAULTS, slow = SLOW, redeliver = REDELIVER, lose = LOSE, replays = REPLAY;
byte given = 0;  bool givenData = false;               /* a leased delivery that the consumer passes to a worker, as it read the session */
bool called[3];  bool answered[3];  bool final[3];  bool done[3];  bool replayed[3];  bool purged = false;

#define ENDED(e) (del[e] == delivered || del[e] == dead)
#define FOREIGN(e) (OUTSIDE && e == EVENTS)
#define OUT(e) (outbox[e] && (alive || FOREIGN(e)))
#define DIES faults > 0 -> faults--

/* pending-mark.ts: one write removes the mark and what was presented. told: the delivery was answered, as read */
inline unmark(e, told) {
  if
  :: mark[e] && e == 1 && KEEP == 3 -> assert(ENDED(1) || replayed[1]); data = false
  :: mark[e] && e == 1 && (KEEP == 2 || KEEP == 0 && told) -> assert(answered[1]); data = false
  :: else
  fi;
  mark[e] = false
}

/* make-delivery.ts: insert-if-absent */
inline make(e) { if :: del[e] == absent -> del[e] = due; tries[e] = 0; if :: MARK == 2 -> mark[e] = false :: else fi :: else fi }

/* make-leased.ts: the same with a lease; the process passes it to a worker, or ends right after the write */
#define BEGINS(e) (BORN && !FOREIGN(e) && alive && del[e] == absent && !(WAITS && e == 2 && mark[1]))
inline makeLeased(e) {
  if
  :: given == 0 -> given = e; givenData = data; del[e] = leased; owner[e] = 0; ownerDead[e] = false; tries[e] = 0
  :: DIES; del[e] = leased; ownerDead[e] = true; tries[e] = 0
  :: make(e)
  fi;
  if :: MARK == 2 -> mark[e] = false :: else fi
}

/* An event of the session's own: one write with its mark. Another's: it outlives the session and has no mark yet; where
   there is a purge, only what was marked before it must be delivered. */
inline happens(e) {
  if
  :: FOREIGN(e) -> outbox[e] = true; accepted[e] = (PURGE == 0)
  :: !FOREIGN(e) && alive -> accepted[e] = true; outbox[e] = true; mark[e] = true
  :: else
  fi
}

active proctype Verifier() {
  atomic { happens(1) };
  atomic { if :: EVENTS == 2 -> happens(2) :: else fi }
}

/* relay.ts: publishes what it read in the outbox, acknowledges it some time later in one write */
active [RELAYS] proctype Relay() {
  bool saw[3];
end:
  do
  :: atomic { OUT(1) || OUT(2) -> saw[1] = OUT(1); saw[2] = OUT(2);
       event[1] = event[1] || saw[1]; published[1] = published[1] || saw[1];
       event[2] = event[2] || saw[2]; published[2] = published[2] || saw[2] };
     if
     :: atomic { true -> if :: saw[1] -> outbox[1] = false :: else fi; if :: saw[2] -> outbox[2] = false :: else fi;
          saw[1] = false; saw[2] = false }
     :: atomic { DIES; saw[1] = false; saw[2] = false }
     fi
  od
}

active proctype Bus() {
end:
  do
  :: atomic { redeliver > 0 && published[1] && !event[1] -> redeliver--; event[1] = true }
  :: atomic { redeliver > 0 && published[2] && !event[2] -> redeliver--; event[2] = true }
  :: atomic { lose > 0 && event[1] -> lose--; event[1] = false }
  :: atomic { lose > 0 && event[2] -> lose--; event[2] = false }
  od
}

#define DROP atomic { DIES; goto next }               /* nothing was committed: the event comes again */

active [CONSUMERS] proctype Consumer() {              /* consume.ts, consume-outside.ts */
  byte e; bool marked;
next: atomic { e = 0; marked = false };
end:
  do
  :: atomic { if :: event[1] -> e = 1 :: event[2] -> e = 2 fi; marked = !FOREIGN(e) && alive && mark[e] };
     if
     :: !FOREIGN(e) || (OUTSIDE != 2 && del[e] != absent)
     :: atomic { FOREIGN(e) && (OUTSIDE == 2 || del[e] == absent) ->
          if :: OUTSIDE == 3 && alive -> make(e); accepted[e] = true :: else fi };
        if :: true :: DROP fi;
        atomic { if :: alive -> mark[e] = true; accepted[e] = true; marked = true :: else fi };
        if :: true :: DROP fi;
        atomic { if :: marked -> make(e) :: else fi; marked = marked && ENDED(e) };
        atomic { if :: marked -> mark[e] = false; marked = false :: else fi }
     fi;
     atomic { if :: marked && BEGINS(e) -> makeLeased(e) :: marked -> make(e) :: else fi;
       if :: event[e] = false :: DIES fi;             /* crashed before the commit: the event comes again */
       e = 0; marked = false }
  od
}

inline mend() {
  if
  :: atomic { !ENDED(e) -> make(e); e = 0 }
  :: atomic { ENDED(e) -> told = (del[e] == delivered) };
     atomic { unmark(e, told); e = 0; told = false }
  fi
}

active proctype Sweep() {                             /* sweep.ts; old marks only, which here is any time */
  byte e; bool told;
end:
  do
  :: atomic { SWEEP && alive && mark[1] && (del[1] == absent || ENDED(1)) -> e = 1 };
     mend()
  :: atomic { SWEEP && alive && mark[2] && (del[2] == absent || ENDED(2)) -> e = 2 };
     mend()
  od
}
active proctype LeaseClock() {
end:
  do
  :: atomic { del[1] == leased && ownerDead[1] -> del[1] = due; ownerDead[1] = false }
  :: atomic { del[2] == leased && ownerDead[2] -> del[2] = due; ownerDead[2] = false }
  :: atomic { del[1] == leased && !ownerDead[1] && slow > 0 -> slow--; del[1] = due }
  :: atomic { del[2] == leased && !ownerDead[2] && slow > 0 -> slow--; del[2] = due }
  od
}

#define MINE (del[e] == leased && owner[e] == me && !ownerDead[e])
#define HOLDS (MINE || !SETTLE)
#define WORTH(e) (del[e] == due && (!WAITS || e == 1 || !alive || !mark[1] || ENDED(1) || del[1] == absent))
#define DIE atomic { DIES; if :: MINE -> ownerDead[e] = true :: else fi; goto top }

inline finish(how) {                                  /* an end of the delivery: final, unless an operator replays it */
  assert(!final[e]);                                  /* never delivered and dead, never ended twice */
  final[e] = true; del[e] = how;
  if :: how == delivered -> done[e] = true :: else fi
}

active [WORKERS] proctype Worker() {                        /* deliver.ts */
  byte e; bool was, before, had, told; mtype came; byte me = _pid + 1;
top: atomic { e = 0; was = false; before = false; had = false; told = false; came = 0 };
endidle:
  if
  :: atomic { given != 0 -> e = given; was = true; had = givenData; given = 0; givenData = false;
       if :: del[e] == leased && owner[e] == 0 && !ownerDead[e] -> owner[e] = me :: else fi };
     goto attempt
  :: atomic {                                            /* delivery and session, as read now */
    if :: WORTH(1) -> e = 1 :: EVENTS == 2 && WORTH(2) -> e = 2 fi;
    was = alive; had = data; before = (WAITS && e == 2 && alive && mark[1]) }
  fi;
  if
  :: atomic { before -> make(1); if :: ENDED(1) -> told = (del[1] == delivered) :: else -> goto top fi };      /* blockedUntil */
     atomic { unmark(1, told); before = false; told = false }
  :: !before
  fi;
  atomic {
    if
    :: del[e] == due ->
         assert(!done[e] || purged && !ERASE);        /* no delivered webhook is sent again; made anew after an erasure it ends */
         assert(NOTICE || e == 1 || !was || replayed[1] || !accepted[1] || ENDED(1));          /* in order */
         del[e] = leased; owner[e] = me; ownerDead[e] = false
    :: else -> goto top
    fi };
attempt:
  if
  :: atomic { !was -> if :: HOLDS -> del[e] = absent :: else fi; goto top }                       /* deletes it */
  :: atomic { was && e == 1 && !had -> assert(KEEP == 3 || answered[1] && replayed[1]);        /* erased, so it was delivered */
       if :: HOLDS -> finish(dead) :: else -> goto top fi }; goto ending
  :: atomic { was && (e != 1 || had) -> called[e] = true; if :: came = taken; answered[e] = true :: came = refused :: came = failed fi }
  :: DIE
  fi;
  if
  :: atomic { came == failed && tries[e] + 1 < MAXTRIES -> if :: HOLDS -> tries[e]++; del[e] = due :: else fi; goto top }
  :: atomic { MARK == 1 && !(came == failed && tries[e] + 1 < MAXTRIES) -> mark[e] = false }
  :: MARK != 1 && !(came == failed && tries[e] + 1 < MAXTRIES)
  :: DIE
  fi;
  if
  :: atomic { !HOLDS -> goto top }
  :: atomic { HOLDS -> if :: came == taken -> finish(delivered); told = true :: else -> finish(dead) fi }
  :: DIE
  fi;
ending:
  if
  :: atomic { unmark(e, told); goto top }
  :: atomic { DIES; goto top }
  fi
}

active proctype Operator() {                          /* replay.ts */
end:
  do
  :: atomic { replays > 0 && alive && del[1] != absent && data -> replays--; replayed[1] = true; mark[1] = true };
     if
     :: atomic { true -> if :: ENDED(1) || del[1] == due -> del[1] = due; tries[1] = 0; final[1] = false; done[1] = false :: else fi }
     :: atomic { DIES }
     fi
  od
}

active proctype Limit() {                              /* end-unanswered.ts: the time is over, whatever the webhook says */
end:
  do
  :: atomic { KEEP == 3 && alive && accepted[1] && data -> data = false }
  od
}

active proctype Retention() {
end:
  do
  :: atomic { RETENTION && ENDED(1) -> del[1] = absent; final[1] = false }
  :: atomic { RETENTION && ENDED(2) -> del[2] = absent; final[2] = false }
  od
}

inline erase() {                                      /* erase-session.ts; after a crash another replica resumes it */
  atomic { alive = false; purged = true };
  atomic { del[1] = absent; del[2] = absent; final[1] = false; final[2] = false }
}

active proctype Purge() {
  if
  :: PURGE == 0
  :: atomic { PURGE == 1 && alive && (accepted[1] || FOREIGN(1)) && !(outbox[1] && !FOREIGN(1)) && !(outbox[2] && !FOREIGN(2)) && !mark[1] && !mark[2] -> alive = false; purged = true;
       assert(!accepted[1] || ENDED(1) || replayed[1] && !STRICT);    /* a purged session has no undelivered webhook */
       assert(!accepted[2] || ENDED(2)) };
     erase()
  :: atomic { PURGE == 2 && alive && accepted[1] && !outbox[1] && !outbox[2] -> alive = false; purged = true }
  :: atomic { PURGE == 3 && alive -> if :: ERASE -> del[1] = absent; del[2] = absent :: else fi };
     erase()
  :: skip
  fi
}

init {
  timeout;
  assert(PURGE == 3 || KEEP == 3 || !accepted[1] || called[1]);    /* each accepted presentation leads to a call */
  assert(PURGE == 3 || !accepted[2] || called[2]);
  assert(del[1] != due && del[1] != leased && del[2] != due && del[2] != leased);
  assert(!alive || (!mark[1] && !mark[2]));
  assert(KEEP != 3 || !alive || !accepted[1] || !data);
  assert(KEEP == 1 || KEEP == 3 || !alive || !accepted[1] || (data == (del[1] != delivered)) || replayed[1]);
  assert(!alive || (!outbox[1] && !outbox[2]));
  assert(!event[1] && !event[2])
}
