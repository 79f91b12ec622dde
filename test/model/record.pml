/*
 * The record of payout references: docs/why/design.md#the-record. Executions claim generations of one reference and pay;
 * people check, look at the service, and mark as paid or release. Whatever stops, is lost, late or refused, and
 * whatever comes between two steps, the service takes the payment at most once.
 *
 * G generations, each with CLAIMANTS (1 or 2) executions that may claim it; two people, who come again and again. Each option
 * of a `do` is one step: an insert, a look that decides, a request that leaves or arrives. Nobody has to take a next
 * step: a process that was killed, an answer that was lost and a write that comes late are executions and people who
 * stop, or go on later. A refusal is believed: the service says REFUSING only of what it has not done.
 *
 * Time is one bit: `fresh` until the window of 15 minutes since the claim has passed. A request leaves within it, or not
 * at all, and arrives within it, or never. The claim's row says when it was inserted, so whoever settles it knows.
 *
 * Left out is what makes no difference: an execution that finds the reference taken changes nothing; `refused` and
 * `released` are one bit, `over`, which is never deleted, so a generation can be claimed by whoever sees the one before
 * over, now or later; of a generation that is over only what its own execution still reads is kept; two people who
 * change places are the same. An acceptance that comes after `released` shuts its generation again, so that less can be
 * claimed than here.
 *
 * -D plants a fault: CLAIM_IN_TWO_STEPS, CLAIM_ASKS_WHOSE, RELEASE_WHATEVER_IS_OPEN, LOOK_TOO_EARLY, CLOCK_BEHIND,
 * NO_RELEASING, NO_CLOCK, DELETE_REFUSED. UNINTERRUPTED lets whoever looks act at once, with nothing in between: a
 * payment from its look for `releasing` until its request has arrived, a person from the look at the service until the
 * release. configurations.json says how each is searched, and what comes of it.
 */
#ifndef G
#define G 4
#endif
#ifndef CLAIMANTS
#define CLAIMANTS 1
#endif
#define PEOPLE 2

/* The rows of each generation. */
bit claimed[G], paid[G], marked[G], over[G], releasing[G];
bit fresh[G];
/* The service's ledger. */
bit debited[G];
byte debits = 0;

/* Where each execution is. */
#define ABSENT 0
#define TOLD_FREE 1		/* only with the claim in two steps */
#define CLAIMED 2		/* the time of its request is that of its claim */
#define CLEAR 3			/* it saw nobody releasing */
#define UNDER_WAY 4		/* its request has left, and not arrived */
#define ACCEPTED 5		/* arrived and answered so; no row says so yet */
#define REFUSING 6
#define ENDED 7
byte step[G * CLAIMANTS];
#ifdef UNINTERRUPTED
#define NOBODY_ACTS (step[0] != CLEAR && step[0] != UNDER_WAY && phase[0] < NOT_FOUND && phase[1] < NOT_FOUND)
#else
#define NOBODY_ACTS true
#endif
#define NOTHING_UNDER_WAY(g) (step[(g) * CLAIMANTS] != UNDER_WAY && step[(g) * CLAIMANTS + CLAIMANTS - 1] != UNDER_WAY)

/* Where each person is, with the claim that they were given. */
#define IDLE 0
#define GIVEN 1
#define NOT_FOUND 2
#define BEGUN 3			/* `releasing` is there */
#define UNPAID 4		/* it isn't paid */
#define CALM 5			/* nothing can be on its way */
#define MARKING 6		/* `marked` is there */
byte phase[PEOPLE], claim[PEOPLE];
bit calm[PEOPLE];

inline forget(p) {
	phase[p] = IDLE; claim[p] = 0; calm[p] = 0
}

/* Two people who change places. */
inline inOrder() {
	if
	:: phase[0] * 32 + claim[0] * 2 + calm[0] < phase[1] * 32 + claim[1] * 2 + calm[1] ->
		byte swapped;
		swapped = phase[0]; phase[0] = phase[1]; phase[1] = swapped;
		swapped = claim[0]; claim[0] = claim[1]; claim[1] = swapped;
		swapped = calm[0]; calm[0] = calm[1]; calm[1] = swapped;
		swapped = 0
	:: else
	fi
}

/* A claim that is over: whoever holds it changes nothing any more. */
inline isOver(g) {
	over[g] = 1; paid[g] = 0; marked[g] = 0; debited[g] = 0;
#ifndef RELEASE_WHATEVER_IS_OPEN
	if :: phase[0] != IDLE && claim[0] == g -> forget(0) :: else fi;
	if :: phase[1] != IDLE && claim[1] == g -> forget(1) :: else fi;
	inOrder()
#endif
}

/* What a person marked as paid stays so, though it is refused. */
inline isRefused(g, e) {
	if
	:: marked[g] -> step[e] = ENDED
	:: else ->
#ifdef DELETE_REFUSED
	claimed[g] = 0; fresh[g] = 0; releasing[g] = 0; step[e] = ABSENT
#else
	isOver(g); fresh[g] = 0; releasing[g] = 0; step[e] = ENDED
#endif
	fi
}

proctype execution(byte g; byte e) {
end:
	do
#ifdef CLAIM_IN_TWO_STEPS
	:: atomic { step[e] == ABSENT && !claimed[g] && (g == 0 || over[g - 1]) -> step[e] = TOLD_FREE }
	:: atomic { step[e] == TOLD_FREE -> claimed[g] = 1; fresh[g] = 1; step[e] = CLAIMED }
#else
	:: atomic { step[e] == ABSENT && !claimed[g] && (g == 0 || over[g - 1]) ->
		claimed[g] = 1; fresh[g] = 1; step[e] = CLAIMED }
#endif
#ifdef CLAIM_ASKS_WHOSE
	/* Its insert broke the key, and the row is of the five minutes that it would have said itself. */
	:: atomic { step[e] == ABSENT && claimed[g] && fresh[g] -> step[e] = CLAIMED }
#endif
#ifdef NO_RELEASING
	:: atomic { step[e] == CLAIMED && NOBODY_ACTS -> step[e] = CLEAR }
#else
	:: atomic { step[e] == CLAIMED && !releasing[g] && NOBODY_ACTS -> step[e] = CLEAR }
#endif
	/* Somebody is releasing, it was halted, a row can't be written: nothing was sent. */
	:: atomic { step[e] >= CLAIMED && step[e] <= CLEAR -> isRefused(g, e) }
#ifdef NO_CLOCK
	:: atomic { step[e] == CLEAR -> step[e] = UNDER_WAY }
#else
	:: atomic { step[e] == CLEAR && fresh[g] -> step[e] = UNDER_WAY }
#endif
	/* What was answered about a claim that is over, no row has to say. */
	:: atomic { step[e] == ACCEPTED -> paid[g] = !over[g]; step[e] = ENDED }
	:: atomic { step[e] == REFUSING -> isRefused(g, e) }
	od
}

/* Takes a request or refuses it, and answers or not; one that is lost is refused in silence. Time passes. */
proctype service(byte g; byte e) {
end:
	do
	:: atomic { step[e] == UNDER_WAY -> debits++; assert(debits <= 1); debited[g] = !over[g]; step[e] = ENDED;
		if :: !over[g] -> step[e] = ACCEPTED :: skip fi }
	:: atomic { step[e] == UNDER_WAY -> step[e] = ENDED;
		if :: !over[g] -> step[e] = REFUSING :: skip fi }
	:: atomic { fresh[g] && NOTHING_UNDER_WAY(g) -> fresh[g] = 0 }
	od
}

inline findNewest(g) {
	g = 0;
	do
	:: g < G - 1 && over[g] -> g++
	:: else -> break
	od
}

proctype person(byte p) {
	byte g;
end:
	do
	/* Check gives the claim, which says when it was given. */
	:: atomic { phase[p] == IDLE -> findNewest(g);
		if
		:: claimed[g] && !over[g] && !paid[g] ->
			phase[p] = GIVEN; claim[p] = g;
#ifdef LOOK_TOO_EARLY
			calm[p] = 1;
#else
#ifdef CLOCK_BEHIND
			/* The clock that made the first claim was 20 minutes behind. */
			calm[p] = g == 0 || !fresh[g];
#else
			calm[p] = !fresh[g];
#endif
#endif
			inOrder()
		:: else
		fi;
		g = 0 }
	/* Marks the claim as paid, now or later: it is there, or they are mistaken. */
	:: atomic { phase[p] == GIVEN -> marked[claim[p]] = 1; phase[p] = MARKING; inOrder() }
	:: atomic { phase[p] == MARKING -> paid[claim[p]] = 1; forget(p); inOrder() }
	/* Looks at the service: it is not there. */
	:: atomic { phase[p] == GIVEN && !debited[claim[p]] && NOBODY_ACTS -> phase[p] = NOT_FOUND; inOrder() }
	:: atomic { phase[p] == NOT_FOUND ->
#ifdef RELEASE_WHATEVER_IS_OPEN
		findNewest(g); claim[p] = g; g = 0;
#endif
#ifndef NO_RELEASING
		releasing[claim[p]] = 1;
#endif
		phase[p] = BEGUN; inOrder() }
	:: atomic { phase[p] == BEGUN ->
		if
		:: paid[claim[p]] || over[claim[p]] || !claimed[claim[p]] -> forget(p)
		:: else -> phase[p] = UNPAID
		fi;
		inOrder() }
	:: atomic { phase[p] == UNPAID ->
		if
		:: !calm[p] -> forget(p)	/* too early: looks again another time */
		:: else -> phase[p] = CALM
		fi;
		inOrder() }
	:: atomic { phase[p] == CALM -> g = claim[p]; forget(p); isOver(g); g = 0 }
	od
}

init {
	byte g, i;
	atomic {
		for (g : 0 .. G - 1) {
			for (i : 0 .. CLAIMANTS - 1) {
				run execution(g, g * CLAIMANTS + i);
				run service(g, g * CLAIMANTS + i)
			}
		}
		for (i : 0 .. PEOPLE - 1) { run person(i) }
	}
}
