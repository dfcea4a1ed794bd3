/*
 * dc-api.pml - a presentation over the Digital Credentials API: the answer of the create call has the request, no wallet
 * fetches it, and the backend posts what its page received, with its credentials.
 *
 * One session document with one outbox. A post is: read the document, verify what was posted with the key in it, then write where
 * the revision is unchanged, else read and decide again. Two backends post concurrently, each at its own replica:
 * each has one answer that is valid or not, and posts it until it has a result or a refusal. The page of the second one may
 * report that the person cancelled, before it has an answer. Between any two steps the replica may crash, and the reply may be
 * lost after the write (budget FAULTS). Time passes the end of the request at any moment; a job then ends it.
 *
 * Switches (-D):
 *   SAME=0|1     the second backend posts another answer | the same bytes as the first one
 *   BAD=0|1|2    valid answers | the second one is not valid | both are not
 *   CANCEL=0..2  nothing is cancelled | recorded, and the request stays open | a report ends the request
 *   FETCH=0|1    an answer counts in `created` | only once the request object was fetched
 *   AGAIN=1|0    a revision conflict: read and decide again | written all the same
 *   LATE=1|0     the write compares the time | only the check before the verification does
 *   IDEM=1|0     the accepted answer again: the result once more | refused
 *   KEY=1|0      the write that ends the request erases its key | it stays
 *   OUTBOX=1|0   the event is part of the write | published after it
 *   LINK=0|1     the page alone has the request | it has a link too, whose wallet fetches it and answers: the authorization page
 *   LIMIT        refused answers that end the request
 */
#ifndef FAULTS
#define FAULTS 2
#endif
#ifndef SAME
#define SAME 0
#endif
#ifndef BAD
#define BAD 0
#endif
#ifndef CANCEL
#define CANCEL 1
#endif
#ifndef FETCH
#define FETCH 0
#endif
#ifndef AGAIN
#define AGAIN 1
#endif
#ifndef LATE
#define LATE 1
#endif
#ifndef IDEM
#define IDEM 1
#endif
#ifndef KEY
#define KEY 1
#endif
#ifndef OUTBOX
#define OUTBOX 1
#endif
#ifndef LINK
#define LINK 0
#endif
#ifndef LIMIT
#define LIMIT 3
#endif

mtype = { created, requested, verified, rejected, expired };
mtype = { ok, lost, refused };                              /* what the backend sees */

/* the session document */
mtype st = created;  byte ans = 0;  byte failures = 0;  bit key = 1;  byte outbox = 0;
byte stale = 255;                                           /* bit per handler: revision changed since its read */
#define READ(h)  stale = stale & (255 - (1 << h))
#define DROP(h)  stale = stale | (1 << h)
#define FRESH(h) ((stale & (1 << h)) == 0)
#define WROTE    stale = 255
#define OPEN     (st == created && !FETCH || st == requested)
#define END      if :: KEY -> key = 0 :: else fi

/* world */
byte faults = FAULTS;  bit over = 0;  byte accepted = 0;  byte webhooks = 0;   byte ended = 0;

#define CRASH(h) faults > 0 -> faults--; res = lost; DROP(h); goto out
#define REPLY    if :: res = ok :: faults > 0 -> faults--; res = lost fi; goto out
#define REFUSE   if :: res = refused :: faults > 0 -> faults--; res = lost fi; goto out

active [2] proctype Backend() {
  byte h = _pid;  byte mine = (SAME -> 1 : _pid + 1);  bit good = (BAD == 0 || BAD == 1 && _pid == 0);
  mtype res;  bit tell = 0;  bit late = 0;  bit cancels = (CANCEL > 0 && _pid == 1);
  do
  :: cancels -> cancels = 0;                                /* the page: NotAllowedError */
     do
     :: atomic { READ(h); if :: OPEN :: else -> DROP(h); break fi };
        if
        :: atomic { faults > 0 -> faults--; DROP(h); break }
        :: atomic { FRESH(h) -> if :: CANCEL == 2 -> st = rejected; END; ended++ :: else -> st = requested fi; WROTE; break }
        :: atomic { !FRESH(h) -> skip }
        fi
     od
  :: else ->
     tell = 0;
     atomic {                                               /* before the verification */
       if
       :: st == verified && ans == mine && IDEM -> REPLY
       :: OPEN && !over && key -> skip
       :: else -> REFUSE
       fi };
     if :: skip :: atomic { CRASH(h) } fi;                   /* decrypted, verified */
     do
     :: atomic { READ(h); late = over;
          if
          :: st == verified && ans == mine && IDEM -> DROP(h); REPLY
          :: OPEN && !(LATE && over) && good -> skip
          :: OPEN && !good -> skip
          :: else -> DROP(h); REFUSE
          fi };
        if
        :: atomic { CRASH(h) }
        :: atomic { FRESH(h) || !AGAIN ->
             if
             :: good -> assert(!late);                      /* decided before the end of the request */
                  st = verified; ans = mine; accepted++; END; WROTE; ended++;
                  if :: OUTBOX -> outbox++ :: else -> tell = 1 fi;
                  assert(accepted == 1);                    /* one answer wins, and once */
                  break
             :: else -> failures++; WROTE;
                  if :: failures >= LIMIT -> st = rejected; END; ended++ :: else -> st = requested fi;
                  REFUSE
             fi }
        :: atomic { !FRESH(h) && AGAIN -> skip }
        fi
     od;
     if
     :: atomic { tell -> if :: webhooks++ :: faults > 0 -> faults--; res = lost; goto out fi }
     :: else
     fi;
     atomic { REPLY };
out: atomic {
       if
       :: res == ok -> assert(ans == mine); break           /* the result is that of its own answer */
       :: res == refused && good -> assert(over || !OPEN);
            assert(over || st != verified || ans != mine); break   /* not what was accepted of it */
       :: res == refused && !good -> break
       :: res == lost -> skip                               /* posted again, the same bytes */
       fi }
  od
}

/* the end of the request: a job writes it later than the clock says it */
active proctype Clock() {
  if :: over = 1 :: skip fi;
  do
  :: atomic { over -> READ(2); if :: st == created || st == requested :: else -> DROP(2); break fi };
     if
     :: atomic { FRESH(2) -> st = expired; END; ended++; WROTE; break }
     :: atomic { !FRESH(2) -> skip }
     fi
  :: !over -> break
  od
}

/* the wallet of the link: the request object is fetched while the page may answer; its answer is that of the second poster */
active proctype Link() {
  do
  :: LINK -> atomic { READ(3); if :: st == created -> skip :: else -> DROP(3); break fi };
     if
     :: atomic { FRESH(3) -> st = requested; WROTE; break }
     :: atomic { DROP(3); break }                           /* the process dies before the write */
     :: atomic { !FRESH(3) -> skip }
     fi
  :: !LINK -> break
  od
}

active proctype Relay() {
end:
  do
  :: atomic { outbox > 0 -> webhooks++; if :: outbox-- :: faults > 0 -> faults-- fi }
  od
}

init {
  timeout;
  assert(ended <= 1);                                       /* one end */
  assert(accepted == 0 || st == verified);                  /* nothing takes a result back */
  assert(accepted == 0 || webhooks > 0);                    /* and its webhook is called */
  assert(st == created || st == requested || key == 0);     /* no key outlives its request */
  assert(over || BAD == 2 || st == verified || BAD == 1 && st == rejected); /* a valid answer in time is accepted */
  assert(BAD > 0 || st != rejected)                         /* a cancelled page ends nothing */
}
