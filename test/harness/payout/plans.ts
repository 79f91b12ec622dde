import { readKeyRules } from '../../../nodes/core/domain/payees/keyRules';
import type { JsonObject } from '../../../nodes/core/domain/json';
import type { Payee } from '../../../nodes/core/domain/payees/allowedPayees';
import type { RecordedPayee } from '../../../nodes/core/domain/payees/recordedPayee';
import type { Amount, Price } from '../../../nodes/core/domain/money';
import type { LookedUp, LookUpService, PaymentPlan, PayoutSettings, WritePlan } from '../../../nodes/core/payout/plan';
import { normaliseReference } from '../../../nodes/core/domain/payees/paymentIdentity';
import { dataObjects, type ReadService, type ServiceResponse } from '../../../nodes/core/service/service';

/** `S`: what it may ask of the service. */
export interface PlanSpec<S = LookUpService> {
	readonly destination?: string;
	/** The payee's name, by which payments are alike; by default the destination. */
	readonly payee?: string;
	/** As the rules of the key are compared with; by default nobody is. */
	readonly paysTo?: Payee;
	/** As payees are remembered; by default nobody is. */
	readonly recordedPayee?: Partial<RecordedPayee>;
	/** Whether it is compared with payments like it; by default it isn't. Its payee is known without having been paid. */
	readonly isLike?: boolean;
	readonly requests?: PaymentPlan['requests'];
	readonly amount?: Amount | null;
	readonly atMost?: Amount | null;
	readonly payout?: Partial<PayoutSettings>;
	readonly onUnknown?: 'stop' | 'continue';
	readonly body?: JsonObject;
	readonly lookUp?: (service: S) => Promise<Found>;
	readonly looksUp?: PaymentPlan['looksUp'];
	readonly output?: LookedUp['output'];
	readonly hints?: string[];
}

/** A look-up, with the amount that it found; null where nobody knows it. */
export type Found = Partial<LookedUp> & { readonly amount?: Amount | null };

export const NGN = (minor: bigint): Amount => ({ minor, currency: 'NGN' });

/** A plan as an operation would make it: 1,000.00 NGN to an account, under the reference INV-1. */
export function plan(spec: PlanSpec = {}): PaymentPlan {
	const amount = spec.amount === undefined ? NGN(100_000n) : spec.amount;
	const destination = spec.destination ?? '0123456789';
	return {
		identity: {
			operation: 'withdrawal:toBankAccount',
			destination,
			amountMinor: amount === null ? null : String(amount.minor),
			currency: amount?.currency ?? null,
			quoteId: null,
		},
		payee: spec.paysTo ?? null,
		recordedPayee:
			spec.recordedPayee === undefined && spec.payee === undefined && spec.isLike !== true
				? null
				: {
						key: destination,
						name: spec.payee ?? destination,
						gets: spec.isLike === true ? amount : null,
						lasts: spec.recordedPayee !== undefined,
						supplier: null,
						...spec.recordedPayee,
					},
		requests: spec.requests ?? [],
		shownAs: { to: ` to account ${destination}` },
		price: priceIn(spec, amount) ?? { is: 'quoted', atMost: spec.atMost ?? null },
		settings: {
			timeoutMs: 60_000,
			alsoRefused: [],
			onUnknown: spec.onUnknown ?? 'stop',
			payout: {
				reference: 'INV-1',
				referenceGiven: true,
				allowRepeats: false,
				alreadyRecorded: 'stop',
				maximumAmount: null,
				maximumTotal: null,
				payoutsInParallel: 1,
				validateOnly: false,
				payeeProblem: null,
				newPayees: 'allow',
				payeeMaximum: null,
				reason: null,
				paymentsPerDay: null,
				approvalDigest: null,
				approvedBy: null,
				...spec.payout,
				referenceKey: normaliseReference(spec.payout?.reference ?? 'INV-1'),
			},
		},
		hints: spec.hints ?? [],
		looksUp: spec.looksUp ?? 'ahead',
		lookUp: async (service) => await found(spec, service),
	};
}

function priceIn({ atMost }: Pick<PlanSpec, 'atMost'>, amount: Amount | null | undefined): Price | undefined {
	return amount ? { is: 'known', amount, atMost: atMost === undefined ? amount : atMost } : undefined;
}

async function found<S>(spec: PlanSpec<S>, service: S): Promise<LookedUp> {
	const { amount, ...more } = (await spec.lookUp?.(service)) ?? {};
	const unknown = spec.amount === null && amount === null ? ({ is: 'open', atMost: null } as const) : undefined;
	return {
		request: {
			method: 'POST' as const,
			path: '/withdraw',
			body: spec.body ?? { to: spec.destination ?? '0123456789' },
		},
		output: spec.output ?? ((response: ServiceResponse) => dataObjects(response.data)),
		price: priceIn(spec, amount) ?? unknown,
		...more,
	};
}

/** A look-up that fails so. */
export const throwing = (error: Error) => async () => await Promise.reject(error);

/** A payment whose reference is also its payee's account. */
export function named(reference: string, payout: Partial<PayoutSettings> = {}, more: PlanSpec = {}): PaymentPlan {
	return plan({ destination: reference, ...more, payout: { reference, ...payout } });
}

export const NAMES = ['A', 'B', 'C', 'D', 'E', 'F'];

/** Payments of these references. */
export const all = (names: readonly string[], payout: Partial<PayoutSettings> = {}, more: PlanSpec = {}) =>
	names.map((name) => named(name, payout, more));

/** A request that creates something and moves no money. */
export function write(spec: Omit<PlanSpec<ReadService>, 'payout'> = {}): WritePlan {
	return {
		identity: {
			operation: 'bankAccount:create',
			destination: spec.destination ?? '0123456789',
			amountMinor: null,
			currency: null,
			quoteId: null,
		},
		shownAs: { action: '"Create bank account"' },
		names: spec.paysTo === undefined ? null : { payee: spec.paysTo, amount: spec.amount ?? null },
		settings: { timeoutMs: 60_000, alsoRefused: [], onUnknown: spec.onUnknown ?? 'stop' },
		hints: spec.hints ?? [],
		lookUp: async (service) => await found(spec, service),
	};
}

/** The rules of a key that has none. */
export const NO_RULES = readKeyRules({});
