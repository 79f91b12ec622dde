/*
 * How a payment under budgets ends: docs/why/design.md#budgets. Its claim takes its amount in one chain or two, then its
 * request leaves; Mavapay accepts it, refuses it, also though it is paid, refuses it in words that only the workflow's
 * author takes for a refusal, calls it failed, at once or after it accepted it, or nobody knows. People settle what stays
 * open, with keys of whatever budgets: they release it on their own word, mark it as paid, also by mistake, or release it
 * on Mavapay's word (*Resolve*, or *Release* with its transaction). Everybody may stop after any step, and do all of it
 * once more.
 *
 * What is searched for: a chain that gives back what left, though Mavapay denied nothing, or what a person had found before
 * Mavapay denied it, or what a release gives back and a person is told is paid; and what Mavapay denied, or was released on
 * its word to the end, nobody marked, and a chain still counts. That a row is inserted once, however many try, is shown by
 * budget.pml: here it is one step.
 *
 * -D plants a fault: OWN_BUDGETS (who settles looks only in the chains that limit their own key), RELEASE_BACK (a person's
 * word gives back), AUTHOR_BACK (so does the author's), NO_LOOK (a refusal doesn't look whether a person found the payment),
 * BACK_FIRST (a release gives back before its own row is in).
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
#ifndef RESOLVERS
#define RESOLVERS 1
#endif

/* Of each chain: whether the claim has a row in it, and one that gives it back. */
bit took[CHAINS], back[CHAINS];
/* Whether money moved, whether Mavapay denied it, whether a person had found it before that. */
bit left, isDenied, wasFound;
/* Whether Mavapay calls it failed; what the record says; on whose word it was released; whether its own execution has ended. */
bit hasFailed, isPaid, isRefused, isReleased, isMarked, isReleasedByService, hasEnded;
/* Whether a person was told that it is now paid, and whether a release gave something back. */
bit isToldPaid, isBackByRelease;

#define IS_OFF ((isRefused && !isMarked) || isReleased)

proctype payment() {
	byte c;
	bit isFound;
	do
	:: atomic { c < CHAINS -> took[c] = 1; c++ }
	:: c == CHAINS -> break
	:: goto ended
	od;
	c = 0;
	if
	:: atomic { left = 1; goto accepted }
	:: goto accepted
	:: left = 1; atomic { wasFound = isMarked; isDenied = 1; goto refused }
	:: atomic { wasFound = isMarked; isDenied = 1; goto refused }
	:: atomic { left = 1; goto refusedByAuthor }
	:: atomic { hasFailed = 1; goto ended }
	:: atomic { left = 1; goto ended }
	:: goto ended
	fi;
accepted:
	atomic { if :: !left -> hasFailed = 1 :: else fi }
	if :: isPaid = 1 :: skip fi;
	goto ended;
refused:
#ifndef NO_LOOK
	isFound = isMarked;
#endif
	do
	:: atomic { c < CHAINS && !isFound -> back[c] = 1; c++ }
	:: atomic { c == CHAINS || isFound -> isRefused = 1; goto ended }
	:: goto ended
	od;
refusedByAuthor:
#ifdef AUTHOR_BACK
	do
	:: atomic { c < CHAINS -> back[c] = 1; c++ }
	:: c == CHAINS -> break
	od;
#endif
	if :: isRefused = 1 :: skip fi;
ended:
	hasEnded = 1
}

#ifdef OWN_BUDGETS
#define KNOWS(c) (c < mine)
#else
#define KNOWS(c) 1
#endif

/* On their own word, also while it is under way. */
proctype releaser() {
	byte c;
end:
	do
	:: atomic { !isPaid && !IS_OFF -> c = 0 }
#ifdef RELEASE_BACK
		do
		:: atomic { c < CHAINS -> back[c] = took[c]; c++ }
		:: c == CHAINS -> break
		od;
#endif
		isReleased = 1
	od
}

/* On Mavapay's word, also of what was paid. */
proctype resolver() {
	byte c, mine;
	bit isFound;
end:
	do
	:: atomic { hasFailed && hasEnded -> c = 0; if :: mine = 0 :: mine = 1 :: mine = CHAINS fi }
#ifndef BACK_FIRST
		isReleased = 1;
#endif
		isFound = isMarked;
		do
		:: atomic { c < CHAINS && !isFound ->
			if :: KNOWS(c) && took[c] -> back[c] = 1; isBackByRelease = 1 :: else fi; c++ }
		:: atomic { c == CHAINS || isFound -> isReleased = 1; isReleasedByService = 1; break }
		:: break
		od
	od
}

/* Whoever finds it; or believes so, of what failed. */
proctype marker() {
end:
	do
	:: (left || hasFailed) && !isPaid && !IS_OFF -> isMarked = 1; isPaid = 1;
		if :: atomic { !IS_OFF -> isToldPaid = 1 } :: else fi
	od
}

proctype judge() {
	byte c;
end:
	do
	:: atomic {
		for (c : 0 .. CHAINS - 1) {
			assert(!back[c] || took[c]);
			assert(!back[c] || !left || isDenied);
			assert(!back[c] || !wasFound || hasFailed);
			assert(back[c] || !took[c] || !hasEnded || !isDenied || !isRefused || isMarked);
			assert(!isBackByRelease || !isToldPaid);
			assert(back[c] || !took[c] || !isReleasedByService || isMarked)
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
		for (j : 1 .. RESOLVERS) { run resolver() }
		run judge()
	}
}
