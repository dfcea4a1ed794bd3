#!/bin/sh
# Checks the models, each row with what is expected of it: sh check.sh [pattern]. Needs spin 6.5 and gcc.
# A row: expectation (holds | breaks), model, switches.
here=$(cd "$(dirname "$0")" && pwd); pattern=${1:-.}
for tool in spin gcc; do
  command -v $tool >/dev/null || { echo "$tool is missing (Debian and Ubuntu: apt-get install spin gcc)" >&2; exit 2; }
done
build=$(mktemp -d) && cd "$build" || exit 1
trap 'rm -rf "$build"' EXIT; trap 'exit 130' INT TERM
bad=0
row() { # expectation model switches [pan options]
  want=$1; m=$2; d=$3; shift 3
  printf '%s\n' "$m $d $*" | grep -q -e "$pattern" || return 0
  dir=$(mktemp -d ./"$m".XXXXXX); cd "$dir" || exit 1; cp "$here/$m.pml" .
  np=; fast=-O1; [ "$want" = breaks ] && fast=-O0      # found soon: the compiler would take longer than the search
  [ "$1" = -l ] && np=-DNP
  spin $d -a "$m.pml" >spin.log 2>&1 && gcc $fast -w -DCOLLAPSE -DMEMLIM=4000 $np -o pan pan.c || { echo "can't build $m $d"; exit 1; }
  timeout 300 ./pan -m1000000 "$@" >out.log 2>&1
  states=$(awk '/states, stored/{print $1; exit}' out.log); secs=$(awk '/elapsed time/{print $4; exit}' out.log)
  # A search that was cut off or ended at its depth says neither.
  why=$(awk '/^pan:1:/{sub(/^pan:1: /,""); print; exit}' out.log)
  if grep -q 'errors: 0' out.log && ! grep -q 'search depth too small\|not completed' out.log; then got=holds
  elif printf '%s' "$why" | grep -q 'assertion violated\|invalid end state\|non-progress'; then got=breaks
  else got=unknown; fi
  [ "$got" = "$want" ] && mark=ok || { mark=UNEXPECTED; bad=1; }
  echo "$mark | $m | $d $* | $got | ${states:-?} states | ${secs:-?} s | $why"
  cd ..
}
A=authorization; B=claims; C=credential; N=notification; J=job-lease
W="-DREPEAT=0 -DRENEW=0 -DIDEM=0"                       # nothing may be repeated
# authorization: as designed
row holds $A "-DFAULTS=1 -DRIVAL=1"
row holds $A "-DFAULTS=2 -DRIVAL=0"
row holds $A "-DFAULTS=1 -DRIVAL=1 -DIDEM=0"
row holds $A "-DFAULTS=0 -DRIVAL=1" -l
I="-DIA=1"                                               # the wallet answers at the authorization server
row holds $A "$I -DFAULTS=1 -DRIVAL=1"
row holds $A "$I -DFAULTS=2 -DRIVAL=0"
row holds $A "$I -DFAULTS=1 -DRIVAL=1 -DSAMEBYTES=1"
row holds $A "$I -DFAULTS=0 -DRIVAL=2"
row holds $A "$I -DFAULTS=0 -DRIVAL=1" -l
# authorization: other ways
row breaks $A "-DIA=2 -DFAULTS=0 -DRIVAL=2 -DDEADOK"
row breaks $A "-DIA=3 -DFAULTS=1 -DRIVAL=1 -DDEADOK"
row holds  $A "$W -DFAULTS=0 -DRIVAL=0"
row breaks $A "$W -DFAULTS=1 -DRIVAL=0"
row breaks $A "-DREPEAT=0 -DRENEW=1 -DIDEM=1 -DSAMEBYTES=1 -DFAULTS=1 -DRIVAL=0"
row breaks $A "-DREPEAT=0 -DRENEW=1 -DIDEM=0 -DFAULTS=1 -DRIVAL=0"
row breaks $A "-DREPEAT=1 -DFAULTS=1 -DRIVAL=0"
row breaks $A "-DREPEAT=1 -DPDI=0 -DFAULTS=0 -DRIVAL=2 -DDEADOK"
row breaks $A "-DREPEAT=2 -DFAULTS=1 -DRIVAL=0"
row breaks $A "-DREPEAT=3 -DSAMEBYTES=1 -DFAULTS=1 -DRIVAL=0"
row breaks $A "$W -DCLAIM=0 -DFAULTS=0 -DRIVAL=0"
row holds  $A "$W -DIDEM=1 -DREVOKE=0 -DCOPYONLY=1 -DFAULTS=0 -DRIVAL=1"
row breaks $A "$W -DIDEM=1 -DREVOKE=1 -DCOPYONLY=1 -DFAULTS=0 -DRIVAL=1"
row holds  $A "-DREVOKE=1 -DFAULTS=1 -DRIVAL=1"
row holds  $A "-DREVOKE=1 -DFAULTS=2 -DRIVAL=0"
K=keys
# keys: as designed, and other ways
row holds  $K ""
row holds  $K "-DCRASH=0"
row holds  $K "-DMORE=0"
row breaks $K "-DLEAD=4"
row breaks $K "-DAGE=0"
row breaks $K "-DKEEP=2"
E2=tenant-erasure
# tenant-erasure: as designed
row holds $E2 "-DFAULTS=1"
row holds $E2 "-DFAULTS=2"
row holds $E2 "-DPAUSED=1 -DFAULTS=1"
# tenant-erasure: other ways
row breaks $E2 "-DDRAIN=0 -DFAULTS=0"
row breaks $E2 "-DANNOUNCE=0 -DFAULTS=1"
row breaks $E2 "-DPAUSED=1 -DLOOK=0 -DFAULTS=0"
row breaks $E2 "-DPAUSED=1 -DMARK=0 -DFAULTS=0"
T=trace
# trace: as designed
row holds $T "-DEACH=1"
row holds $T "-DEACH=1 -DFAULTS=2"
row holds $T "-DFAULTS=0 -DLOSE=0"
row holds $T "-DERASE=0 -DFAULTS=2 -DLOSE=2"
# trace: with less care
row breaks $T "-DKEEP=0 -DFAULTS=0 -DLOSE=0"
row breaks $T "-DLATER=0 -DFAULTS=0 -DLOSE=0"
row breaks $T "-DERASE=0 -DCAS=0 -DFAULTS=0 -DLOSE=0"
row breaks $T "-DERASE=0 -DAGAIN=1 -DFAULTS=0"
V=events
# events: as designed
row holds $V "-DEACH=3 -DFAULTS=0 -DHOLE=0"
row holds $V "-DEACH=1 -DFAULTS=0"
row holds $V "-DEACH=1 -DFAULTS=1 -DHOLE=0"
row holds $V "-DFAULTS=0 -DHOLE=0 -DNOTE=1"
row holds $V "-DEACH=1 -DFAULTS=1 -DHOLE=0 -DNOTE=1"
# events: with less care
row breaks $V "-DID=0"
row breaks $V "-DWHOLE=0"
row breaks $V "-DKNOWN=0"
row breaks $V "-DEACH=1 -DFAULTS=0 -DHOLE=0 -DNOTE=2"
row breaks $V "-DEACH=1 -DFAULTS=0 -DFILL=0"
row breaks $V "-DEACH=1 -DFAULTS=0 -DNUMBER=0"
I=sign-in
# sign-in: as designed
row holds $I "-DFAULTS=1 -DRIVAL=2 -DCOPIES=0"
row holds $I "-DFAULTS=0 -DRIVAL=2"
row holds $I ""
# sign-in: with less care
row breaks $I "-DTAKE=0 -DFAULTS=0"
row breaks $I "-DBIND=0 -DFAULTS=0"
row breaks $I "-DURI=0 -DFAULTS=0"
# claims: as designed
row holds $B "-DFAULTS=2 -DREDELIVER=0"
row holds $B "-DFAULTS=3 -DREDELIVER=0 -DSLOW=0"
row holds $B "-DFAULTS=1 -DDEADLINE=2 -DSLOW=0"
row holds $B "-DFAULTS=1 -DRESTART=1 -DREDELIVER=0 -DSLOW=0"
row holds $B "-DFAULTS=0 -DRESTART=1 -DSLOW=0"
row holds $B "-DFAULTS=1 -DPURGE=2 -DSLOW=0"
row holds $B "-DFAULTS=1 -DPURGE=4 -DSLOW=0"
row holds $B "-DFAULTS=0 -DPURGE=4 -DRESTART=1 -DSLOW=0 -DREDELIVER=0"
row holds $B "-DFAULTS=1 -DOUTAGE=1 -DSLOW=0"
row holds $B "-DFAULTS=1 -DOUTAGE=2"
row holds $B "-DFAULTS=1 -DREDELIVER=0 -DLOSE=1 -DDEADLINE=0"
row holds $B "-DFAULTS=1 -DREDELIVER=0 -DLOSE=2 -DDEADLINE=0"
row holds $B "-DFAULTS=1 -DWALLET=0 -DSLOW=0"
row holds $B "-DFAULTS=1 -DSLOW=0" -l
# claims: other ways
row breaks $B "-DFAULTS=0 -DEXPECT=0"
row breaks $B "-DFAULTS=0 -DRESTART=1 -DBIND=0 -DSLOW=0 -DREDELIVER=0"
row breaks $B "-DFAULTS=1 -DRESULT=1 -DDEADLINE=0 -DSLOW=0"
row holds  $B "-DFAULTS=1 -DMARK=0 -DBORN=0 -DSLOW=0"
row breaks $B "-DFAULTS=0 -DGIVEUP=0"
row holds  $B "-DFAULTS=1 -DGIVEUP=1"
row breaks $B "-DFAULTS=0 -DGIVEUP=1 -DLOSE=2 -DDEADLINE=0 -DREDELIVER=0"
row holds  $B "-DFAULTS=1 -DANNOUNCE=1 -DSLOW=0"
row breaks $B "-DFAULTS=1 -DANNOUNCE=0 -DWALLET=0 -DSLOW=0"
row holds  $B "-DFAULTS=1 -DANNOUNCE=0 -DSLOW=0"
row breaks $B "-DFAULTS=0 -DLOSE=2 -DWALLET=0 -DSLOW=0 -DREDELIVER=0"
row holds  $B "-DFAULTS=1 -DPENDING=0"
row breaks $B "-DFAULTS=0 -DPENDING=0 -DLOSE=1 -DDEADLINE=0 -DREDELIVER=0"
row breaks $B "-DFAULTS=0 -DPENDING=0 -DPURGE=1"
row breaks $B "-DFAULTS=0 -DPENDING=0 -DPURGE=3"
row breaks $B "-DFAULTS=0 -DPURGE=4 -DGONE=0"
row breaks $B "-DFAULTS=0 -DOUTAGE=2 -DDEADLINE=0"
# credential: as built
row holds $C "-DFAULTS=2"
row holds $C "-DFAULTS=2 -DSAMEKEY=0"
row holds $C "-DFAULTS=3 -DLAZY=1"
row holds $C "-DFAULTS=1" -l
P="-DORDER=2"                                            # entry and record at the same time: an order that the code does not use
row holds $C "$P -DFAULTS=2"
row holds $C "$P -DFAULTS=2 -DSAMEKEY=0"
row holds $C "$P -DFAULTS=3 -DLAZY=1"
row holds $C "$P -DFAULTS=1" -l
# credential: other ways
row breaks $C "$P -DFAULTS=1 -DCORRECT=0"
row holds  $C "-DFAULTS=2 -DORDER=0"
row holds  $C "-DFAULTS=2 -DORDER=0 -DSAMEKEY=0"
row breaks $C "-DFAULTS=2 -DORDER=0 -DLAZY=1"
row breaks $C "-DFAULTS=0 -DMARKKEY=1 -DSAMEKEY=0"
row breaks $C "-DFAULTS=1 -DRECORD=0"
row holds  $C "-DFAULTS=2 -DALLOC=0"
row holds  $C "-DFAULTS=2 -DALLOC=2"
G=repeated-requests
# repeated-requests: as built
row holds $G ""
row holds $G "-DSKEW=0"
# repeated-requests: other ways
row breaks $G "-DKEEP=0"
row breaks $G "-DREVOKE=0"
row breaks $G "-DBYSTATE=1"
D=deferred
# deferred: as built
row holds $D ""
# deferred: other ways
row breaks $D "-DAGAIN=0"
row breaks $D "-DERASE=0"
row breaks $D "-DKEEP=0"
row breaks $D "-DJOB=0"
R=redemptions
# redemptions: as built
row holds $R ""
row holds $R "-DFAULTS=2"
row holds $R "-DLIMIT=1"
# redemptions: other ways
row breaks $R "-DCHECK=0"
row breaks $R "-DORDER=1"
row breaks $R "-DBACK=0"
row breaks $R "-DAGAIN=0"
F=refresh
# refresh: as designed
row holds $F "-DN=2 -DREVOKE=0"
row holds $F "-DERASE=0 -DREVOKE=0 -DFAULTS=2"
row holds $F "-DERASE=0 -DPURGE=0"
# refresh: other ways
row breaks $F "-DCONFIRM=0"
row breaks $F "-DFIRST=0 -DFAULTS=0"
row breaks $F "-DSHELL=0 -DFAULTS=0"
row breaks $F "-DHANDLE=0 -DFAULTS=0"
row holds  $F "-DN=2 -DBACK=0"
O=one-active
# one-active: as built
row holds $O ""
row holds $O "-DFAULTS=2"
row holds $O "-DN=2 -DFAULTS=3"
# one-active: other ways
row breaks $O "-DALL=1 -DFAULTS=0"
row breaks $O "-DEARLY=1 -DFAULTS=0"
row breaks $O "-DJOB=0"
row breaks $O "-DSETTLE=1"
E="-DEVENTS=1"
# notification: as built
row holds $N "$E"
row holds $N "$E -DFAULTS=2 -DREDELIVER=0"
row holds $N "$E -DLOSE=2 -DSLOW=0"
row holds $N "$E -DPURGE=1"
row holds $N "$E -DPURGE=3 -DREDELIVER=0"
row holds $N "$E -DRELAYS=2 -DSLOW=0"
row holds $N "$E -DREPLAY=1 -DREDELIVER=0 -DFAULTS=0"
row holds $N "$E -DREPLAY=1 -DPURGE=1 -DREDELIVER=0 -DSLOW=0"
row holds $N "$E -DKEEP=0"
row holds $N "$E -DKEEP=0 -DPURGE=1 -DREDELIVER=0"
row holds $N "$E -DKEEP=0 -DREPLAY=1 -DREDELIVER=0 -DFAULTS=0"
row holds $N "-DKEEP=0 -DWORKERS=1 -DREDELIVER=0"
row holds $N "$E -DKEEP=3 -DREDELIVER=0"
row holds $N "$E -DKEEP=3 -DREPLAY=1 -DREDELIVER=0 -DFAULTS=0"
row holds $N "-DWORKERS=1"
row holds $N "-DWORKERS=1 -DPURGE=1 -DLOSE=1 -DREDELIVER=0"
row holds $N "-DFAULTS=0 -DREDELIVER=0 -DMAXTRIES=1"
row holds $N "$E -DFAULTS=0 -DREDELIVER=0" -l
row holds $N "-DNOTICE=1 -DWORKERS=1 -DREDELIVER=0 -DSLOW=0"
row holds $N "-DNOTICE=1 -DFAULTS=0 -DREDELIVER=0 -DSLOW=0"
row holds $N "-DNOTICE=1 -DWORKERS=1 -DPURGE=1 -DFAULTS=0 -DREDELIVER=0 -DSLOW=0"
row holds $N "$E -DOUTSIDE=1"
row holds $N "$E -DOUTSIDE=1 -DPURGE=1 -DREDELIVER=0"
row holds $N "$E -DOUTSIDE=1 -DPURGE=3 -DREDELIVER=0"
row holds $N "$E -DOUTSIDE=1 -DCONSUMERS=2 -DSLOW=0"
row holds $N "-DOUTSIDE=1 -DWORKERS=1 -DPURGE=1 -DREDELIVER=0"
# notification: other ways
row breaks $N "$E -DMARK=1 -DPURGE=1 -DREDELIVER=0 -DSLOW=0"
row breaks $N "-DMARK=1 -DWORKERS=1 -DREDELIVER=0 -DSLOW=0"
row breaks $N "$E -DMARK=2 -DPURGE=1 -DFAULTS=0 -DREDELIVER=0 -DSLOW=0"
row breaks $N "$E -DPURGE=2 -DFAULTS=0 -DREDELIVER=0 -DSLOW=0"
row breaks $N "$E -DSWEEP=0 -DLOSE=1 -DFAULTS=0 -DREDELIVER=0"
row holds  $N "$E -DOUTSIDE=2"
row breaks $N "$E -DOUTSIDE=3 -DPURGE=1 -DREDELIVER=0 -DSLOW=0"
row breaks $N "$E -DOUTSIDE=1 -DLOSE=1 -DFAULTS=0 -DREDELIVER=0"
row breaks $N "$E -DSETTLE=0 -DFAULTS=0 -DREDELIVER=0"
row breaks $N "-DORDER=0 -DFAULTS=0 -DREDELIVER=0 -DSLOW=0"
row breaks $N "$E -DRETENTION=1 -DREDELIVER=0 -DSLOW=0"
row breaks $N "$E -DREPLAY=1 -DPURGE=1 -DSTRICT=1 -DFAULTS=0 -DREDELIVER=0 -DSLOW=0"
row breaks $N "$E -DKEEP=2 -DFAULTS=0 -DREDELIVER=0 -DSLOW=0"
row breaks $N "$E -DERASE=1 -DPURGE=3 -DREDELIVER=0 -DSLOW=0"
# job-lease: as built
row holds $J "-DLAG=1"
row holds $J "-DLAG=3"
row holds $J "-DDIE=1 -DIDLE=20"
row holds $J "-DDIE=1 -DRESTART=1 -DIDLE=24"
row holds $J "-DLOST=1"
row holds $J "-DPAUSE=9 -DTWO=1 -DIDLE=24"
# job-lease: later than two thirds of the patience, or with less care
row breaks $J "-DLAG=4"
row breaks $J "-DPAUSE=9"
row breaks $J "-DLOST=1 -DREREAD=0"
S=status
# status: as built
row holds $S ""
row holds $S "-DCRASH=1"
row holds $S "-DSAME=1"
row holds $S "-DCRASH=2 -DSAME=1"
# status: other ways
row breaks $S "-DAGAIN=0"
row breaks $S "-DMONO=0 -DSAME=1"
row breaks $S "-DBEHIND=0"
row breaks $S "-DJOIN=1"
row breaks $S "-DREPEAT=0 -DSAME=1"
row breaks $S "-DCRASH=1 -DBELL=0"
K=idempotency
# idempotency: as built
row holds $K ""
row holds $K "-DFAULTS=2 -DSLOW=1"
row holds $K "-DCLIENTS=2 -DFAULTS=2 -DSLOW=2 -DFAIL=1"
row holds $K "-DFAULTS=0 -DSLOW=0"
row holds $K "-DERASE=1"
row holds $K "-DCLIENTS=2 -DERASE=1 -DFAULTS=2 -DSLOW=2"
# idempotency: other ways
row breaks $K "-DFIRST=0 -DFAULTS=0"
row breaks $K "-DGIVE=0 -DFAULTS=0"
row breaks $K "-DLOOK=0 -DERASE=1 -DFAULTS=0"
row breaks $K "-DOWN=0 -DFAIL=1 -DFAULTS=0"
P=dc-api
# dc-api: as built
row holds $P ""
row holds $P "-DSAME=1"
row holds $P "-DSAME=1 -DFAULTS=3"
row holds $P "-DBAD=1"
row holds $P "-DBAD=2 -DFAULTS=3"
row holds $P "-DCANCEL=0 -DFAULTS=3"
row holds $P "-DLINK=1"
row holds $P "-DLINK=1 -DBAD=1"
row holds $P "-DLINK=1 -DCANCEL=0 -DFAULTS=3"
# dc-api: other ways
row breaks $P "-DFETCH=1"
row breaks $P "-DAGAIN=0"
row breaks $P "-DLINK=1 -DAGAIN=0"
row breaks $P "-DLATE=0"
row breaks $P "-DIDEM=0"
row breaks $P "-DKEY=0"
row breaks $P "-DOUTBOX=0"
row breaks $P "-DCANCEL=2"
exit $bad
