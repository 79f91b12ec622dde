import { CLOCKS_APART_MS } from '../domain/dateTime';
import { digestOf } from '../domain/json';
import type { Amount, MoneyKind } from '../domain/money';
import { daysDown, daysThatCount, utcDayOf } from '../payees/recordedPayee';
import { NumberedRow } from './numberedRow';
import { PREFIX, rowKey, type RowStore } from './rows';
import type { LikeRow, SideRow, Withheld } from './sideRows';

/**
 * One day's rows of payments of the same amount to the same payee, as they were read. Each payment marks only its own
 * row: `over` once certainly nothing was paid, `beside` if it was inserted while an earlier row of the day was open.
 */
interface DayRows {
	/** UTC days since 1970. */
	readonly day: number;
	readonly next: number;
	/** Whether a row of the day is still open. */
	readonly isOpen: boolean;
	/** Whether an open row belongs to another reference. */
	readonly isOthers: boolean;
}

/** Checks if a row was inserted under an earlier claim of the same reference. */
export type IsOwn = (row: NumberedRow) => Promise<boolean>;

/**
 * The rows of a workflow's similar payments: one for each, numbered within its UTC day, never deleted. A row is open
 * until its payment, or the settling of its claim, marks it as `over`. All methods throw StoreFault.
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

	/** Looks for similar payments in the days that count. A day without any takes one read. Changes no row. */
	async lookBack(nowMs: number, within: number, isOwn: IsOwn): Promise<SeenLike> {
		const seen = await Promise.all(daysThatCount(nowMs, within).map(async (day) => await this.scan(day, isOwn)));
		const today = utcDayOf(nowMs);
		const { next = 0, isOpen = false } = seen.find(({ day }) => day === today) ?? {};
		return {
			earlier: seen.find(({ isOthers }) => isOthers)?.day ?? null,
			rowFor: (mayRepeat) => new OwnLikeRow(this, { seenMs: nowMs, next, isOpen, mayRepeat, isOwn }),
		};
	}

	/** Reads a day's rows, newest first, until another reference's open row, or one without `beside`: older rows have ended. */
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

/** The row named in a claim's text. */
export function rowOfLike(rows: RowStore, { chain, day, number }: LikeRow): NumberedRow {
	return new NumberedRow(rows, `${PREFIX}like:${chain}:${day}`, number);
}

/**
 * Looks for a payment of something that can be paid only once, such as an invoice. Its row is never marked as over. The
 * owner of the row is the first reference that tried to pay; after a refusal or a release, no other reference may pay.
 * Throws StoreFault.
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
	/** The newest UTC day (days since 1970) with another reference's open payment; `ever` for an invoice or quote; or null. */
	readonly earlier: number | 'ever' | null;
	/** The row to insert for this payment. */
	rowFor(mayRepeat: boolean): SideRow;
}

/** The row of one payment among similar ones, from its insert to its end. */
class OwnLikeRow implements SideRow {
	/** The row that was inserted, or whose insert got no response. */
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

	/** Inserts the row, then checks the neighbouring days again, because midnight may have passed on some machine's clock. */
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

	/** Inserts the row with this number, or with the next free one if the payment may repeat. False if it is taken. */
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
