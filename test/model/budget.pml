/*
 * A budget: docs/why/design.md#budgets. Each of E executions holds a claim and takes its amount from every chain that
 * limits it, one after the other, before its request leaves: it reads what was given back, some time later the newest row
 * of the chain and the sum that it has, writes the new sum into rows of its own, then inserts the row of the next number.
 * What was certainly not paid is given back by a row of a second chain; so is what the service says has failed, by people.
 * Everybody may stop after any step or go on later; n8n may end an execution; an insert may take effect without an answer,
 * at once or later.
 *
 * What is searched for: more that left than the limit of a chain; less that counts than what left; and, once nobody has
 * anything to do any more, a chain in which more counts than what left, what an ended execution took in vain, and what
 * failed and nobody gave back. All three are assertions in `judge`.
 *
 * What record.pml shows is taken for granted: a claim is one execution's. The rows of a sum are read in one step with the
 * number that they belong to: rows never change, and they are there before the number is. Rounding is left out
 * (test/unit/domain/budget.test.ts), and so are payments that take one row together: to the chain they are one that takes
 * their sum, and each gives back by itself.
 *
 * CHAINS: 1, or 2 for a day and its month. MIDNIGHT: there are two days, and an execution is in either, as its clock says.
 * LIMIT_RAISED: it is, at some moment. HANDS: of so many executions, from the first, people settle the claim.
 *
 * -D plants a fault: TOTAL_LATER (the number is taken before the rows of its sum are there), ONE_PLACE (all who try for a
 * number write its sum into the same rows, of two digits), TWO_STEPS (the number is looked for and then inserted),
 * BACK_AGAIN (what gives back doesn't look whether that was done), BACK_WHATEVER (what was never taken is given back),
 * UNKNOWN_BACK (what may have been paid is given back), RELEASE_BACK (also a person's release gives back), NO_PLUG (a
 * number that may still be taken is left to chance), DAY_ALONE (only the first chain is given back).
 */
#ifndef E
#define E 2
#endif
#ifndef CHAINS
#define CHAINS 1
#endif
#ifndef HANDS
#define HANDS E
#endif
#ifndef LIMIT
#define LIMIT 3
#endif
#ifdef MIDNIGHT
#define ALL_CHAINS 3
#else
#define ALL_CHAINS CHAINS
#endif
#define N (2 * E)
#define ROW(c, n) ((c) * N + (n))
#define BACK(c, n) ((c) * E + (n))
#define AMOUNT(e) ((e) == 0 -> 2 : 1)
#define NONE 15

/* Rows by chain and number, and the sum of each; `isPlug`: it adds nothing, and keeps an insert from coming. */
bit place[ALL_CHAINS * N], isPlug[ALL_CHAINS * N];
byte owner[ALL_CHAINS * N], total[ALL_CHAINS * N];
/* The second chain. BACK_AGAIN fills it, so there is one more. */
bit backPlace[ALL_CHAINS * E + 1];
byte backOwner[ALL_CHAINS * E + 1], backTotal[ALL_CHAINS * E + 1];
byte limit = LIMIT;
#ifdef ONE_PLACE
byte high[ALL_CHAINS * N], low[ALL_CHAINS * N];
bit hasHigh[ALL_CHAINS * N], hasLow[ALL_CHAINS * N];
#endif

#define ABSENT 0
#define READS 1
#define LOOKS 2
#define WRITES 3
#define WRITES_LOW 4	/* only with ONE_PLACE */
#define TAKES 5
#define LEAVING 6
#define UNDER_WAY 7
#define LEFT 8			/* taken or not, as far as anybody knows */
#define GIVES_BACK 9
#define KILLED 10
#define ENDED 11
byte step[E];
bit left[E], hasFailed[E];
/* The first number that it tried for in each of its chains; an insert that may still take effect. */
byte tried[E * CHAINS];
bit isLate[E];
byte lateRow[E], lateTotal[E];
#ifdef MIDNIGHT
bit isNextDay[E];
#define CHAIN(e, at) ((at) == 1 -> 2 : isNextDay[e])
#else
#define CHAIN(e, at) (at)
#endif

inline findNewest(c) {
	n = 0;
	do
	:: n < N && place[ROW(c, n)] -> n++
	:: else -> break
	od;
	t = (n == 0 -> 0 : total[ROW(c, n - 1)])
}

inline findNewestBack(c) {
	m = 0;
	do
	:: m < E && backPlace[BACK(c, m)] -> m++
	:: else -> break
	od;
	b = (m == 0 -> 0 : backTotal[BACK(c, m - 1)])
}

/* Whether the claim has a row in the chain, and one that gives it back. */
inline findOwn(c) {
	own = 0; back = 0;
	for (i : 0 .. N - 1) {
		if
		:: place[ROW(c, i)] && owner[ROW(c, i)] == e && !isPlug[ROW(c, i)] -> own = 1
		:: else
		fi
	}
	for (i : 0 .. E - 1) {
		if
		:: backPlace[BACK(c, i)] && backOwner[BACK(c, i)] == e -> back = 1
		:: else
		fi
	}
	i = 0
}

inline inserts(row, sum, plugs) {
	place[row] = 1; owner[row] = e; isPlug[row] = plugs; total[row] = sum
}

inline hasTaken() {
	at++;
	if :: at == CHAINS -> step[e] = LEAVING; at = 0 :: else -> step[e] = READS fi;
	number = 0; sum = 0
}

inline isUnpaid() {
	step[e] = GIVES_BACK; at = 0; number = 0; sum = 0
}

#define NOTHING 0
#define PLUGS 1
#define ADDS_BACK 2
/* Looks what is to be done in a chain: `todo`, and the number and the sum of the row to insert for it. */
inline looksBack(c, mayCome) {
	findNewest(c); findNewestBack(c); findOwn(c);
	todo = NOTHING;
#ifdef BACK_AGAIN
	back = 0;
#endif
#ifdef BACK_WHATEVER
	own = 1;
#endif
	if
	:: own && !back && m < E -> todo = ADDS_BACK; number = m; sum = b + AMOUNT(e)
#ifndef NO_PLUG
	:: !own && mayCome -> todo = PLUGS; number = n; sum = t
#endif
	:: else
	fi;
	n = 0; t = 0; m = 0; b = 0; own = 0; back = 0
}

inline isDone() {
	at++; number = 0; sum = 0; todo = NOTHING;
#ifdef DAY_ALONE
	at = CHAINS
#endif
}

proctype execution(byte e) {
	byte at, number, sum, n, t, m, b, given, i, todo;
	bit own, back, isBlind;
end:
	do
	:: atomic { step[e] == ABSENT ->
#ifdef MIDNIGHT
		if :: isNextDay[e] = 0 :: isNextDay[e] = 1 fi;
#endif
		step[e] = READS }
	:: atomic { step[e] == READS -> findNewestBack(CHAIN(e, at)); given = b; m = 0; b = 0; step[e] = LOOKS }
	:: atomic { step[e] == LOOKS -> findNewest(CHAIN(e, at));
		if
		:: t + AMOUNT(e) > limit + given -> isUnpaid()
		:: else ->
			number = n; sum = t + AMOUNT(e); step[e] = WRITES;
			if :: tried[e * CHAINS + at] == NONE -> tried[e * CHAINS + at] = n :: else fi
		fi;
		n = 0; t = 0; given = 0 }
#ifdef ONE_PLACE
	:: atomic { step[e] == WRITES ->
		if :: !hasHigh[ROW(CHAIN(e, at), number)] -> hasHigh[ROW(CHAIN(e, at), number)] = 1; high[ROW(CHAIN(e, at), number)] = sum / 2 :: else fi;
		step[e] = WRITES_LOW }
	:: atomic { step[e] == WRITES_LOW ->
		if :: !hasLow[ROW(CHAIN(e, at), number)] -> hasLow[ROW(CHAIN(e, at), number)] = 1; low[ROW(CHAIN(e, at), number)] = sum % 2 :: else fi;
		sum = 2 * high[ROW(CHAIN(e, at), number)] + low[ROW(CHAIN(e, at), number)];
		step[e] = TAKES }
#else
	:: atomic { step[e] == WRITES -> step[e] = TAKES }
#endif
#ifdef TWO_STEPS
	:: atomic { step[e] == TAKES && !isBlind && !place[ROW(CHAIN(e, at), number)] -> isBlind = 1 }
	:: atomic { step[e] == TAKES && isBlind -> isBlind = 0; inserts(ROW(CHAIN(e, at), number), sum, 0); hasTaken() }
	:: atomic { step[e] == TAKES && !isBlind && place[ROW(CHAIN(e, at), number)] -> number = 0; sum = 0; step[e] = READS }
#else
#ifdef TOTAL_LATER
	:: atomic { step[e] == TAKES && !isBlind && !place[ROW(CHAIN(e, at), number)] ->
		inserts(ROW(CHAIN(e, at), number), 0, 0); isBlind = 1 }
	:: atomic { step[e] == TAKES && isBlind -> isBlind = 0; total[ROW(CHAIN(e, at), number)] = sum; hasTaken() }
#else
	:: atomic { step[e] == TAKES && !place[ROW(CHAIN(e, at), number)] ->
		inserts(ROW(CHAIN(e, at), number), sum, 0); hasTaken() }
	/* Without an answer. */
	:: atomic { step[e] == TAKES && !place[ROW(CHAIN(e, at), number)] ->
		if
		:: inserts(ROW(CHAIN(e, at), number), sum, 0)
		:: isLate[e] = 1; lateRow[e] = ROW(CHAIN(e, at), number); lateTotal[e] = sum
		fi;
		isBlind = 1; isUnpaid() }
#endif
	:: atomic { step[e] == TAKES && !isBlind && place[ROW(CHAIN(e, at), number)] -> number = 0; sum = 0; step[e] = READS }
#endif
	:: atomic { step[e] == LEAVING -> step[e] = UNDER_WAY }
	:: atomic { step[e] == UNDER_WAY ->
		if :: left[e] = 1 :: hasFailed[e] = 1 fi;
#ifdef UNKNOWN_BACK
		if :: step[e] = LEFT :: isUnpaid() fi
#else
		step[e] = LEFT
#endif
		}
	/* It may not leave, or the service refuses it. */
	:: atomic { step[e] == LEAVING || step[e] == UNDER_WAY -> isUnpaid() }
	:: atomic { step[e] == GIVES_BACK && todo == NOTHING ->
		if
		:: tried[e * CHAINS + at] == NONE -> skip
		:: else -> looksBack(CHAIN(e, at), isBlind)
		fi;
		if
		:: todo == NOTHING -> isDone();
			if :: at == CHAINS -> at = 0; isBlind = 0; step[e] = ENDED :: else fi
		:: else
		fi }
	:: atomic { step[e] == GIVES_BACK && todo == PLUGS ->
		if
		:: place[ROW(CHAIN(e, at), number)] -> skip
		:: else -> inserts(ROW(CHAIN(e, at), number), sum, 1)
		fi;
		/* Looks again: it is plugged, or its own insert has come. */
		todo = NOTHING; number = 0; sum = 0; isBlind = 0 }
	:: atomic { step[e] == GIVES_BACK && todo == ADDS_BACK ->
		if
		:: backPlace[BACK(CHAIN(e, at), number)] -> todo = NOTHING; number = 0; sum = 0
		:: else ->
			backPlace[BACK(CHAIN(e, at), number)] = 1; backOwner[BACK(CHAIN(e, at), number)] = e;
			backTotal[BACK(CHAIN(e, at), number)] = sum;
			isDone();
			if :: at == CHAINS -> at = 0; isBlind = 0; step[e] = ENDED :: else fi
		fi }
	/* n8n ends it. */
	:: atomic { step[e] != ABSENT && step[e] != UNDER_WAY && step[e] != LEFT && step[e] < KILLED ->
		step[e] = KILLED; at = 0; number = 0; sum = 0; isBlind = 0; given = 0; todo = NOTHING }
	:: atomic { isLate[e] ->
		if
		:: !place[lateRow[e]] -> inserts(lateRow[e], lateTotal[e], 0)
		:: else
		fi;
		isLate[e] = 0; lateRow[e] = 0; lateTotal[e] = 0 }
	od
}

#ifdef RELEASE_BACK
#define MAY_SETTLE(e) (step[e] == LEFT || step[e] == KILLED)
#else
#define MAY_SETTLE(e) (step[e] == LEFT && hasFailed[e])
#endif
bit isAt[E];

/* Whoever settles the claim on the word of the service, as often as they like. */
proctype person(byte e) {
	byte at, number, sum, n, t, m, b, i, todo;
	bit own, back;
end:
	do
	:: atomic { !isAt[e] && MAY_SETTLE(e) -> isAt[e] = 1 }
	/* It is cut off. */
	:: atomic { isAt[e] -> isAt[e] = 0; at = 0; number = 0; sum = 0; todo = NOTHING }
	:: atomic { isAt[e] && todo == NOTHING -> looksBack(CHAIN(e, at), 0);
		if
		:: todo == NOTHING -> isDone(); if :: at == CHAINS -> at = 0; isAt[e] = 0 :: else fi
		:: else
		fi }
	:: atomic { isAt[e] && todo == ADDS_BACK ->
		if
		:: backPlace[BACK(CHAIN(e, at), number)] -> todo = NOTHING; number = 0; sum = 0
		:: else ->
			backPlace[BACK(CHAIN(e, at), number)] = 1; backOwner[BACK(CHAIN(e, at), number)] = e;
			backTotal[BACK(CHAIN(e, at), number)] = sum;
			isDone();
			if :: at == CHAINS -> at = 0; isAt[e] = 0 :: else fi
		fi }
	od
}

#define QUIET(e) ((step[e] == ABSENT || step[e] == LEFT || step[e] == ENDED || step[e] == KILLED) && !isLate[e] && !isAt[e])
/* What is taken and stays so: of an execution that was ended, and of what failed and nobody settled. */
#define STAYS(e) (step[e] == KILLED || (step[e] == LEFT && hasFailed[e]))

proctype judge() {
	byte c, n, t, m, b, e, sum, most, i;
	bit isQuiet, own, back;
end:
	do
	:: atomic {
		isQuiet = 1;
		for (e : 0 .. E - 1) { if :: !QUIET(e) -> isQuiet = 0 :: else fi }
		for (c : 0 .. ALL_CHAINS - 1) {
			sum = 0; most = 0;
			for (e : 0 .. E - 1) {
				if
				:: c == CHAIN(e, 0) || (CHAINS == 2 && c == CHAIN(e, 1)) ->
					findOwn(c);
					if :: left[e] -> sum = sum + AMOUNT(e) :: else fi;
					if :: STAYS(e) && own && !back -> most = most + AMOUNT(e) :: else fi
				:: else
				fi
			}
			assert(sum <= limit);
			findNewest(c); findNewestBack(c);
			assert(t >= sum + b);
			assert(!isQuiet || t == sum + most + b)
		}
		c = 0; n = 0; t = 0; m = 0; b = 0; e = 0; sum = 0; most = 0; own = 0; back = 0; isQuiet = 0 }
#ifdef LIMIT_RAISED
	:: atomic { limit == LIMIT -> limit = LIMIT + 1 }
#endif
	od
}

init {
	byte j;
	atomic {
		for (j : 0 .. E * CHAINS - 1) { tried[j] = NONE }
		j = 0;
		for (j : 0 .. E - 1) { run execution(j); if :: j < HANDS -> run person(j) :: else fi }
		run judge()
	}
}
