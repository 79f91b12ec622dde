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
import { CLOCKS_APART_MS } from '../domain/dateTime';
import { CURRENCIES, type Amount, type CurrencyCode, type MoneyKind } from '../domain/money';
import { NumberedRow } from './numberedRow';
import { rowKey, StoreFault, type RowStore } from './rows';
import type { SideRow, Withheld } from './sideRows';

/**
 * The payments of a workflow in one currency and period, as a chain of rows. Row number n says that it is the next, and
 * whose it is; rows that were inserted before it have the total up to it. Nothing is changed, so a total read once stays
 * right, and what the rows hold doesn't depend on the limit. What was certainly not paid gets a row of its own, with a
 * smaller total. All methods throw StoreFault.
 */
class BudgetChain {
	/** The newest row that was seen. */
	private known = 0;
	private last: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly rows: RowStore,
		private readonly key: string,
	) {}

	entryAt(number: number): NumberedRow {
		return new NumberedRow(this.rows, this.key, number);
	}

	/** The number of the newest row; -1 for none. */
	async newest(): Promise<number> {
		const from = this.entryAt(this.known);
		if (!(await from.isClaimed())) return -1;
		this.known = (await from.newest()).number;
		return this.known;
	}

	/** The total up to a row. */
	async totalAt(number: number): Promise<bigint> {
		if (number < 0) return 0n;
		const last = await this.rows.numberIn(this.entryAt(number).row);
		const attempt = Math.ceil(last / TOTAL_BASE);
		const parts = [0, 1, 2].map(async (place) => await this.rows.numberIn(this.partOf(number, attempt, place)));
		const total = totalOfRows([...(await Promise.all(parts)), last - TOTAL_BASE * (attempt - 1)]);
		if (total === null) throw new StoreFault('a row of a total is missing');
		return total;
	}

	/**
	 * Takes an amount: null; or gives the total that is there where that would go over.
	 *
	 * @param tries told each number before its row may be inserted
	 */
	async take(
		claim: NumberedRow,
		minor: bigint,
		allowed: bigint,
		tries: (number: number) => void,
	): Promise<bigint | null> {
		return await this.inTurn(async () => {
			for (;;) {
				const newest = await this.newest();
				const total = await this.totalAt(newest);
				if (total + minor > allowed) return total;
				tries(newest + 1);
				if (await this.append(newest + 1, total + minor, claim.row)) return null;
			}
		});
	}

	/**
	 * Gives back what a claim took, once however often it is asked. False, and nothing is given back, where it was settled as
	 * paid.
	 *
	 * @param mayCome whether its own row may still be inserted: then one that changes nothing takes the number
	 */
	async giveBack(claim: NumberedRow, from: number, mayCome = false): Promise<boolean> {
		return await this.change(claim, from, 'back', mayCome);
	}

	/** Settles what a claim took as paid. Where somebody was first to give it back, it is taken again, whatever the limit. */
	async keep(claim: NumberedRow, number: number): Promise<void> {
		if (await this.entryAt(number).markOver('paid')) return;
		await this.giveBack(claim, number);
		await this.change(claim, number, 'again');
	}

	/** Inserts a row once that changes the total by what a claim took: every row from `from` on is asked whose it is before. */
	private async change(claim: NumberedRow, from: number, as: 'back' | 'again', mayCome = false): Promise<boolean> {
		const changing = `${claim.row}:${as}`;
		return await this.inTurn(async () => {
			let own: NumberedRow | null = null;
			for (let row = this.entryAt(from); ; row = row.after(1)) {
				if (!(await row.isClaimed())) {
					if (own === null && !mayCome) return true;
					const total = await this.totalAt(row.number - 1);
					const taken = own === null ? 0n : (await this.totalAt(own.number)) - (await this.totalAt(own.number - 1));
					await this.append(row.number, as === 'back' ? total - taken : total + taken, changing);
				}
				if (await this.rows.isOf(row.row, changing)) return as === 'back' || (await row.markOver('paid'));
				if (own !== null || !(await row.isOf(claim))) continue;
				if (as === 'back' && !(await row.markOver('unpaid'))) return false;
				own = row;
			}
		});
	}

	/** The row by which a claim took its amount, looked for from the newest down; null for none. */
	async rowOf(claim: NumberedRow): Promise<NumberedRow | null> {
		for (let number = await this.newest(); number >= 0; number--) {
			const row = this.entryAt(number);
			if (await row.isOf(claim)) return row;
		}
		return null;
	}

	/** The sum, the part of it that isn't settled, and the number of payments. One look at each row that is over, more at others. */
	async state(): Promise<{ used: bigint; open: bigint; payments: number }> {
		const newest = await this.newest();
		let [open, payments] = [0n, 0];
		for (let number = 0; number <= newest; number++) {
			const isOver = await this.entryAt(number).has('over');
			const change = isOver ? 0n : (await this.totalAt(number)) - (await this.totalAt(number - 1));
			if (isOver || change > 0n) payments += 1;
			if (change < 0n) payments -= 1;
			if (change > 0n) open += change;
		}
		return { used: await this.totalAt(newest), open, payments };
	}

	/** Whether it took the number. The rows of a total are inserted before that, for each attempt in a place of its own. */
	private async append(number: number, total: bigint, owner: string): Promise<boolean> {
		const [first = 1, second = 1, third = 1, last = 1] = rowsOfTotal(total);
		for (let attempt = 1; ; attempt++) {
			const place = (at: number) => this.partOf(number, attempt, at);
			if ((await this.rows.insertNumber(place(0), first, owner)) === 'exists') {
				if (await this.entryAt(number).isClaimed()) return false;
				continue;
			}
			await Promise.all([this.rows.insertNumber(place(1), second), this.rows.insertNumber(place(2), third)]);
			const taken = await this.rows.insertNumber(this.entryAt(number).row, last + TOTAL_BASE * (attempt - 1), owner);
			return taken === 'inserted';
		}
	}

	private partOf(number: number, attempt: number, place: number): string {
		return `${this.entryAt(number).row}:${attempt}:${place}`;
	}

	/** One after the other in this run, since those who try for one number at once insert rows in vain. */
	private async inTurn<T>(act: () => Promise<T>): Promise<T> {
		const own = this.last.then(act, act);
		this.last = own;
		return await own;
	}
}

/** The sums of a workflow's payments in a day and a month, held against the rules of the key. All methods throw StoreFault. */
export class Budgets {
	private readonly chains = new Map<string, BudgetChain>();

	constructor(
		private readonly rows: RowStore,
		private readonly money: MoneyKind,
		private readonly limits: BudgetLimits,
	) {}

	/** The rows by which a payment takes its amount; none where no rule limits sums. */
	rowsFor(amount: Amount): SideRow[] {
		return this.periods().map((period) => new BudgetRow(this, period, amount));
	}

	/** The budgets of a currency as they are, in each period with a limit. Reads only. */
	async lookAt(currency: CurrencyCode, nowMs: number): Promise<SeenBudget[]> {
		return await Promise.all(
			this.periods().map(async (period) => {
				const chain = this.chainAt(period, nowMs, currency);
				return this.budgetOf(period, currency, nowMs, await chain.totalAt(await chain.newest()));
			}),
		);
	}

	/** All budgets as they are, with what isn't settled, and the number of payments. Reads only. */
	async state(nowMs: number) {
		const found: Array<SeenBudget & { readonly open: bigint; readonly payments: number }> = [];
		for (const period of this.periods()) {
			for (const currency of this.limits[period]?.keys() ?? []) {
				const { used, ...counted } = await this.chainAt(period, nowMs, currency).state();
				found.push({ ...this.budgetOf(period, currency, nowMs, used), ...counted });
			}
		}
		return found;
	}

	/**
	 * Settles what a claim took of the days and months that are under way, whatever the limits of the key that settles: as
	 * paid, or gives it back. Those of the past are over. False where it was settled as paid.
	 */
	async settle(claim: NumberedRow, nowMs: number, as: 'paid' | 'unpaid'): Promise<boolean> {
		if (!(await claim.isUnderBudgets())) return true;
		const times = [nowMs, nowMs - CLOCKS_APART_MS, nowMs + CLOCKS_APART_MS];
		const chains = PERIODS.flatMap((period) =>
			CURRENCIES.flatMap(({ code }) => times.map((ms) => this.chainAt(period, ms, code))),
		);
		for (const chain of new Set(chains)) {
			const row = await chain.rowOf(claim);
			if (row === null) continue;
			if (as === 'paid') await chain.keep(claim, row.number);
			else if (!(await chain.giveBack(claim, row.number))) return false;
		}
		return true;
	}

	budgetOf(period: BudgetPeriod, currency: CurrencyCode, nowMs: number, used: bigint): SeenBudget {
		const allowed = this.limits[period]?.get(currency) ?? 0n;
		return { period, currency, allowed, used, anewMs: nextBegins(period, nowMs) };
	}

	chainAt(period: BudgetPeriod, ms: number, currency: CurrencyCode): BudgetChain {
		const key = rowKey('budget', this.money, periodAt(period, ms), currency);
		const chain = this.chains.get(key) ?? new BudgetChain(this.rows, key);
		this.chains.set(key, chain);
		return chain;
	}

	private periods(): BudgetPeriod[] {
		return PERIODS.filter((period) => this.limits[period] !== null);
	}
}

class BudgetRow implements SideRow {
	/** Where it tried to take its amount last. */
	private tried: { readonly inChain: BudgetChain; readonly claim: NumberedRow; readonly number: number } | null = null;
	private isTaken = false;

	constructor(
		private readonly budgets: Budgets,
		private readonly period: BudgetPeriod,
		private readonly amount: Amount,
	) {}

	async take(claim: NumberedRow, nowMs: number): Promise<Withheld | null> {
		const { period, amount } = this;
		const chain = this.budgets.chainAt(period, nowMs, amount.currency);
		const budget = this.budgets.budgetOf(period, amount.currency, nowMs, 0n);
		const tries = (number: number) => (this.tried = { inChain: chain, claim, number });
		const used = await chain.take(claim, amount.minor, budget.allowed, tries);
		this.isTaken = used === null;
		if (used === null) return null;
		this.tried = null;
		return { because: 'budget', budget: { ...budget, used } };
	}

	async paid(): Promise<void> {
		if (this.tried !== null) await this.tried.inChain.keep(this.tried.claim, this.tried.number);
	}

	async unpaid(claim: NumberedRow): Promise<void> {
		const { tried, isTaken } = this;
		if (tried !== null && !(await tried.inChain.giveBack(claim, tried.number, !isTaken)))
			throw new StoreFault('a person has marked it as paid');
	}
}
