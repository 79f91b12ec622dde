/*
 * A budget: docs/why/design.md#the-record. Each of E executions holds a claim and takes its amount from every chain that
 * limits it, one after the other, before its request leaves: it reads the newest row of the chain and the total that it
 * stands for, writes the new total into rows of its own, then inserts the row of the next number, of which its claim is the
 * owner. What was certainly not paid gets a row of its own with a smaller total; so does what people release. Everybody may
 * stop after any step or go on later; n8n may end an execution; an insert may take effect without an answer, at once or
 * later.
 *
 * What is searched for: more that left than the limit of a chain; and, once nobody has anything to do any more, a chain
 * whose total isn't what left. The second is an assertion in `judge`.
 *
 * What record.pml shows is taken for granted: a claim is one execution's, and people release one once they have seen that
 * its payment was not taken and can't leave any more, nor an insert of it arrive. The rows of a total are read in one step
 * with the number that they belong to: rows never change, and they are there before the number is. Rounding is left out
 * (test/unit/record/budget.test.ts).
 *
 * CHAINS: 1, or 2 for a day and its month. MIDNIGHT: there are two days, and an execution is in either, as its clock says.
 * LIMIT_RAISED: it is, at some moment. HANDS: of so many executions, from the first, people release the claim.
 *
 * -D plants a fault: TOTAL_LATER (the number is taken before the rows of its total are there), ONE_PLACE (all who try for a
 * number write its total into the same rows, of two digits), TWO_STEPS (the number is looked for and then inserted),
 * BACK_AGAIN (what gives back doesn't look whether that was done), BACK_WHATEVER (a release gives back what was never taken),
 * UNKNOWN_BACK (what may have been paid is given back), OVER_FIRST (a refused claim is over before its amount is back),
 * NO_PLUG (a number that may still be taken is left to chance), DAY_ALONE (only the first chain is given back),
 * RELEASED_FIRST (a claim is released before its amount is back).
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
#define N (2 * E + 1)
#define ROW(c, n) ((c) * N + (n))
#define AMOUNT(e) ((e) == 0 -> 2 : 1)
#define NONE 15

/* Rows by chain and number, and the total of each. */
bit place[ALL_CHAINS * N], isBack[ALL_CHAINS * N];
byte owner[ALL_CHAINS * N], total[ALL_CHAINS * N];
byte limit = LIMIT;
#ifdef ONE_PLACE
byte high[ALL_CHAINS * N], low[ALL_CHAINS * N];
bit hasHigh[ALL_CHAINS * N], hasLow[ALL_CHAINS * N];
#endif

#define ABSENT 0
#define LOOKS 1
#define WRITES 2
#define WRITES_LOW 3	/* only with ONE_PLACE */
#define TAKES 4
#define LEAVING 5
#define UNDER_WAY 6
#define LEFT 7			/* taken or not, as far as anybody knows */
#define GIVES_BACK 8
#define KILLED 9
#define ENDED 10
byte step[E];
bit left[E], noMore[E];
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

/* Whether the claim has a row in the chain, from a number on, and one that gives it back. */
inline findOwn(c, from) {
	own = 0; back = 0;
	for (i : 0 .. N - 1) {
		if
		:: i >= from && place[ROW(c, i)] && owner[ROW(c, i)] == e && isBack[ROW(c, i)] -> back = 1
		:: i >= from && place[ROW(c, i)] && owner[ROW(c, i)] == e && !isBack[ROW(c, i)] -> own = 1
		:: else
		fi
	}
	i = 0
}

inline inserts(row, sum, gives) {
	place[row] = 1; owner[row] = e; isBack[row] = gives; total[row] = sum
}

inline hasTaken() {
	at++;
	if :: at == CHAINS -> step[e] = LEAVING; at = 0 :: else -> step[e] = LOOKS fi;
	number = 0; sum = 0
}

inline isUnpaid() {
	step[e] = GIVES_BACK; at = 0; number = 0; sum = 0
}

/* Looks what is to be given back of a chain: `number` is the row to insert then, NONE where nothing is to be done. */
inline looksBack(c, from, mayCome) {
	findNewest(c); findOwn(c, from);
#ifdef BACK_AGAIN
	back = 0;
#endif
	if
	:: back -> number = NONE
	:: !back && own -> number = n; sum = t - AMOUNT(e)
#ifdef BACK_WHATEVER
	:: !back && !own && t >= AMOUNT(e) -> number = n; sum = t - AMOUNT(e)
	:: !back && !own && t < AMOUNT(e) -> number = NONE
#else
#ifndef NO_PLUG
	:: !back && !own && mayCome -> number = n; sum = t
	:: !back && !own && !mayCome -> number = NONE
#else
	:: !back && !own -> number = NONE
#endif
#endif
	fi;
	n = 0; t = 0; own = 0; back = 0
}

inline hasGivenBack() {
	at++; number = 0; sum = 0;
#ifdef DAY_ALONE
	at = CHAINS;
#endif
	if :: at == CHAINS -> at = 0; step[e] = ENDED; isBlind = 0 :: else fi
}

proctype execution(byte e) {
	byte at, number, sum, n, t, i;
	bit own, back, isBlind;
end:
	do
	:: atomic { step[e] == ABSENT ->
#ifdef MIDNIGHT
		if :: isNextDay[e] = 0 :: isNextDay[e] = 1 fi;
#endif
		step[e] = LOOKS }
	:: atomic { step[e] == LOOKS -> findNewest(CHAIN(e, at));
		if
		:: t + AMOUNT(e) > limit -> isUnpaid()
		:: else ->
			number = n; sum = t + AMOUNT(e); step[e] = WRITES;
			if :: tried[e * CHAINS + at] == NONE -> tried[e * CHAINS + at] = n :: else fi
		fi;
		n = 0; t = 0 }
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
	:: atomic { step[e] == TAKES && !isBlind && place[ROW(CHAIN(e, at), number)] -> step[e] = LOOKS }
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
	:: atomic { step[e] == TAKES && !isBlind && place[ROW(CHAIN(e, at), number)] -> number = 0; sum = 0; step[e] = LOOKS }
#endif
	:: atomic { step[e] == LEAVING && !noMore[e] -> step[e] = UNDER_WAY }
	:: atomic { step[e] == UNDER_WAY -> left[e] = 1;
#ifdef UNKNOWN_BACK
		if :: step[e] = LEFT :: isUnpaid() fi
#else
		step[e] = LEFT
#endif
		}
	/* It may not leave, or the service refuses it. */
	:: atomic { step[e] == LEAVING || step[e] == UNDER_WAY -> isUnpaid() }
	:: atomic { step[e] == GIVES_BACK && number == 0 && sum == 0 ->
#ifdef OVER_FIRST
		if :: at == 0 -> noMore[e] = 1; step[e] = GIVES_BACK :: else fi;
#endif
		if
		:: tried[e * CHAINS + at] == NONE -> number = NONE
		:: else -> looksBack(CHAIN(e, at), tried[e * CHAINS + at], isBlind)
		fi;
		if
		:: number == NONE -> hasGivenBack()
		:: else -> number++ /* so that it is never 0 */
		fi }
	:: atomic { step[e] == GIVES_BACK && number > 0 ->
		if
		:: place[ROW(CHAIN(e, at), number - 1)] -> number = 0; sum = 0
		:: else -> inserts(ROW(CHAIN(e, at), number - 1), sum, 1); hasGivenBack()
		fi }
	/* n8n ends it. */
	:: atomic { step[e] != ABSENT && step[e] != UNDER_WAY && step[e] != LEFT && step[e] < KILLED ->
		step[e] = KILLED;
#ifdef OVER_FIRST
		if :: noMore[e] -> step[e] = ENDED :: else fi;
#endif
		at = 0; number = 0; sum = 0; isBlind = 0 }
	:: atomic { isLate[e] ->
		if
		:: !place[lateRow[e]] -> inserts(lateRow[e], lateTotal[e], 0)
		:: else
		fi;
		isLate[e] = 0; lateRow[e] = 0; lateTotal[e] = 0 }
	od
}

inline hasReleased() {
	at++; number = 0; sum = 0;
	if
	:: at == CHAINS ->
		at = 0; isAt = 0;
		if :: isOfKilled -> step[e] = ENDED; isOfKilled = 0 :: else fi
	:: else
	fi
}

/* Whoever releases the claim, as often as they like. */
proctype person(byte e) {
	byte at, number, sum, n, t, i;
	bit own, back, isAt, isOfKilled;
end:
	do
	:: atomic { !isAt && step[e] != ABSENT && step[e] != UNDER_WAY && step[e] != ENDED && !left[e] && !isLate[e] ->
		noMore[e] = 1; isAt = 1; isOfKilled = (step[e] == KILLED);
#ifdef RELEASED_FIRST
		if :: isOfKilled -> step[e] = ENDED :: else fi;
#endif
		}
	/* It is cut off. */
	:: atomic { isAt -> isAt = 0; at = 0; number = 0; sum = 0; isOfKilled = 0 }
	:: atomic { isAt && number == 0 -> looksBack(CHAIN(e, at), 0, 0);
		if :: number == NONE -> hasReleased() :: else -> number++ fi }
	:: atomic { isAt && number > 0 ->
		if
		:: place[ROW(CHAIN(e, at), number - 1)] -> number = 0; sum = 0
		:: else -> inserts(ROW(CHAIN(e, at), number - 1), sum, 1); hasReleased()
		fi }
	od
}

#define QUIET(e) ((step[e] == ABSENT || step[e] == LEFT || step[e] == ENDED) && !isLate[e])

proctype judge() {
	byte c, n, t, e, sum;
	bit isQuiet;
end:
	do
	:: atomic {
		isQuiet = 1;
		for (e : 0 .. E - 1) { if :: !QUIET(e) -> isQuiet = 0 :: else fi }
		for (c : 0 .. ALL_CHAINS - 1) {
			sum = 0;
			for (e : 0 .. E - 1) {
				if
				:: left[e] && (c == CHAIN(e, 0) || (CHAINS == 2 && c == CHAIN(e, 1))) -> sum = sum + AMOUNT(e)
				:: else
				fi
			}
			assert(sum <= limit);
			findNewest(c);
			assert(!isQuiet || t == sum)
		}
		c = 0; n = 0; t = 0; e = 0; sum = 0; isQuiet = 0 }
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
