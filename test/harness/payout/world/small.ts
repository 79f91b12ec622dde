import './digests';
import { bindingRow, HALT_ROW, rowOf } from '../rows';
import type { Fate } from './bank';
import { contextClass, openRows, Database, type StatementFault, type StatementKind } from './database';
import { Choices, Explorer, SEEN_BEFORE } from './explorer';
import { Judge, type Excuses } from './judge';
import type { Key } from './keys';
import { Person } from './people';
import { Process } from './time';
import type { AgentSpec, ExecutionSpec, ItemSpec } from './specs';
import { World, type Mistake } from './world';

/** What a person can do. All deeds but `halt` are about reference A. Only `markFound` checks the service first. */
export type Deed = 'release' | 'releaseInTime' | 'markPaid' | 'markFound' | 'halt';

/** A simulation so small that every possible course of events is tried. */
export interface SmallWorld extends Excuses {
	readonly executions?: readonly ExecutionSpec[];
	readonly agents?: readonly AgentSpec[];
	/** The maximum number of faults in one course of events. */
	readonly faults: number;
	/** What can become of a request, in addition to `accepted`. */
	readonly fates: readonly Fate[];
	/** Whether statements of the database may fail. */
	readonly statements: boolean;
	/** The numbers of the processes that can die. */
	readonly mortal?: readonly number[];
	/** The key that is used when everything is run once more at the end. */
	readonly key?: Key;
	/** What a person may do at any moment. */
	readonly deeds?: readonly Deed[];
	/** References that must be paid in the end. */
	readonly references: readonly string[];
	/** Whether all references pay one payee the same amount. In the last run, each payment may repeat the others. */
	readonly isAlike?: boolean;
	readonly mistake?: Mistake;
	/** Whether to stop at the first complaint. */
	readonly untilWrong?: boolean;
}

export interface Explored {
	/** How many courses of events were played, to their end or to a state reached before. */
	readonly worlds: number;
	readonly states: number;
	/** Each complaint once, with the first course of events that led to it. */
	readonly complaints: ReadonlyMap<string, readonly string[]>;
}

export const PAY: ExecutionSpec = {
	process: 0,
	runs: [],
	tries: 1,
	stopOnFailure: false,
	onUnknown: 'continue',
	alreadyRecorded: 'stop',
	maximumTotal: null,
	payoutsInParallel: 1,
	cancelAt: null,
	retried: false,
};

export const item = (reference: string, more: Partial<ItemSpec> = {}): ItemSpec => ({
	reference,
	destination: `payee ${reference}`,
	amount: 1n,
	...more,
});

const NOON = Date.UTC(2026, 10, 24, 12);

/** Names of two identical executions, which differ in nothing else, so they can be swapped in a state. */
const NAMES = ['--left--', '--right--'];

function areAlike({ executions = [], mortal = [] }: SmallWorld): boolean {
	const [left, right] = executions;
	if (
		executions.length !== 2 ||
		left === undefined ||
		right === undefined ||
		left.process !== 0 ||
		right.process !== 1 ||
		mortal.length === 1
	)
		return false;
	return describe(left) === describe({ ...right, process: 0 });
}

function describe(spec: ExecutionSpec): string {
	return JSON.stringify(spec, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

function mirrored(state: string): string {
	return state.replace(/--left--|--right--/g, (name) => (name === '--left--' ? '--right--' : '--left--'));
}

function isConcurrent({ executions = [], agents = [] }: SmallWorld): boolean {
	return (
		executions.some(({ payoutsInParallel }) => payoutsInParallel > 1) ||
		agents.some(({ turns }) => turns.some((turn) => turn.length > 1))
	);
}

/**
 * Whether a statement's timing makes no difference. This is so for an update, which writes a row back unchanged; for a
 * read before an insert or update, except of a claim's row, which several actors insert; for a transaction's row; and,
 * if nobody halts payouts, for the halt row.
 */
function isInstant(kind: StatementKind, key: string, hasHalt: boolean): boolean {
	if (key === HALT_ROW) return !hasHalt;
	const isClaim = /:\d+$/.test(key);
	const isTransaction = !/:\d+(:|$)/.test(key);
	return kind === 'update' || isTransaction || (kind === 'find' && !isClaim);
}

/** One context class for all simulations. Its store is tested before them, which saves steps in each. */
const Context = contextClass();
let tried: Promise<void> | null = null;

async function tryStore(): Promise<void> {
	const process = new Process('before all worlds');
	const driver = {
		now: 0,
		add: (_: unknown, happening: { run(): void }) => happening.run(),
		run: async () => undefined,
	};
	const database = new Database(driver, { fault: () => null, isInstant: () => true });
	for (const asTool of [false, true]) await openRows(Context, database, { process, actor: 'nobody' }, asTool);
}

/** Tries every order of events and every choice of faults, each once. Throws after more than `most` simulations. */
export async function exploreAll(small: SmallWorld, most = Infinity): Promise<Explored> {
	tried ??= tryStore();
	await tried;
	const choices = new Choices();
	const seen = new Set<number>();
	const complaints = new Map<string, readonly string[]>();
	let worlds = 0;
	const { stackTraceLimit } = Error;
	// Every second simulation throws an error, and nobody reads its stack trace.
	Error.stackTraceLimit = 0;
	try {
		do {
			worlds += 1;
			if (worlds > most) throw new Error(`more than ${most} worlds`);
			const course = new Course(small, choices, seen);
			const wrong = await course.play();
			for (const complaint of wrong) if (!complaints.has(complaint)) complaints.set(complaint, [...course.trace]);
			course.forget();
		} while ((complaints.size === 0 || small.untilWrong !== true) && choices.advance());
	} finally {
		Error.stackTraceLimit = stackTraceLimit;
	}
	return { worlds, states: seen.size, complaints };
}

class Course {
	private readonly explorer: Explorer;
	private readonly world: World;
	private readonly judge: Judge;
	private readonly person: Person;
	private faults: number;
	private healed = false;

	constructor(
		private readonly small: SmallWorld,
		private readonly choices: Choices,
		seen: Set<number>,
	) {
		this.faults = small.faults;
		this.explorer = new Explorer(
			choices,
			() => this.state(),
			seen,
			areAlike(small) ? mirrored : null,
			isConcurrent(small),
		);
		const hasHalt = (small.deeds ?? []).includes('halt');
		this.world = new World(
			this.explorer,
			{
				fault: (kind, key) => this.statementFault(kind, key),
				isInstant: (kind, key) => isInstant(kind, key, hasHalt),
				fate: () => this.fate(),
				random: () => 0.5,
				startsAt: NOON,
				day: () => 'day 1',
			},
			small.mistake,
			Context,
		);
		this.judge = new Judge(this.world, small);
		// Time doesn't pass here, so the person never pauses, and releases early by default.
		this.person = new Person(
			this.world,
			() => this.world.process(100),
			'a person',
			{ pause: () => 0, early: true },
			() => small.key,
		);
	}

	get trace(): readonly string[] {
		return this.explorer.trace;
	}

	forget(): void {
		this.explorer.forget();
	}

	/** Plays the course and returns its complaints. It ends early at a state that was reached before. */
	async play(): Promise<string[]> {
		const { small, world, explorer } = this;
		small.executions?.forEach((spec, place) => void world.execute(NAMES[place] ?? `execution ${place}`, spec));
		small.agents?.forEach((spec, place) => void world.converse(`agent ${place}`, spec));
		small.mortal?.forEach((place) => this.addDeath(place));
		small.deeds?.forEach((deed) =>
			explorer.addOptional({ actor: 'a person', label: deed, run: () => void this.take(deed) }, () => !this.healed),
		);
		try {
			await explorer.run();
		} catch (error) {
			if (error === SEEN_BEFORE) return this.judge.complaints;
			throw error;
		}
		const wrong = this.judge.final();
		return wrong.length > 0 ? wrong : await this.heal();
	}

	private async take(deed: Deed): Promise<void> {
		if (deed === 'release') await this.person.releaseUnseen('A', false);
		else if (deed === 'releaseInTime') await this.person.releaseUnseen('A', false, false);
		else if (deed === 'markFound') await this.person.markFound('A');
		else if (deed === 'markPaid') await this.person.markUnseen('A');
		else await this.person.act({ do: 'halt', reference: null });
	}

	private addDeath(place: number): void {
		const { world, explorer } = this;
		const dies = () => {
			this.faults -= 1;
			const process = world.process(place);
			world.kill(place);
			explorer.add(0, {
				actor: 'n8n',
				label: `finds process of ${NAMES[place] ?? place} dead`,
				run: () => void world.mourn(place, process),
			});
		};
		explorer.addOptional(
			{ actor: 'fate', label: `process of ${NAMES[place] ?? place} dies`, run: dies },
			() => this.faults > 0 && !this.healed,
		);
	}

	/** A person settles the payments as the docs say, and everything is run once more. Returns the complaints. */
	private async heal(): Promise<string[]> {
		this.healed = true;
		const { world, person, explorer, small } = this;
		const waitFor = async <T>(doing: Promise<T>) => {
			await explorer.finish();
			return await doing;
		};
		await waitFor(person.act({ do: 'resume', reference: null }));
		const { key } = small;
		if (key !== undefined) await waitFor(person.changeAccount(key));
		for (const reference of small.references) await waitFor(person.settle(reference));
		const alike = small.isAlike === true ? { destination: 'one payee', isLike: true, allowRepeats: true } : {};
		const items = small.references.map((reference) => item(reference, alike));
		const last = { ...PAY, process: 200, alreadyRecorded: 'skip' as const, runs: [items], ...(key && { key }) };
		await waitFor(world.execute('the last one', last));
		const wrong = this.judge.final();
		for (const reference of small.references) {
			const state = (await waitFor(person.act({ do: 'check', reference }, key && { key })))?.state;
			if (state !== 'paid') wrong.push(`${reference} is ${String(state)} in the end`);
			const paid = world.bank.paid.filter((request) => request.reference === reference);
			const times = paid.filter(({ fate }) => !fate.endsWith('YetPaid')).length;
			if (paid.length === 0) wrong.push(`${reference} was never paid`);
			if (times > 1 && small.hasty !== true) wrong.push(`${reference} was paid ${times} times in the end`);
		}
		return wrong;
	}

	private statementFault(kind: StatementKind, key: string): StatementFault | null {
		if (!this.small.statements || this.faults === 0 || this.healed) return null;
		// These faults add no course of events: the connector reads the row again, as it does after a failed insert.
		if (kind === 'update' || (kind === 'find' && isInstant(kind, key, true))) return null;
		// A read that fails always fails `before`. For an instant statement, `late` would be the same as `after`.
		const writes = kind === 'insert' || kind === 'delete';
		const kinds: StatementFault[] = !writes
			? ['before']
			: isInstant(kind, key, true)
				? ['before', 'after']
				: ['before', 'after', 'late'];
		const fault = kinds[this.choices.next(1 + kinds.length) - 1] ?? null;
		if (fault !== null) this.mark(`a statement fails: ${fault}`);
		return fault;
	}

	private fate(): Fate {
		if (this.faults === 0 || this.healed || this.small.fates.length === 0) return 'accepted';
		const fate = this.small.fates[this.choices.next(1 + this.small.fates.length) - 1];
		if (fate !== undefined) this.mark(`a request is ${fate}`);
		return fate ?? 'accepted';
	}

	private mark(label: string): void {
		this.faults -= 1;
		this.explorer.trace.push(`fate: ${label}`);
	}

	/** The state of the simulation, without the actors' histories. */
	private state(): string {
		const { database, bank } = this.world;
		const rows = [...database.rows].map(([key, { mode }]) => (key === bindingRow(0) ? `${key} ${mode}` : key)).sort();
		const requests = bank.requests.map(
			({ item: name, generation, fate, end, paid }) =>
				`${name} ${String(generation)} ${fate} ${String(end)} ${String(paid)}`,
		);
		const marked = this.small.references.filter((reference) => this.judge.wasMarkedFirst(reference, 0));
		return [this.faults, ...rows, ...requests, ...this.afterRelease(), ...marked, ...this.judge.complaints].join('\n');
	}

	/** Claims that were inserted after their release. The judge uses this order, which no row shows. */
	private afterRelease(): string[] {
		const { database } = this.world;
		return this.small.references.flatMap((reference) => {
			const released = database.insertedAt(rowOf(reference, 0, ':released'));
			if (released === -1) return [];
			return database.changes
				.slice(released)
				.flatMap(({ kind, key, by }) => (kind === 'insert' && key === rowOf(reference) ? [`${by} late`] : []));
		});
	}
}
