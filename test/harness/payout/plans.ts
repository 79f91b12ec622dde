import type { JsonObject } from '../../../nodes/core/domain/json';
import type {
	Amount,
	WritePlan,
	PayoutSettings,
	Prepared,
	PreflightService,
} from '../../../nodes/core/operation/operation';
import { dataObjects } from '../../../nodes/core/service/service';

export interface PlanSpec {
	readonly destination?: string;
	readonly payee?: string;
	readonly sends?: WritePlan['sends'];
	readonly amount?: Amount | null;
	readonly atMost?: Amount | null;
	readonly payout?: Partial<PayoutSettings> | null;
	readonly onUnknown?: 'stop' | 'continue';
	readonly body?: JsonObject;
	readonly prepare?: (service: PreflightService) => Promise<Partial<Prepared>>;
	readonly preparesByReading?: boolean;
	readonly output?: Prepared['output'];
	readonly hints?: string[];
}

export const NGN = (minor: bigint): Amount => ({ minor, currency: 'NGN' });

/** A plan as an operation would make it: 1,000.00 NGN to an account, under the reference INV-1. */
export function plan(spec: PlanSpec = {}): WritePlan {
	const amount = spec.amount === undefined ? NGN(100_000n) : spec.amount;
	const payout: PayoutSettings | null =
		spec.payout === null
			? null
			: {
					reference: 'INV-1',
					referenceGiven: true,
					alsoOpenUnder: [],
					alreadyRecorded: 'stop',
					maximumAmount: null,
					maximumTotal: null,
					payoutsInParallel: 1,
					validateOnly: false,
					payeeProblem: null,
					perDay: null,
					approvalDigest: null,
					...spec.payout,
				};
	return {
		identity: {
			operation: payout === null ? 'bankAccount:create' : 'withdrawal:toBankAccount',
			destination: spec.destination ?? '0123456789',
			amountMinor: amount === null ? null : String(amount.minor),
			currency: amount?.currency ?? null,
			quoteId: null,
		},
		payee: spec.payee ?? null,
		sends: spec.sends ?? [],
		shownAs:
			payout === null
				? { deed: '"Create a bank account"', payee: '' }
				: { deed: 'the withdrawal', payee: ` to account ${spec.destination ?? '0123456789'}` },
		amount,
		atMost: spec.atMost === undefined ? amount : spec.atMost,
		settings: { timeoutMs: 60_000, alsoRefused: [], onUnknown: spec.onUnknown ?? 'stop', payout },
		hints: spec.hints ?? [],
		preparesByReading: spec.preparesByReading ?? false,
		prepare: async (service) => ({
			request: { method: 'POST', path: '/withdraw', body: spec.body ?? { to: spec.destination ?? '0123456789' } },
			amount: null,
			output: spec.output ?? ((response) => dataObjects(response.data)),
			...(await spec.prepare?.(service)),
		}),
	};
}

/** A payment whose reference is also its payee's account. */
export function named(reference: string, payout: Partial<PayoutSettings> = {}, more: PlanSpec = {}): WritePlan {
	return plan({ destination: reference, ...more, payout: { reference, ...payout } });
}

/** A request that creates something and moves no money. */
export function write(more: PlanSpec = {}): WritePlan {
	return plan({ amount: null, ...more, payout: null });
}
