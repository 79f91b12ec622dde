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
 * A running total of amounts in minor units that only grows. It is kept as numbered database rows: if several
 * executions try to insert row n, one succeeds. The number in row n, and the numbers in three rows inserted before it,
 * encode the total up to row n. Rows never change, so a total that was read stays valid. All methods throw StoreFault.
 */
class GrowingSum {
	/** The number of the newest row that was seen; -1 for none. */
	newest = -1;
	/** The sum up to and including the row `newest`. */
	total = 0n;

	constructor(
		private readonly rows: RowStore,
		private readonly key: string,
		private readonly rounding: 'up' | 'down',
	) {}

	rowAt(number: number): NumberedRow {
		return new NumberedRow(this.rows, this.key, number);
	}

	/** Reads the newest row and its sum. If no row was added since the last read, this takes one database read. */
	async read(): Promise<void> {
		const next = this.rowAt(this.newest + 1);
		if (!(await next.isClaimed())) return;
		const { row, number } = await next.newest();
		const last = await this.rows.numberIn(row);
		const attempt = Math.ceil(last / TOTAL_BASE);
		const parts = [0, 1, 2].map(async (place) => await this.rows.numberIn(`${row}:${attempt}:${place}`));
		const total = totalOfRows([...(await Promise.all(parts)), last]);
		if (total === null) throw new StoreFault('a row of a budget is missing');
		if (number > this.newest) [this.newest, this.total] = [number, total];
	}

	/**
	 * Adds an amount to the sum that was last read. False if another execution has inserted the next row. The rows that
	 * encode the new sum are inserted first, with separate keys for each attempt.
	 *
	 * @param owner a name used for no other row of this sum; if n8n's response is lost, it shows who inserted the row
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

/** The amount that a payment has taken from a budget, or is waiting to take. */
interface Share {
	readonly claim: NumberedRow;
	readonly minor: bigint;
	readonly allowed: bigint;
	/** Called with null once the share is taken, or with the sum already used if the share would exceed the budget. */
	readonly answer: (used: bigint | null) => void;
	readonly fail: (error: unknown) => void;
	/** The row that was last tried for this share, and its owner; null if none was. One row can be for several shares. */
	tried: { readonly row: NumberedRow; readonly owner: string } | null;
	/** Rows of `Budget.back` with this number or higher can give this share back; lower ones are older than the share. */
	readonly backFrom: number;
}

/** A budget in one currency and period: the sum that payments took, and the sum given back. All methods throw StoreFault. */
class Budget {
	private readonly taken: GrowingSum;
	private readonly back: GrowingSum;
	/** Amounts taken in this run, by the key of the claim's row. */
	private readonly shares = new Map<string, Share>();
	private waiting: Share[] = [];
	private last: Promise<unknown> = Promise.resolve();

	constructor(rows: RowStore, ...key: readonly string[]) {
		this.taken = new GrowingSum(rows, rowKey('budget', ...key), 'up');
		this.back = new GrowingSum(rows, rowKey('budget', 'back', ...key), 'down');
	}

	/** Returns the sum used. It is read from the database unless the known sum is at most `enough`. */
	async read(enough?: bigint): Promise<bigint> {
		if (enough !== undefined && this.taken.newest >= 0 && this.used <= enough) return this.used;
		// `back` is read first. So no amount is subtracted that wasn't added, and the sum is never too small.
		await this.back.read();
		await this.taken.read();
		return this.used;
	}

	/** Takes an amount. Returns null if it fits, otherwise the sum already used. Payments waiting together share a row. */
	async take(claim: NumberedRow, minor: bigint, allowed: bigint): Promise<bigint | null> {
		return await new Promise((answer, fail) => {
			const share = { claim, minor, allowed, answer, fail, tried: null, backFrom: this.back.newest + 1 };
			this.shares.set(claim.row, share);
			this.waiting.push(share);
			void this.inTurn(async () => await this.serve());
		});
	}

	/** Inserts one row for the waiting payments that fit. Refuses the first payment if it doesn't fit. Never throws. */
	private async serve(): Promise<void> {
		let fitting: Share[] = [];
		try {
			if (this.taken.newest < 0) await this.read();
			for (let isNew = false; this.waiting.length > 0; isNew = true) {
				fitting = this.takeFitting();
				const [first] = fitting;
				if (first === undefined && isNew) return this.waiting.shift()?.answer(this.used);
				// Nothing was awaited since `takeFitting`, so the budget's `used` sum hasn't changed.
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

	/** Removes the payments that fit the budget from the queue, in order, and sets their `tried`. Reads no rows. */
	private takeFitting(): Share[] {
		let sum = this.used;
		const over = this.waiting.findIndex(({ minor, allowed }) => (sum += minor) > allowed);
		const fitting = this.waiting.splice(0, over === -1 ? Infinity : over);
		const row = this.taken.rowAt(this.taken.newest + 1);
		for (const share of fitting) share.tried = { row, owner: fitting[0]?.claim.row ?? '' };
		return fitting;
	}

	/**
	 * Gives back the share that a claim took in this run. If n8n may still insert the share's row, inserts a row of 0
	 * under the same number first, so that the share's row can't be inserted any more.
	 */
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

	/** Gives back a claim's amount, unless the claim already owns a row of `back` whose number is `from` or higher. */
	async addBack(claim: NumberedRow, minor: bigint, from = 0): Promise<void> {
		for (let number = from; ;) {
			await this.back.read();
			for (; number <= this.back.newest; number++) if (await this.back.rowAt(number).isOf(claim.row)) return;
			if (await this.back.add(minor, claim.row)) return;
		}
	}

	/** The sum that payments have used, as this run knows it. */
	private get used(): bigint {
		return this.taken.total - this.back.total;
	}

	private async inTurn(act: () => Promise<void>): Promise<void> {
		const own = this.last.then(act, act);
		this.last = own;
		await own;
	}
}

/** The daily and monthly budgets of a workflow, with the limits of its API key. All methods throw StoreFault. */
export class Budgets {
	private readonly known = new Map<string, Budget>();

	constructor(
		private readonly rows: RowStore,
		private readonly money: MoneyKind,
		private readonly limits: BudgetLimits,
	) {}

	/**
	 * The row that takes a payment's amount from the budgets; null without budgets. After a refusal, the amount isn't
	 * given back if a person marked the payment as paid, or if only the workflow's author calls the response a refusal.
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

	/** Takes an amount from the budgets, then records it for the claim. So no amount is given back that wasn't taken. */
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

	/** The state of the budgets. A budget isn't read again if its known sum leaves room for `minor`. Changes nothing. */
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
	 * Gives back a claim's share after Mavapay has reported its payment as failed, even if the API key's limits have
	 * changed or another key settles the claim. Works once for a claim, and only for shares of the last 31 days.
	 *
	 * @param amounts the payment's possible amounts; the claim's row says which one it took
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

/** The key of the row for a claim's share. The row's number names the share's budgets: 1 day, 2 month, 3 both. */
const tookRow = (claim: NumberedRow) => `${claim.row}:took`;
const whatTook = ({ minor, currency }: Amount, utcDay: number) => `${minor} ${currency} ${utcDay}`;
