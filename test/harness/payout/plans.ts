import { readKeyRules } from '../../../nodes/core/payees/keyRules';
import type { JsonObject } from '../../../nodes/core/domain/json';
import type { Payee } from '../../../nodes/core/payees/allowedPayees';
import type { Amount, Price } from '../../../nodes/core/domain/money';
import type { LookedUp, LookUpService, PaymentPlan, PayoutSettings, WritePlan } from '../../../nodes/core/payout/plan';
import type { SealedPayment } from '../../../nodes/core/payout/sealedPayment';
import { dataObjects, type ReadService, type ServiceResponse } from '../../../nodes/core/service/service';

/** What a test can set in a plan. `S`: the service calls that its look-up can make. */
export interface PlanSpec<S = LookUpService> {
	/** The number of the bank account that is paid. */
	readonly destination?: string;
	/** The payee, in place of the bank account in `destination`. */
	readonly paysTo?: Payee;
	/** Whether the payment is compared with similar ones; false by default, as if the payee's amount wasn't known. */
	readonly isLike?: boolean;
	readonly amount?: Amount | null;
	readonly atMost?: Amount | null;
	/** Members to replace in the payment. */
	readonly sealed?: Partial<SealedPayment>;
	readonly payout?: Partial<PayoutSettings> & { readonly reference?: string; readonly allowRepeats?: boolean };
	readonly onUnknown?: 'stop' | 'continue';
	readonly body?: JsonObject;
	readonly lookUp?: (service: S) => Promise<Found>;
	readonly looksUp?: PaymentPlan['looksUp'];
	readonly output?: LookedUp['output'];
	readonly hints?: string[];
}

/** The result of a look-up, with the amount that it found; null if it found none. */
export type Found = Partial<LookedUp> & { readonly amount?: Amount | null };

export const NGN = (minor: bigint): Amount => ({ minor, currency: 'NGN' });

/** A payment as an operation makes it. By default it pays 1,000.00 NGN to an account under the reference INV-1. */
export function sealed(spec: PlanSpec = {}): SealedPayment {
	const amount = spec.amount === undefined ? NGN(100_000n) : spec.amount;
	const accountNumber = spec.destination ?? '0123456789';
	return {
		operation: 'withdrawal:toBankAccount',
		way: { is: 'withdrawal' },
		payee: spec.paysTo ?? { kind: 'account', bank: '000014', accountNumber },
		holder: null,
		expects: null,
		supplier: null,
		asked: amount,
		price: priceIn(spec, amount) ?? { is: 'quoted', atMost: spec.atMost ?? null },
		gets: spec.isLike === true ? amount : null,
		atLeast: null,
		reference: spec.payout?.reference ?? 'INV-1',
		allowsRepeats: spec.payout?.allowRepeats ?? false,
		sends: [
			{
				method: 'POST',
				path: '/made-up',
				body: { to: accountNumber, amount: String(amount?.minor), currency: amount?.currency },
			},
		],
		...spec.sealed,
	};
}

/** The plan of a payment, with its look-up and settings. */
export function plan(spec: PlanSpec = {}): PaymentPlan {
	const { reference: _reference, allowRepeats: _allowRepeats, ...payout } = spec.payout ?? {};
	return {
		sealed: sealed(spec),
		settings: {
			timeoutMs: 60_000,
			alsoRefused: [],
			onUnknown: spec.onUnknown ?? 'stop',
			payout: {
				referenceGiven: true,
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
				leftOut: null,
				...payout,
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

/** A look-up that fails with this error. */
export const throwing = (error: Error) => async () => await Promise.reject(error);

/** The plan of a payment whose reference is also its payee's account number. */
export function named(reference: string, payout: PlanSpec['payout'] = {}, more: PlanSpec = {}): PaymentPlan {
	return plan({ destination: reference, ...more, payout: { reference, ...payout } });
}

export const NAMES = ['A', 'B', 'C', 'D', 'E', 'F'];

/** The plans of payments with these references. */
export const all = (names: readonly string[], payout: PlanSpec['payout'] = {}, more: PlanSpec = {}) =>
	names.map((name) => named(name, payout, more));

/** The plan of a request that creates something and moves no money. */
export function write(spec: Omit<PlanSpec<ReadService>, 'payout'> = {}): WritePlan {
	return {
		identity: ['bankAccount:create', spec.destination ?? '0123456789'],
		shownAs: { action: '"Create bank account"' },
		names: spec.paysTo === undefined ? null : { payee: spec.paysTo, amount: spec.amount ?? null },
		settings: { timeoutMs: 60_000, alsoRefused: [], onUnknown: spec.onUnknown ?? 'stop' },
		hints: spec.hints ?? [],
		lookUp: async (service) => await found(spec, service),
	};
}

/** The rules of a key without any limits. */
export const NO_RULES = readKeyRules({});
