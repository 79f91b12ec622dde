/**
 * Holds what happens in the worlds of test/harness/payout against the model: each insert, look, request, claim that is
 * given and look at the service is a step of the model, and has to be possible there when it is taken. The rules of
 * record.pml decide; the code's own are not asked.
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

/** What each fate of a request is in the model; null: it never left, or the service lies, which the model leaves out. */
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
 * When the window passes in a trace: after all that is late in these worlds (leaving within a minute by a clock that is
 * wrong by two, arriving within eight), and before the connector takes it for passed (15 minutes, less two).
 */
const WINDOW_MS = 12 * 60_000;
/** Within this a request arrives that has left. */
const ARRIVES_WITHIN_MS = 8 * 60_000;

/** Whether everything that happens in a world is what the model allows. */
export class TraceChecker {
	readonly refused: string[] = [];
	/** How often each step was taken. */
	readonly steps = new Map<string, number>();
	private readonly references = new Map<string, ReferenceTrace>();
	/** Rows of transactions, and of what else has no number, with their inserts. */
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

	/** The trace of the reference that it is about; null where it is about none. */
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
/** K:g and what stands behind it. */
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
	/** No more is said of it: something was refused, or the service lied. */
	isOut = false;
	private readonly state: State = initial(1, 0);
	private readonly owners: string[] = [];
	private readonly claimedAt: number[] = [];
	/** By generation, the transaction that its request has become. */
	private readonly transactions: string[] = [];
	private readonly people = new Map<string, PersonState>();

	constructor(
		private readonly key: string,
		private readonly count: (step: string) => void,
		private readonly unnumbered: ReadonlyMap<string, RowEvent>,
	) {}

	/** Null where the model allows it. */
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
		// The newest one is looked for by doubling.
		if (generation === null) return event.kind === 'insert' ? 'a generation is left out' : null;
		const [, mark = ''] = rest.split(':');
		const person = this.people.get(event.by);
		if (event.kind !== 'insert') return this.look(event, mark, generation, person);
		if (mark === '' && !isTime(event.owner)) {
			// A row of a payee's open payments, which are no claims of a reference.
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
		// What was written late, or is about a claim that is over, nobody reads.
		if (generation.over) return null;
		switch (mark) {
			case 'identity':
			case 'by':
				return ['claimed', 'clear'].includes(generation.step) ? null : 'what it is for is said once it has left';
			case 'tool':
				// Says where the row of its payee is, which has a model of its own.
				return null;
			case 'paid':
				// A step of transactions.pml: the row comes first.
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

	/** Only some looks decide anything in the model. */
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
		// It stands there already, of an earlier visit or another person.
		if (mark === 'releasing' && found && person.phase === 'notFound') return this.personStep('releasing', person);
		if (mark === 'marked' && kind === 'exists' && person.phase === 'given') return this.personStep('marked', person);
		if (mark === 'paid' && person.phase === 'begun') return this.personStep('seesUnpaid', person);
		// Whose it is: the first of the slots that are asked for.
		if (mark === '' && kind !== 'look' && person.phase === 'unpaid') return this.personStep('seesCalm', person);
		return null;
	}

	private byPerson(
		mark: 'marked' | 'releasing' | 'released' | 'paid',
		generation: Generation,
		person: PersonState | undefined,
	): string | null {
		// Whoever holds a claim that is over changes nothing.
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
		// Settled since it was looked for: the claim of something else, or of what was paid, changes nothing.
		if (generation.over || generation.paid) return null;
		return this.personStep('check', person);
	}

	private seen(by: string, found: boolean): string | null {
		const person = this.people.get(by);
		if (person === undefined || person.phase !== 'given') return null;
		if (!found) return this.personStep('findsNothing', person);
		// What they found is there for them to mark.
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
