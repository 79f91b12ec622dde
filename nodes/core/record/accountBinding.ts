import type { MoneyKind } from '../domain/money';
import { NOT_KNOWN, type AskAccount } from '../payees/account';
import { NumberedRow } from './numberedRow';
import { rowKey, type RowStore } from './rows';

/** The state of a workflow's binding, as seen with an API key. */
export interface Standing {
	/** The key of the account that the API key belongs to. */
	readonly account: string;
	/** How many bindings there were, changes included; 0 while the workflow is bound to no account. */
	readonly bindings: number;
	/** Whether the key may pay: its account is the newest binding's, or the workflow has no binding. */
	readonly mayPay: boolean;
}

/**
 * The account that a workflow pays from, one for real money and one on staging: docs/reference/outcomes.md#one-account.
 * The first account that Mavapay names binds the workflow, and only a person binds another one. Each binding is a row of
 * its own, numbered from 0, with the account's name as its owner. One run keeps the binding with which it began.
 *
 * Every method throws StoreFault, and what asking for the account throws.
 */
export class AccountBinding {
	private began: Promise<Standing> | null = null;

	/** @param account the account of the key that runs */
	constructor(
		private readonly money: MoneyKind,
		private readonly rows: RowStore,
		private readonly account: AskAccount,
	) {}

	/** The state with which this run began. Reads only. */
	async standing(): Promise<Standing> {
		this.began ??= this.read();
		// What couldn't be read is read again for the next payment.
		this.began.catch(() => (this.began = null));
		return await this.began;
	}

	/**
	 * Called before a reference is claimed: binds the workflow, unless it is bound or Mavapay doesn't name the account. If
	 * two accounts come at once, one is bound and the other one may not pay.
	 */
	async bind(): Promise<Standing> {
		const standing = await this.standing();
		const { account, bindings } = standing;
		if (bindings > 0 || !this.isBound) return standing;
		// Another run may have bound the workflow since.
		if (account === NOT_KNOWN && (await this.row(0).isClaimed())) this.began = this.read();
		if (account === NOT_KNOWN) return await this.standing();
		const bound = { account, bindings: 1, mayPay: await this.row(0).insertOwned(account) };
		this.began = Promise.resolve(bound);
		return bound;
	}

	/**
	 * Binds the workflow to the account that the wallets name now, or to none where they name none.
	 *
	 * @returns that account, and false where the workflow is bound to it already, or this kind of money isn't bound
	 */
	async change(): Promise<{ readonly account: string; readonly changed: boolean }> {
		const account = await this.account(true);
		if (!this.isBound) return { account, changed: false };
		for (let row = await this.newest(); ; row = await this.newest()) {
			if (row !== null && (await row.isOf(account))) return { account, changed: false };
			// Another person may have bound another account in between.
			if (await (row?.after(1) ?? this.row(0)).insertOwned(account)) return { account, changed: true };
		}
	}

	/** In the sandbox any account may pay, since its accounts hold no money. */
	get isBound(): boolean {
		return this.money !== 'sandbox';
	}

	private async read(): Promise<Standing> {
		const account = await this.account();
		const newest = this.isBound ? await this.newest() : null;
		if (newest === null) return { account, bindings: 0, mayPay: true };
		const bindings = newest.number + 1;
		if (await newest.isOf(account)) return { account, bindings, mayPay: true };
		// This process may remember an older name that Mavapay had for the account.
		const now = await this.account(true);
		return { account: now, bindings, mayPay: await newest.isOf(now) };
	}

	private async newest(): Promise<NumberedRow | null> {
		const first = this.row(0);
		return (await first.isClaimed()) ? await first.newest() : null;
	}

	private row(number: number): NumberedRow {
		return new NumberedRow(this.rows, rowKey('account', this.money), number);
	}
}
