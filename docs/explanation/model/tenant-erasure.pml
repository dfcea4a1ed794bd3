/*
 * tenant-erasure.pml - services/gateway/src/tenants/erase-tenant.ts: the erasure of a suspended tenant against what still writes.
 *
 * Two writers were admitted before the suspension; each reads the state of the tenant, works, and writes one document, sealed by the
 * data key that it holds or reads. Two replicas run the erasure: rounds over the documents, each removal announced in the document of
 * the tenant by compare-and-set before it happens; after a round that began when the drain had ended and found nothing, the data key
 * goes, then the receipt is written. A replica may crash at any line (FAULTS); it, or the other one, runs the job again. A writer may
 * be paused for longer than the drain (PAUSED): it writes after the end, and the look a day later removes that.
 * Checked: at the end the tenant has no document and no data key; no replica has removed more, or counted more, than was written; there is
 * one receipt; without a pause nothing is written after it; a data key is not made again.
 *
 * Switches (-D): FAULTS: at most this many crashes; PAUSED=0|1;
 *   DRAIN=1|0     the last round begins when the admitted writers have ended | at once
 *   ANNOUNCE=1|0  a removal is announced, and counted, before it happens | counted after it
 *   LOOK=1|0      the job looks again after the end | not
 *   MARK=1|0      a mark takes the place of the data key | it is deleted
 */
#ifndef FAULTS
#define FAULTS 2
#endif
#ifndef PAUSED
#define PAUSED 0
#endif
#ifndef DRAIN
#define DRAIN 1
#endif
#ifndef ANNOUNCE
#define ANNOUNCE 1
#endif
#ifndef LOOK
#define LOOK 1
#endif
#ifndef MARK
#define MARK 1
#endif
#define MOST 4                                      /* documents: two that were there, one of each writer */

mtype = { suspended, erasing, keys, erased };
mtype state = suspended;  byte rev = 0;             /* of the tenant */
mtype key = suspended;                              /* of the data key: suspended: there; erased: the mark; keys: none */
bool doc[MOST];  byte written = 2;                  /* documents */
bool announced[MOST];  byte counted = 0;  byte receipts = 0;
byte working = 0;  byte late = 0;  byte faults = FAULTS;  bool looked = false;  byte done = 0;

#define EMPTY (!doc[0] && !doc[1] && !doc[2] && !doc[3])

/* A writer that was admitted before the suspension. */
proctype Writer(byte me) {
  bool holds;
  if :: holds = true :: holds = false fi;           /* the data key, in memory */
  if
  :: true                                           /* it may end without a write */
  :: atomic { holds || key == suspended -> doc[me] = true; written++; if :: state == erased -> late++ :: else fi }
  :: atomic { !holds && !MARK && key == keys -> key = suspended }      /* it makes one, where there is none */
  fi;
  atomic { if :: !PAUSED || me == 2 -> working-- :: else fi; done++ }
}

/* A replica that runs the job: the tenant as it has read it, written only by compare-and-set. */
proctype Job() {
  byte mine; byte n; byte removed; bool drained; mtype was;
#define DONE (state == erased && (looked || !LOOK))
start:
  atomic {
    if
    :: DONE -> goto ended
    :: state == erasing || state == keys || (state == erased && LOOK && done == 2 && !looked) -> mine = rev; was = state; n = 0
    fi }
  if :: was == erased -> goto look :: else fi;
  /* what was announced before */
  n = 0;
  do
  :: n < MOST -> atomic { if :: ANNOUNCE && announced[n] -> doc[n] = false; announced[n] = false :: else fi; n++ }
  :: else -> break
  od;
  if :: was == keys -> goto thekeys :: else fi;
round:
  removed = 0; n = 0; drained = (!DRAIN || working == 0);
  do
  :: n < MOST ->
       if
       :: doc[n] ->
            if
            :: ANNOUNCE ->
                 atomic { if :: rev == mine -> rev++; mine = rev; announced[n] = true; counted++ :: else -> goto over fi };
                 atomic { if :: faults > 0 -> faults--; goto over :: skip fi };
                 atomic { doc[n] = false; announced[n] = false }
            :: else ->
                 doc[n] = false;
                 atomic { if :: faults > 0 -> faults--; goto over :: skip fi };
                 atomic { if :: rev == mine -> rev++; mine = rev; counted++ :: else -> goto over fi }
            fi;
            removed++
       :: else
       fi;
       n++
  :: else -> break
  od;
  if
  :: removed > 0 -> goto round
  :: removed == 0 && !drained -> goto over            /* the job comes again */
  :: else
  fi;
  atomic { if :: rev == mine -> rev++; mine = rev; state = keys :: else -> goto over fi };
  atomic { if :: faults > 0 -> faults--; goto over :: skip fi };
thekeys:
  atomic { if :: MARK -> key = erased :: else -> key = keys fi };
  atomic { if :: faults > 0 -> faults--; goto over :: skip fi };
  atomic { if :: receipts == 0 -> receipts++ :: else fi };        /* inserted under an id of the tenant */
  atomic { if :: faults > 0 -> faults--; goto over :: skip fi };
  atomic { if :: rev == mine -> rev++; state = erased :: else fi };
  goto over;
look:
  /* a day later: a paused writer has ended */
  atomic { if :: was == erased && LOOK && done == 2 -> doc[0] = false; doc[1] = false; doc[2] = false; doc[3] = false; looked = true :: else fi };
over:
  goto start;
ended:
  skip
}

init {
  atomic { doc[0] = true; doc[1] = true; working = (PAUSED -> 1 : 2); state = erasing; rev = 1;
    run Writer(2); run Writer(3); run Job(); run Job() };
  _nr_pr == 1;                                      /* all have ended */
  assert(EMPTY);
  assert(key == (MARK -> erased : keys));
  assert(receipts == 1);
  assert(counted <= written);
  assert(PAUSED || late == 0);
  assert(PAUSED || counted == written)
}
