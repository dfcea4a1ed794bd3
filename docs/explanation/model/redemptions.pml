/*
 * redemptions.pml - one offer, several wallets, a limit: places and tokens.
 *
 * The offer's document has places (one byte per wallet: 0 none, 1 held, 2 used). A wallet that begins takes a place while fewer
 * than the limit are used or held; the time of a held place may end at any moment, and then the next wallet
 * may have it. Each wallet has a session of its own with a code. The token endpoint checks the code, uses the place, and
 * redeems the code: three steps, with crashes between them; the wallet repeats a request without an answer until its code
 * has ended.
 *
 * Switches (-D):
 *   LIMIT=2, WALLETS=3
 *   CHECK=1|0     the token endpoint uses the place first | a place is checked only when the wallet begins
 *   ORDER=0|1     place, then code | code, then place: the token leaves although another wallet has taken the place
 *   BACK=1|0      a place that is held ends with its time | never
 *   AGAIN=1|0     a used place counts as valid for its own session | is refused
 *   FAULTS=1      crashes
 */
#ifndef LIMIT
#define LIMIT 2
#endif
#ifndef WALLETS
#define WALLETS 3
#endif
#ifndef CHECK
#define CHECK 1
#endif
#ifndef ORDER
#define ORDER 0
#endif
#ifndef BACK
#define BACK 1
#endif
#ifndef AGAIN
#define AGAIN 1
#endif
#ifndef FAULTS
#define FAULTS 1
#endif

byte place[WALLETS]; bool past[WALLETS]; bool redeemed[WALLETS]; bool lost[WALLETS];
byte tokens = 0, faults = FAULTS, taken = 0, refusedOwn = 0, i;

inline usePlace(ok) {
  atomic {
    ok = (place[me] == 1 || (AGAIN && place[me] == 2));
    if :: !ok && place[me] == 2 -> refusedOwn++ :: else fi;
    if :: ok -> place[me] = 2 :: else fi }
}
inline redeemCode(ok) {
  atomic { ok = !redeemed[me]; if :: ok -> redeemed[me] = true; tokens++ :: else fi }
}
#define DIE :: atomic { faults > 0 -> faults--; goto again }

proctype Wallet(byte me) {
  bool ok; byte tries = 0;
  /* begins: one compare-and-set on the offer; the places of those whose time is over are free */
  atomic {
    do
    :: i < WALLETS -> if :: place[i] == 1 && past[i] -> place[i] = 0; lost[i] = true; taken-- :: else fi; i++
    :: else -> i = 0; break
    od;
    if :: taken < LIMIT -> taken++; place[me] = 1 :: else -> goto done fi };
  if :: skip :: goto done fi;                              /* gives up */
  /* begins again when its time is over and no other wallet has its place: it holds it anew */
  if :: atomic { place[me] == 1 && past[me] -> past[me] = false; run Clock(me) } :: skip fi;
again:
  tries++;
  if :: tries > 3 -> goto done :: else fi;
  if
  :: CHECK && ORDER == 0 ->
     if :: redeemed[me] -> goto done :: else fi;           /* the code is valid, by what was read */
     usePlace(ok); if :: !ok -> goto done :: else fi;
     if DIE :: skip fi;
     redeemCode(ok)
  :: CHECK && ORDER == 1 ->
     redeemCode(ok); if :: !ok -> goto done :: else fi;
     if DIE :: skip fi;
     usePlace(ok)
  :: !CHECK -> redeemCode(ok)
  fi;
done: skip
}

proctype Clock(byte me) {                                  /* the time of a place ends */
  if :: atomic { BACK && place[me] == 1 -> past[me] = true } :: skip fi
}

init {
  atomic {
    do :: i < WALLETS -> run Wallet(i); run Clock(i); i++ :: else -> i = 0; break od };
  timeout;
  assert(tokens <= LIMIT);                                 /* never more than the offer allows */
  assert(refusedOwn == 0);                                 /* a crash behind the place costs the wallet nothing */
  /* a wallet that gave up holds no place for ever: its time can end */
  assert(BACK || taken < LIMIT || tokens == LIMIT)
}
