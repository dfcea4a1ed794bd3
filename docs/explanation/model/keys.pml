/*
 * keys.pml - libs/shared/src/model/keys/key-states.ts, libs/shared/src/keys/generations.ts: no verifier meets a key that it can not find.
 *
 * Two replicas share one store and hold what they have read for at most READ ticks. A rotation, at any time and at either
 * replica, inserts the next generation if absent, used LEAD ticks later; its process may crash before or after the insert, and
 * a call is repeated. Each replica signs with the last generation that is in use by what it holds and by its own clock (SKEW),
 * and publishes what it holds. A verifier gets the published keys of either replica, holds them for CACHE ticks, and checks
 * signatures of either one. What is signed lasts LIFE ticks; a private key is erased, and a public key withdrawn, KEEP ticks
 * after its replacement. Times are relative to now, so that the search ends.
 *
 * Switches (-D): LEAD, READ, CACHE, LIFE, KEEP, SKEW ticks; MORE=1|0 a rotation while one is pending adds nothing | another;
 *   AGE=1|0 keys are published as read at most READ ticks ago | however long ago; CRASH=0|1
 */
#ifndef READ
#define READ 2
#endif
#ifndef CACHE
#define CACHE 3
#endif
#ifndef SKEW
#define SKEW 1
#endif
#ifndef LEAD
#define LEAD 7
#endif
#ifndef LIFE
#define LIFE 3
#endif
#ifndef KEEP
#define KEEP 8
#endif
#ifndef MORE
#define MORE 1
#endif
#ifndef AGE
#define AGE 1
#endif
#ifndef CRASH
#define CRASH 1
#endif
#define N 3                                       /* generations: two rotations */
#define FAR 15

byte last = 0;                                    /* the last generation of the store */
byte until[N];                                    /* ticks until a generation is in use, 0: it is */
byte since[N];                                    /* ticks since it has been in use, at most FAR */
byte seen[2];  byte age[2];                       /* what a replica holds: the last generation of its read, and its age */
byte has = 0;  byte hasFrom = 0;  byte hasAge = CACHE;  /* what the verifier holds: generations hasFrom..has */
byte left[N];                                     /* ticks for which something lasts that a generation has signed */
byte crashes = CRASH;

/* withdrawn: its replacement has been in use for KEEP ticks, by a clock that may run ahead */
#define WITHDRAWN(g) (g < last && until[g + 1] == 0 && since[g + 1] + SKEW >= KEEP)

inline rotate() {
  if
  :: MORE && until[last] > 0                      /* one is pending: the answer names it */
  :: (!MORE || until[last] == 0) && last < N - 1 ->
       if
       :: crashes > 0 -> crashes--                /* before the insert: nothing has happened */
       :: last++; until[last] = LEAD; since[last] = 0
       fi
  :: else
  fi
}

inline sign(i) {                                  /* the last one in use by what it holds, by a clock up to SKEW ahead */
  byte g = seen[i];
  do
  :: g > 0 && until[g] > skew -> g--
  :: else -> break
  od;
  assert(!(g < last && until[g + 1] == 0 && since[g + 1] >= KEEP));   /* its private key is there */
  left[g] = LIFE; g = 0
}

inline fetch(i) {
  has = seen[i]; hasFrom = 0; hasAge = 0;
  do
  :: hasFrom < has && WITHDRAWN(hasFrom) -> hasFrom++
  :: else -> break
  od
}

active [2] proctype Replica() {
  byte i = _pid; byte skew;
  do
  :: atomic { seen[i] = last; age[i] = 0 }        /* reads the store, at any time */
  :: atomic { rotate() }
  :: atomic { age[i] <= READ -> if :: skew = 0 :: skew = SKEW fi; sign(i); skew = 0 }
  :: atomic { !AGE || age[i] <= READ -> fetch(i) }
  od
}

active proctype Verifier() {
  byte g;
  do
  :: atomic { hasAge < CACHE ->                   /* checks anything that was signed and has not ended */
       if :: g = 0 :: g = 1 :: g = 2 fi;
       if
       :: left[g] > 0 -> assert(hasFrom <= g && g <= has)
       :: else
       fi;
       g = 0 }
  od
}

active proctype Time() {
  byte k;
  do
  :: atomic {
       k = 0;
       do
       :: k < N ->
            if :: k <= last && until[k] == 0 && since[k] < FAR -> since[k]++ :: else fi;
            if :: until[k] > 0 -> until[k]-- :: else fi;
            if :: left[k] > 0 -> left[k]-- :: else fi;
            k++
       :: else -> break
       od;
       k = 0;
       do
       :: k < 2 -> if :: age[k] < FAR -> age[k]++ :: else fi; k++
       :: else -> break
       od;
       if :: hasAge < CACHE -> hasAge++ :: else fi;
       k = 0 }
  od
}
