import { createHash } from 'node:crypto';
import type { LookUpKey, PaymentIdentity, PaymentPlan } from '../operation/operation';
import { normaliseReference } from '../domain/payees/paymentIdentity';

/**
 * Two payments are the same one if and only if this text is the same for both. A hash, because n8n
 * stores it, and a request that creates something may hold a secret.
 */
export function identityHash(baseUrl: string, identity: PaymentIdentity): string {
	const { operation, destination, amountMinor, currency, quoteId } = identity;
	const canonical = JSON.stringify([baseUrl, operation, destination, amountMinor, currency, quoteId]);
	return createHash('sha256').update(canonical).digest('hex');
}

/** The same of who is paid, whatever the amount, and whatever the way where the payee has a name. */
export function destinationHash(baseUrl: string, { identity, payee }: Pick<PaymentPlan, 'identity' | 'payee'>): string {
	const { operation, destination, quoteId } = identity;
	const canonical = JSON.stringify(payee === null ? [baseUrl, operation, destination, quoteId] : [baseUrl, payee]);
	return createHash('sha256').update(canonical).digest('hex');
}

/**
 * Rows in n8n's own database, one for each key, shared by all executions of a workflow in every
 * process. A row is only inserted and deleted, never changed, and holds nothing but that it is there.
 */
export interface RowStore {
	/**
	 * Inserts the row of a key, atomically: of any number of simultaneous calls, in whatever process,
	 * one gets `inserted`. `exists` also where the response to this very call was lost: a row that is
	 * there may always be another's. Throws StoreFault where the row was not inserted and is not there.
	 */
	insert(key: string): Promise<'inserted' | 'exists'>;
	/** Whether the key has a row. Reads only. Throws StoreFault. */
	has(key: string): Promise<boolean>;
	/** Deletes the row of a key; nothing happens where there is none. Throws StoreFault. */
	remove(key: string): Promise<void>;
}

/** The rows could not be read or written, or this n8n does not keep them apart. */
export class StoreFault extends Error {
	/** @param reason a part of a sentence, fit to be shown */
	constructor(readonly reason: string) {
		super(reason);
		this.name = 'StoreFault';
	}
}

/**
 * Tries the store with two keys that nobody else has, and deletes them again: rows are kept apart by
 * key, an inserted row is seen, the second insert is told from the first, and `ownKey`, under which
 * n8n would file the node's own data, stays empty. Payments rest on all of it, so where an n8n behaves
 * otherwise this throws StoreFault, and nothing is paid.
 */
export async function assertRowsKeptApart(
	store: RowStore,
	keys: readonly [string, string],
	ownKey: string,
): Promise<void> {
	const [one, other] = keys;
	const seen: unknown[] = [];
	const expected: unknown[] = [];
	const note = (expectation: unknown, response: unknown) => {
		expected.push(expectation);
		seen.push(response);
	};
	const ownBefore = await store.has(ownKey);
	try {
		note(false, await store.has(one));
		note('inserted', await store.insert(one));
		note(true, await store.has(one));
		note(false, await store.has(other));
		note('inserted', await store.insert(other));
		note('exists', await store.insert(one));
		note(ownBefore, await store.has(ownKey));
	} finally {
		await store.remove(one);
		await store.remove(other);
	}
	note(false, await store.has(one));
	note(false, await store.has(other));
	if (seen.some((response, index) => response !== expected[index])) {
		throw new StoreFault('this version of n8n does not keep its rows apart as payments need it');
	}
}

/** What the record says of a reference: nobody paid it, it was paid, or it is not known whether. */
export type ReferenceState = 'free' | 'paid' | 'unknown';

export type Claimed =
	/** This execution, and no other, may pay the reference now. */
	| { readonly kind: 'claimed'; readonly claim: Claim }
	/** Somebody else's: paid, or under way, lost or failed. */
	| { readonly kind: 'paid' | 'unknown'; readonly sameIdentity: boolean };

/** A reference held by this execution. It is kept, as unknown, unless one of these is called. */
export interface Claim {
	/** How often the reference had been released before; it tells this claim from later ones. */
	readonly generation: number;
	/** The service took the payment. Throws StoreFault: the reference is then still unknown. */
	paid(transactionId: string | null): Promise<void>;
	/** It is certain that nothing was paid: the reference becomes free. Throws StoreFault. */
	withdraw(): Promise<void>;
}

/** A reference that is neither free nor paid: what ends this claim of it, and no later one. */
export interface OpenReference {
	readonly state: 'unknown';
	/** How often the reference had been released before. */
	readonly generation: number;
	/** Gives false, and changes nothing, where the transaction has settled another reference. Throws StoreFault. */
	markPaid(transactionId: string): Promise<boolean>;
	/**
	 * Gives false where somebody released this claim meanwhile. Throws StoreFault.
	 *
	 * @param failed transactions that explain no later claim
	 */
	release(failed: readonly string[]): Promise<boolean>;
	/** Whether this claim was made for a payment with one of the keys. Throws StoreFault. */
	wasSentWith(keys: readonly LookUpKey[]): Promise<boolean>;
}

/**
 * The record of payout references across executions: docs/design.md#the-record. Each reference has
 * generations 0, 1, ... and each generation these rows:
 *
 *     K:g               claimed: whoever inserts it may pay
 *     K:g:id:<digest>   what is being paid, inserted after the claim and before the request
 *     K:g:by:<digest>   what it can be found by at the service, as a quote's ID; beside the one above
 *     K:g:paid          settled as paid
 *     K:g:released      freed by a person, which opens generation g + 1
 *
 * K is made of the deployment's address and the reference. A transaction that settled a reference has
 * a row of its own, whatever the reference. Rows are inserted and deleted, never changed, and what
 * stands behind a digest cannot be read back. Every method throws StoreFault where the database gives
 * no response that money can rest on.
 */
export class PayoutRecord {
	/** @param baseUrl of the deployment, normalised: the same reference on another one is another payment */
	constructor(
		private readonly baseUrl: string,
		private readonly rows: RowStore,
	) {}

	/**
	 * Claims a reference for one payment, to be sent at once.
	 *
	 * @param identity digest of what is paid; the same reference with another one is another payment
	 * @param lookUpKeys what the payment can be found by if its response is lost
	 */
	async claim(reference: string, identity: string, lookUpKeys: readonly LookUpKey[] = []): Promise<Claimed> {
		const key = this.keyOf(reference);
		for (let generation = 0; ; generation++) {
			const claimed = generationKey(key, generation);
			const payment = [`${claimed}:id:${identity}`, ...lookUpKeys.map((one) => lookUpRow(claimed, one))];
			const inserted = (await this.rows.insert(claimed)) === 'inserted';
			// Looked at after the insert: a late refusal deletes the row of a generation that was released.
			const released = inserted ? await this.identify(claimed, payment) : await this.rows.has(`${claimed}:released`);
			if (released) continue;
			if (inserted) return { kind: 'claimed', claim: this.claimOf(claimed, generation, payment) };
			return await this.takenBy(claimed, identity);
		}
	}

	/** The same without claiming: what a claim would find. Reads only. */
	async look(reference: string, identity: string): Promise<{ kind: 'free' } | Exclude<Claimed, { kind: 'claimed' }>> {
		const { state, claimed } = await this.current(reference);
		return state === 'free' ? { kind: 'free' } : await this.takenBy(claimed, identity);
	}

	/** What the record says of a reference. Reads only. */
	async check(reference: string): Promise<ReferenceState> {
		return (await this.current(reference)).state;
	}

	/** What became of one claim of an earlier execution: only a positive mark ends its being unknown. */
	async fateOf(reference: string, generation: number): Promise<'released' | 'paid' | 'unknown'> {
		const claimed = generationKey(this.keyOf(reference), generation);
		if (await this.rows.has(`${claimed}:released`)) return 'released';
		return (await this.rows.has(`${claimed}:paid`)) ? 'paid' : 'unknown';
	}

	/** Frees a reference that is not free. The execution that claimed it must have ended. */
	async release(reference: string): Promise<void> {
		const { state, claimed } = await this.current(reference);
		if (state !== 'free') await this.rows.insert(`${claimed}:released`);
	}

	/** Settles a reference of unknown outcome as paid; one that is free or paid stays as it is. */
	async markPaid(reference: string, transactionId: string | null): Promise<void> {
		const { state, claimed } = await this.current(reference);
		if (state === 'unknown') await this.settle(claimed, transactionId);
	}

	/** What the record says of a reference, and where it is not known the means to settle it. */
	async find(reference: string): Promise<OpenReference | { readonly state: 'free' } | { readonly state: 'paid' }> {
		const { state, claimed, generation } = await this.current(reference);
		if (state !== 'unknown') return { state };
		return {
			state,
			generation,
			markPaid: async (transactionId) => await this.settleOnly(claimed, transactionId),
			release: async (failed) => {
				for (const id of failed) await this.rows.insert(this.transactionKey(id));
				return (await this.rows.insert(`${claimed}:released`)) === 'inserted';
			},
			wasSentWith: async (keys) => {
				for (const one of keys) if (await this.rows.has(lookUpRow(claimed, one))) return true;
				return false;
			},
		};
	}

	/** Whether a transaction has settled a reference of this workflow, or ended a claim of it. */
	async knowsTransaction(transactionId: string): Promise<boolean> {
		return await this.rows.has(this.transactionKey(transactionId));
	}

	private claimOf(claimed: string, generation: number, payment: readonly string[]): Claim {
		return {
			generation,
			paid: async (transactionId) => await this.settle(claimed, transactionId),
			withdraw: async () => await this.takeBack(claimed, payment),
		};
	}

	/** Inserts the rows that say what a won claim is for, and gives whether its generation had been released before. */
	private async identify(claimed: string, payment: readonly string[]): Promise<boolean> {
		const [released, ...identified] = await Promise.allSettled([
			this.rows.has(`${claimed}:released`),
			...payment.map(async (row) => await this.rows.insert(row)),
		]);
		// It may yet be written, and would then speak for whoever claims after a claim that was taken back.
		for (const one of identified) if (one.status === 'rejected') throw one.reason;
		if (released.status === 'fulfilled') return released.value;
		// Where it cannot be taken back either, it stays unknown.
		await this.takeBack(claimed, payment).catch(() => undefined);
		throw released.reason;
	}

	/** What a person did about it meanwhile stands: released, it opened the next generation. */
	private async takeBack(claimed: string, payment: readonly string[]): Promise<void> {
		const settled = await Promise.all([this.rows.has(`${claimed}:released`), this.rows.has(`${claimed}:paid`)]);
		if (settled.includes(true)) return;
		for (const row of payment) await this.rows.remove(row);
		await this.rows.remove(claimed);
	}

	private async settle(claimed: string, transactionId: string | null): Promise<void> {
		await this.rows.insert(`${claimed}:paid`);
		if (transactionId !== null) await this.rows.insert(this.transactionKey(transactionId));
	}

	/** Of two references that are settled by one transaction at once, one is. */
	private async settleOnly(claimed: string, transactionId: string): Promise<boolean> {
		const key = this.transactionKey(transactionId);
		if ((await this.rows.insert(key)) === 'exists') return false;
		const [written] = await Promise.allSettled([this.rows.insert(`${claimed}:paid`)]);
		if (written.status === 'fulfilled') return true;
		await this.rows.remove(key).catch(() => undefined);
		throw written.reason;
	}

	private async takenBy(claimed: string, identity: string): Promise<Exclude<Claimed, { kind: 'claimed' }>> {
		const [paid, sameIdentity] = await Promise.all([
			this.rows.has(`${claimed}:paid`),
			this.rows.has(`${claimed}:id:${identity}`),
		]);
		return { kind: paid ? 'paid' : 'unknown', sameIdentity };
	}

	private async current(reference: string): Promise<{ state: ReferenceState; claimed: string; generation: number }> {
		const key = this.keyOf(reference);
		for (let generation = 0; ; generation++) {
			const claimed = generationKey(key, generation);
			if (await this.rows.has(`${claimed}:released`)) continue;
			if (!(await this.rows.has(claimed))) return { state: 'free', claimed, generation };
			return { state: (await this.rows.has(`${claimed}:paid`)) ? 'paid' : 'unknown', claimed, generation };
		}
	}

	private keyOf(reference: string): string {
		return rowKey('reference', this.baseUrl, normaliseReference(reference));
	}

	private transactionKey(transactionId: string): string {
		return rowKey('transaction', this.baseUrl, transactionId);
	}
}

/** The stop button of a workflow: while its row is there, no payment of the workflow is sent. */
export class Halt {
	constructor(private readonly rows: RowStore) {}

	/** Throws StoreFault: a halt that cannot be read is no permission to pay. */
	async isSet(): Promise<boolean> {
		return await this.rows.has(HALT);
	}

	/** Gives whether it had been set before. Throws StoreFault. */
	async set(): Promise<boolean> {
		return (await this.rows.insert(HALT)) === 'exists';
	}

	/** Gives whether it had been set. Throws StoreFault. */
	async lift(): Promise<boolean> {
		const wasSet = await this.rows.has(HALT);
		await this.rows.remove(HALT);
		return wasSet;
	}
}

const PREFIX = 'mavapay:1:';
/** For every deployment: a person who stops a run does not mean one address. */
const HALT = `${PREFIX}halt`;

/** The key of a row from what it stands for: a digest, because n8n's table takes keys of at most 255 characters. */
export function rowKey(...parts: readonly string[]): string {
	return `${PREFIX}${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;
}

function lookUpRow(claimed: string, { kind, value }: LookUpKey): string {
	return `${claimed}:by:${createHash('sha256')
		.update(JSON.stringify([kind, value.trim()]))
		.digest('base64url')}`;
}

function generationKey(key: string, generation: number): string {
	return `${key}:${generation}`;
}
