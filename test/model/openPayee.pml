/*
 * A tool's open payee: docs/why/design.md#the-record. CALLS of AI tools pay one payee, each under a reference of its own; each
 * looks at the newest row of the payee, tells in two rows of its claim by which numbers the payee's rows are found, inserts the
 * next one with its claim as the owner, and pays. What ends a payment ends its row first: its answer, or people with any claim
 * of it, who find the row by both numbers and know it by its owner. Everybody may stop after any step or go on later. Payees
 * that share both numbers wait for one another, as one payee does.
 *
 * What is searched for: a payment that leaves while another one is under way, or ended without an answer and is settled by
 * nobody; and a row that holds the payee back while all who could end it are over.
 *
 * What record.pml shows is taken for granted. A call that is released before it has its row is one that has ended there: a row
 * that is inserted later all the same is ended by whoever settles its claim once more (test/unit/payout/openPayee.test.ts).
 *
 * -D plants a fault: TWO_STEPS (the row is looked for and then inserted), DELETE_ROWS (what ends a payment deletes its row),
 * REFERENCE_FIRST (its reference is over before its row is), NOBODYS (any release ends the newest row),
 * FORGETS_UNKNOWN (a payment without an answer ends its row), ROW_FIRST (the row is inserted before its claim tells the numbers).
 */
#ifndef CALLS
#define CALLS 3
#endif
#define NONE 15

bit place[CALLS], over[CALLS];
/* By row. */
byte owner[CALLS];
bit isOver[CALLS];
byte number[CALLS];
/* How many of the two numbers the claim has told. */
byte told[CALLS];
#ifdef ROW_FIRST
#define MAY_INSERT(e) true
#else
#define MAY_INSERT(e) (told[e] == 2)
#endif

#define ABSENT 0
#define LOOKED 1
#define FREE 3			/* only with TWO_STEPS */
#define LEAVING 4
#define UNDER_WAY 5
#define SILENT 6		/* taken or not, without an answer */
#define ANSWERED 7		/* accepted or refused */
#define ROW_ENDED 8
#define ENDED 9
byte step[CALLS];
/* People are about to settle it: they have ended its row. */
bit isSettled[CALLS];
#define IS_OF(m, e) (owner[m] == (e))

inline findNewest() {
	n = 0;
	do
	:: n < CALLS && place[n] -> n++
	:: else -> break
	od
}

inline inserts(m) {
	place[m] = 1; owner[m] = e
}

inline endsOwn(e) {
	findNewest();
#ifdef NOBODYS
	if :: n > 0 -> ends(n - 1) :: else fi;
#else
	if :: told[e] == 2 && n > 0 && IS_OF(n - 1, e) -> ends(n - 1) :: else fi;
#endif
	n = 0
}

inline ends(m) {
#ifdef DELETE_ROWS
	place[m] = 0; owner[m] = 0
#else
	over[m] = 1
#endif
}

/* Whoever holds a payee back can be settled. */
inline isEnded(e) {
	isOver[e] = 1; step[e] = ENDED; number[e] = 0;
	findNewest();
	if
	:: n > 0 && !over[n - 1] ->
		for (c : 0 .. CALLS - 1) {
			if :: IS_OF(n - 1, c) && !isOver[c] -> held = 1 :: else fi
		}
		assert(held);
		held = 0; c = 0
	:: else
	fi;
	n = 0
}

proctype call(byte e) {
	byte n, c;
	bit held;
end:
	do
	:: atomic { step[e] == ABSENT -> findNewest();
		if
		:: n == 0 || over[n - 1] -> number[e] = n; step[e] = LOOKED
		:: else
		fi;
		n = 0 }
	:: atomic { (step[e] == LOOKED || step[e] == LEAVING) && told[e] < 2 && !isOver[e] -> told[e]++ }
#ifdef TWO_STEPS
	:: atomic { step[e] == LOOKED && MAY_INSERT(e) && !place[number[e]] -> step[e] = FREE }
	:: atomic { step[e] == FREE -> inserts(number[e]); step[e] = LEAVING }
#else
	:: atomic { step[e] == LOOKED && MAY_INSERT(e) && !place[number[e]] -> inserts(number[e]); step[e] = LEAVING }
#endif
	:: atomic { step[e] == LOOKED && MAY_INSERT(e) && place[number[e]] -> isEnded(e) }
	:: atomic { step[e] == LEAVING && told[e] == 2 && !isSettled[e] && !isOver[e] ->
		for (c : 0 .. CALLS - 1) { assert(c == e || (step[c] != UNDER_WAY && (step[c] != SILENT || isSettled[c]))) }
		c = 0; step[e] = UNDER_WAY }
	/* It may not leave, as somebody settles it. */
	:: atomic { step[e] == LEAVING && !isOver[e] -> step[e] = ANSWERED }
	:: atomic { step[e] == UNDER_WAY -> step[e] = ANSWERED }
	:: atomic { step[e] == UNDER_WAY -> step[e] = SILENT;
#ifdef FORGETS_UNKNOWN
		ends(number[e])
#endif
		}
#ifdef REFERENCE_FIRST
	:: atomic { step[e] == ANSWERED -> c = number[e]; isEnded(e); number[e] = c; c = 0; step[e] = ROW_ENDED }
	:: atomic { step[e] == ROW_ENDED -> ends(number[e]); number[e] = 0; step[e] = ENDED }
#else
	:: atomic { step[e] == ANSWERED -> ends(number[e]); step[e] = ROW_ENDED }
	:: atomic { step[e] == ROW_ENDED && !isOver[e] -> isEnded(e) }
#endif

	/* People: release it, or mark it as paid. */
	:: atomic { step[e] >= LEAVING && step[e] < ENDED && step[e] != UNDER_WAY && !isOver[e] && !isSettled[e] ->
		endsOwn(e); isSettled[e] = 1 }
	:: atomic { step[e] == LOOKED && !isOver[e] -> endsOwn(e); isEnded(e) }
	:: atomic { isSettled[e] && !isOver[e] -> isOver[e] = 1 }
	/* Once more. */
	:: atomic { isOver[e] && step[e] == ENDED -> endsOwn(e) }
	od
}

init {
	byte i;
	atomic { for (i : 0 .. CALLS - 1) { run call(i) } }
}
