/*
 * sign-in.pml - from the request_uri to the code, where a person signs in at an identity provider.
 *
 * One session document; every handler is one compare-and-set, which reads and decides again after a conflict (one atomic step).
 * Between any two steps the process may crash, or an answer may be lost (budget FAULTS): the person then goes one step back.
 *
 * Person: one browser, honest and stubborn: loads the page, follows its link, brings the provider's answer. Where a step is
 *         refused it loads the page again, and where that is refused the wallet pushes a new request.
 * Copy:   the same browser brings the same answer again at any moment (budget COPIES).
 * Rival:  another browser with the same request_uri, of a person who got the link: loads the page, follows its link,
 *         brings its own answer or that of the first browser (budget RIVAL).
 * Wallet: pushes a new request at any moment (budget AGAIN).
 *
 * Switches (-D):
 *   TAKE=0|1   the provider's answer is compared at the code alone | taken by a write before it is exchanged
 *   BIND=0|1   the answer is accepted from any browser | from the one that shows the page
 *   URI=0|1    the code is made for the present request | for the request whose page was shown
 */
#ifndef FAULTS
#define FAULTS 1
#endif
#ifndef RIVAL
#define RIVAL 1
#endif
#ifndef COPIES
#define COPIES 1
#endif
#ifndef AGAIN
#define AGAIN 1
#endif
#ifndef TAKE
#define TAKE 1
#endif
#ifndef BIND
#define BIND 1
#endif
#ifndef URI
#define URI 1
#endif
#define MAX 24

/* the session document: number of the request_uri, browser of the page, attempt at the provider, code */
byte uri = 1;  byte page = 0;  byte attempt = 0;  byte code = 0;  bit authorized = 0;

/* world */
byte faults = FAULTS;  byte nUri = 1;  byte nAttempt = 0;
byte exchanged[MAX];                    /* attempt -> times its answer was exchanged */
byte ownerOf[MAX];                      /* attempt -> the browser in which a person signed in */
byte codesOf[MAX];                      /* request_uri -> codes */
byte mine = 0;                          /* the answer that the first browser has */
bit done = 0;

#define STUMBLE faults > 0 -> faults--; ok = 0

inline push() { atomic { nUri++; assert(nUri < MAX); uri = nUri; page = 0; attempt = 0; authorized = 0; code = 0 } }

inline load(b, u) {
  atomic {
    if
    :: !authorized && uri == u -> ok = 1;
         if :: page != b -> page = b; attempt = 0 :: else fi
    :: else -> ok = 0 fi };
  if :: skip :: atomic { STUMBLE } fi
}

inline begin(b, a) {
  atomic {
    if
    :: !authorized && page == b -> nAttempt++; assert(nAttempt < MAX); attempt = nAttempt; ownerOf[nAttempt] = b; a = nAttempt; ok = 1
    :: else -> ok = 0 fi };
  if :: skip :: atomic { STUMBLE } fi
}

/* the callback: take the attempt, exchange the answer, make the code */
inline answer(b, a, c) {
  atomic {
    if
    :: a != 0 && !authorized && attempt == a && (page == b || !BIND) -> ok = 1; u = uri;
         if :: TAKE -> attempt = 0 :: else fi
    :: else -> ok = 0 fi };
  if
  :: ok -> if :: skip :: atomic { STUMBLE } fi
  :: else
  fi;
  if
  :: atomic { ok -> exchanged[a]++; assert(exchanged[a] <= 1) };      /* a provider revokes what it gave for a code that comes twice */
     atomic {
       if
       :: !authorized && (page == b || !BIND) && (uri == u || !URI) ->
            authorized = 1; c = a; code = a; codesOf[uri]++;
            assert(codesOf[uri] <= 1);
            assert(ownerOf[a] == b);            /* the browser that gets the code is the one in which the person signed in */
            assert(uri == u)                    /* and what the person agreed to */
       :: else -> ok = 0 fi };
     if :: skip :: atomic { STUMBLE } fi
  :: else
  fi
}

active proctype Person() {
  bit ok; byte u, a = 0, c = 0, mineUri = 1;
again: mineUri = uri;
reload: load(1, mineUri);
  if :: ok :: !ok -> if :: atomic { authorized && code != 0 && ownerOf[code] == 1 -> goto fine } :: else -> goto renew fi fi;
  begin(1, a);
  if :: ok -> mine = a :: else -> goto reload fi;
  answer(1, a, c);
  if :: ok -> goto fine :: else -> goto reload fi;
renew: push(); goto again;
fine: done = 1
}

active proctype Copy() {
  bit ok; byte u, m, c = 0; byte left = COPIES;
  do
  :: left == 0 || done -> break
  :: atomic { left > 0 && mine != 0 -> left--; m = mine }; answer(1, m, c)
  od
}

active proctype Rival() {
  bit ok; byte u, m, a = 0, c = 0; byte left = RIVAL;
  do
  :: left == 0 || done -> break
  :: left > 0 -> left--;
     if
     :: m = uri; load(2, m)
     :: skip; begin(2, a)
     :: a != 0 -> answer(2, a, c)
     :: atomic { mine != 0 -> m = mine }; answer(2, m, c)
     fi
  od
}

active proctype Wallet() {
  byte left = AGAIN;
  do
  :: left == 0 || done -> break
  :: left > 0 -> left--; push()
  od
}
