/** The record of payouts in memory, and the keys of its rows. */
import { createHash } from 'node:crypto';
import type { MoneyKind } from '../../../nodes/core/domain/money';
import { accountKeyOf, type AskAccount } from '../../../nodes/core/payees/account';
import { likenessOf } from '../../../nodes/core/payout/sealedPayment';
import type { PaymentPlan } from '../../../nodes/core/payout/plan';
import type { LookUpKey } from '../../../nodes/core/payees/paymentIdentity';
import { AccountBinding } from '../../../nodes/core/record/accountBinding';
import { StoreFault, type Inserted, type RowStore } from '../../../nodes/core/record/rows';

export const MONEY: MoneyKind = 'staging';
/** The IDs of two accounts, as their wallets give them. */
export const ACCOUNT_IDS = { A: 'account 1', B: 'account 2' } as const;
/** The record's name for the account that pays. */
export const ACCOUNT = accountKeyOf([ACCOUNT_IDS.A]);
export const OTHER_ACCOUNT = accountKeyOf([ACCOUNT_IDS.B]);
/** Asks for the account as the record does; the answer is always the account that pays. */
export const ofAccount = async () => ACCOUNT;
export const WORKFLOW_ID = 'workflow 1';
/** The workflow, money and account for which a fixture's approvals are valid. */
export const PLACE = { workflowId: WORKFLOW_ID, money: MONEY, account: ACCOUNT };

/** The key of the row that claims a reference, or of one of its other rows, such as `:paid` or `:by:<digest>`. */
export function rowOf(reference: string, generation = 0, other = ''): string {
	return `mavapay:1:${digest(['reference', MONEY, reference])}:${generation}${other}`;
}

/** The key of the row whose owner is the identity of a reference's payment. */
export function identityRow(reference: string, generation = 0): string {
	return rowOf(reference, generation, ':identity');
}

/** The key of the row that stores how a reference's payment can be looked up. */
export function lookUpRow(reference: string, { kind, value }: LookUpKey, generation = 0, bindings = 0): string {
	return rowOf(reference, generation, `:by:${digest([kind, value.toLowerCase(), bindings])}`);
}

export function transactionRow(id: string): string {
	return `mavapay:1:${digest(['transaction', MONEY, id.toLowerCase()])}`;
}

/** The key of the row that binds the workflow to an account. The row's owner is the account's name. */
export function bindingRow(number: number): string {
	return `mavapay:1:${digest(['account', MONEY])}:${number}`;
}

/** The beginning of the keys of similar payments' rows: to this account, of this amount in minor units of NGN. */
export function likeRows(accountNumber: string, minor: bigint): string {
	const payee = `account:${accountNumber.replace(/^0+(?=.)/, '')}`;
	return `mavapay:1:like:${digest(['like', MONEY, payee, String(minor), 'NGN']).slice(0, 16)}:`;
}

/** The key of the row for something that is paid only once, such as an invoice. */
export function onceRow(paying: PaymentPlan): string {
	return onceRowOf(likenessOf(paying.sealed)?.payee ?? '');
}

/** @param what such as `quote q-1` */
export const onceRowOf = (what: string) => `mavapay:1:${digest(['once', MONEY, what])}:0`;

/** The key of the row for one of the payments (by number) that AI tools can make on a day. */
export function dayRow(day: string, number: number): string {
	return `mavapay:1:${digest(['day', MONEY, day, String(number)])}`;
}

/** The beginning of the keys of a budget's rows (NGN, in a UTC day or month) or of its `back` (returned) rows. */
export function budgetRows(period: string, kind: readonly 'back'[] = []): string {
	return `mavapay:1:${digest(['budget', ...kind, MONEY, period, 'NGN'])}:`;
}

export const HALT_ROW = 'mavapay:1:halt';

function digest(parts: ReadonlyArray<string | number>): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

type Method = 'insert' | 'has' | 'isOf' | 'remove';

/** Rows in memory that answer at once. A test can let a call fail before or after it takes effect. */
export class MemoryRows implements RowStore {
	readonly keys = new Set<string>();
	/** Owners by key, for rows that have an owner. */
	readonly owners = new Map<string, string>();
	/** Numbers by key, for rows that have a number. */
	readonly numbers = new Map<string, number>();
	readonly calls: Array<readonly [Method, string]> = [];
	before: (method: Method, key: string) => Promise<void> | void = () => undefined;
	after: (method: Method, key: string) => Promise<void> | void = () => undefined;

	constructor(...keys: string[]) {
		this.put(...keys);
	}

	/** Inserts rows directly. A claim's row also gets its identity row. */
	put(...keys: string[]): void {
		for (const key of keys) {
			this.keys.add(key);
			if (/^mavapay:1:[\w-]{43}:\d+$/.test(key)) this.keys.add(`${key}:identity`);
		}
	}

	async insert(key: string, owner?: string): Promise<Inserted> {
		return await this.call('insert', key, () => this.insertNow(key, owner));
	}

	/** `calls` lists a claim as an insert. */
	async claim(key: string, owner: string, number = 1): Promise<Inserted> {
		return await this.insertNumber(key, number, owner);
	}

	async insertNumber(key: string, number: number, owner?: string): Promise<Inserted> {
		return await this.call('insert', key, () => {
			if (number < 1) throw new RangeError(`n8n keeps no ${number} entries`);
			const inserted = this.insertNow(key, owner);
			if (inserted === 'inserted') this.numbers.set(key, number);
			return inserted;
		});
	}

	async numberIn(key: string): Promise<number> {
		return await this.call('has', key, () => (this.keys.has(key) ? (this.numbers.get(key) ?? 1) : 0));
	}

	async isOf(key: string, owner: string): Promise<boolean> {
		return await this.call('isOf', key, () => this.owners.get(key) === owner);
	}

	async has(key: string): Promise<boolean> {
		return await this.call('has', key, () => this.keys.has(key));
	}

	async remove(key: string): Promise<void> {
		await this.call('remove', key, () => {
			this.keys.delete(key);
			this.owners.delete(key);
			this.numbers.delete(key);
		});
	}

	/** Makes every later call on a key with this ending fail, before or after the call takes effect. */
	fail(method: Method, ending: string | RegExp, when: 'before' | 'after' = 'before'): void {
		const matches = (key: string) => (typeof ending === 'string' ? key.endsWith(ending) : ending.test(key));
		const earlier = this[when];
		this[when] = (called, key) => {
			if (called === method && matches(key)) throw new StoreFault('the database is gone');
			return earlier(called, key);
		};
	}

	/** The insert of this row takes effect, but is answered only when the test calls the returned function. */
	holdInserted(row: string): () => void {
		let go: () => void = () => undefined;
		this.after = async (method, key) => {
			if (method === 'insert' && key === row) await new Promise<void>((resolve) => (go = resolve));
		};
		return () => go();
	}

	heal(): void {
		this.before = () => undefined;
		this.after = () => undefined;
	}

	private insertNow(key: string, owner: string | undefined): Inserted {
		if (this.keys.has(key)) return 'exists';
		this.keys.add(key);
		if (owner !== undefined) this.owners.set(key, owner);
		return 'inserted';
	}

	private async call<T>(method: Method, key: string, act: () => T): Promise<T> {
		this.calls.push([method, key]);
		await this.before(method, key);
		const response = act();
		await this.after(method, key);
		return response;
	}
}

/** An account binding that binds nothing and uses no rows, because sandbox money isn't bound to an account. */
export const unbound = (account: AskAccount = ofAccount) => new AccountBinding('sandbox', new MemoryRows(), account);
