import { CLOCKS_APART_MS } from '../domain/dateTime';
import { digestOf } from '../domain/json';
import type { Amount, MoneyKind } from '../domain/money';
import { daysDown, daysThatCount, utcDayOf } from '../payees/recordedPayee';
import { NumberedRow } from './numberedRow';
import { PREFIX, rowKey, type RowStore } from './rows';
import type { LikeRow, SideRow, Withheld } from './sideRows';

/**
 * One day's rows, each for a payment of the same amount to the same payee. A payment marks only its own row: `over`
 * once it is certain that nothing was paid, `beside` if an earlier row of the day was open at the insert.
 */
interface DayRows {
	/** UTC days since 1970. */
	readonly day: number;
	readonly next: number;
	readonly isOpen: boolean;
	/** Whether an open row belongs to another reference. */
	readonly isOthers: boolean;
}

/** Checks whether a row belongs to an earlier claim of this payment's own reference. */
export type IsOwn = (row: NumberedRow) => Promise<boolean>;

/**
 * The workflow's payments of one amount to one payee. Each has a row, numbered within its UTC day and never deleted. A
 * row is open until it is marked `over`, by the payment or when its claim is settled. All methods throw StoreFault.
 */
export class LikePayments {
	readonly chain: string;

	constructor(
		private readonly rows: RowStore,
		money: MoneyKind,
		payee: string,
		{ minor, currency }: Amount,
	) {
		this.chain = digestOf(['like', money, payee, String(minor), currency], 'base64url').slice(0, 16);
	}

	/** Looks for similar payments on the days of `daysThatCount`. A day without any takes one read. Changes no row. */
	async lookBack(nowMs: number, within: number, isOwn: IsOwn): Promise<SeenLike> {
		const seen = await Promise.all(daysThatCount(nowMs, within).map(async (day) => await this.scan(day, isOwn)));
		const today = utcDayOf(nowMs);
		const { next = 0, isOpen = false } = seen.find(({ day }) => day === today) ?? {};
		return {
			earlier: seen.find(({ isOthers }) => isOthers)?.day ?? null,
			rowFor: (mayRepeat) => new OwnLikeRow(this, { seenMs: nowMs, next, isOpen, mayRepeat, isOwn }),
		};
	}

	/**
	 * Reads a day's rows, newest first. Stops at an open row of another reference, or at a row without `beside`: when that
	 * row was inserted, all earlier rows of the day were over.
	 */
	async scan(day: number, isOwn: IsOwn): Promise<DayRows> {
		let row = this.rowAt(day, 0);
		if (!(await row.isClaimed())) return { day, next: 0, isOpen: false, isOthers: false };
		row = await row.newest();
		const next = row.number + 1;
		for (let isOpen = false; ; row = row.after(-1)) {
			if (!(await row.has('over'))) {
				isOpen = true;
				if (!(await isOwn(row))) return { day, next, isOpen, isOthers: true };
			}
			if (row.number === 0 || !(await row.has('beside'))) return { day, next, isOpen, isOthers: false };
		}
	}

	rowAt(day: number, number: number): NumberedRow {
		return rowOfLike(this.rows, { chain: this.chain, day, number });
	}
}

/** The row of a similar payment that a claim's text names. */
export function rowOfLike(rows: RowStore, { chain, day, number }: LikeRow): NumberedRow {
	return new NumberedRow(rows, `${PREFIX}like:${chain}:${day}`, number);
}

/**
 * Looks for an earlier payment of something that can be paid only once, such as an invoice. Its row is owned by the
 * first reference that tried to pay it, and is never marked `over`: even after a refusal or a release, no other
 * reference may pay it. Throws StoreFault.
 */
export async function lookOnce(rows: RowStore, money: MoneyKind, what: string, owner: string): Promise<SeenLike> {
	const once = onceRow(rows, money, what, owner);
	return {
		earlier: (await once.row.isClaimed()) && !(await once.row.isOf(owner)) ? 'ever' : null,
		rowFor: () => once,
	};
}

/** The row of something that can be paid only once. The first reference that tries to pay it takes the row. */
export function onceRow(rows: RowStore, money: MoneyKind, what: string, owner: string) {
	const row = new NumberedRow(rows, rowKey('once', money, what), 0);
	return {
		row,
		take: async () => ((await row.insertOwned(owner)) ? null : ({ because: 'repeated', day: 'ever' } as const)),
		unpaid: async () => undefined,
	};
}

/** The similar payments that existed before this one. */
export interface SeenLike {
	/** UTC day (days since 1970) of another reference's last open payment; null: none; `ever`: for an invoice or quote. */
	readonly earlier: number | 'ever' | null;
	/** The row to insert for this payment. */
	rowFor(mayRepeat: boolean): SideRow;
}

/** The row that one payment inserts among the rows of similar payments. */
class OwnLikeRow implements SideRow {
	/** The row that this payment inserted, or may have inserted if the response was lost. */
	private tried: NumberedRow | null = null;
	/** Set once the row is known to be this payment's. */
	likeRow: LikeRow | undefined;

	constructor(
		private readonly alike: LikePayments,
		private readonly begun: {
			readonly seenMs: number;
			readonly next: number;
			readonly isOpen: boolean;
			readonly mayRepeat: boolean;
			readonly isOwn: IsOwn;
		},
	) {}

	/** Inserts the claim's row, then reads the days before and after: on another machine's clock it can be another day. */
	async take(claim: NumberedRow, nowMs: number): Promise<Withheld | null> {
		const { seenMs, mayRepeat, isOwn } = this.begun;
		const day = utcDayOf(nowMs);
		const isSameDay = day === utcDayOf(seenMs);
		if (!(await this.insertFrom(isSameDay ? this.begun.next : 0, isSameDay && this.begun.isOpen, [claim, day])))
			return { because: 'repeated', day };
		if (mayRepeat) return null;
		const neighbours = daysDown(utcDayOf(nowMs + CLOCKS_APART_MS), utcDayOf(seenMs - CLOCKS_APART_MS)).filter(
			(one) => one !== day,
		);
		const seen = await Promise.all(neighbours.map(async (one) => await this.alike.scan(one, isOwn)));
		const other = seen.find(({ isOthers }) => isOthers);
		return other === undefined ? null : { because: 'repeated', day: other.day };
	}

	/** Inserts the row with this number; false if taken. A payment allowed to repeat others takes the next free one. */
	private async insertFrom(
		number: number,
		isBeside: boolean,
		[claim, day]: readonly [NumberedRow, number],
	): Promise<boolean> {
		const row = this.alike.rowAt(day, number);
		if (isBeside) await row.mark('beside');
		this.tried = row;
		if (await row.insertOwned(claim.row)) {
			this.likeRow = { chain: this.alike.chain, day, number };
			return true;
		}
		this.tried = null;
		return this.begun.mayRepeat && (await this.insertFrom(number + 1, true, [claim, day]));
	}

	/** Marks the row as over. If the response to its insert was lost, the row's owner is read first. */
	async unpaid(claim: NumberedRow): Promise<void> {
		const { tried, likeRow } = this;
		if (tried === null) return;
		if (likeRow === undefined && !((await tried.isClaimed()) && (await tried.isOf(claim.row)))) return;
		await tried.mark('over');
	}
}
