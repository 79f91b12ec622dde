/*
 * Payments alike: docs/why/design.md#the-record. REFERENCES pay the same payee the same amount on one day, the first by up
 * to G claims, one after the other, each of the others by up to H; an execution of each claim looks at the chain of rows,
 * inserts the row of its number, of which its claim is the owner, and pays. Whether it may repeat
 * what others paid, it says when it looks. Whoever releases a claim has it from the payment itself, with its row, or from
 * Check, without. Everybody may stop after any step or go on later, and an insert may take effect without an answer.
 *
 * What is searched for: a payment that may not repeat, taken beside one of another reference whose row was there before its
 * own; and a payment that is refused though all that stands against it are rows that its own reference inserted.
 *
 * What record.pml shows is taken for granted: a claim is one execution's, of all who release it one gets further, and they
 * have seen that the payment was not taken and can't leave any more. The execution may still insert rows after that. The
 * chain is read in one step: rows are only added behind the newest, which the insert notices, and what was over stays so.
 *
 * -D plants a fault: DELETE_ROWS (what ends a payment deletes its row; of one claim so many HANDS take hold, two people's or
 * one person's who clicks twice; NO_REFUSALS leaves them as all that ends one), NO_NUMBER (a release ends the newest row),
 * SHARED_ROW (a payment that may repeat takes the row that is there for its own), ANYBODYS (whoever tried to insert a row is called its owner), NO_BESIDE, TWO_STEPS (the row is looked for and then
 * inserted), OWN_ROW_COUNTS (a row of its own stands against a reference).
 */
#ifndef REFERENCES
#define REFERENCES 2
#endif
#ifndef G
#define G 2
#endif
#ifndef HANDS
#define HANDS 2
#endif
#ifndef H
#define H 1
#endif
#define E (G + (REFERENCES - 1) * H)
#define NONE 15
#define FIRST(e) ((e) < G -> 0 : G + ((e) - G) / H * H)

/* The chain: a row for each claim at most. */
bit row[E], over[E], beside[E];

/* Of each claim: whether it is over, and the number of its row. */
bit isOver[E];
byte number[E];
/* Which row is its own, which only its execution knows; and the rows that were there before, as one bit for each claim of
   another reference. */
byte mine[E], before[E];
bit mayRepeat[E], isBeside[E], taken[E];

#define ABSENT 0
#define LOOKED 1
#define MARKED 2		/* its claim, `beside` */
#define FREE 3			/* only with TWO_STEPS */
#define LEAVING 4
#define UNDER_WAY 5
#define REFUSED 6		/* certainly: its row comes first, then its reference */
#define ROW_ENDED 7
#define ENDED 8
byte step[E];
/* Whoever looks at the service can see that it was not taken, and can't be any more. */
#define IS_SEEN(e) (step[e] >= MARKED && step[e] != UNDER_WAY && !taken[e] && !isOver[e])
/* How many people are about to end its row. */
byte hands[E];

#if defined(ANYBODYS)
#define IS_OF(c, n) (step[c] >= MARKED && number[c] == (n))
#define IS_SAID(c, n) (mine[c] == (n))
#else
#define IS_OF(c, n) (mine[c] == (n))
#define IS_SAID(c, n) (mine[c] == (n))
#endif

/* Whether an earlier claim of the reference inserted the row, as far as is known. */
inline isOwn(e, n) {
	own = 0;
#ifndef OWN_ROW_COUNTS
	for (c : FIRST(e) .. E - 1) {
		if
		:: c < e && IS_OF(c, n) -> own = 1
		:: else
		fi
	}
	c = 0
#endif
}

/* From the newest row down, as far as one that followed only what was over. */
inline scan(e) {
	do
	:: next < E && row[next] -> next++
	:: else -> break
	od;
	n = next;
	do
	:: n == 0 -> break
	:: else ->
		n--;
		if
		:: !over[n] ->
			open = 1;
			isOwn(e, n);
			if :: own -> own = 0 :: else -> others = 1; break fi
		:: else
		fi;
		if
		:: !beside[n] -> break
		:: else
		fi
	od;
	n = 0
}

/* Every row that isn't over is one that the reference itself inserted. */
inline assertNotAgainstItself(e) {
	for (n : 0 .. E - 1) {
		own = !row[n] || over[n];
		for (c : FIRST(e) .. E - 1) {
			if
			:: c < e && IS_SAID(c, n) -> own = 1
			:: else
			fi
		}
		if :: own -> own = 0 :: else -> others = 0 fi
	}
	assert(!others);
	n = 0; c = 0
}

inline marks(e) {
#ifndef NO_BESIDE
	if :: isBeside[e] -> beside[number[e]] = 1 :: else fi;
#endif
	isBeside[e] = 0
}

inline inserts(e) {
	row[number[e]] = 1; mine[e] = number[e];
	for (c : 0 .. E - 1) {
		if
		:: FIRST(c) != FIRST(e) && mine[c] != NONE -> before[e] = before[e] | (1 << c)
		:: else
		fi
	}
	c = 0
}

inline ends(n) {
#ifdef DELETE_ROWS
	row[n] = 0; beside[n] = 0
#else
	over[n] = 1
#endif
}

/* It is not taken any more: what only its request would need is not kept, nor what nobody reads of a row that is over. */
inline hasEnded(e) {
	step[e] = ENDED; mayRepeat[e] = 0; before[e] = 0;
	for (c : 0 .. E - 1) { before[c] = before[c] & (255 - (1 << e)) }
	c = 0;
	isUnread(e)
}

inline isUnread(e) {
#ifndef DELETE_ROWS
	if
	:: step[e] == ENDED && !taken[e] && !hands[e] && (mine[e] == NONE || over[mine[e]]) ->
		number[e] = 0; mine[e] = NONE
	:: else
	fi
#else
	skip
#endif
}

proctype execution(byte e) {
	byte next, n, c;
	bit open, others, own, isBlind;
end:
	do
	:: atomic { step[e] == ABSENT && (e == FIRST(e) || isOver[e - 1]) ->
		if :: mayRepeat[e] = 0 :: mayRepeat[e] = 1 fi;
		scan(e);
		if
		:: others && !mayRepeat[e] -> assertNotAgainstItself(e)
		:: else -> number[e] = next; isBeside[e] = open; step[e] = (open -> LOOKED : MARKED)
		fi;
		next = 0; open = 0; others = 0 }
	:: atomic { step[e] == LOOKED -> marks(e); step[e] = MARKED }
#ifdef TWO_STEPS
	:: atomic { step[e] == MARKED && !row[number[e]] -> step[e] = FREE }
	:: atomic { step[e] == FREE -> inserts(e); step[e] = LEAVING }
#else
	:: atomic { step[e] == MARKED && !row[number[e]] -> inserts(e); step[e] = LEAVING }
	/* Without an answer it is refused, and its execution doesn't know whose the row is. */
	:: atomic { step[e] == MARKED && !row[number[e]] ->
		inserts(e); isBlind = 1; step[e] = REFUSED }
#endif
	:: atomic { step[e] == MARKED && row[number[e]] ->
		if
#ifdef SHARED_ROW
		:: mayRepeat[e] -> mine[e] = number[e]; step[e] = LEAVING
#else
		:: mayRepeat[e] -> isBeside[e] = 1; number[e]++; marks(e)
#endif
		:: !mayRepeat[e] -> step[e] = REFUSED
		fi }
	:: atomic { step[e] == LEAVING && !isOver[e] && !hands[e] -> step[e] = UNDER_WAY }
	:: atomic { step[e] == UNDER_WAY -> taken[e] = 1; step[e] = ENDED;
		for (c : 0 .. E - 1) {
			assert(!taken[c] || ((mayRepeat[e] || !(before[e] & (1 << c))) && (mayRepeat[c] || !(before[c] & (1 << e)))))
		}
		c = 0 }
	:: atomic { step[e] == UNDER_WAY -> hasEnded(e) }
#ifndef NO_REFUSALS
	/* It may not leave, or the service refuses it. */
	:: atomic { step[e] >= MARKED && step[e] <= UNDER_WAY -> step[e] = REFUSED }
#endif
	:: atomic { step[e] == REFUSED ->
		/* It asks whose the row is where it doesn't know, and may get no answer. */
		if :: mine[e] != NONE -> ends(mine[e]) :: mine[e] == NONE || isBlind -> skip fi;
		step[e] = ROW_ENDED }
	:: atomic { step[e] == ROW_ENDED -> isOver[e] = 1; hasEnded(e) }

	/* People. */
#ifdef DELETE_ROWS
	/* The row first, as where a payment is refused. */
	:: atomic { IS_SEEN(e) && mine[e] != NONE && !hands[e] -> hands[e] = HANDS }
	:: atomic { hands[e] > 0 -> ends(mine[e]); isOver[e] = 1; hands[e]-- }
#else
	:: atomic { IS_SEEN(e) -> isOver[e] = 1;
		if :: mine[e] != NONE && !isBlind -> hands[e] = 1 :: isUnread(e) fi }
	:: atomic { hands[e] > 0 -> hands[e] = 0;
#ifdef NO_NUMBER
		do
		:: n < E && row[n] -> n++
		:: else -> break
		od;
		n--; ends(n); n = 0;
#else
		ends(mine[e]);
#endif
		isUnread(e) }
	/* Whoever releases it once more ends its row once more. */
	:: atomic { isOver[e] && mine[e] != NONE && !isBlind && !over[mine[e]] -> ends(mine[e]); isUnread(e) }
#endif
	od
}

init {
	byte i;
	atomic { for (i : 0 .. E - 1) { mine[i] = NONE; run execution(i) } }
}
