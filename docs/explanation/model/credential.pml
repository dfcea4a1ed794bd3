/*
 * credential.pml - the credential endpoint, the nonce mark, the status service.
 *
 * Two requests of one wallet with one nonce, sent concurrently to two issuers: with the same proof
 * (SAMEKEY=1) or with two keys (SAMEKEY=0). A wallet whose request was lost or refused with
 * invalid_nonce fetches a fresh nonce and tries again. Issuer and status service may crash at any
 * line (FAULTS), the answer of `allocate` may be lost, the status service may be unreachable (503).
 *
 * Switches (-D):
 *   ORDER=0..2    0 mark nonce, allocate, record, sign   1 allocate, mark nonce, record, sign   2 issuer and status service in
 *                 one process: take an index, mark nonce, then entry and record at the same time, sign
 *   MARKKEY=0|1   mark is keyed by the nonce alone | by nonce and key thumbprint
 *   RECORD=1|0    recorded before | after the answer
 *   ALLOC=0..2    allocation idempotent: 0 not at all; 1 entry written under its hash, insert-if-absent;
 *                 2 look up the hash, then write the entry under list + index
 *   CORRECT=1|0   ORDER=2: where an earlier request with the same proofs left an entry, its index replaces the one in the
 *                 record | does not
 *   LAZY=0|1      after a 503 the wallet asks with a fresh nonce | sends the same request again (one request only)
 */
#ifndef FAULTS
#define FAULTS 2
#endif
#ifndef SAMEKEY
#define SAMEKEY 1
#endif
#ifndef ORDER
#define ORDER 1
#endif
#ifndef MARKKEY
#define MARKKEY 0
#endif
#ifndef RECORD
#define RECORD 1
#endif
#ifndef ALLOC
#define ALLOC 1
#endif
#ifndef CORRECT
#define CORRECT 1
#endif
#ifndef LAZY
#define LAZY 0
#endif
#define NN 8              /* nonces */
#define NI 16             /* indexes; blocks of 2 */

mtype = { ok, lost, bad_nonce, unavailable };
byte faults = FAULTS;
byte nonces = 1;                          /* nonce 0 is shared by both requests */
bool mark[NN];  bool mark2[NN];           /* used-once marks (second row: key 2) */
byte block = 0;                           /* next free block, by compare-and-set */
byte lo[2], hi[2];                        /* leased block of each status replica, in its memory */
byte entryOf[NI];                         /* request hash -> index + 1 (hash = nonce * 2 + key) */
byte usedBy[NI];                          /* index -> request it left with + 1 */
bool entry[NI];                           /* index has an entry in the store */
bool recorded[NI];
byte answers[NN];                         /* nonce -> credential answers that left */
byte doneCount = 0;

/* status service, replica s: index i for hash */
inline allocate(s, hash, i) {
  st = ok; i = 0; look = 0;
  if :: atomic { ALLOC == 2 -> look = entryOf[hash] } :: ALLOC != 2 -> skip fi;
  if
  :: look > 0 -> i = look
  :: look == 0 ->
     atomic { if :: lo[s] == hi[s] -> lo[s] = block; block = block + 2; hi[s] = block :: else fi;
              i = lo[s] + 1; lo[s]++; assert(i < NI) };
     if
     :: atomic { faults > 0 -> faults--; lo[s] = hi[s]; st = lost }       /* crashed with the block */
     :: atomic { ALLOC == 1 ->
          if :: entryOf[hash] > 0 -> i = entryOf[hash]
             :: else -> entryOf[hash] = i; entry[i] = true fi }
     :: atomic { ALLOC != 1 -> entryOf[hash] = i; entry[i] = true }
     fi
  fi;
  if :: skip :: atomic { faults > 0 -> faults--; st = lost } fi           /* answer lost */
}

/* the same process: the index at once, its entry later; no answer of the status service that could be lost */
inline take(s, mine) {
  atomic { if :: lo[s] == hi[s] -> lo[s] = block; block = block + 2; hi[s] = block :: else fi;
           mine = lo[s] + 1; lo[s]++; assert(mine < NI) }
}
/* insert-if-absent: the index that counts for the hash */
inline enter(hash, mine, counting) {
  atomic { if :: entryOf[hash] > 0 -> counting = entryOf[hash]
              :: else -> entryOf[hash] = mine; entry[mine] = true; counting = mine fi }
}

inline marknonce(n, k) {
  atomic {
    if
    :: MARKKEY == 1 && k == 1 -> st = (mark2[n] -> bad_nonce : ok); mark2[n] = true
    :: else -> st = (mark[n] -> bad_nonce : ok); mark[n] = true
    fi }
}
/* the process that dies takes its block with it */
#define DIEALL :: atomic { faults > 0 -> faults--; lo[me] = hi[me]; res = lost; goto out }
#define DIE :: atomic { faults > 0 -> faults--; res = lost; goto out }

proctype Wallet(byte me) {
  mtype res, st; byte n = 0, i, look, taken; byte k; byte h; bool tried, had503 = 0;
  k = (SAMEKEY -> 0 : me);
again:
  h = n * 2 + k; tried = 0; i = 0; res = ok;
  /* the issuer that serves this request; token and proof are valid */
  if :: ORDER == 0 -> marknonce(n, k); if :: st == bad_nonce -> res = bad_nonce; goto out :: else fi :: ORDER != 0 -> skip fi;
  if DIE :: skip fi;
  if :: ORDER == 2 -> goto together :: else fi;
  do
  :: allocate(me, h, i);
     if
     :: st == ok -> break
     :: st == lost && !tried -> tried = 1               /* one retry inside the request */
     :: st == lost && tried -> res = unavailable; goto out
     fi
  od;
  if DIE :: skip fi;
  if :: ORDER == 1 -> marknonce(n, k); if :: st == bad_nonce -> res = bad_nonce; goto out :: else fi :: ORDER == 0 -> skip fi;
  if DIE :: skip fi;
  if :: RECORD -> recorded[i] = true :: else fi;
  if DIE :: skip fi;
  goto sign;
together:
  if :: atomic { faults > 0 -> faults--; res = unavailable; goto out } :: skip fi;   /* 503 before an index is taken */
  take(me, taken);
  if DIEALL :: skip fi;
  marknonce(n, k); if :: st == bad_nonce -> enter(h, taken, i); res = bad_nonce; goto out :: else fi;
  if DIEALL :: skip fi;
  if
  :: enter(h, taken, i); if DIEALL :: skip fi; recorded[taken] = true
  :: recorded[taken] = true; if DIEALL :: skip fi; enter(h, taken, i)
  fi;
  if DIEALL :: skip fi;
  if :: CORRECT && i != taken -> recorded[taken] = false; recorded[i] = true :: else fi;
  if DIEALL :: skip fi;
sign:
  atomic {                                                /* signed; the answer leaves */
    assert(entry[i]);                                     /* its entry was there before */
    assert(usedBy[i] == 0); usedBy[i] = h + 1;            /* no index for two credentials */
    answers[n]++; assert(answers[n] <= 1);                /* one nonce, one answer */
    if :: RECORD -> assert(recorded[i]) :: else fi };
  if :: skip :: atomic { faults > 0 -> faults--; res = lost } fi;
  if :: !RECORD -> if :: recorded[i] = true :: atomic { faults > 0 -> faults--; assert(false) } fi  /* left, and can't be revoked */
     :: else fi;
out:
  if
  :: res == ok -> goto fine
  :: res == unavailable && LAZY -> had503 = 1; goto again
  :: res == bad_nonce && had503 -> assert(false)            /* a 503 burnt the nonce */
  :: else -> atomic { had503 = 0 }; atomic { n = nonces; nonces++; assert(n < NN) }; goto again
  fi;
fine: doneCount++
}

init { atomic { run Wallet(0); if :: LAZY -> doneCount++ :: else -> run Wallet(1) fi };
  timeout; assert(doneCount == 2) }                       /* each request is served in the end */
