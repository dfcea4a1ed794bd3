/*
 * A status change, from its entry into every list that is held in memory.
 *
 * A writer reads the list's version, writes the entry with its value and a stamp, and raises the version behind it; raises
 * of one process are shared. A reader holds a bit and the version V it was built for; when the version is another, it
 * reads the entry if its stamp is above V - WINDOW. Rivals raise the version for other entries at any time.
 *
 * Checked: a look that begins when a value is acknowledged, and during which nobody writes another, ends with that value
 * in the bit (within the half second that a look is shared for). At the quiet end every bit is what its entry says, also
 * behind a writer that died between stamp and raise.
 *
 * Switches, with what is built:
 * WINDOW=0    raises that may come between a stamp and its own raise (built: 32; the shape is the same)
 * RAISES=2    raises of rivals
 * WRITERS=2   writers, each with its own value or, SAME=1, all with the same
 * CRASH=0     writers that may die between their stamp and the end of their raise
 * AGAIN=1     where a stamp fell out of the window it is stamped and raised again before it is acknowledged
 * MONO=1      a stamp is never lowered
 * BEHIND=1    acknowledged behind the raise; 0 behind the entry
 * JOIN=0      a change joins only a raise that has not begun; 1 also one that is under way
 * REPEAT=1    a change to the value that is there is stamped and raised too; 0 acknowledged at once
 * BELL=1      an event makes readers look at the entry itself; 0 lost
 */
#ifndef WINDOW
#define WINDOW 0
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
#define GROUPS 6

short version = 1;            /* of the list */
bit value = 0;                /* of the entry */
short seq = -100;             /* of the entry; never changed: in no index */
bit told = 0;                 /* an event about the entry is on its way, or was not looked at */
bit acked = 1;                /* the present value is acknowledged */
byte flips = 0;               /* counts writes of another value */
byte crashes = 0;
byte ended = 0;

byte open = 0;                /* the group of changes that waits for a raise */
bit waits = 0;                /* somebody is in it */
bit under = 0;                /* a raise is under way, of group open - 1 */
byte done = 0;                /* groups whose raise has ended */
short raisedTo[GROUPS];

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

inline stampAgain(r) {        /* with whatever value the entry has by now */
  atomic { if :: seq > r :: else -> seq = r + 1 fi }
}

inline raise(g, r) {
  atomic {
    if
    :: JOIN && under -> g = open - 1
    :: else -> g = open; waits = 1
    fi
  }
  done > g;
  r = raisedTo[g]
}

inline acknowledge(mine) { atomic { if :: value == mine -> acked = 1 :: else fi } }

proctype Writer(bit mine) {
  short v; short r; short s; byte g;
  v = version;
  if
  :: !REPEAT && value == mine -> acknowledge(mine); goto out
  :: else
  fi;
  stamp(mine, v);
  s = v + 1;
  if :: !BEHIND -> acknowledge(mine) :: else fi;
  if
  :: atomic { crashes < CRASH -> crashes++ }; goto out
  :: true
  fi;
  raise(g, r);
  do
  :: AGAIN && s < r - WINDOW -> stampAgain(r); s = r + 1; raise(g, r)
  :: else -> break
  od;
  acknowledge(mine);
out: atomic { v = 0; r = 0; s = 0; g = 0; ended++ }
}

/* Of the one process whose writers these are. */
active proctype Raiser() {
end: do
  :: atomic { waits && open < GROUPS -> waits = 0; open++; under = 1 };
     atomic { version++; raisedTo[open - 1] = version };
     atomic { under = 0; done = open }
  od
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
     /* A look begins; what is acknowledged now must be in it. */
     atomic { must = acked; want = value; before = flips; named = told && BELL; seen = version };
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
