import { MINUTE_MS } from '../domain/dateTime';
import { digestOf } from '../domain/digest';
import type { LookUpKey, PaymentIdentity, PaymentPlan } from '../operation/operation';
import { normaliseReference } from '../domain/payees/paymentIdentity';
import { readClaim, writeClaim, type GivenClaim } from './claimText';
import { Generation } from './generation';
import { rowKey, type RowStore } from './rows';
import { OpenClaim } from './settlement';

/**
 * Two payments are the same one if and only if this text is the same for both. A hash, because n8n
 * stores it, and a request that creates something may hold a secret.
 */
export function identityDigestOf(baseUrl: string, identity: PaymentIdentity): string {
	const { operation, destination, amountMinor, currency, quoteId } = identity;
	return digestOf([baseUrl, operation, destination, amountMinor, currency, quoteId], 'hex');
}

/** The same of who is paid, whatever the amount, and whatever the way where the payee has a name. */
export function destinationDigestOf(
	baseUrl: string,
	{ identity, payeeKey }: Pick<PaymentPlan, 'identity' | 'payeeKey'>,
): string {
	const { operation, destination, quoteId } = identity;
	return digestOf(payeeKey === null ? [baseUrl, operation, destination, quoteId] : [baseUrl, payeeKey], 'hex');
}

/** What the record says of a reference: nobody paid it, it was paid, or it is not known whether. */
export type ReferenceState = 'free' | 'paid' | 'unknown';

/** What became of a claim since: a person released it, or it is recorded as paid. Null as long as it is open. */
export type SettledSince = 'released' | 'paid' | null;

export type Claimed =
	/** This execution, and no other, may pay the reference now. */
	{ readonly kind: 'claimed'; readonly claim: HeldClaim } | Taken;

/** Somebody else's: paid, or under way, lost or failed. */
export interface Taken {
	readonly kind: Found['state'];
	readonly sameIdentity: boolean;
	/** For people. */
	readonly claimText: string;
}

/** A reference that was claimed, and neither refused nor released. */
export interface Found {
	readonly state: 'paid' | 'unknown';
	/** The claim as a person is given it. */
	readonly claimText: string;
	readonly openClaim: OpenClaim;
}

/** How long after its `sent` row a request may leave. */
const LEAVES_WITHIN_MS = MINUTE_MS;

/** When an announced request may leave, looked at in the very step that sends. */
export interface SendPermit {
	/** False where a person is releasing the reference: nothing may be sent. */
	readonly go: boolean;
	/** In milliseconds since 1970; after that it doesn't leave at all. */
	readonly until: number;
}

/**
 * A reference held by this execution. It is kept, as unknown, unless `paid` or `refused` is called. All but
 * `text` throw StoreFault.
 */
export interface HeldClaim {
	/** How many claims of the reference were there before; it tells this one from later ones. */
	readonly generation: number;
	/** Records what is paid, and when. To be called right before the request leaves. */
	announce(): Promise<SendPermit>;
	/** The service itself answered, so that nothing can still arrive; but not whether it paid. */
	recordAnswer(): Promise<void>;
	/** The service took the payment. */
	recordPaid(): Promise<void>;
	/** It is certain that nothing was paid: the reference can be claimed again. */
	recordRefusal(): Promise<void>;
	/** The claim as people are given it now. */
	text(): string;
}

/**
 * The record of payout references across executions: docs/design.md#the-record. Each reference has
 * generations 0, 1, ..., each of which is one claim of it (generation.ts); the next one begins once it is certain
 * that nothing was paid under the one before, or a person freed it. A transaction that a person named has a row
 * of its own. Rows are inserted and never changed or deleted, and what stands behind a digest cannot be read
 * back. Every method throws StoreFault where the database gives no response that money can rest on.
 */
export class PayoutRecord {
	/**
	 * @param baseUrl of the deployment, normalised: the same reference on another one is another payment
	 * @param now the clock, in milliseconds
	 */
	constructor(
		private readonly baseUrl: string,
		private readonly rows: RowStore,
		private readonly now: () => number,
	) {}

	/**
	 * Claims a reference for one payment, to be sent at once.
	 *
	 * @param identity digest of what is paid; the same reference with another one is another payment
	 * @param lookUpKeys what the payment can be found by if its response is lost
	 */
	async claim(reference: string, identity: string, lookUpKeys: readonly LookUpKey[] = []): Promise<Claimed> {
		const key = this.keyOf(reference);
		let generation = new Generation(this.rows, key, 0);
		while (!(await generation.tryClaim())) {
			generation = await generation.newest();
			if (!(await generation.isOver())) return await this.takenBy(key, generation, identity);
			generation = generation.after(1);
		}
		return { kind: 'claimed', claim: heldClaim(generation, key, this.now, [identity, lookUpKeys]) };
	}

	/** The same without claiming: what a claim would find. Reads only. */
	async look(reference: string, identity: string): Promise<{ kind: 'free' } | Taken> {
		const current = await this.current(reference);
		return current === null ? { kind: 'free' } : await this.takenBy(this.keyOf(reference), current, identity);
	}

	/** What the record says of a reference. Reads only. */
	async check(reference: string): Promise<ReferenceState> {
		return (await this.find(reference)).state;
	}

	/** The same with the claim, for people. Reads only. */
	async find(reference: string): Promise<{ state: 'free' } | Found> {
		const current = await this.current(reference);
		return current === null ? { state: 'free' } : await this.found(this.keyOf(reference), current);
	}

	/** The claim that a person was given; null where the text is none of this reference. */
	open(reference: string, claim: string): OpenClaim | null {
		const key = this.keyOf(reference);
		const given = readClaim(key, claim);
		return given === null ? null : this.openClaim(new Generation(this.rows, key, given.generation), given);
	}

	/** What became of a claim of an earlier execution. */
	async settledSince(reference: string, generation: number): Promise<SettledSince> {
		const claim = new Generation(this.rows, this.keyOf(reference), generation);
		if ((await claim.has('released')) && (await claim.isOver())) return 'released';
		return (await claim.has('paid')) ? 'paid' : null;
	}

	/** The claim that a reference is held by; null where it can be claimed. */
	private async current(reference: string): Promise<Generation | null> {
		const first = new Generation(this.rows, this.keyOf(reference), 0);
		if (!(await first.isClaimed())) return null;
		const newest = await first.newest();
		return (await newest.isOver()) ? null : newest;
	}

	private async takenBy(key: string, generation: Generation, identity: string): Promise<Taken> {
		const { state, claimText } = await this.found(key, generation);
		return { kind: state, sameIdentity: await generation.has(`id:${identity}`), claimText };
	}

	private async found(key: string, generation: Generation): Promise<Found> {
		const state = (await generation.has('paid')) ? 'paid' : 'unknown';
		// Mavapay answered what it accepted. What a person marked as paid may still arrive.
		const isAnswered = (await generation.has('answered')) || (state === 'paid' && !(await generation.has('marked')));
		const given = givenClaim(generation, this.now(), isAnswered);
		return { state, claimText: writeClaim(key, given), openClaim: this.openClaim(generation, given) };
	}

	private openClaim(generation: Generation, given: GivenClaim): OpenClaim {
		return new OpenClaim(generation, given, this.now, (id) => rowKey('transaction', this.baseUrl, id));
	}

	private keyOf(reference: string): string {
		return rowKey('reference', this.baseUrl, normaliseReference(reference));
	}
}

/**
 * A claim of this execution's own.
 *
 * @param identified what is paid, and what it can be found by; recorded with `sent`
 */
function heldClaim(
	generation: Generation,
	key: string,
	now: () => number,
	identified: readonly [identity: string, lookUpKeys: readonly LookUpKey[]],
): HeldClaim {
	let isAnswered = false;
	return {
		generation: generation.number,
		announce: async () => {
			const nowMs = now();
			await Promise.all([generation.identify(...identified), generation.markSent(nowMs)]);
			return { go: !(await generation.has('releasing')), until: nowMs + LEAVES_WITHIN_MS };
		},
		recordAnswer: async () => {
			await generation.mark('answered');
			isAnswered = true;
		},
		recordPaid: async () => void (await generation.mark('paid')),
		recordRefusal: async () => void (await generation.mark('refused')),
		text: () => writeClaim(key, givenClaim(generation, now(), isAnswered)),
	};
}

function givenClaim({ number }: Generation, nowMs: number, answered: boolean): GivenClaim {
	return { generation: number, minute: Math.max(0, Math.floor(nowMs / MINUTE_MS)), answered };
}
