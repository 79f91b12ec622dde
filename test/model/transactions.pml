/*
 * The transactions of the record: docs/why/design.md#the-record. REFERENCES are paid, each by one request that the service may
 * take: that is its transaction. Executions learn their own by the answer; people see all that the service has taken, and
 * name any of them for any reference that is open, or none: two who err, in steps of their own. Everybody may stop after
 * any step or go on later.
 *
 * A transaction's row is there or not, with the reference that inserted it as its owner; `by` is what the record has a
 * reference as paid by, and no two references may have one transaction. Where somebody named a transaction for another
 * reference before the answer that has it was recorded, the acceptance finds that row, and its reference stays open.
 *
 * -D plants a fault: ACCEPTANCE_HAS_NO_ROW (as where the row of likeness were to guard it: people name the transaction of
 * another payee), PAID_FIRST (the row comes behind `paid`), ANOTHERS_IS_BELIEVED (an acceptance whose transaction is
 * another's is paid), LOOKS_FIRST (a person looks for the row, and inserts it once the reference is paid).
 */
#ifndef REFERENCES
#define REFERENCES 3
#endif
#define PEOPLE 2
#define NONE 7

bit row[REFERENCES];		/* of each transaction */
byte owner[REFERENCES];
bit paid[REFERENCES];
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

inline insertRow(what, whose) {
	if
	:: !row[what] -> row[what] = 1; owner[what] = whose
	:: else
	fi
}

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
	:: atomic { step[r] == ANSWERED -> if :: row[r] && owner[r] != r -> step[r] = ENDED :: else -> isPaid(r, r); step[r] = HAS_ROW fi }
	:: atomic { step[r] == HAS_ROW -> insertRow(r, r); step[r] = ENDED }
#else
	:: atomic { step[r] == ANSWERED -> insertRow(r, r);
#ifdef ANOTHERS_IS_BELIEVED
		step[r] = HAS_ROW }
#else
		step[r] = (owner[r] == r -> HAS_ROW : ENDED) }
#endif
	:: atomic { step[r] == HAS_ROW -> isPaid(r, r); step[r] = ENDED }
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
		:: named[p] < REFERENCES && (!row[named[p]] || owner[named[p]] == about[p]) ->
#ifndef LOOKS_FIRST
			insertRow(named[p], about[p]);
#endif
			phase[p] = WON
		:: else -> phase[p] = IDLE; about[p] = 0; named[p] = 0
		fi }
	:: atomic { phase[p] == WON ->
		if
		:: named[p] == REFERENCES -> isPaid(about[p], NONE)
		:: else ->
			isPaid(about[p], named[p]);
			insertRow(named[p], about[p])
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
