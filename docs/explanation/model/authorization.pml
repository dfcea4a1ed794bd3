/*
 * authorization.pml - from the offer to the access token, with presentation during issuance.
 *
 * One session document. A handler of the issuer or verifier is: read the document, decide,
 * replace it where its revision is unchanged. Between any two of these steps the process may
 * crash (budget FAULTS); an answer may be lost after the write (same budget).
 * Two requests run concurrently, each on its own replica.
 *
 * Wallet: honest, stubborn. Retries a lost request, goes one step back when refused; when even the
 *         first step is refused, the session is dead: assertion "dead session".
 * Rival:  RIVAL more requests at any moment: another holder of the same offer who never presents
 *         (first and second challenge), or a copy of a wallet request (same code, same answer).
 * Bell:   the event presentation.requested. Late, repeated, or never before the wallet's own fetch.
 *
 * Switches (-D):
 *   REPEAT=0..4     what a repeated first challenge does
 *                   0 refused  1 new auth_session, same request id
 *                   2 new auth_session and request id, presentation part insert-if-absent
 *                   3 as 2, part replaced, but the late event is not compared with the document
 *                   4 a new attempt; part belongs to the request id that issuance names
 *   RENEW=0|1       second challenge repeated after the code was made: refused | new code replaces
 *   IDEM=0|1        identical answer posted again: 400 | 200 once more
 *   SAMEBYTES=0|1   wallet that retries the answer: builds it anew | sends the same bytes
 *   PDI=0|1         dialect without | with presentation_during_issuance_session
 *   IA=0..3         how the answer of a presentation and the second challenge come
 *                   0 two requests, to the verifier and to the issuer
 *                   1 one request to the issuer with auth_session, which the verifier answers for it; the code is derived
 *                   2 as 1, the answer is not bound to the request of that auth_session
 *                   3 as 1, the derived code is given out again after it was redeemed
 *   CLAIM=0|1       revision conflict while redeeming: refuse | read again and decide again
 *   COPYONLY=0|1    rival: all it can | only copies of the wallet's own requests (the wallet gets those answers too)
 *   DEADOK         don't stop at a dead session (to look for other violations)
 *   REVOKE=0|1      second use of a code kills the token of the first use
 */
#ifndef FAULTS
#define FAULTS 2
#endif
#ifndef RIVAL
#define RIVAL 2
#endif
#ifndef REPEAT
#define REPEAT 4
#endif
#ifndef RENEW
#define RENEW 1
#endif
#ifndef IDEM
#define IDEM 1
#endif
#ifndef SAMEBYTES
#define SAMEBYTES 0
#endif
#ifndef PDI
#define PDI 1
#endif
#ifndef IA
#define IA 0
#endif
#ifndef CLAIM
#define CLAIM 1
#endif
#ifndef REVOKE
#define REVOKE 0
#endif
#ifndef COPYONLY
#define COPYONLY 0
#endif
#define MAXA 15         /* attempts, request ids, codes: more than the budgets can use up */
#define MAXC 16
#ifdef DEADOK
#define LIMIT 4
#else
#define LIMIT MAXA
#endif

mtype = { created, p_required, authorized, token_issued };   /* issuance */
mtype = { none, requested, verified };                      /* presentation */
mtype = { ok, lost, refused };                              /* what the caller sees */

/* the session document */
mtype ist = created;  byte auth = 0;  byte rid = 0;  byte code = 0;  byte tok = 0;  bit issued = 0;
mtype pst = none;     byte prid = 0;  byte pans = 0;
byte stale = 255;                       /* bit per handler: revision changed since its read */
#define READ(h)  stale = stale & (255 - (1 << h))
#define DROP(h)  stale = stale | (1 << h)
#define FRESH(h) ((stale & (1 << h)) == 0)
#define WROTE    stale = 255

/* world */
byte faults = FAULTS;
byte nA = 0, nR = 0, nC = 0;            /* numbers handed out */
short bells = 0;                        /* bit per request id: event on the bus */
byte tokensOf[MAXC];                    /* code -> tokens */
byte answersOf[MAXC];                   /* request id -> accepted answers */
bit  rivalAuth[MAXC];                   /* auth_session that the rival got */
bit  rivalPres[MAXC];                   /* request id that only the rival got */
byte wcode = 0, wrid = 0, wans = 0, wtok = 0;  bit copying = 0;     /* what a copied request would carry */

#define DIE(h)  faults > 0 -> faults--; res = lost; DROP(h); break
#define ANSWER  if :: res = ok :: faults > 0 -> faults--; res = lost fi; break

inline first_challenge(h, isRival, outA, outR) {
  do
  :: atomic { READ(h);
       if
       :: issued || (REPEAT == 0 && ist != created) || (REPEAT < 4 && ist != created && ist != p_required) || nA >= LIMIT -> res = refused; DROP(h); break
       :: else fi };
     if
     :: atomic { DIE(h) }
     :: atomic { FRESH(h) ->
          nA++; assert(nA < MAXA);      /* restarts without end */
          auth = nA; rivalAuth[nA] = isRival; ist = p_required; code = 0; tok = 0;
          if :: REPEAT == 1 && rid != 0 :: else -> nR++; rid = nR; rivalPres[nR] = isRival; bells = bells | (1 << rid) fi;
          WROTE; outA = auth; outR = rid; ANSWER }
     :: atomic { !FRESH(h) -> skip }
     fi
  od
}

/* the verifier prepares its part: on the event, or at the first fetch */
#define MAYPREPARE(r) (REPEAT == 4 && r == rid && (pst == none || prid != r) \
                    || REPEAT == 3 && (pst == none || prid != r) \
                    || REPEAT < 3 && pst == none)

inline fetch(h, r) {
  do
  :: atomic { READ(h);
       if
       :: MAYPREPARE(r)
       :: !MAYPREPARE(r) && prid == r && pst == requested -> DROP(h);
            if :: res = ok :: faults > 0 -> faults--; res = lost fi; break
       :: else -> res = refused; DROP(h); break fi };
     if
     :: atomic { DIE(h) }
     :: atomic { FRESH(h) -> pst = requested; prid = r; pans = 0; WROTE; ANSWER }
     :: atomic { !FRESH(h) -> skip }
     fi
  od
}

inline post(h, r, ans) {
  do
  :: atomic { READ(h);
       if
       :: pst == requested && prid == r && (REPEAT < 4 || r == rid)
       :: pst == verified && prid == r && IDEM && pans == ans -> DROP(h);
            if :: res = ok :: faults > 0 -> faults--; res = lost fi; break
       :: else -> res = refused; DROP(h); break fi };
     if
     :: atomic { DIE(h) }
     :: atomic { FRESH(h) -> pst = verified; pans = ans; answersOf[r]++; assert(answersOf[r] <= 1); WROTE; ANSWER }
     :: atomic { !FRESH(h) -> skip }
     fi
  od
}

inline second_challenge(h, a, haspdi, outC) {
  do
  :: atomic { READ(h);
       if
       :: a != 0 && a == auth && pst == verified && (REPEAT < 2 || prid == rid) && !issued && (haspdi || !PDI) && (ist == p_required || (RENEW && (ist == authorized || ist == token_issued)))
       :: else -> res = refused; DROP(h); break fi };
     if
     :: atomic { DIE(h) }
     :: atomic { FRESH(h) -> nC++; assert(nC < MAXC); code = nC; tok = 0; ist = authorized;
          assert(pst == verified);                              /* no code without a presentation */
          assert(!rivalAuth[a]);                                /* and it was the presenter's own: the rival never presents */
          WROTE; outC = code; ANSWER }
     :: atomic { !FRESH(h) -> skip }
     fi
  od
}

/* one request with auth_session: the holder is checked, the verifier takes the answer, the issuer gives the code */
inline interaction(h, a, r, ans, outC) {
  atomic { READ(h);
    if
    :: a != 0 && a == auth && (ist == p_required || ist == authorized || (IA == 3 && ist == token_issued)) && (IA == 2 || r == rid) -> at = rid; res = ok
    :: else -> res = refused fi;
    DROP(h) };
  if
  :: res == refused
  :: else -> post(h, at, ans);
     if
     :: res != ok                        /* refused by the verifier, or lost between the services */
     :: else ->
        do
        :: atomic { READ(h);
             if
             :: a == auth && pst == verified && prid == rid && !issued && (ist == p_required || ist == authorized || (IA == 3 && ist == token_issued))
             :: else -> res = refused; DROP(h); break fi };
           if
           :: atomic { DIE(h) }
           :: atomic { FRESH(h) -> code = a; tok = 0; ist = authorized;
                assert(!rivalAuth[a]);                      /* the rival never presents */
                WROTE; outC = code; ANSWER }
           :: atomic { !FRESH(h) -> skip }
           fi
        od
     fi
  fi
}

inline redeem(h, c, outT) {
  do
  :: atomic { READ(h);
       if
       :: ist == authorized && c != 0 && c == code
       :: ist == token_issued && c != 0 && c == code && REVOKE -> tok = 0; WROTE; res = refused; break
       :: else -> res = refused; DROP(h); break fi };
     if
     :: atomic { DIE(h) }
     :: atomic { FRESH(h) -> ist = token_issued; tok = c; tokensOf[c]++; assert(tokensOf[c] <= 1); WROTE; outT = c; ANSWER }
     :: atomic { !FRESH(h) && CLAIM -> skip }
     :: atomic { !FRESH(h) && !CLAIM -> res = refused; break }
     fi
  od
}

#if IA
#define REFETCH s1                                          /* the request is part of the first answer */
#define AGAIN   s3
#else
#define REFETCH s2
#define AGAIN   s4
#endif
active proctype Wallet() {
  mtype res; byte a = 0, r = 0, c = 0, t = 0; byte x = 0; bit haspdi = 0; byte n = 0; byte at = 0;
s1: haspdi = 0; c = 0; t = 0;
  first_challenge(0, 0, a, r);
  if :: res == ok :: res == lost -> goto s1 :: res == refused -> goto dead fi;
s2: fetch(0, r);
  if
  :: res == ok -> atomic { n++; wrid = r; wans = n }
  :: res == lost -> goto REFETCH
  :: res == refused -> goto s1
  fi;
s3:
#if IA
  interaction(0, a, r, wans, c);
  if
  :: res == ok -> wcode = c; goto s5
  :: res == lost -> atomic { if :: SAMEBYTES :: else -> n++; wans = n fi }; goto s3
  :: res == refused -> goto s1
  fi;
#endif
  post(0, r, wans);
  if
  :: res == ok -> haspdi = 1
  :: res == lost -> atomic { if :: SAMEBYTES :: else -> n++; wans = n fi }; goto s3
  :: res == refused -> if :: PDI -> goto s1 :: else fi        /* without that value the wallet may continue */
  fi;
s4: second_challenge(0, a, haspdi, c);
  if :: res == ok -> wcode = c :: res == lost -> goto s4 :: res == refused -> goto s1 fi;
s5: redeem(0, c, t);
  if
  :: res == ok
  :: res == lost -> goto s5
  :: res == refused -> !copying;                             /* it waits for the answer to its own copy */
       if :: wtok == c -> t = c :: else -> goto AGAIN fi
  fi;
s6: /* credential request, reduced to: is the token valid */
  do
  :: atomic { READ(0); if :: tok == t && t != 0 :: else -> DROP(0); goto AGAIN fi };
     if
     :: atomic { FRESH(0) -> issued = 1; WROTE; break }
     :: atomic { !FRESH(0) -> skip }
     fi
  od;
  goto fine;
dead:
#ifndef DEADOK
  assert(false);                                            /* dead session */
#endif
fine: skip
}

active proctype Rival() {
  mtype res; byte a = 0, r = 0, c = 0, t = 0; byte left = RIVAL; byte at = 0;
  do
  :: left == 0 || issued -> break
  :: left > 0 && !issued -> left--;
     if
     :: !COPYONLY -> first_challenge(1, 1, a, r)
     :: a != 0 -> second_challenge(1, a, 0, c)
     :: atomic { wcode != 0 -> copying = 1; c = wcode };
        redeem(1, c, t); atomic { if :: res == ok -> wtok = t :: else fi; copying = 0; c = 0 }
#if IA
     :: a != 0 && wrid != 0 -> interaction(1, a, wrid, wans, c)       /* the wallet's answer, forwarded */
#else
     :: wrid != 0 -> post(1, wrid, wans)
#endif
     fi
  od
}

/* the verifier as consumer of presentation.requested; the event may come twice (crash before commit) */
active proctype Bell() {
  byte e = 0; byte dup = 1; mtype res;
end:
  do
  :: atomic { bells != 0 -> e = 1;            /* any of them: order is not kept */
       do :: (bells & (1 << e)) != 0 -> break :: (bells >> (e + 1)) != 0 -> e++ od };
     do
     :: atomic { READ(2); if :: MAYPREPARE(e) :: else -> DROP(2); break fi };
        if
        :: atomic { FRESH(2) -> pst = requested; prid = e; pans = 0; WROTE; break }
        :: atomic { !FRESH(2) -> skip }
        fi
     od;
     atomic { if :: bells = bells & ~(1 << e) :: dup > 0 -> dup-- fi; e = 0 }
  od
}

/* other writers of the same document: the relay's acknowledgement, the dispatcher's claims */
active proctype Others() { WROTE; WROTE }
