import { MINUTE_MS } from '../domain/dateTime';
import { digestOf } from '../domain/digest';
import type { LookUpKey, PaymentIdentity, PaymentPlan } from '../operation/operation';
import { normaliseReference } from '../domain/payees/paymentIdentity';
import { readClaim, writeClaim, type GivenClaim } from './claimText';
import { Generation } from './generation';
import { rowKey, type RowStore } from './rows';
import { OpenClaim } from './settlement';

/**
 * Two payments are the same if and only if this digest is. It is a digest because n8n stores it, and a request that
 * creates something may hold a secret.
 */
export function identityDigestOf(baseUrl: string, identity: PaymentIdentity): string {
	const { operation, destination, amountMinor, currency, quoteId } = identity;
	return digestOf([baseUrl, operation, destination, amountMinor, currency, quoteId], 'hex');
}

/**
 * The digest of who is paid, whatever the amount. Where the payee has a key, the operation and the network don't count
 * either: the same account paid in another way is the same payee.
 */
export function destinationDigestOf(
	baseUrl: string,
	{ identity, payeeKey }: Pick<PaymentPlan, 'identity' | 'payeeKey'>,
): string {
	const { operation, destination, quoteId } = identity;
	return digestOf(payeeKey === null ? [baseUrl, operation, destination, quoteId] : [baseUrl, payeeKey], 'hex');
}

/** The state of a reference: `free` to be claimed, `paid`, or `unknown`, which is claimed without a certain end. */
export type ReferenceState = 'free' | 'paid' | 'unknown';

/** How a claim of an earlier execution ended: a person released it, or it is recorded as paid. Null while it is open. */
export type SettledSince = 'released' | 'paid' | null;

export type Claimed =
	/** The claim is this execution's: it, and no other, may pay the reference now. */
	{ readonly kind: 'claimed'; readonly heldClaim: HeldClaim } | Taken;

/** A reference whose claim is held elsewhere: it was paid, or its payment is under way, lost or failed. */
export interface Taken {
	readonly kind: Found['state'];
	readonly sameIdentity: boolean;
	/** The claim as a person is given it. */
	readonly claimText: string;
}

/** A reference with a claim that is not over: Mavapay did not reject it, and nobody released it. */
export interface Found {
	readonly state: 'paid' | 'unknown';
	/** The claim as a person is given it. */
	readonly claimText: string;
	readonly openClaim: OpenClaim;
}

/** How long a request may leave after its `sent` row was inserted. */
const LEAVES_WITHIN_MS = MINUTE_MS;

/** Says whether and until when an announced request may leave. The step that sends it looks at both. */
export interface SendPermit {
	/** False while a person releases the reference; then nothing may be sent. */
	readonly go: boolean;
	/** The last moment at which it may leave, in milliseconds since 1970. */
	readonly until: number;
}

/**
 * A claim that this execution holds. The reference stays `unknown` until `recordPaid` or `recordRefusal` is called. All
 * methods but `text` throw StoreFault.
 */
export interface HeldClaim {
	/** The number of the claim among those of its reference, from 0; it tells this claim from later ones. */
	readonly generation: number;
	/** Records what is paid, and that its request leaves now. Called right before it does. */
	announce(): Promise<SendPermit>;
	/** Records that Mavapay accepted the payment. */
	recordPaid(): Promise<void>;
	/** Records that certainly nothing was paid, so that the reference can be claimed again. */
	recordRefusal(): Promise<void>;
	/** The claim as a person is given it now. */
	text(): string;
}

/**
 * The record of payout references across executions: docs/design.md#the-record. The claims of a reference are numbered
 * from 0 (generation.ts). The next may be made once it is certain that the one before paid nothing, or a person released
 * it. Rows are never changed or deleted, and their keys are digests. Every method throws StoreFault where the database
 * gives no response that money can rest on.
 */
export class PayoutRecord {
	/**
	 * @param baseUrl the deployment's address, normalised; the same reference on another deployment is another payment
	 * @param now the clock, in milliseconds since 1970
	 */
	constructor(
		private readonly baseUrl: string,
		private readonly rows: RowStore,
		private readonly now: () => number,
	) {}

	/**
	 * Claims a reference for one payment, to be sent at once.
	 *
	 * @param identityDigest of `identityDigestOf`; a reference that was claimed with another one pays something else
	 * @param lookUpKeys what the payment can be found by if its response is lost
	 */
	async claim(reference: string, identityDigest: string, lookUpKeys: readonly LookUpKey[] = []): Promise<Claimed> {
		const key = this.keyOf(reference);
		let generation = new Generation(this.rows, key, 0);
		while (!(await generation.tryClaim())) {
			generation = await generation.newest();
			if (!(await generation.isOver())) return await this.takenBy(key, generation, identityDigest);
			generation = generation.after(1);
		}
		return { kind: 'claimed', heldClaim: heldClaim(generation, key, this.now, [identityDigest, lookUpKeys]) };
	}

	/** Says what `claim` would find, without claiming. Reads only. */
	async look(reference: string, identityDigest: string): Promise<{ kind: 'free' } | Taken> {
		const current = await this.current(reference);
		return current === null ? { kind: 'free' } : await this.takenBy(this.keyOf(reference), current, identityDigest);
	}

	/** The state of a reference. Reads only. */
	async check(reference: string): Promise<ReferenceState> {
		return (await this.find(reference)).state;
	}

	/** The state of a reference and, unless it is free, its claim as a person is given it. Reads only. */
	async find(reference: string): Promise<{ state: 'free' } | Found> {
		const current = await this.current(reference);
		return current === null ? { state: 'free' } : await this.foundIn(this.keyOf(reference), current);
	}

	/** Opens the claim that a person was given; null where the text is not a claim of this reference. */
	openClaim(reference: string, claim: string): OpenClaim | null {
		const key = this.keyOf(reference);
		const given = readClaim(key, claim);
		return given === null ? null : this.claimOf(new Generation(this.rows, key, given.generation), given);
	}

	/** How a claim of an earlier execution ended, by its number. Reads only. */
	async settledSince(reference: string, generation: number): Promise<SettledSince> {
		const claim = new Generation(this.rows, this.keyOf(reference), generation);
		if ((await claim.has('released')) && (await claim.isOver())) return 'released';
		return (await claim.has('paid')) ? 'paid' : null;
	}

	/** The claim that holds a reference; null where it can be claimed. */
	private async current(reference: string): Promise<Generation | null> {
		const first = new Generation(this.rows, this.keyOf(reference), 0);
		if (!(await first.isClaimed())) return null;
		const newest = await first.newest();
		return (await newest.isOver()) ? null : newest;
	}

	private async takenBy(key: string, generation: Generation, identityDigest: string): Promise<Taken> {
		const { state, claimText } = await this.foundIn(key, generation);
		return { kind: state, sameIdentity: await generation.has(`id:${identityDigest}`), claimText };
	}

	private async foundIn(key: string, generation: Generation): Promise<Found> {
		const state = (await generation.has('paid')) ? 'paid' : 'unknown';
		const given = givenClaim(generation, this.now());
		return { state, claimText: writeClaim(key, given), openClaim: this.claimOf(generation, given) };
	}

	private claimOf(generation: Generation, given: GivenClaim): OpenClaim {
		return new OpenClaim(generation, given, this.now, (id) => rowKey('transaction', this.baseUrl, id));
	}

	private keyOf(reference: string): string {
		return rowKey('reference', this.baseUrl, normaliseReference(reference));
	}
}

/**
 * The claim that this execution has just made.
 *
 * @param identified what is paid, and what it can be found by; `announce` records both
 */
function heldClaim(
	generation: Generation,
	key: string,
	now: () => number,
	identified: readonly [identityDigest: string, lookUpKeys: readonly LookUpKey[]],
): HeldClaim {
	return {
		generation: generation.number,
		announce: async () => {
			const nowMs = now();
			await Promise.all([generation.identify(...identified), generation.markSent(nowMs)]);
			return { go: !(await generation.has('releasing')), until: nowMs + LEAVES_WITHIN_MS };
		},
		recordPaid: async () => void (await generation.mark('paid')),
		recordRefusal: async () => void (await generation.mark('refused')),
		text: () => writeClaim(key, givenClaim(generation, now())),
	};
}

function givenClaim({ number }: Generation, nowMs: number): GivenClaim {
	return { generation: number, minute: Math.max(0, Math.floor(nowMs / MINUTE_MS)) };
}
