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
/** The IDs of two accounts, as their wallets name them. */
export const ACCOUNT_IDS = { A: 'account 1', B: 'account 2' } as const;
/** The account that pays, by its name, and another one. */
export const ACCOUNT = accountKeyOf([ACCOUNT_IDS.A]);
export const OTHER_ACCOUNT = accountKeyOf([ACCOUNT_IDS.B]);
/** How a record asks for the account. */
export const ofAccount = async () => ACCOUNT;
export const WORKFLOW_ID = 'workflow 1';
/** Where approvals of a fixture hold. */
export const PLACE = { workflowId: WORKFLOW_ID, money: MONEY, account: ACCOUNT };

/** The row that claims a reference, or one of its others: `:paid`, `:released`, `:identity`, `:by:<digest>`. */
export function rowOf(reference: string, generation = 0, other = ''): string {
	return `mavapay:1:${digest(['reference', MONEY, reference])}:${generation}${other}`;
}

/** The row whose owner is the identity of the payment under a reference. */
export function identityRow(reference: string, generation = 0): string {
	return rowOf(reference, generation, ':identity');
}

/** The row that says what the payment of a reference can be found by. */
export function lookUpRow(reference: string, { kind, value }: LookUpKey, generation = 0, bindings = 0): string {
	return rowOf(reference, generation, `:by:${digest([kind, value.toLowerCase(), bindings])}`);
}

export function transactionRow(id: string): string {
	return `mavapay:1:${digest(['transaction', MONEY, id.toLowerCase()])}`;
}

/** The row of a binding to an account, whose owner is the account's name. */
export function bindingRow(number: number): string {
	return `mavapay:1:${digest(['account', MONEY])}:${number}`;
}

/** The beginning of the rows of the payments to a payee that are of one amount, in NGN. */
export function likeRows(accountNumber: string, minor: bigint): string {
	const payee = `account:${accountNumber.replace(/^0+(?=.)/, '')}`;
	return `mavapay:1:like:${digest(['like', MONEY, payee, String(minor), 'NGN']).slice(0, 16)}:`;
}

/** The row of what is paid once. */
export function onceRow(paying: PaymentPlan): string {
	return onceRowOf(likenessOf(paying.sealed)?.payee ?? '');
}

/** @param what such as `quote q-1` */
export const onceRowOf = (what: string) => `mavapay:1:${digest(['once', MONEY, what])}:0`;

/** The row of one of the payments that AI tools may make on a day. */
export function dayRow(day: string, number: number): string {
	return `mavapay:1:${digest(['day', MONEY, day, String(number)])}`;
}

/** The beginning of the rows of a budget in NGN, of a UTC day or month, or of those that give it back. */
export function budgetRows(period: string, kind: readonly 'back'[] = []): string {
	return `mavapay:1:${digest(['budget', ...kind, MONEY, period, 'NGN'])}:`;
}

export const HALT_ROW = 'mavapay:1:halt';

function digest(parts: ReadonlyArray<string | number>): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

type Method = 'insert' | 'has' | 'isOf' | 'remove';

/** Rows that answer at once; a test may let a call fail before or after it takes effect. */
export class MemoryRows implements RowStore {
	readonly keys = new Set<string>();
	/** Of the rows that have one. */
	readonly owners = new Map<string, string>();
	/** Of the rows that have one. */
	readonly numbers = new Map<string, number>();
	readonly calls: Array<readonly [Method, string]> = [];
	before: (method: Method, key: string) => Promise<void> | void = () => undefined;
	after: (method: Method, key: string) => Promise<void> | void = () => undefined;

	constructor(...keys: string[]) {
		this.put(...keys);
	}

	/** Of a claim that is put there it is known what it pays. */
	put(...keys: string[]): void {
		for (const key of keys) {
			this.keys.add(key);
			if (/^mavapay:1:[\w-]{43}:\d+$/.test(key)) this.keys.add(`${key}:identity`);
		}
	}

	async insert(key: string, owner?: string): Promise<Inserted> {
		return await this.call('insert', key, () => this.insertNow(key, owner));
	}

	/** Among the calls it is an insert, too. */
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

	/** From now on every call whose key ends so fails; 'after' it took effect, or before. */
	fail(method: Method, ending: string | RegExp, when: 'before' | 'after' = 'before'): void {
		const matches = (key: string) => (typeof ending === 'string' ? key.endsWith(ending) : ending.test(key));
		const earlier = this[when];
		this[when] = (called, key) => {
			if (called === method && matches(key)) throw new StoreFault('the database is gone');
			return earlier(called, key);
		};
	}

	/** The insert of this row takes effect, and is answered only when the function given back is called. */
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

/** The binding of a workflow to an account, for money that isn't bound: it takes no rows. */
export const unbound = (account: AskAccount = ofAccount) => new AccountBinding('sandbox', new MemoryRows(), account);
