/*
 * refresh.pml - a refresh token and its sessions: redemption, parallel refreshes, purge, erasure, revocation.
 *
 * Documents: the record of the refresh token (rec: none, new, active, ended; it names its present session and that session's
 * handle) and sessions 0..N-1 (absent, shell, begun, over). Session 0 is the first issuance, the others are re-issuances in
 * their order. A shell holds nothing of a person and nobody can use it. Each time a session is inserted it gets another handle.
 *
 * Token endpoint, code:     record inserted as new; session 0 begun; record active; answer
 * Token endpoint, refresh:  the record is read. Its session lives: one more token there. Its session is a shell with the handle
 *                           that the record names: it is begun. Else: the shell of the next session inserted if absent; the
 *                           record names it, if it still names the one before; from the beginning.
 * Erasure:                  session 0 deleted, the record deleted, every session found by the index deleted; acknowledged
 *
 * Switches (-D):
 *   N=3, WALLETS=2  sessions, refreshing requests that run concurrently
 *   CONFIRM=1|0     the record is new until session 0 is begun | active at once
 *   FIRST=1|0       the erasure deletes session 0 before the record | after it
 *   SHELL=1|0       the session is inserted before the record names it | the record names it first
 *   HANDLE=1|0      only the shell that the record names is begun | any shell with that id
 *   BACK=1|0        a request that finds the record gone removes the shell it inserted | it stays until its minute is over
 *   MAX=2           live tokens of a session
 *   FAULTS=1        crashes
 *   ERASE=1, REVOKE=1, PURGE=1
 */
#ifndef N
#define N 3
#endif
#ifndef WALLETS
#define WALLETS 2
#endif
#ifndef CONFIRM
#define CONFIRM 1
#endif
#ifndef FIRST
#define FIRST 1
#endif
#ifndef SHELL
#define SHELL 1
#endif
#ifndef HANDLE
#define HANDLE 1
#endif
#ifndef BACK
#define BACK 1
#endif
#ifndef MAX
#define MAX 2
#endif
#ifndef FAULTS
#define FAULTS 1
#endif
#ifndef ERASE
#define ERASE 1
#endif
#ifndef REVOKE
#define REVOKE 1
#endif
#ifndef PURGE
#define PURGE 1
#endif

#define ABSENT 0
#define SHELLED 1
#define BEGUN 2
#define OVER 3
#define NONE 0
#define NEW 1
#define ACTIVE 2
#define ENDED 3

byte rec = NONE, cur = 0, curHandle = 1;
byte sess[N], handle[N], tokens[N];
byte faults = FAULTS, handles = 1, live = 0;
bool erased = false, revoked = false, answered = false;

#define DIE :: atomic { faults > 0 -> faults--; goto dead }

inline over(s) { if :: sess[s] == BEGUN -> live-- :: else fi; tokens[s] = 0; sess[s] = OVER }
inline gone(s) { if :: sess[s] == BEGUN -> live-- :: else fi; tokens[s] = 0; sess[s] = ABSENT; handle[s] = 0 }

proctype Redeem() {
  bool ok;
  if :: CONFIRM -> rec = NEW :: else -> rec = ACTIVE fi;
  if DIE :: skip fi;
  atomic { ok = (sess[0] == SHELLED); if :: ok -> sess[0] = BEGUN; live++; tokens[0] = 1 :: else fi };
  if DIE :: skip fi;
  if
  :: !ok -> atomic { if :: rec == NEW || !CONFIRM -> rec = NONE :: else fi }; goto dead
  :: ok && CONFIRM -> atomic { ok = (rec == NEW); if :: ok -> rec = ACTIVE :: else fi }
  :: else
  fi;
  if DIE :: skip fi;
  if :: ok -> answered = true :: else fi;
dead: skip
}

proctype Refresh() {
  byte c, h, n, r, s, sh, tries = 0; bool ok, late, mine;
end: answered;                                             /* only who has the token can send it */
again:
  tries++;
  if :: tries > 3 -> goto dead :: else fi;
  atomic { r = rec; c = cur; h = curHandle; late = revoked || erased };
  if :: r != ACTIVE -> goto dead :: else fi;
  assert(!late);                                           /* after the acknowledgement no refresh succeeds */
  atomic { s = sess[c]; sh = handle[c] };
  if
  :: s == BEGUN ->
     atomic {
       if :: sess[c] == BEGUN -> if :: tokens[c] < MAX -> tokens[c]++ :: else fi :: else -> goto again fi };
     goto dead
  :: s == SHELLED && (sh == h || !HANDLE) ->
     if DIE :: skip fi;
     atomic {
       if
       :: sess[c] == SHELLED && (handle[c] == h || !HANDLE) ->
          sess[c] = BEGUN; live++; tokens[c] = 1;
          assert(live <= 1)                                /* one session at a time, for any number of requests */
       :: else -> goto again
       fi };
     goto dead
  :: else
  fi;
  n = c + 1;
  if :: n == N -> goto dead :: else fi;                    /* enough for the search */
  mine = false;
  if
  :: SHELL ->
     atomic {
       if :: sess[n] == ABSENT -> sess[n] = SHELLED; handles++; handle[n] = handles; mine = true :: else fi;
       sh = handle[n] };
     if DIE :: skip fi;
     atomic { ok = (rec == ACTIVE && cur == c); if :: ok -> cur = n; curHandle = sh :: else fi; r = rec };
     if DIE :: skip fi;
     if :: BACK && mine && r != ACTIVE -> atomic { if :: sess[n] == SHELLED && handle[n] == sh -> gone(n) :: else fi } :: else fi
  :: else ->
     atomic { ok = (rec == ACTIVE && cur == c); if :: ok -> cur = n; handles++; curHandle = handles :: else fi; sh = curHandle };
     if DIE :: skip fi;
     if :: ok -> atomic { if :: sess[n] == ABSENT -> sess[n] = SHELLED; handle[n] = sh :: else fi } :: else fi
  fi;
  goto again;
dead: skip
}

proctype Clock(byte s) {                                   /* tokens and shells end; the purge removes what is over */
  if :: atomic { sess[s] == BEGUN || (sess[s] == SHELLED && s > 0) -> over(s) } :: skip fi;
  if :: atomic { PURGE && sess[s] == OVER -> gone(s) } :: skip fi
}

proctype Erase() {
  byte i = 1;
  if :: ERASE :: goto dead fi;
  if :: FIRST -> atomic { gone(0) } ; rec = NONE :: else -> rec = NONE; atomic { gone(0) } fi;
  do :: i < N -> atomic { gone(i) }; i++ :: else -> break od;
  erased = true;
dead: skip
}

proctype Revoke() {
  if :: REVOKE :: goto dead fi;
end: answered;
  atomic { if :: rec == ACTIVE -> rec = ENDED :: else fi };
  revoked = true;
dead: skip
}

init {
  byte i = 0;
  atomic {
    sess[0] = SHELLED; handle[0] = 1;                      /* session 0 waits for its code */
    run Redeem(); run Erase(); run Revoke();
    do :: i < N -> run Clock(i); i++ :: else -> break od;
    i = 0;
    do :: i < WALLETS -> run Refresh(); i++ :: else -> break od };
  timeout;
  i = 0;
  do
  :: i < N ->
     assert(tokens[i] <= MAX);
     assert(!erased || sess[i] != BEGUN);                  /* nothing of an erased person is in use */
     i++
  :: else -> break
  od;
  assert(!erased || rec == NONE || rec == NEW);            /* a record that is new is refused, and a job removes it */
  assert(!answered || rec != NEW)                          /* a token that a wallet knows is usable, or was ended */
}
