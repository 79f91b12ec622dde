/*
 * The transactions of the record: docs/why/design.md#the-record. REFERENCES are paid, each by one request that the service may
 * take: that is its transaction. Executions learn their own by the answer; people see all that the service has taken, and
 * name any of them for any reference that is open, or none: two who err, in steps of their own. Everybody may stop after
 * any step or go on later.
 *
 * A transaction's row is there or not; `by` is what the record has a reference as paid by, and no two references may have
 * one transaction. Where somebody named a transaction before the answer that has it was recorded, the acceptance finds the
 * row, is recorded as paid all the same, and says so: it is excused, and the other one was told of.
 *
 * -D plants a fault: ACCEPTANCE_HAS_NO_ROW (as where the row of likeness were to guard it: people name the transaction of
 * another payee), PAID_FIRST (the row comes behind `paid`), LOOKS_FIRST (a person looks for the row, and inserts it once the
 * reference is paid).
 */
#ifndef REFERENCES
#define REFERENCES 3
#endif
#define PEOPLE 2
#define NONE 7

bit row[REFERENCES];		/* of each transaction */
bit paid[REFERENCES], told[REFERENCES];
byte by[REFERENCES];
bit taken[REFERENCES];		/* by the service */

#define SENT 0
#define ANSWERED 1
#define HAS_ROW 2
#define ENDED 3
byte step[REFERENCES];

#define IDLE 0
#define NAMES 1
#define WON 2
byte phase[PEOPLE], about[PEOPLE], named[PEOPLE];

/* The record has a reference as paid, by a transaction or by none. */
inline isPaid(whose, what) {
	paid[whose] = 1;
	if
	:: by[whose] == NONE -> by[whose] = what
	:: else
	fi;
	other = 0;
	do
	:: other < REFERENCES -> assert(other == whose || by[other] == NONE || by[other] != by[whose]); other++
	:: else -> break
	od;
	other = 0
}

proctype execution(byte r) {
	byte other;
end:
	do
	:: atomic { step[r] == SENT -> taken[r] = 1; if :: step[r] = ANSWERED :: step[r] = ENDED fi }
#ifdef ACCEPTANCE_HAS_NO_ROW
	:: atomic { step[r] == ANSWERED -> isPaid(r, r); step[r] = ENDED }
#else
#ifdef PAID_FIRST
	:: atomic { step[r] == ANSWERED -> if :: row[r] -> told[r] = 1; isPaid(r, NONE) :: else -> isPaid(r, r) fi; step[r] = HAS_ROW }
	:: atomic { step[r] == HAS_ROW -> row[r] = 1; step[r] = ENDED }
#else
	:: atomic { step[r] == ANSWERED -> told[r] = row[r]; row[r] = 1; step[r] = HAS_ROW }
	:: atomic { step[r] == HAS_ROW -> if :: told[r] -> isPaid(r, NONE) :: else -> isPaid(r, r) fi; step[r] = ENDED }
#endif
#endif
	od
}

proctype person(byte p) {
	byte r, t, other;
end:
	do
	:: atomic { phase[p] == IDLE ->
		select(r : 0 .. REFERENCES - 1); select(t : 0 .. REFERENCES);
		if
		:: !paid[r] && (t == REFERENCES || taken[t]) -> about[p] = r; named[p] = t; phase[p] = NAMES
		:: else
		fi;
		r = 0; t = 0 }
	:: atomic { phase[p] == NAMES ->
		if
		:: named[p] == REFERENCES -> phase[p] = WON
		:: named[p] < REFERENCES && !row[named[p]] ->
#ifndef LOOKS_FIRST
			row[named[p]] = 1;
#endif
			phase[p] = WON
		:: else -> phase[p] = IDLE; about[p] = 0; named[p] = 0
		fi }
	:: atomic { phase[p] == WON ->
		if
		:: named[p] == REFERENCES -> isPaid(about[p], NONE)
		:: else ->
			isPaid(about[p], named[p]);
			row[named[p]] = 1
		fi;
		phase[p] = IDLE; about[p] = 0; named[p] = 0 }
	od
}

init {
	byte i;
	atomic {
		for (i : 0 .. REFERENCES - 1) { by[i] = NONE; run execution(i) }
		for (i : 0 .. PEOPLE - 1) { run person(i) }
	}
}
