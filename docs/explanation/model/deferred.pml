/*
 * deferred.pml - the answer to a deferred credential request: made once, repeated, erased.
 *
 * A wallet asks for one transaction three times, at different replicas, with any of the tokens of its grant; answers may be
 * lost. A request reads the session once; where the answer is not there it signs one and records it by a write that decides
 * again. The wallet reports what it has, or the time of the answer passes, and a job of any replica erases it; at the end of
 * the token everything is erased. Clocks differ: a replica may repeat the answer for a while after another has seen its end.
 *
 * Switches (-D):
 *   AGAIN=1|0     the write decides again | it writes what it has decided by its read
 *   ERASE=1|0     the job removes the transaction with its answer | the answer alone
 *   KEEP=1|0      the answer is kept | signed anew for each request
 *   JOB=1|0       the time of the answer ends it | only the report and the end of the token do
 */
#ifndef AGAIN
#define AGAIN 1
#endif
#ifndef ERASE
#define ERASE 1
#endif
#ifndef KEEP
#define KEEP 1
#endif
#ifndef JOB
#define JOB 1
#endif

mtype = { none, kept, delivered };
mtype state = kept;
byte made = 0, answer = 0, seen = 0, recorded = 0;   /* answer: the one in the session; seen: the one that the wallet has */
bool past = false, over = false;                     /* the time of the answer; the token */

inline sent(id) {                                    /* or lost on the way */
  if
  :: assert(seen == 0 || seen == id); seen = id      /* never two credentials with one index */
  :: skip
  fi
}

proctype Request() {
  mtype was; byte mine;
  atomic { was = state; mine = answer };                               /* one read of the document */
  if
  :: was == none -> goto out                                           /* invalid_transaction_id */
  :: was == delivered && KEEP -> atomic { sent(mine) }; goto out
  :: else
  fi;
  atomic { made++; mine = made };                                      /* signs */
  atomic {                                                             /* records, then it leaves */
    if
    :: (AGAIN && state == none) || over -> goto out
    :: AGAIN && KEEP && state == delivered -> mine = answer
    :: else -> state = delivered; answer = mine; recorded++; past = false
    fi };
  atomic { sent(mine) };
out: skip
}

proctype Report() { end: atomic { seen > 0 && state == delivered -> state = none; answer = 0 } }

proctype Time() { end: atomic { state == delivered -> past = true } }

proctype Erase() {
  end: atomic { JOB && past && state == delivered -> answer = 0; if :: ERASE -> state = none :: else -> state = kept fi }
}

proctype Token() { over = true; atomic { state = none; answer = 0 } }

init {
  atomic { run Request(); run Request(); run Request(); run Report(); run Time(); run Erase() };
  timeout;
  assert(!past || state != delivered);                 /* no answer outlives its time */
  run Token();
  timeout;
  assert(answer == 0);                                 /* nor the token */
  assert(recorded <= 1)
}
