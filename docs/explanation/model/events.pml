/*
 * events.pml - libs/shared/src/event-log, services/gateway/src/events: the log of a tenant's events.
 *
 * Session 1 pushes EACH events with its writes, session 2 pushes one. Two feeds (processes) read the outbox of session 1 and
 * append what stands there, in its order, as one document of the log: its id is that of the first event, its number is one
 * more than the last that the feed has read; the store refuses a taken id and a taken number. Where the id is taken, the feed
 * continues after the last event of the document that has it. Then one write acknowledges all of them in the outbox. A crash, or the
 * lost answer of a write (FAULTS), lets a feed begin anew. A reader goes from number to number; where one is missing and a
 * later one is there, it fills the hole with an empty document.
 * Each feed may also hold a note about session 1 (NOTE), an event that no outbox holds: it goes into the same document as the
 * events that the feed appends next, or into one of its own, and the store refuses a second document with it. A crash loses it.
 * Checked: the reader gets every event of each session once and in order, the note at most once, without a crash exactly once,
 * and the numbers before its place never change.
 *
 * Switches (-D): EACH: events of session 1; FAULTS: at most this many;
 *   ID=1|0     the store refuses a second document of the same id | it takes it
 *   WHOLE=1|0  what a feed has appended is acknowledged by one write | event by event
 *   HOLE=1|0   another process takes a number and leaves the one before it free | none does
 *   KNOWN=1|0  a feed that finds its id taken acknowledges all events of that document | those that it has read in the outbox
 *   FILL=1|0   a hole is filled | the reader goes past it
 *   NOTE=0|1|2 no feed holds a note | both do | both do, and the store takes a second document with it
 *   NUMBER=1|0 the store refuses a taken number | the last document wins
 */
#ifndef EACH
#define EACH 2
#endif
#ifndef FAULTS
#define FAULTS 2
#endif
#ifndef ID
#define ID 1
#endif
#ifndef WHOLE
#define WHOLE 1
#endif
#ifndef HOLE
#define HOLE 1
#endif
#ifndef KNOWN
#define KNOWN 1
#endif
#ifndef FILL
#define FILL 1
#endif
#ifndef NUMBER
#define NUMBER 1
#endif
#ifndef NOTE
#define NOTE 0
#endif
#define MOST 10
#define OTHER 9                                     /* the event of session 2 */
#define EMPTY 10
#define NOTED 11                                    /* a document of the note alone */

byte pushed = 0;  byte pulled = 0;                  /* session 1: events pulled+1 .. pushed wait in the outbox */
bool otherPulled = false;
byte first[MOST];  byte last[MOST];  byte max = 0;  /* the log, by number */
bool noteIn[MOST];  byte gotNote = 0;
byte faults = FAULTS;  byte place = 0;  byte got = 0;  byte gotOther = 0;  byte ended = 0;

/* One step of the store: 0 the number is taken, 1 written, 2 the id is taken (known: its last event), 3 the note is taken. */
inline insert(n, a, b, noting, done, known) {
  d_step {
    done = 1; known = 0;
    if
    :: ID -> k = 1;
      do
      :: k <= max -> if :: first[k] == a -> done = 2; known = last[k]; break :: else -> k++ fi
      :: else -> break
      od
    :: else
    fi;
    if
    :: done == 1 && noting && NOTE == 1 -> k = 1;
      do
      :: k <= max -> if :: noteIn[k] -> done = 3; break :: else -> k++ fi
      :: else -> break
      od
    :: else
    fi;
    if :: done == 1 && NUMBER && first[n] != 0 -> done = 0 :: else fi;
    if
    :: done == 1 -> assert(n < MOST); assert(n > place || first[n] == 0); first[n] = a; last[n] = b; noteIn[n] = noting;
      if :: n > max -> max = n :: else fi
    :: else
    fi;
    k = 0
  }
}

proctype source() { do :: pushed < EACH -> pushed++ :: else -> break od }

proctype feed(bool both) {
  byte from; byte to; byte at; byte n; byte done; byte known; byte k; bool other; bool note = NOTE > 0; bool noting;
  do
  :: note || pulled < pushed || pushed < EACH || (both && !otherPulled) ->
    /* What waits, as one read shows it. */
    if
    :: atomic { pulled < pushed -> from = pulled + 1; to = pushed; other = false; noting = note }
    :: atomic { both && !otherPulled -> from = OTHER; to = OTHER; other = true }
    :: atomic { note -> from = NOTED; to = NOTED; other = false; noting = true }
    :: atomic { pulled == EACH && (!both || otherPulled) && !note -> break }
    fi;
    at = from;
    do
    :: at <= to || noting ->
      if :: at > to -> at = NOTED; to = NOTED :: else fi;
      n = max + 1;                                  /* as read; it may be taken since */
      insert(n, at, to, noting, done, known);
      if
      :: atomic { faults > 0 -> faults--; noting = false; note = false; goto anew }   /* a crash, or the answer is lost */
      :: done == 1 -> atomic { at = to + 1; if :: noting -> note = false; noting = false :: else fi }
      :: done == 2 && at == NOTED -> atomic { at = to + 1; note = false; noting = false }
      :: done == 2 && at != NOTED -> at = known + 1; if :: KNOWN && !other && known > to -> to = known :: else fi
      :: done == 3 -> atomic { note = false; noting = false; if :: at == NOTED -> at = to + 1 :: else fi }
      :: done == 0
      fi
    :: else -> break
    od;
    /* The group is acknowledged. What is gone already is no error. */
    if
    :: other -> otherPulled = true
    :: to == NOTED                                  /* see below: its group is acknowledged at the next read */
    :: else ->
      if
      :: WHOLE -> atomic { if :: to > pulled -> pulled = to :: else fi }
      :: !WHOLE ->
        do
        :: from <= to -> atomic { if :: from > pulled -> pulled = from :: else fi }
          from++;
          if :: atomic { faults > 0 -> faults--; goto anew } :: else fi
        :: else -> break
        od
      fi
    fi;
anew: skip; d_step { from = 0; to = 0; at = 0; n = 0; done = 0; known = 0; other = false; noting = false }
  :: pulled == EACH && (!both || otherPulled) && !note -> break
  od;
  ended++
}

proctype reader() {
  do
  :: d_step { first[place + 1] != 0 ->
      place++;
      if :: noteIn[place] -> gotNote++; assert(gotNote == 1) :: else fi;
      if
      :: first[place] == OTHER -> gotOther++; assert(gotOther == 1)
      :: first[place] == EMPTY || first[place] == NOTED
      :: else -> assert(first[place] == got + 1); got = last[place]
      fi
    }
  :: d_step { first[place + 1] == 0 && max > place + 1 -> if :: FILL -> first[place + 1] = EMPTY :: else fi; if :: !FILL -> place++ :: else fi }
  :: ended == 2 && place == max -> break
  od;
  assert(got == EACH && gotOther == 1);
  assert(NOTE == 0 || gotNote == 1 || faults < FAULTS)
}

/* Leaves a number without a document: a process that has taken it and dies. Its next one is written first. */
proctype hole() {
  byte n;
  if
  :: n = max + 2; d_step { if :: n < MOST - 5 && first[n] == 0 -> first[n] = EMPTY; if :: n > max -> max = n :: else fi :: else fi }
  :: skip
  fi
}

init { atomic { run source(); run feed(true); run feed(false); run reader(); if :: HOLE -> run hole() :: else fi } }
