/*
 * One valid credential per holder (ADR 82): N wallets receive a credential of one holder, in any order, and report it in
 * any order, or not at all. Wallet 0 has accepted its credential before. The acceptance is one write, the revocation of
 * older ones follows, and a process may stop in between (FAULTS times). The job repeats what is due.
 *
 * ALL=1: an acceptance revokes all others, not only older ones. JOB=0: no job.
 * EARLY=1: older ones are revoked when the newer one is issued. SETTLE=1: what is due is cleared before the revocation.
 */
#ifndef N
#define N 3
#endif
#ifndef FAULTS
#define FAULTS 1
#endif
#ifndef ALL
#define ALL 0
#endif
#ifndef JOB
#define JOB 1
#endif
#ifndef EARLY
#define EARLY 0
#endif
#ifndef SETTLE
#define SETTLE 0
#endif

bool issued[N], accepted[N], replaced[N], due[N], revoked[N];
byte place[N];            /* the order of issuance */
byte last = 1, faults = 0, running = N - 1;

/* Revoked only once a newer one is accepted. */
inline revoke(x) {
  d_step {
    revoked[x] = true;
    found = ALL; i = 0;
    do
    :: i < N -> found = found || (accepted[i] && place[i] > place[x]); i++
    :: else -> break
    od;
    assert(found)
  }
}

/* Reads all, then decides: what is older than the newest accepted one. */
inline read_all() {
  d_step {
    newest = N; i = 0;
    do
    :: i < N ->
      wasDue[i] = due[i];
      if
      :: accepted[i] && !replaced[i] && newest == N -> newest = i
      :: accepted[i] && !replaced[i] && newest != N && place[i] > place[newest] -> newest = i
      :: else
      fi;
      i++
    :: else -> break
    od;
    i = 0;
    do
    :: i < N ->
      older[i] = false;
      if
      :: newest < N && issued[i] && !replaced[i] && i != newest && (ALL || place[i] < place[newest]) -> older[i] = true
      :: else
      fi;
      i++
    :: else -> break
    od
  }
}

/* An acceptance after the read stays due. */
inline clear_due() {
  k = 0;
  do
  :: k < N -> d_step { if :: wasDue[k] && accepted[k] -> due[k] = false :: else fi }; k++
  :: else -> break
  od
}

inline replace_older() {
  read_all();
  if
  :: SETTLE -> clear_due()
  :: else
  fi;
  k = 0;
  do
  :: k < N ->
    if
    :: faults < FAULTS -> faults++; goto stopped
    :: true
    fi;
    if
    :: older[k] -> revoke(k); d_step { replaced[k] = true; due[k] = false }
    :: else
    fi;
    k++
  :: else -> break
  od;
  if
  :: !SETTLE -> clear_due()
  :: else
  fi
}

proctype wallet(byte me) {
  byte i, k, newest;
  bool older[N], wasDue[N], found;
  d_step { issued[me] = true; last++; place[me] = last };
  if
  :: EARLY -> revoke(0); replaced[0] = true
  :: else
  fi;
  if
  :: true -> skip           /* the response is lost, or the wallet reports nothing */
  :: true ->
    d_step {
      if
      :: !replaced[me] -> accepted[me] = true; due[me] = true
      :: else
      fi
    };
    if
    :: accepted[me] -> replace_older()
    :: else
    fi
  fi;
stopped:
  running--
}

proctype job() {
  byte i, k, newest;
  bool older[N], wasDue[N], found, any, quiet;
again:
  skip;
  d_step { quiet = (running == 0); any = false; k = 0; do :: k < N -> any = any || due[k]; k++ :: else -> break od };
  if
  :: any -> replace_older(); goto again
  :: !any && quiet -> goto done
  :: !any && !quiet -> goto again
  fi;
stopped:
  goto again;
done:
  skip
}

init {
  byte i, n, top;
  atomic {
    issued[0] = true; accepted[0] = true; place[0] = 1;
    i = 1;
    do :: i < N -> run wallet(i); i++ :: else -> break od;
    if
    :: JOB -> run job()
    :: else
    fi
  };
  running == 0 && _nr_pr == 1;
  d_step {
    n = 0; top = 0; i = 0;
    do
    :: i < N ->
      if
      :: accepted[i] && !revoked[i] -> n++
      :: else
      fi;
      if
      :: accepted[i] && place[i] > place[top] -> top = i
      :: else
      fi;
      i++
    :: else -> break
    od
  };
  assert(n == 1);           /* one of the accepted ones is valid, */
  assert(!revoked[top])     /* and it is the one that was issued last */
}
