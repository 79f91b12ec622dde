import {
	TOTAL_BASE,
	nextBegins,
	PERIODS,
	periodAt,
	rowsOfTotal,
	totalOfRows,
	type BudgetLimits,
	type BudgetPeriod,
	type SeenBudget,
} from '../domain/budget';
import { CLOCKS_APART_MS, DAY_MS } from '../domain/dateTime';
import type { Amount, CurrencyCode, MoneyKind } from '../domain/money';
import { daysDown, utcDayOf } from '../payees/recordedPayee';
import { NumberedRow } from './numberedRow';
import { rowKey, StoreFault, type RowStore } from './rows';
import type { SideRow, Withheld } from './sideRows';

/**
 * A sum of minor units that only grows, as a chain of rows. Of all who try for row number n one inserts it, and is the
 * next; rows that were inserted before it have the sum up to it. Nothing is changed, so a sum that was read once stays
 * right. All methods throw StoreFault.
 */
class GrowingSum {
	/** The number of the newest row that was seen; -1 for none. */
	newest = -1;
	/** The sum of all rows up to this one. */
	total = 0n;

	constructor(
		private readonly rows: RowStore,
		private readonly key: string,
		private readonly rounding: 'up' | 'down',
	) {}

	rowAt(number: number): NumberedRow {
		return new NumberedRow(this.rows, this.key, number);
	}

	/** Reads the newest row, in steps that are doubled and halved, and the sum: one read if no row was added. */
	async read(): Promise<void> {
		const next = this.rowAt(this.newest + 1);
		if (!(await next.isClaimed())) return;
		const { row, number } = await next.newest();
		const last = await this.rows.numberIn(row);
		const attempt = Math.ceil(last / TOTAL_BASE);
		const parts = [0, 1, 2].map(async (place) => await this.rows.numberIn(`${row}:${attempt}:${place}`));
		const total = totalOfRows([...(await Promise.all(parts)), last]);
		if (total === null) throw new StoreFault('a row of a total is missing');
		if (number > this.newest) [this.newest, this.total] = [number, total];
	}

	/**
	 * Adds to the sum as it was read last; false where somebody else took the number. The rows of the sum are inserted before
	 * that, for each attempt in a place of its own.
	 *
	 * @param owner names the row if its response is lost; nobody else uses it in this chain
	 */
	async add(minor: bigint, owner: string): Promise<boolean> {
		const next = this.rowAt(this.newest + 1);
		const numbers = rowsOfTotal(this.total + minor, this.rounding);
		const [first = 1, second = 1, third = 1, last = 1] = numbers;
		for (let attempt = 1; ; attempt++) {
			const place = (at: number) => `${next.row}:${attempt}:${at}`;
			if ((await this.rows.insertNumber(place(0), first, owner)) === 'exists') {
				if (await next.isClaimed()) return false;
				continue;
			}
			await Promise.all([this.rows.insertNumber(place(1), second), this.rows.insertNumber(place(2), third)]);
			const taken = await this.rows.insertNumber(next.row, last + TOTAL_BASE * (attempt - 1), owner);
			if (taken === 'exists') return false;
			if (next.number > this.newest) [this.newest, this.total] = [next.number, totalOfRows(numbers) ?? 0n];
			return true;
		}
	}
}

/** A payment's share of a budget, from the moment it waits for its turn. */
interface Share {
	readonly claim: NumberedRow;
	readonly minor: bigint;
	readonly allowed: bigint;
	/** Called with null once it is taken, or with the sum that counts if it would go over. */
	readonly answer: (used: bigint | null) => void;
	readonly fail: (error: unknown) => void;
	/** The row that it tried for last, with those who waited with it, and the owner that row then has. */
	tried: { readonly row: NumberedRow; readonly owner: string } | null;
	/** The first number under which it can have been given back. */
	readonly backFrom: number;
}

/** The sum that payments took in one currency and period, and the part that was given back. All methods throw StoreFault. */
class Budget {
	private readonly taken: GrowingSum;
	private readonly back: GrowingSum;
	/** The shares of this run, by claim. */
	private readonly shares = new Map<string, Share>();
	private waiting: Share[] = [];
	private last: Promise<unknown> = Promise.resolve();

	constructor(rows: RowStore, ...key: readonly string[]) {
		this.taken = new GrowingSum(rows, rowKey('budget', ...key), 'up');
		this.back = new GrowingSum(rows, rowKey('budget', 'back', ...key), 'down');
	}

	/**
	 * The sum that counts. Nothing is read if this run knows of no more than `enough`. What was given back is read first, so
	 * that the sum is never too small, whatever others take and give back meanwhile.
	 */
	async read(enough?: bigint): Promise<bigint> {
		if (enough !== undefined && this.taken.newest >= 0 && this.used <= enough) return this.used;
		await this.back.read();
		await this.taken.read();
		return this.used;
	}

	/** Takes an amount and gives null; or gives the sum that counts, if it would go over. Payments that wait take one row together. */
	async take(claim: NumberedRow, minor: bigint, allowed: bigint): Promise<bigint | null> {
		return await new Promise((answer, fail) => {
			const share = { claim, minor, allowed, answer, fail, tried: null, backFrom: this.back.newest + 1 };
			this.shares.set(claim.row, share);
			this.waiting.push(share);
			void this.inTurn(async () => await this.serve());
		});
	}

	/** Answers the waiting payments that fit, in their order; or the first one, if it doesn't fit. Never throws. */
	private async serve(): Promise<void> {
		let fitting: Share[] = [];
		try {
			if (this.taken.newest < 0) await this.read();
			for (let isNew = false; this.waiting.length > 0; isNew = true) {
				fitting = this.takeFitting();
				const [first] = fitting;
				if (first === undefined && isNew) return this.waiting.shift()?.answer(this.used);
				// Nothing was waited for since the sum that they fit into was read.
				const sum = fitting.reduce((all, { minor }) => all + minor, 0n);
				if (first !== undefined && (await this.taken.add(sum, first.claim.row)))
					return fitting.forEach(({ answer }) => answer(null));
				this.waiting.unshift(...fitting.splice(0));
				await this.read();
			}
		} catch (error) {
			for (const { fail } of fitting.length > 0 ? fitting : this.waiting.splice(0, 1)) fail(error);
		}
	}

	/** The waiting payments that fit one after the other, as far as this run knows. They try for the next row. */
	private takeFitting(): Share[] {
		let sum = this.used;
		const over = this.waiting.findIndex(({ minor, allowed }) => (sum += minor) > allowed);
		const fitting = this.waiting.splice(0, over === -1 ? Infinity : over);
		const row = this.taken.rowAt(this.taken.newest + 1);
		for (const share of fitting) share.tried = { row, owner: fitting[0]?.claim.row ?? '' };
		return fitting;
	}

	/** Gives back what this run took for a claim, if it did. If its row may still come, a row that adds nothing takes its number. */
	async giveBack(claim: NumberedRow): Promise<void> {
		await this.inTurn(async () => {
			const { tried = null, minor = 0n, backFrom = 0 } = this.shares.get(claim.row) ?? {};
			if (tried === null) return;
			while (!(await tried.row.isClaimed())) {
				await this.read();
				await this.taken.add(0n, `${tried.owner}:none`);
			}
			if (await tried.row.isOf(tried.owner)) await this.addBack(claim, minor, backFrom);
		});
	}

	/** Gives back what a claim took, once however often it is asked: every row from `from` on is asked whose it is. */
	async addBack(claim: NumberedRow, minor: bigint, from = 0): Promise<void> {
		for (let number = from; ;) {
			await this.back.read();
			for (; number <= this.back.newest; number++) if (await this.back.rowAt(number).isOf(claim.row)) return;
			if (await this.back.add(minor, claim.row)) return;
		}
	}

	/** The sum that counts, as this run knows it. */
	private get used(): bigint {
		return this.taken.total - this.back.total;
	}

	private async inTurn(act: () => Promise<void>): Promise<void> {
		const own = this.last.then(act, act);
		this.last = own;
		await own;
	}
}

/** The sums of a workflow's payments in a day and a month, held against the rules of the key. All methods throw StoreFault. */
export class Budgets {
	private readonly known = new Map<string, Budget>();

	constructor(
		private readonly rows: RowStore,
		private readonly money: MoneyKind,
		private readonly limits: BudgetLimits,
	) {}

	/**
	 * What a payment takes, from its claim on; null where no rule limits sums. Nothing is given back once a person found the
	 * payment: they know more than a refusal that comes after that.
	 */
	rowFor(amount: Amount): SideRow | null {
		if (this.periods().length === 0) return null;
		return {
			take: async (claim, nowMs) => await this.take(claim, amount, nowMs),
			unpaid: async (claim, isAuthorsWord) => {
				if (isAuthorsWord || (await claim.has('marked'))) return;
				for (const budget of this.known.values()) await budget.giveBack(claim);
			},
		};
	}

	/** The claim names its share only once it was taken, so settling it never gives back more. */
	private async take(claim: NumberedRow, amount: Amount, nowMs: number): Promise<Withheld | null> {
		const takes = this.periods().map(async (period): Promise<Withheld | null> => {
			const limit = this.limitOf(period, amount.currency, nowMs);
			const used = await this.budgetAt(period, nowMs, amount.currency).take(claim, amount.minor, limit.allowed);
			return used === null ? null : { because: 'budget', budget: { ...limit, used } };
		});
		const withheld = (await Promise.all(takes)).find((why) => why !== null);
		if (withheld !== undefined) return withheld;
		const number = this.periods().reduce((sum, period) => sum + PERIODS.indexOf(period) + 1, 0);
		await this.rows.insertNumber(tookRow(claim), number, whatTook(amount, utcDayOf(nowMs)));
		return null;
	}

	/** The budgets as they are. Nothing is read if `minor` fits into what this run knows of them. Reads only. */
	async lookAt(nowMs: number, currencies: readonly CurrencyCode[], minor?: bigint): Promise<SeenBudget[]> {
		const looks = this.periods().flatMap((period) =>
			currencies
				.map((currency) => this.limitOf(period, currency, nowMs))
				.filter(({ currency }) => this.limits[period]?.has(currency))
				.map(async (limit) => {
					const enough = minor === undefined ? undefined : limit.allowed - minor;
					return { ...limit, used: await this.budgetAt(period, nowMs, limit.currency).read(enough) };
				}),
		);
		return await Promise.all(looks);
	}

	/**
	 * Gives back what a claim took, once the service says that its payment failed, even if the key that settles has other
	 * limits. It does so once, however often it is asked, and only for what was taken in the last 31 days.
	 *
	 * @param amounts of the payment; which of them it took, the claim knows
	 */
	async giveBack(claim: NumberedRow, amounts: readonly Amount[], nowMs: number): Promise<void> {
		const number = await this.rows.numberIn(tookRow(claim));
		const today = utcDayOf(nowMs + CLOCKS_APART_MS);
		const days = number === 0 ? [] : daysDown(today, today - 31);
		for (const { amount, day } of amounts.flatMap((amount) => days.map((day) => ({ amount, day })))) {
			if (!(await this.rows.isOf(tookRow(claim), whatTook(amount, day)))) continue;
			for (const period of PERIODS.filter((_, place) => [place + 1, 3].includes(number)))
				await this.budgetAt(period, day * DAY_MS, amount.currency).addBack(claim, amount.minor);
			return;
		}
	}

	private limitOf(period: BudgetPeriod, currency: CurrencyCode, nowMs: number): Omit<SeenBudget, 'used'> {
		const allowed = this.limits[period]?.get(currency) ?? 0n;
		return { period, currency, allowed, anewMs: nextBegins(period, nowMs) };
	}

	private budgetAt(period: BudgetPeriod, ms: number, currency: CurrencyCode): Budget {
		const date = periodAt(period, ms);
		const budget = this.known.get(`${date} ${currency}`) ?? new Budget(this.rows, this.money, date, currency);
		this.known.set(`${date} ${currency}`, budget);
		return budget;
	}

	private periods(): BudgetPeriod[] {
		return PERIODS.filter((period) => this.limits[period] !== null);
	}
}

/** Where a claim says what it took and when, as the owner; the row's number is 1 for the day, 2 for the month, 3 for both. */
const tookRow = (claim: NumberedRow) => `${claim.row}:took`;
const whatTook = ({ minor, currency }: Amount, utcDay: number) => `${minor} ${currency} ${utcDay}`;
