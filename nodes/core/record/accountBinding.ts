import type { MoneyKind } from '../domain/money';
import { NOT_KNOWN, type AskAccount } from '../payees/account';
import { NumberedRow } from './numberedRow';
import { rowKey, type RowStore } from './rows';

/** A workflow's binding to an account, as seen with one API key. */
export interface Standing {
	/** The account that the API key belongs to, as `AskAccount` names it. */
	readonly account: string;
	/** The number of bindings so far, changes included; 0 if the workflow is bound to no account. */
	readonly bindings: number;
	/** Whether the key may pay: its account is the one bound last, or the workflow has no binding. */
	readonly mayPay: boolean;
}

/**
 * Binds a workflow to the account that it pays from, one for real money and one for staging, so that no other account
 * can pay: docs/reference/outcomes.md#one-account. The first account that Mavapay names is bound; after that, only a
 * person can change it. Each binding is a database row, numbered from 0, that stores the account as its owner. A run
 * keeps the binding that it began with.
 *
 * Every method throws StoreFault, and passes on errors of `AskAccount`.
 */
export class AccountBinding {
	private began: Promise<Standing> | null = null;

	constructor(
		private readonly money: MoneyKind,
		private readonly rows: RowStore,
		private readonly account: AskAccount,
	) {}

	/** The binding with which this run began. Read-only. */
	async standing(): Promise<Standing> {
		this.began ??= this.read();
		// After an error, the next payment tries again.
		this.began.catch(() => (this.began = null));
		return await this.began;
	}

	/**
	 * Binds the workflow to the API key's account, unless it is already bound or Mavapay doesn't name the account. If two
	 * accounts try at once, one is bound and the other may not pay.
	 */
	async bind(): Promise<Standing> {
		const standing = await this.standing();
		const { account, bindings } = standing;
		if (bindings > 0 || !this.isBound) return standing;
		// Another run may have bound the workflow in the meantime.
		if (account === NOT_KNOWN && (await this.row(0).isClaimed())) this.began = this.read();
		if (account === NOT_KNOWN) return await this.standing();
		const bound = { account, bindings: 1, mayPay: await this.row(0).insertOwned(account) };
		this.began = Promise.resolve(bound);
		return bound;
	}

	/**
	 * Binds the workflow to the account that Mavapay's wallets name now. If they name none, the account is `NOT_KNOWN`.
	 *
	 * @returns the account; `changed` is false if the workflow was already bound to it, and always false for the sandbox
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

	/** Whether workflows are bound to accounts: false for the sandbox, whose accounts hold no money. */
	get isBound(): boolean {
		return this.money !== 'sandbox';
	}

	private async read(): Promise<Standing> {
		const account = await this.account();
		const newest = this.isBound ? await this.newest() : null;
		if (newest === null) return { account, bindings: 0, mayPay: true };
		const bindings = newest.number + 1;
		if (await newest.isOf(account)) return { account, bindings, mayPay: true };
		// Mavapay may have changed the account's ID since this process read it.
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
