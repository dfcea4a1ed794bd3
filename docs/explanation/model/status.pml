/*
 * A status change, from its entry into every list that is held in memory.
 *
 * A writer reads the list's version, writes the entry with its value and a stamp, then raises the version; shared raises
 * begin after all their entries, so here each is modelled on its own. A reader holds a bit and the version V
 * that it was built for; when the version is another, it reads the entry if its stamp is above V - WINDOW. Rivals raise the
 * version for other entries at any time.
 *
 * Checked: a read that begins when a value is acknowledged, and during which no other value is written, ends with that value in
 * the bit. At the end of each run every bit equals its entry, also after a writer crashed between stamp and raise.
 *
 * Switches, with what is built:
 * WINDOW=1    raises that may come between a stamp and its own raise (built: 32; the shape is the same)
 * RAISES=2    raises of rivals
 * WRITERS=2   writers, each with its own value or, SAME=1, all with the same
 * CRASH=0     writers that may crash between their stamp and the end of their raise
 * AGAIN=1     an entry whose stamp fell out of the window is stamped and raised again before it is acknowledged
 * MONO=1      a stamp is never lowered
 * BEHIND=1    acknowledged after the raise; 0 after the entry
 * JOIN=0      a change that shares a raise was written before it began; 1 it joins one that is under way
 * REPEAT=1    a change to the value that is there is stamped and raised too; 0 acknowledged at once
 * BELL=1      an event makes readers read the entry itself; 0 lost
 */
#ifndef WINDOW
#define WINDOW 1
#endif
#ifndef RAISES
#define RAISES 2
#endif
#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef SAME
#define SAME 0
#endif
#ifndef CRASH
#define CRASH 0
#endif
#ifndef AGAIN
#define AGAIN 1
#endif
#ifndef MONO
#define MONO 1
#endif
#ifndef BEHIND
#define BEHIND 1
#endif
#ifndef JOIN
#define JOIN 0
#endif
#ifndef REPEAT
#define REPEAT 1
#endif
#ifndef BELL
#define BELL 1
#endif
#ifndef LOOKS
#define LOOKS 2
#endif

short version = 1;            /* of the list */
bit value = 0;                /* of the entry */
short seq = -100;             /* of the entry; never changed: in no index */
bit told = 0;                 /* an event about the entry is on its way, or was not read */
bit acked = 1;                /* the present value is acknowledged */
byte flips = 0;               /* counts writes of another value */
byte crashes = 0;
byte ended = 0;

inline stamp(mine, v) {       /* compare-and-set of the entry: one step */
  atomic {
    if
    :: value != mine -> value = mine; flips++; acked = 0; told = 1
    :: else
    fi;
    if
    :: MONO && seq > v + 1
    :: else -> seq = v + 1
    fi
  }
}

inline stampAgain(r) {        /* with the value that the entry has now */
  atomic { if :: seq > r :: else -> seq = r + 1 fi }
}

inline raise(r) { atomic { version++; r = version } }

inline acknowledge(mine) { atomic { if :: value == mine -> acked = 1 :: else fi } }

proctype Writer(bit mine) {
  short v; short r; short s;
  v = version;
  if
  :: !REPEAT && value == mine -> acknowledge(mine); goto out
  :: else
  fi;
  if :: JOIN -> raise(r) :: else fi;
  stamp(mine, v);
  s = v + 1;
  if :: !BEHIND -> acknowledge(mine) :: else fi;
  if
  :: atomic { crashes < CRASH -> crashes++ }; goto out
  :: true
  fi;
  if :: !JOIN -> raise(r) :: else fi;
  do
  :: AGAIN && s < r - WINDOW -> stampAgain(r); s = r + 1; raise(r)
  :: else -> break
  od;
  acknowledge(mine);
out: atomic { v = 0; r = 0; s = 0; ended++ }
}

/* Other processes, other entries: raises, each at any time. */
active proctype Rivals() {
  byte i;
  do
  :: atomic { i < RAISES -> version++; i++ }
  :: atomic { i = 0; ended++; break }
  od
}

proctype Reader() {
  short held = 1; short seen; bit shown = 0; bit must; bit want; byte before; byte i; bit named; bit last;
  do
  :: i < LOOKS || last ->
     /* A read begins; an acknowledged value must be in it. */
     atomic { must = acked; want = value; before = flips; seen = version };
     /* Events may come late; at the end all have come. */
     if
     :: BELL && told -> named = 1
     :: !last || !BELL || !told -> named = 0
     fi;
     if
     :: seen != held -> atomic { if :: seq >= held + 1 - WINDOW -> shown = value :: else fi }; held = seen
     :: else
     fi;
     if
     :: named -> atomic { shown = value; if :: flips == before -> told = 0 :: else fi }
     :: else
     fi;
     atomic { if :: must && flips == before -> assert(shown == want) :: else fi };
     i++;
     if :: last -> break :: else fi
  :: atomic { ended == WRITERS + 1 && !last -> last = 1 }
  od;
  atomic { if :: ended == WRITERS + 1 -> assert(shown == value) :: else fi }
}

init {
  atomic {
    run Writer(1);
    if :: WRITERS > 1 -> run Writer(SAME) :: else fi;
    if :: WRITERS > 2 -> run Writer(1) :: else fi;
    run Reader()
  }
}
