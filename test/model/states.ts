/**
 * record.pml in TypeScript: the same states and the same steps. traces.ts checks simulated payouts against this model.
 * test/property/payoutTraces.test.ts checks that this model has the number of states that SPIN finds in record.pml.
 */

/** How far an execution has got with the payment that it claimed. */
export type ExecutionStep = 'absent' | 'claimed' | 'clear' | 'underWay' | 'accepted' | 'refusing' | 'ended';

/** One claim of the reference, with the execution that made it. */
export interface Generation {
	step: ExecutionStep;
	paid: boolean;
	/** A person marked the payment as paid, perhaps by mistake: a refusal then doesn't free the reference. */
	marked: boolean;
	over: boolean;
	releasing: boolean;
	/** Whether the claim is still so recent that its request can be sent. */
	fresh: boolean;
	debited: boolean;
}

/** How far a person has got with settling a claim, and which claim they were given. */
export interface PersonState {
	phase: 'idle' | 'given' | 'notFound' | 'begun' | 'unpaid' | 'calm' | 'marking';
	claim: number;
	calm: boolean;
}

export interface State {
	readonly generations: Generation[];
	readonly people: PersonState[];
	debits: number;
}

const FRESH_GENERATION: Generation = {
	step: 'absent',
	paid: false,
	marked: false,
	over: false,
	releasing: false,
	fresh: false,
	debited: false,
};
const IDLE = { phase: 'idle', claim: 0, calm: false } as const;

export function initial(generations: number, people = 2): State {
	return {
		generations: Array.from({ length: generations }, () => ({ ...FRESH_GENERATION })),
		people: Array.from({ length: people }, () => ({ ...IDLE })),
		debits: 0,
	};
}

/** A step of one generation that an execution or the service takes, or that time brings. */
export type GenerationStep =
	| 'claim'
	| 'seesNobodyReleasing'
	| 'refused'
	| 'leaves'
	| 'takenAndAccepted'
	| 'takenInSilence'
	| 'refusedAndSaid'
	| 'refusedInSilence'
	| 'windowPasses'
	| 'paid';
export type PersonStep =
	'check' | 'marked' | 'marksPaid' | 'findsNothing' | 'releasing' | 'seesUnpaid' | 'seesCalm' | 'released';

/** A step: returns the function that changes the state, or undefined if the step can't be taken in this state. */
type Change<T extends unknown[]> = (state: State, ...about: T) => (() => void) | undefined;

const when = (isPossible: boolean, change: () => void) => (isPossible ? change : undefined);

/** Sets a row, but not for a generation that is over: nobody reads such a row. */
const set = (generation: Generation, row: 'paid' | 'debited') => {
	generation[row] = !generation.over;
};

function end(state: State, generation: Generation): void {
	Object.assign(generation, { over: true, paid: false, marked: false, debited: false });
	for (const person of state.people) if (state.generations[person.claim] === generation) Object.assign(person, IDLE);
}

function refuse(state: State, generation: Generation): void {
	if (!generation.marked) {
		end(state, generation);
		Object.assign(generation, { fresh: false, releasing: false });
	}
	generation.step = 'ended';
}

const isBefore = (step: ExecutionStep) => step === 'claimed' || step === 'clear';

const arrives =
	(isTaken: boolean, answer: ExecutionStep): Change<[Generation]> =>
	(state, generation) =>
		when(generation.step === 'underWay' && (answer === 'ended' || !generation.over), () => {
			if (isTaken) {
				state.debits += 1;
				set(generation, 'debited');
			}
			generation.step = answer;
		});

export const GENERATION_STEPS: Readonly<Record<GenerationStep, Change<[Generation]>>> = {
	claim: ({ generations }, generation) => {
		const before = generations[generations.indexOf(generation) - 1];
		return when(generation.step === 'absent' && (before === undefined || before.over), () => {
			generation.step = 'claimed';
			generation.fresh = true;
		});
	},
	seesNobodyReleasing: (_, generation) =>
		when(generation.step === 'claimed' && !generation.releasing, () => {
			generation.step = 'clear';
		}),
	refused: (state, generation) =>
		when(isBefore(generation.step) || generation.step === 'refusing', () => refuse(state, generation)),
	leaves: (_, generation) =>
		when(generation.step === 'clear' && generation.fresh, () => {
			generation.step = 'underWay';
		}),
	takenAndAccepted: arrives(true, 'accepted'),
	takenInSilence: arrives(true, 'ended'),
	refusedAndSaid: arrives(false, 'refusing'),
	refusedInSilence: arrives(false, 'ended'),
	windowPasses: (_, generation) =>
		when(generation.fresh && generation.step !== 'underWay', () => {
			generation.fresh = false;
		}),
	paid: (_, generation) =>
		when(generation.step === 'accepted', () => {
			set(generation, 'paid');
			generation.step = 'ended';
		}),
};

/** The index of the first generation that isn't over; of the last generation if all are over. */
function newest({ generations }: State): number {
	const open = generations.findIndex(({ over }) => !over);
	return open === -1 ? generations.length - 1 : open;
}

const claimOf = ({ generations }: State, { claim }: PersonState) => generations[claim];

/** A step of a person about the claim that they hold. */
const holding =
	(
		phase: PersonState['phase'],
		act: (state: State, person: PersonState, held: Generation) => (() => void) | undefined,
	): Change<[PersonState]> =>
	(state, person) => {
		const held = claimOf(state, person);
		return person.phase === phase && held !== undefined ? act(state, person, held) : undefined;
	};

export const PERSON_STEPS: Readonly<Record<PersonStep, Change<[PersonState]>>> = {
	check: (state, person) => {
		const claim = newest(state);
		const held = state.generations[claim];
		if (person.phase !== 'idle' || held === undefined) return undefined;
		return when(held.step !== 'absent' && !held.over && !held.paid, () =>
			Object.assign(person, { phase: 'given', claim, calm: !held.fresh }),
		);
	},
	marked: holding('given', (_, person, held) => () => {
		held.marked = true;
		person.phase = 'marking';
	}),
	marksPaid: holding('marking', (_, person, held) => () => {
		set(held, 'paid');
		Object.assign(person, IDLE);
	}),
	findsNothing: holding('given', (_, person, held) =>
		when(!held.debited, () => {
			person.phase = 'notFound';
		}),
	),
	releasing: holding('notFound', (_, person, held) => () => {
		held.releasing = true;
		person.phase = 'begun';
	}),
	seesUnpaid: holding('begun', (_, person, held) => () => {
		if (held.paid || held.over) Object.assign(person, IDLE);
		else person.phase = 'unpaid';
	}),
	seesCalm: holding('unpaid', (_, person) => () => {
		if (!person.calm) Object.assign(person, IDLE);
		else person.phase = 'calm';
	}),
	released: holding('calm', (state, _, held) => () => end(state, held)),
};

/** The states that one step leads to. */
function next(state: State): State[] {
	const states: State[] = [];
	const take = (change: (copy: State) => (() => void) | undefined) => {
		const copy = copyOf(state);
		const step = change(copy);
		if (step === undefined) return;
		step();
		states.push(copy);
	};
	state.generations.forEach((_, place) => {
		for (const step of Object.values(GENERATION_STEPS))
			take((copy) => {
				const generation = copy.generations[place];
				return generation === undefined ? undefined : step(copy, generation);
			});
	});
	state.people.forEach((_, place) => {
		for (const step of Object.values(PERSON_STEPS))
			take((copy) => {
				const person = copy.people[place];
				return person === undefined ? undefined : step(copy, person);
			});
	});
	return states;
}

function copyOf({ generations, people, debits }: State): State {
	return {
		generations: generations.map((generation) => ({ ...generation })),
		people: people.map((person) => ({ ...person })),
		debits,
	};
}

/** A text that identifies a state. Two states have the same text if only the order of their people differs. */
function nameOf({ generations, people, debits }: State): string {
	const inOrder = people.map((person) => Object.values(person).join(' ')).sort();
	return `${debits} ${inOrder.join()} ${generations.map((generation) => Object.values(generation).join(' ')).join()}`;
}

/** How many states there are, and whether the service takes the payment twice in one of them. */
export function explore(generations: number): { readonly states: number; readonly paidTwice: boolean } {
	const start = initial(generations);
	const seen = new Set([nameOf(start)]);
	let paidTwice = false;
	for (let frontier = [start]; frontier.length > 0;) {
		const further: State[] = [];
		for (const state of frontier) {
			paidTwice ||= state.debits > 1;
			for (const one of next(state)) {
				const name = nameOf(one);
				if (seen.has(name)) continue;
				seen.add(name);
				further.push(one);
			}
		}
		frontier = further;
	}
	return { states: seen.size, paidTwice };
}
