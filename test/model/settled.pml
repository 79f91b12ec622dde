/*
 * How a payment under budgets ends: docs/why/design.md#budgets. Its claim takes its amount in one chain or two, then its
 * request leaves; Mavapay accepts it, refuses it, also though it is paid, or nobody knows. People settle what stays open, with
 * keys of whatever budgets: they release it, also by mistake, or mark it as paid, where it was. Everybody may stop after any
 * step, and do all of it once more.
 *
 * What is searched for: what the record calls paid and a chain doesn't count, or counts twice; what it calls over and a chain
 * counts, but for a mark that was cut off, which is the safe side. That a row is inserted once, however many try, is shown by
 * budget.pml: here it is one step.
 *
 * -D plants a fault: OWN_BUDGETS (who settles looks only in the chains that limit their own key), BOTH_SETTLE (who ends it
 * second doesn't hear of the first), NOT_AGAIN (what was given back isn't taken again by who marks it as paid).
 */
#ifndef CHAINS
#define CHAINS 2
#endif
#ifndef MARKERS
#define MARKERS 1
#endif
#ifndef RELEASERS
#define RELEASERS 1
#endif

#define NOBODY 0
#define PAID 1
#define UNPAID 2
/* Of each chain: whether the claim has a row in it, one that gives back, one that takes again, and as what it is over. */
bit took[CHAINS], back[CHAINS], again[CHAINS];
byte over[CHAINS];
/* Whether money moved; what the record says; whether the payment's own execution has ended. */
bit left, isPaid, isRefused, isReleased, isMarked, hasEnded;
/* Who is at it, whether somebody was cut off. */
byte atIt;
bit hasBegun, isCutOff;
bool isFound;

#define IS_OFF ((isRefused && !isMarked) || isReleased)

inline markOver(c, as) {
#ifdef BOTH_SETTLE
	isFound = 1; if :: over[c] == NOBODY -> over[c] = as :: else fi
#else
	if :: over[c] == NOBODY -> over[c] = as :: else fi;
	isFound = (over[c] == as)
#endif
}

proctype payment() {
	byte c;
	do
	:: atomic { c < CHAINS -> took[c] = 1; c++ }
	:: c == CHAINS -> break
	:: goto ended
	od;
	c = 0;
	if
	:: left = 1; goto accepted
	:: left = 1; goto refused
	:: left = 1; goto ended
	:: goto refused
	:: goto ended
	fi;
accepted:
	do
	:: atomic { c < CHAINS -> markOver(c, PAID);
#ifndef NOT_AGAIN
		if :: !isFound -> back[c] = 1; again[c] = 1 :: else fi;
#endif
		c++ }
	:: atomic { c == CHAINS -> isPaid = 1; goto ended }
	:: isCutOff = 1; goto ended
	od;
refused:
	do
	:: atomic { c < CHAINS -> markOver(c, UNPAID); if :: !isFound -> goto ended :: else fi }
		if :: back[c] = 1; c++ :: hasBegun = 1; goto ended fi
	:: atomic { c == CHAINS -> isRefused = 1; goto ended }
	:: hasBegun = 1; goto ended
	od;
ended:
	hasEnded = 1
}

#ifdef OWN_BUDGETS
#define KNOWS(c) (c < mine)
#else
#define KNOWS(c) 1
#endif

/* Also of what was paid. */
proctype releaser() {
	byte c, mine;
	bit isOwn;
end:
	do
	:: atomic { hasEnded && !isPaid && !IS_OFF -> atIt++; hasBegun = 1; c = 0; isOwn = 0;
		if :: mine = 0 :: mine = 1 :: mine = CHAINS fi }
		do
		:: atomic { c < CHAINS && !isOwn ->
			if
			:: took[c] && KNOWS(c) -> markOver(c, UNPAID);
				if :: isFound -> isOwn = 1 :: else -> goto cut fi
			:: else -> c++
			fi }
		:: atomic { isOwn -> back[c] = 1; isOwn = 0; c++ }
		:: atomic { c == CHAINS && !isOwn -> isReleased = 1; break }
		:: goto cut
		od;
cut:
		atIt--
	od
}

/* Of what was paid. */
proctype marker() {
	byte c, mine;
	bit isBack;
end:
	do
	:: atomic { hasEnded && left && !isPaid && !IS_OFF -> atIt++; hasBegun = 1; c = 0;
		if :: mine = 0 :: mine = 1 :: mine = CHAINS fi }
		isMarked = 1;
		do
		:: atomic { c < CHAINS && !isBack ->
			if
			:: took[c] && KNOWS(c) -> markOver(c, PAID); isBack = !isFound
			:: else
			fi;
#ifdef NOT_AGAIN
			isBack = 0;
#endif
			if :: isBack -> back[c] = 1 :: else -> c++ fi }
		:: atomic { isBack -> again[c] = 1; isBack = 0; c++ }
		:: atomic { c == CHAINS -> isPaid = 1; break }
		:: atomic { isCutOff = 1; isBack = 0; break }
		od;
		atIt--
	od
}

#define COUNTS(c) (1 + again[c] - back[c])

proctype judge() {
	byte c;
end:
	do
	:: atomic { hasEnded && atIt == 0 && (isPaid || IS_OFF || !hasBegun) ->
		for (c : 0 .. CHAINS - 1) {
			assert(!took[c] || COUNTS(c) < 2);
			assert(!took[c] || !isPaid || COUNTS(c) == 1);
			assert(!took[c] || isPaid || !IS_OFF || COUNTS(c) == 0 || isCutOff)
		}
		c = 0 }
	od
}

init {
	byte j;
	atomic {
		run payment();
		for (j : 1 .. MARKERS) { run marker() }
		for (j : 1 .. RELEASERS) { run releaser() }
		run judge()
	}
}
