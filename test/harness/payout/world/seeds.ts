import { NO_BUDGETS, type BudgetLimits } from '../../../../nodes/core/domain/budget';
import { FATES, type Fate } from './bank';
import type { StatementFault } from './database';
import { Judge, type Excuses } from './judge';
import { DAYS, MONTH, PLENTY, wrongBudgets } from './budgets';
import { ALL_KEYS, KEYS, type Key, type Told } from './keys';
import { Person } from './people';
import { Chance, Timeline, type Span } from './time';
import { toolReference } from './payments';
import type { AgentSpec, ExecutionSpec, ItemSpec, Settings, ToolCall } from './specs';
import { World, type Mistake } from './world';
import { HALT_ROW } from '../rows';

/** The size of a simulation. All members but `references` are maximums. */
export interface Size {
	readonly references: number;
	readonly executions: number;
	/** Items of one run, at most. */
	readonly items: number;
	readonly runs: number;
	readonly agents: number;
}

export const SMALL: Size = { references: 4, executions: 4, items: 4, runs: 2, agents: 1 };
export const LARGE: Size = { references: 300, executions: 10, items: 200, runs: 3, agents: 3 };

export interface Weather extends Excuses {
	/** Nothing goes wrong at all. */
	readonly calm?: boolean;
	/** Four agents that share a small number of payments a day. */
	readonly daily?: boolean;
	/** The references pay two payees equal amounts, and people settle the claim that the payment reported. */
	readonly alike?: boolean;
	/** People act while a payment that was sent can still arrive at the service. */
	readonly prompt?: boolean;
	/** Keys of two accounts, one of them reached at two hosts. Sometimes Mavapay doesn't name a key's account. */
	readonly accounts?: boolean;
	/** Budgets for a day and a month, which change at a random moment. */
	readonly budgets?: boolean;
	readonly mistake?: Mistake;
}

/** How often things go wrong. The rates are drawn from the seed. */
interface Rates {
	readonly statement: number;
	readonly stall: number;
	readonly courses: ReadonlyMap<Fate, number>;
}

/** Milliseconds after which nothing that a process or the database began is still in progress. */
const LONGEST = 200_000;
/** Milliseconds within which a delayed request arrives; with wrong clocks, this is still within 15 minutes. */
const LATEST = 480_000;
const CLOCK_JUMP = 60_000;
/** Milliseconds after which a sent payment can be released: 15 minutes, and a slot of five minutes. */
const CALM = 1_200_000;
const HOUR = 3_600_000;
/** Simulations begin just before midnight UTC, because similar payments are counted by UTC days. */
const BEFORE_MIDNIGHT = Date.UTC(2026, 10, 24, 23, 59, 50);
const LOOK_ALIKES = ['\u200b', ' ', '\u2066'];

/** A random simulation: processes, executions, agents and people, and everything that can go wrong for them. */
export class SeededWorld {
	readonly world: World;
	readonly judge: Judge;
	readonly timeline: Timeline;
	readonly specs: ExecutionSpec[] = [];
	readonly references: string[];
	private readonly chance: Chance;
	private readonly rates: Rates;
	/** Two people who don't talk to each other. */
	private readonly people: readonly [Person, Person];
	private healed = false;
	/** References that tool calls may have claimed. Filled only if there are budgets, which count unused claims. */
	private readonly ofTools = new Set<string>();
	private budgets: BudgetLimits = NO_BUDGETS;
	/** The time in which Mavapay doesn't name account A, in milliseconds since the simulation began. */
	private readonly unnamed: readonly [from: number, to: number];
	/** Keys that aren't permitted to ask for their account. */
	private readonly refused: ReadonlySet<Key>;
	private outageFrom = Infinity;
	private outageTo = Infinity;
	private midnight: number;

	constructor(
		readonly seed: number,
		private readonly size: Size,
		private readonly weather: Weather = {},
	) {
		this.chance = new Chance(seed);
		this.rates = this.drawRates();
		this.midnight = this.chance.happens(0.5) ? this.chance.below(20_000) : Infinity;
		const { accounts = false } = weather;
		const from = accounts && this.chance.happens(0.5) ? this.chance.below(20_000) : Infinity;
		this.unnamed = [accounts && this.chance.happens(0.5) ? 0 : from, from + 20_000];
		this.refused = new Set(ALL_KEYS.filter(() => accounts && this.chance.happens(0.1)));
		this.timeline = new Timeline((span) => this.latency(span));
		this.world = new World(
			this.timeline,
			{
				fault: () => this.statementFault(),
				isInstant: () => false,
				fate: () => this.fate(),
				random: () => this.chance.next(),
				told: (key) => this.told(key),
				startsAt: BEFORE_MIDNIGHT,
				...(weather.budgets === true ? { budgets: () => this.budgets } : {}),
				day: () => `day ${this.timeline.now < this.midnight ? 1 : 2}`,
			},
			weather.mistake,
		);
		this.judge = new Judge(this.world, weather);
		if (weather.budgets === true) this.setBudgets(this.chance.between(1, 6), this.chance.between(2, 9));
		this.references = Array.from({ length: size.references }, (_, place) => `R${place}`);
		const pause = () => (this.healed || this.chance.happens(0.5) ? 0 : this.chance.below(HOUR / 2));
		const early = weather.hasty === true;
		const waits = () => (weather.alike === true && this.chance.happens(0.7) ? { waits: CALM } : {});
		const person = (name: string) =>
			new Person(
				this.world,
				() => this.world.process(100),
				name,
				{ pause, early, ...waits() },
				() => this.drawKey(),
				() => this.drawLimits(),
			);
		this.people = [person('Ada'), person('Bola')];
	}

	/** Sets the key's budgets from now on, in minor units of NGN. */
	private setBudgets(day: number, month: number): void {
		const limits = { day: BigInt(day), month: BigInt(month) };
		this.budgets = { day: new Map([['NGN', limits.day]]), month: new Map([['NGN', limits.month]]) };
		const { most } = this.judge;
		for (const [period, limit] of [...DAYS.map((day) => [day, limits.day] as const), [MONTH, limits.month] as const])
			if (limit > (most.get(period) ?? 0n)) most.set(period, limit);
	}

	/** Draws all events and runs them to the end. */
	async play(): Promise<void> {
		this.drawExecutions();
		this.drawAgents();
		if (this.weather.calm !== true) {
			this.drawDeaths();
			this.drawJumps();
			this.drawOutage();
			if (this.weather.forgetful === true) this.drawFailover();
		}
		this.drawPeople();
		if (this.weather.accounts === true) this.drawChanges();
		if (this.weather.budgets === true)
			this.at(this.chance.below(30_000), () => this.setBudgets(this.chance.between(1, 8), this.chance.between(2, 12)));
		await this.timeline.run();
	}

	/** Ends all faults. A person settles the payments as the docs say, and each payment is run once more. */
	async heal(): Promise<void> {
		this.healed = true;
		if (this.weather.budgets === true) this.setBudgets(PLENTY, PLENTY);
		const { world } = this;
		const [person] = this.people;
		const done = (async () => {
			await world.sleep(world.process(100), 'time passes', LATEST + LONGEST + CALM);
			await person.act({ do: 'resume', reference: null });
			if (this.weather.accounts === true) await person.changeAccount(KEYS.A);
			const agents = world.bank.requests.flatMap(({ reference, asTool }) =>
				asTool && reference !== null ? [reference] : [],
			);
			const claimed = new Set([
				...this.references,
				...this.references.map((name) => `${name}-changed`),
				...agents,
				...this.ofTools,
			]);
			for (const reference of claimed) await person.settle(reference);
			const items = this.references.map((reference): ItemSpec => ({
				reference,
				...this.payment(reference),
				...(this.weather.alike === true ? { allowRepeats: true } : {}),
			}));
			await world.execute('the last one', { ...LAST, runs: [items], ...this.keyed() });
		})();
		await this.timeline.run();
		await done;
	}

	/** Errors that remain after `heal`. */
	async unhealed(): Promise<string[]> {
		const wrong: string[] = [];
		const check = async (reference: string) => {
			const asked = this.people[0].act({ do: 'check', reference });
			await this.timeline.run();
			return (await asked)?.state;
		};
		const used = new Set(this.world.bank.requests.flatMap(({ reference }) => (reference === null ? [] : [reference])));
		for (const reference of new Set([...this.references, ...used])) {
			const state = await check(reference);
			const requests = this.world.bank.requests.filter((request) => request.reference === reference);
			const times = requests.filter(({ paid, fate }) => paid && !fate.endsWith('YetPaid')).length;
			const yetPaid = requests.filter(({ paid, fate }) => paid && fate.endsWith('YetPaid')).length;
			const mine = this.references.includes(reference);
			if (mine && state !== 'paid') wrong.push(`${reference} is ${String(state)} in the end`);
			if (!mine && state === 'unknown') wrong.push(`${reference} stays open`);
			if (this.weather.hasty === true) continue;
			if (mine && times + yetPaid < 1) wrong.push(`${reference} was never paid`);
			if (times > 1) wrong.push(`${reference} was paid ${times} times in the end`);
		}
		if (this.weather.budgets === true) {
			const asked = this.people[0].act({ do: 'getBudget', reference: null }, { limits: this.budgets });
			await this.timeline.run();
			wrong.push(...wrongBudgets(await asked, this.judge));
		}
		if (this.world.database.has(HALT_ROW)) wrong.push('the workflow stays halted');
		return wrong;
	}

	/**
	 * References that were requested but not paid exactly once, in a simulation without faults. Payments of agents aren't
	 * checked, because an agent's calls can block each other.
	 */
	unpaid(): string[] {
		const { reports, bank } = this.world;
		const asked = new Set(
			reports.flatMap(({ reference, outcome }) =>
				reference === null || outcome === 'notSent' || !this.references.includes(reference) ? [] : [reference],
			),
		);
		return [...asked].flatMap((reference) => {
			const times = bank.paid.filter((request) => request.reference === reference).length;
			return times === 1 ? [] : [`${reference} was asked for and paid ${times} times`];
		});
	}

	overLimits(): string[] {
		return this.specs.flatMap(({ maximumTotal }, place) => {
			const spent = this.judge.spent(`e${place}`);
			return maximumTotal !== null && spent > maximumTotal
				? [`e${place} paid ${spent}, more than ${maximumTotal}`]
				: [];
		});
	}

	private drawRates(): Rates {
		const { chance } = this;
		const wild = this.weather.calm !== true;
		const courses = new Map<Fate, number>([['accepted', 1]]);
		for (const fate of FATES)
			if (wild && fate !== 'accepted' && chance.happens(0.4)) courses.set(fate, chance.next() * 0.4);
		return {
			statement: wild && chance.happens(0.5) ? chance.next() * 0.1 : 0,
			stall: chance.happens(0.6) ? chance.next() * 0.15 : 0,
			courses,
		};
	}

	private latency(span: Exclude<Span, number>): number {
		const { chance } = this;
		// Stalled inserts of a budget's rows take longer than the minute that a payment has, so the last run has none.
		const stalls = chance.happens(this.rates.stall) && !(this.healed && this.weather.budgets === true);
		if (span === 'lateEffect' && chance.happens(0.5)) return chance.next() * LATEST;
		if (span === 'lateEffect' || span === 'lateDatabase') return 100 + chance.next() * 20_000;
		if (span === 'effect' || span === 'response') return stalls ? chance.next() * 60_000 : 20 + chance.next() * 200;
		return stalls ? chance.next() * 10_000 : chance.next() * 10;
	}

	private statementFault(): StatementFault | null {
		const { chance, timeline } = this;
		if (this.healed || this.weather.calm === true) return null;
		const away = timeline.now >= this.outageFrom && timeline.now < this.outageTo;
		if (!away && !chance.happens(this.rates.statement)) return null;
		return chance.oneOf<StatementFault>('before', 'after', 'late');
	}

	private fate(): Fate {
		if (this.healed) return 'accepted';
		const { courses } = this.rates;
		let point = this.chance.next() * [...courses.values()].reduce((sum, rate) => sum + rate, 0);
		for (const [fate, rate] of courses) {
			point -= rate;
			if (point < 0) return fate;
		}
		return 'accepted';
	}

	/** Draws the key of an execution or a person; undefined if there is only one account. */
	private drawKey(): Key | undefined {
		if (this.weather.accounts !== true) return undefined;
		return this.healed ? KEYS.A : this.chance.oneOf(...ALL_KEYS);
	}

	/** Draws the limits of a person's credential: the paying key's, none, only the day's, or another currency's. */
	private drawLimits(): BudgetLimits | undefined {
		if (this.weather.budgets !== true) return undefined;
		const { day } = this.budgets;
		const others = new Map([['KES', 1n]]);
		return this.chance.oneOf(this.budgets, NO_BUDGETS, { day, month: null }, { day: others, month: others });
	}

	private keyed(): { key?: Key } {
		const key = this.drawKey();
		return key === undefined ? {} : { key };
	}

	private told(key: Key): Told {
		if (this.healed) return 'named';
		if (this.refused.has(key) || this.chance.happens(0.05)) return 'refused';
		const [from, to] = this.unnamed;
		return key.account === 'A' && this.timeline.now >= from && this.timeline.now < to ? 'none' : 'named';
	}

	private drawExecutions(): void {
		const { chance, size } = this;
		const number = chance.between(1, size.executions);
		const together = chance.happens(0.5);
		for (let place = 0; place < number; place++) {
			const spec = this.drawExecution();
			this.specs.push(spec);
			this.at(together ? chance.below(60) : chance.below(30_000), () => void this.world.execute(`e${place}`, spec));
		}
	}

	private drawSettings(): Settings {
		const { chance } = this;
		return {
			stopOnFailure: chance.happens(0.5),
			onUnknown: chance.oneOf('stop', 'continue'),
			alreadyRecorded: chance.oneOf('stop', 'skip'),
			maximumTotal: chance.happens(0.3) ? BigInt(chance.between(1, 300)) : null,
			payoutsInParallel: chance.happens(0.5) ? 1 : chance.between(2, 10),
			...this.keyed(),
		};
	}

	private drawExecution(): ExecutionSpec {
		const { chance, size, weather } = this;
		const calm = weather.calm === true;
		const runs = Array.from({ length: chance.between(1, size.runs) }, () =>
			Array.from({ length: chance.between(1, size.items) }, () => this.drawItem()),
		);
		return {
			...this.drawSettings(),
			...(calm ? { stopOnFailure: false, onUnknown: 'continue', maximumTotal: null } : {}),
			process: chance.below(3),
			runs,
			tries: chance.between(1, 3),
			cancelAt: !calm && chance.happens(0.15) ? chance.below(5000) : null,
			retried: chance.happens(0.4),
			...(weather.accounts === true ? { retriedWith: chance.oneOf(...ALL_KEYS) } : {}),
		};
	}

	private drawItem(): ItemSpec {
		const { chance, weather } = this;
		const name = chance.oneOf(...this.references);
		const other = chance.happens(0.1);
		return {
			reference: chance.happens(0.1) ? `${chance.oneOf(...LOOK_ALIKES)}${name}` : name,
			...(other ? { destination: 'another payee', amount: BigInt(chance.between(1, 100)) } : this.payment(name)),
			...(weather.alike === true ? { allowRepeats: chance.happens(0.25) } : {}),
			...(weather.calm !== true && chance.happens(0.15)
				? { changes: chance.oneOf('amount', 'reference', 'invalid') }
				: {}),
			...(chance.happens(0.3)
				? { before: chance.oneOf('enquiry', 'quote', ...(weather.calm === true ? [] : ['refusedByEnquiry' as const])) }
				: {}),
		};
	}

	/** The payee and amount of a reference's payment. */
	private payment(reference: string): Pick<ItemSpec, 'destination' | 'amount' | 'isLike'> {
		const { accounts, alike } = this.weather;
		if (alike !== true && accounts !== true) return { destination: `payee ${reference}`, amount: 1n };
		const destination = `payee ${this.references.indexOf(reference) % 2}`;
		return { destination, amount: 1n, isLike: alike === true };
	}

	private drawAgents(): void {
		const { chance, size } = this;
		const { daily, alike } = this.weather;
		const shops = alike === true ? (['payee 0', 'bank'] as const) : (['shop', 'bank'] as const);
		const mostPerDay = daily === true ? chance.between(1, 4) : null;
		for (let place = 0; place < (daily === true ? 4 : size.agents); place++) {
			if (daily !== true && chance.happens(0.4)) continue;
			let ids = 0;
			const call = (): ToolCall => ({
				node: chance.below(2),
				callId: chance.happens(0.8) ? `call ${ids++}` : null,
				destination: mostPerDay === null ? chance.oneOf(...shops) : `payee ${chance.below(20)}`,
				amount: BigInt(chance.between(1, 2)),
				isLike: alike === true,
			});
			const turns = Array.from({ length: chance.between(1, 4) }, () =>
				Array.from({ length: chance.between(1, 3) }, call),
			);
			const spec: AgentSpec = {
				...this.drawSettings(),
				payoutsInParallel: 3,
				stopOnFailure: false,
				process: chance.below(3),
				turns,
				memoryless: chance.happens(0.3),
				...(mostPerDay === null ? {} : { mostPerDay }),
			};
			for (const made of this.weather.budgets === true ? turns.flat() : [])
				for (const day of ['day 1', 'day 2']) this.ofTools.add(toolReference(day, made));
			this.at(chance.below(5000), () => void this.world.converse(`agent ${place}`, spec));
		}
	}

	private drawDeaths(): void {
		const { chance, world } = this;
		for (let place = 0; place < 3; place++) {
			if (!chance.happens(0.3)) continue;
			this.at(chance.below(20_000), () => {
				const process = world.process(place);
				world.kill(place);
				// n8n notices the dead process some time later.
				this.at(LONGEST + chance.below(60_000), () => void world.mourn(place, process));
			});
		}
	}

	private drawJumps(): void {
		const { chance, world } = this;
		for (let jump = chance.below(3); jump > 0; jump--) {
			const place = chance.below(3);
			this.at(chance.below(20_000), () => {
				world.process(place).clockError += chance.between(-CLOCK_JUMP, CLOCK_JUMP);
			});
		}
	}

	private drawOutage(): void {
		if (!this.chance.happens(0.15)) return;
		this.outageFrom = this.chance.below(20_000);
		this.outageTo = this.outageFrom + this.chance.below(10_000);
	}

	/** Schedules a failover of the database to a replica that lacks the last rows. */
	private drawFailover(): void {
		this.at(this.chance.below(20_000), () => {
			const { database } = this.world;
			const newest = database.changes.slice(-this.chance.between(1, 30));
			database.lose(newest.filter(({ kind }) => kind === 'insert').map(({ key }) => key));
		});
	}

	private drawPeople(): void {
		const { chance, references } = this;
		for (let visit = chance.below(12); visit > 0; visit--) {
			const reference = chance.oneOf(...references);
			const person = chance.oneOf(...this.people);
			const deed = this.weather.calm === true ? 3 : chance.below(10);
			const { hasty, prompt, budgets } = this.weather;
			this.at(chance.below(hasty === true ? 20_000 : prompt === true ? LATEST : HOUR), () => {
				const visiting = async () => {
					if (deed === 0) await person.act({ do: 'halt', reference: null });
					else if (deed === 1) await person.act({ do: 'resume', reference: null });
					else if (hasty === true && budgets === true && deed < 5) await this.quarrel(reference);
					else if (hasty === true) await person.releaseUnseen(reference, deed === 2);
					else await person.settle(reference);
				};
				void visiting();
			});
		}
	}

	/** Schedules people who change the account while executions begin. */
	private drawChanges(): void {
		const { chance } = this;
		for (let change = chance.below(3); change > 0; change--) {
			const [person, key] = [chance.oneOf(...this.people), chance.oneOf(...ALL_KEYS)];
			this.at(chance.below(30_000), () => void person.changeAccount(key));
		}
	}

	/** One person releases a payment without checking the service, and the other finds it there and marks it as paid. */
	private async quarrel(reference: string): Promise<void> {
		const [ada, bola] = this.people;
		await Promise.all([ada.releaseUnseen(reference, false), bola.markFound(reference)]);
	}

	private at(milliseconds: number, run: () => void): void {
		this.timeline.add(milliseconds, { actor: 'fate', label: 'as drawn', run });
	}
}

const LAST: Omit<ExecutionSpec, 'runs'> = {
	process: 200,
	stopOnFailure: false,
	onUnknown: 'continue',
	alreadyRecorded: 'skip',
	maximumTotal: null,
	payoutsInParallel: 4,
	tries: 1,
	cancelAt: null,
	retried: false,
};
