import type { JsonObject } from '../domain/json';
import { readTransaction } from '../domain/transaction';
import { amountOf, type Amount, type PaymentPlan } from '../operation/operation';
import { dataObjects, get, type ReadService } from '../service/service';

/** As many transactions as one page has at most; docs/reference/interface.md#limits. */
const MOST_SEEN = '100';

interface SeenFee {
	readonly minor: bigint;
	readonly fee: bigint;
}

/**
 * The fee that each withdrawal in naira will probably take besides its amount
 * (docs/reference/interface.md#withdraw-to-bank), as earlier ones took it; Mavapay tells it only once it is made. Of
 * other currencies it isn't documented that the fee is taken besides, and a list of USDT doesn't name the network, by
 * which fees differ. Empty where none is known: what can't be read stops nothing.
 */
export async function expectedFees(
	service: ReadService,
	plans: readonly PaymentPlan[],
): Promise<ReadonlyMap<PaymentPlan, Amount>> {
	const inNaira = plans.flatMap((plan) => {
		const amount = amountOf(plan.price);
		const isWithdrawal = plan.sends.some(({ path }) => path === '/withdraw') && amount?.currency === 'NGN';
		return isWithdrawal ? [{ plan, minor: amount.minor }] : [];
	});
	const seen = inNaira.length === 0 ? [] : await feesSeen(service).catch(() => []);
	return new Map(
		inNaira.flatMap(({ plan, minor }) => {
			const fee = feeFor(minor, seen);
			return fee === null ? [] : [[plan, { minor: fee, currency: 'NGN' }] as const];
		}),
	);
}

async function feesSeen(service: ReadService): Promise<SeenFee[]> {
	const filters = { type: 'WITHDRAWAL', currency: 'NGN', page: '1', limit: MOST_SEEN };
	const { data } = await service.read(get('/transactions', filters));
	return dataObjects(data).flatMap(seenFee);
}

/** A withdrawal's amount and fee; none of a quote that was paid out, whose fee is another. */
function seenFee(transaction: JsonObject): SeenFee[] {
	const { type, status, currency, minor, fees: fee, orderId } = readTransaction(transaction);
	const isPaid = currency === 'NGN' && type === 'WITHDRAWAL' && status !== 'FAILED';
	return isPaid && minor !== null && fee !== null && fee >= 0n && orderId === null ? [{ minor, fee }] : [];
}

/** Fees rise with the amount, by steps: the fee of the next larger amount, else the largest. Null where none was seen. */
function feeFor(wanted: bigint, seen: readonly SeenFee[]): bigint | null {
	const next = extreme(
		seen.flatMap(({ minor }) => (minor >= wanted ? [minor] : [])),
		(one, other) => one < other,
	);
	return extreme(
		seen.flatMap(({ minor, fee }) => (next === null || minor === next ? [fee] : [])),
		(one, other) => one > other,
	);
}

function extreme(numbers: readonly bigint[], isBefore: (one: bigint, other: bigint) => boolean): bigint | null {
	return numbers.reduce<bigint | null>((found, one) => (found === null || isBefore(one, found) ? one : found), null);
}
