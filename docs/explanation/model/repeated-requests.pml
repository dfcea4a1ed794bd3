/*
 * repeated-requests.pml - a token that is used twice, the report of its wallet, and the job that erases the claims when the token has ended.
 *
 * Two credential requests of one wallet, at two replicas. A request reads the session once: state, grant, claims; it
 * decides by that, makes the credential of the claims that it read, and records it by a write that decides again. The
 * wallet reports what it got. The job of any replica erases the claims once the token has ended. Clocks differ: a replica
 * may accept the token for a while after another one has seen its end (SKEW=1).
 *
 * Switches (-D):
 *   KEEP=1|0      claims stay until the token ends | are erased at the report (`completed`)
 *   REVOKE=1|0    the write that erases revokes the token | erases only
 *   SKEW=0|1      clocks agree | a replica may be behind
 *   BYSTATE=0|1   issued after `completed`: stays `completed` | becomes `issued` again, and is completed anew
 */
#ifndef KEEP
#define KEEP 1
#endif
#ifndef REVOKE
#define REVOKE 1
#endif
#ifndef SKEW
#define SKEW 1
#endif
#ifndef BYSTATE
#define BYSTATE 0
#endif

mtype = { token_issued, issued, completed };
mtype state = token_issued;
bool claims = true, revoked = false, over = false;   /* over: the token has ended by the right clock */
byte recorded = 0, accepted = 0, announced = 0, refusedEarly = 0;

/* whether a replica considers the token ended: never before its end */
inline alive(yes) { if :: !over -> yes = true :: over -> if :: yes = false :: SKEW -> yes = true fi fi }

proctype Request() {
  bool yes, had, wasOver; mtype was;
  atomic { had = claims; was = state; yes = !revoked; wasOver = over };          /* one read of the document */
  if :: yes -> alive(yes) :: else fi;
  if :: !yes -> goto out :: else fi;
  if :: was == completed && !KEEP -> atomic { if :: !wasOver -> refusedEarly++ :: else fi }; goto out :: else fi;
  atomic {                                                                       /* recorded, then it leaves */
    alive(yes);
    if
    :: yes && !revoked && (KEEP || state != completed) ->
         assert(had);                                                            /* never of other claims */
         recorded++;
         if :: state == token_issued || BYSTATE -> state = issued :: else fi
    :: else
    fi };
out: skip
}

proctype Report() {                                        /* the wallet reports each answer that it has */
  do
  :: atomic { accepted < recorded && !over -> accepted++;
       if :: accepted == recorded && state == issued ->
               state = completed; announced++; if :: !KEEP -> claims = false :: else fi
          :: else fi }
  :: over -> break
  od
}

proctype Job() {
  atomic { over -> if :: claims -> claims = false; if :: REVOKE -> revoked = true :: else fi :: else fi }
}

proctype Clock() { over = true }

init {
  atomic { run Request(); run Request(); run Report(); run Job(); run Clock() };
  timeout;
  assert(!claims);                                          /* no claims are kept after the end of the token */
  assert(announced <= 1);                                   /* announced once */
  assert(refusedEarly == 0)                                 /* a valid token is never refused */
}
