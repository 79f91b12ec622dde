/**
 * Checks the simulated payouts of test/harness/payout against the model of record.pml. The model must allow each step
 * when it is taken. A step is an insert, a read or a request, and also when a person gets a claim or looks for the
 * payment at the service.
 */
import { readClaim } from '../../nodes/core/record/claimText';
import { rowOf, transactionRow } from '../harness/payout/rows';
import type { Fate, Request } from '../harness/payout/world/bank';
import type { RowEvent } from '../harness/payout/world/database';
import type { WorldEvent } from '../harness/payout/world/world';
import {
	GENERATION_STEPS,
	initial,
	PERSON_STEPS,
	type Generation,
	type GenerationStep,
	type PersonState,
	type PersonStep,
	type State,
} from './states';
import { isTime } from './tracesAlike';

/**
 * The step of the model for each fate of a request: `over` if its generation is over, otherwise `step`. Null if the
 * request never left, or if the service gives a false answer, which the model doesn't have.
 */
const ARRIVALS: Readonly<Record<Fate, { step: GenerationStep; over: GenerationStep } | null>> = {
	accepted: { step: 'takenAndAccepted', over: 'takenInSilence' },
	failed: { step: 'refusedInSilence', over: 'refusedInSilence' },
	refused: { step: 'refusedAndSaid', over: 'refusedInSilence' },
	limited: { step: 'refusedAndSaid', over: 'refusedInSilence' },
	refusedYetPaid: null,
	notFoundYetPaid: { step: 'takenInSilence', over: 'takenInSilence' },
	limitedYetPaid: null,
	inDoubt: { step: 'takenInSilence', over: 'takenInSilence' },
	gatewayPaid: { step: 'takenInSilence', over: 'takenInSilence' },
	gatewayUnpaid: { step: 'refusedInSilence', over: 'refusedInSilence' },
	lostPaid: { step: 'takenInSilence', over: 'takenInSilence' },
	lostUnpaid: { step: 'refusedInSilence', over: 'refusedInSilence' },
	late: { step: 'takenInSilence', over: 'takenInSilence' },
	unreachable: null,
	broken: { step: 'takenInSilence', over: 'takenInSilence' },
};

/**
 * The age at which a claim is no longer `fresh` in the model. Late requests have arrived by then: each leaves within 1
 * minute, by a clock that is up to 2 minutes wrong, and arrives within 8. The connector waits at least 13 minutes.
 */
const WINDOW_MS = 12 * 60_000;
/** A request arrives at the service at most this long after it left. */
const ARRIVES_WITHIN_MS = 8 * 60_000;

/** Checks that the model allows everything that happens in a simulated run. */
export class TraceChecker {
	readonly refused: string[] = [];
	readonly steps = new Map<string, number>();
	private readonly references = new Map<string, ReferenceTrace>();
	/** Rows whose key has no number, such as the rows of transactions, by key, with the insert of each. */
	private readonly unnumbered = new Map<string, RowEvent>();

	constructor(private readonly now: () => number) {}

	take(event: WorldEvent): void {
		if (event.kind === 'insert' && UNNUMBERED.test(event.key)) this.unnumbered.set(event.key, event);
		const trace = this.traceOf(event);
		if (trace === null || trace.isOut) return;
		const problem = trace.take(event, this.now());
		if (problem === null) return;
		trace.isOut = true;
		this.refused.push(`${problem}: ${described(event)}`);
	}

	/** The trace of the reference that an event is about; null if the event is about no reference. */
	private traceOf(event: WorldEvent): ReferenceTrace | null {
		const key = keyOf(event);
		if (key === null) return null;
		const trace = this.references.get(key) ?? new ReferenceTrace(key, (step) => this.count(step), this.unnumbered);
		this.references.set(key, trace);
		return trace;
	}

	private count(step: string): void {
		this.steps.set(step, (this.steps.get(step) ?? 0) + 1);
	}
}

const UNNUMBERED = /^mavapay:1:[\w-]{43}$/;
/** The key of a numbered row: the key of its reference, the number of its generation, and what follows them. */
const ROW = /^(mavapay:1:[\w-]{43}):(\d+)(:.*)?$/;

function keyOf(event: WorldEvent): string | null {
	if ('request' in event) return event.request.reference === null ? null : rowOf(event.request.reference).slice(0, -2);
	if ('reference' in event) return rowOf(event.reference).slice(0, -2);
	return ROW.exec(event.key)?.[1] ?? null;
}

function described(event: WorldEvent): string {
	return JSON.stringify(event, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

class ReferenceTrace {
	/** This reference is no longer checked: a step was refused, or the service gave a false answer. */
	isOut = false;
	private readonly state: State = initial(1, 0);
	private readonly owners: string[] = [];
	private readonly claimedAt: number[] = [];
	/** By generation: the ID of the transaction that the service made of the request. */
	private readonly transactions: string[] = [];
	private readonly people = new Map<string, PersonState>();

	constructor(
		private readonly key: string,
		private readonly count: (step: string) => void,
		private readonly unnumbered: ReadonlyMap<string, RowEvent>,
	) {}

	/** Takes an event as a step of the model. Returns what is wrong, or null if the model allows the step. */
	take(event: WorldEvent, now: number): string | null {
		switch (event.kind) {
			case 'leaves':
				return this.leaves(event.request, now);
			case 'arrives':
				return this.arrives(event.request);
			case 'given':
				return this.given(event, now);
			case 'seen':
				return this.seen(event.by, event.found);
			case 'delete':
				return 'a row of a reference is deleted';
			case 'insert':
			case 'exists':
			case 'other':
			case 'look':
				return this.row(event, now);
		}
	}

	private row(event: RowEvent, now: number): string | null {
		const [, , number = '', rest = ''] = ROW.exec(event.key) ?? [];
		const place = Number(number);
		const generation = this.at(place);
		// A read of a generation that doesn't exist is allowed: the search for the newest one doubles the number.
		if (generation === null) return event.kind === 'insert' ? 'a generation is left out' : null;
		const [, mark = ''] = rest.split(':');
		const person = this.people.get(event.by);
		if (event.kind !== 'insert') return this.look(event, mark, generation, person);
		if (mark === '' && !isTime(event.owner)) {
			// This row belongs to a payee's open payments, and isn't a claim of a reference.
			this.isOut = true;
			return null;
		}
		if (mark === '') return this.claim(place, event, now);
		if (
			mark === 'marked' ||
			mark === 'releasing' ||
			mark === 'released' ||
			(mark === 'paid' && this.owners[place] !== event.by)
		)
			return this.byPerson(mark, generation, person);
		if (this.owners[place] !== event.by) return 'a row of a claim is inserted by somebody else';
		// Nobody reads a row that is written for a claim that is over.
		if (generation.over) return null;
		switch (mark) {
			case 'identity':
			case 'by':
				return ['claimed', 'clear'].includes(generation.step) ? null : 'what it is for is said once it has left';
			case 'tool':
				// This row says where the row of the payee is. Rows of payees have their own model, openPayee.pml.
				return null;
			case 'paid':
				// transactions.pml requires it: the row of the transaction is inserted before `paid`.
				if (!this.unnumbered.has(transactionRow(this.transactions[place] ?? '')))
					return 'paid without the row of its transaction';
				return this.step(mark, generation);
			case 'refused':
				return this.step(mark, generation);
			default:
				return 'a row that the model does not have';
		}
	}

	private claim(place: number, { by }: RowEvent, now: number): string | null {
		this.owners[place] = by;
		this.claimedAt[place] = now;
		const generation = this.at(place);
		if (place === this.state.generations.length - 1) this.state.generations.push(...initial(1, 0).generations);
		if (generation === null) return 'a generation is left out';
		return this.step('claim', generation);
	}

	/** Reads of a row; only some of them are steps of the model. */
	private look(
		{ by, found, kind }: RowEvent,
		mark: string,
		generation: Generation,
		person: PersonState | undefined,
	): string | null {
		const place = this.state.generations.indexOf(generation);
		if (mark === 'releasing' && this.owners[place] === by && !found)
			return this.step('seesNobodyReleasing', generation);
		if (person === undefined || this.state.generations[person.claim] !== generation) return null;
		// The row `releasing` is already there, from an earlier attempt or from another person.
		if (mark === 'releasing' && found && person.phase === 'notFound') return this.personStep('releasing', person);
		if (mark === 'marked' && kind === 'exists' && person.phase === 'given') return this.personStep('marked', person);
		if (mark === 'paid' && person.phase === 'begun') return this.personStep('seesUnpaid', person);
		// The person reads who owns the claim: the model has one step for all these reads, taken at the first.
		if (mark === '' && kind !== 'look' && person.phase === 'unpaid') return this.personStep('seesCalm', person);
		return null;
	}

	private byPerson(
		mark: 'marked' | 'releasing' | 'released' | 'paid',
		generation: Generation,
		person: PersonState | undefined,
	): string | null {
		// A person with a claim that is over changes nothing.
		if (generation.over) return null;
		if (person === undefined || this.state.generations[person.claim] !== generation)
			return 'somebody settles a claim that they do not hold';
		if (mark === 'paid') return this.personStep('marksPaid', person);
		if (mark === 'marked' || mark === 'releasing') return this.personStep(mark, person);
		return this.personStep('released', person);
	}

	private given({ by, claim }: WorldEvent & { kind: 'given' }, now: number): string | null {
		const given = readClaim(this.key, claim);
		const generation = given === null ? null : this.at(given.generation);
		if (given === null || generation === null) return 'a claim that is none';
		const person: PersonState = { phase: 'idle', claim: 0, calm: false };
		this.people.set(by, person);
		this.state.people.push(person);
		if (generation.fresh && now - (this.claimedAt[given.generation] ?? now) >= WINDOW_MS) {
			const problem = this.step('windowPasses', generation);
			if (problem !== null) return problem;
		}
		// The claim was settled since it was read. A person who gets it can change nothing with it.
		if (generation.over || generation.paid) return null;
		return this.personStep('check', person);
	}

	private seen(by: string, found: boolean): string | null {
		const person = this.people.get(by);
		if (person === undefined || person.phase !== 'given') return null;
		if (!found) return this.personStep('findsNothing', person);
		// A person can only find a payment that the service made.
		return this.state.generations[person.claim]?.debited === true ? null : 'a payment is found that was not made';
	}

	private leaves({ reference, generation, fate, actor }: Request, now: number): string | null {
		if (fate === 'unreachable' || reference === null) return null;
		const held = generation === null ? null : this.at(generation);
		if (held === null || generation === null || this.owners[generation] !== actor) return 'a request without a claim';
		if (now - (this.claimedAt[generation] ?? now) > WINDOW_MS - ARRIVES_WITHIN_MS) return 'a request leaves too late';
		return this.step('leaves', held);
	}

	private arrives({ generation, fate, number }: Request): string | null {
		if (fate === 'unreachable') return null;
		if (generation !== null) this.transactions[generation] = `tx-${number}`;
		const held = generation === null ? null : this.at(generation);
		const arrival = ARRIVALS[fate];
		if (held === null) return 'a request without a claim';
		if (arrival === null) {
			this.isOut = true;
			return null;
		}
		const problem = this.step(held.over ? arrival.over : arrival.step, held);
		return problem ?? (this.state.debits > 1 ? 'paid twice' : null);
	}

	private at(place: number): Generation | null {
		return this.state.generations[place] ?? null;
	}

	private step(step: GenerationStep, generation: Generation): string | null {
		return this.apply(step, GENERATION_STEPS[step](this.state, generation));
	}

	private personStep(step: PersonStep, person: PersonState): string | null {
		return this.apply(step, PERSON_STEPS[step](this.state, person));
	}

	private apply(step: string, change: (() => void) | undefined): string | null {
		if (change === undefined) return `the model has no step '${step}' here`;
		change();
		this.count(step);
		return null;
	}
}
