import * as z from 'zod/mini';

import type { Json, JsonObject } from '../domain/json';
import { type Amount, amountOf, currencySums, wholeMinorOf } from '../domain/money';
import type { SealedPayment } from './sealedPayment';
import { readTransaction } from '../domain/transaction';
import { fits, maybeNumber } from '../service/schema';
import { dataObjects, get, type ReadService } from '../service/service';

/** A wallet and the amounts to be paid from it, in minor units of its currency. */
export interface WalletCover {
	readonly currency: string;
	readonly balance: bigint;
	readonly needed: bigint;
	/** The expected fees; null if they are unknown. */
	readonly fees: bigint | null;
}

/** The amount that a wallet lacks for payments and fees together; 0 if it has enough. */
export function shortOf({ balance, needed, fees }: WalletCover): bigint {
	const missing = needed + (fees ?? 0n) - balance;
	return missing > 0n ? missing : 0n;
}

/** The output form of a `WalletCover`: minor units as text. */
export const shownCover = (cover: WalletCover): Json => ({
	currency: cover.currency,
	balance: String(cover.balance),
	needed: String(cover.needed),
	fees: cover.fees?.toString() ?? null,
	short: String(shortOf(cover)),
});

const walletOfCurrency = z.looseObject({ currency: z.string(), balance: maybeNumber });

/** Compares wallets with the amounts and fees needed, by currency. A balance that can't be read only gives a hint. */
export async function walletsFor(
	service: ReadService,
	costs: readonly Amount[],
	fees: readonly Amount[],
): Promise<{ wallets: ReadonlyMap<string, Json>; hints: string[] }> {
	const needed = currencySums(costs);
	const feesOf = currencySums(fees);
	const wallets = new Map<string, Json>();
	const hints: string[] = [];
	if (needed.size === 0) return { wallets, hints };
	try {
		const balances = await balancesOf(service);
		for (const [currency, minor] of needed) {
			const balance = balances.get(currency);
			if (balance === undefined) hints.push(`Mavapay doesn't show the ${currency} balance: check that it is enough.`);
			else wallets.set(currency, shownCover({ currency, balance, needed: minor, fees: feesOf.get(currency) ?? null }));
		}
	} catch (error) {
		const reason = error instanceof Error ? error.message : '';
		hints.push(`The wallet's balance couldn't be read: check that it is enough. ${reason}`.trim());
	}
	return { wallets, hints };
}

/** The balances of all wallets, by currency. Throws ItemStopped. */
async function balancesOf(service: ReadService): Promise<ReadonlyMap<string, bigint>> {
	const { data } = await service.read(get('/wallet'));
	return new Map(dataObjects(data).flatMap(balanceOf));
}

function balanceOf(wallet: JsonObject): Array<readonly [currency: string, minor: bigint]> {
	if (!fits(wallet, walletOfCurrency)) return [];
	const minor = wholeMinorOf(wallet.balance);
	return minor === null ? [] : [[wallet.currency, minor]];
}

/** The most transactions that Mavapay puts on a page; docs/reference/interface.md#limits. */
const MOST_SEEN = '100';

interface SeenFee {
	readonly minor: bigint;
	readonly fee: bigint;
}

/**
 * The fee that each withdrawal in naira will probably cost in addition to its amount
 * (docs/reference/interface.md#withdraw-to-bank). It is estimated from earlier withdrawals, since Mavapay names a fee
 * only afterwards. Other currencies are left out: it isn't documented that their fees are added, and fees in USDT depend
 * on the network, which Mavapay's list doesn't name. Empty if no fee is known, or the list can't be read.
 */
export async function expectedFees(
	service: ReadService,
	payments: readonly SealedPayment[],
): Promise<ReadonlyMap<SealedPayment, Amount>> {
	const inNaira = payments.flatMap((payment) => {
		const amount = amountOf(payment.price);
		const isWithdrawal = payment.sends.some(({ path }) => path === '/withdraw') && amount?.currency === 'NGN';
		return isWithdrawal ? [{ payment, minor: amount.minor }] : [];
	});
	const seen = inNaira.length === 0 ? [] : await feesSeen(service).catch(() => []);
	return new Map(
		inNaira.flatMap(({ payment, minor }) => {
			const fee = feeFor(minor, seen);
			return fee === null ? [] : [[payment, { minor: fee, currency: 'NGN' }] as const];
		}),
	);
}

async function feesSeen(service: ReadService): Promise<SeenFee[]> {
	const filters = { type: 'WITHDRAWAL', currency: 'NGN', page: '1', limit: MOST_SEEN };
	const { data } = await service.read(get('/transactions', filters));
	return dataObjects(data).flatMap(seenFee);
}

/** A withdrawal's amount and fee; empty for a quote's payout, which has other fees. */
function seenFee(transaction: JsonObject): SeenFee[] {
	const { type, status, currency, minor, fees: fee, orderId } = readTransaction(transaction);
	const isPaid = currency === 'NGN' && type === 'WITHDRAWAL' && status !== 'FAILED';
	return isPaid && minor !== null && fee !== null && fee >= 0n && orderId === null ? [{ minor, fee }] : [];
}

/** The fee seen for the next larger amount, since fees rise in steps, or else the largest fee seen; null if none. */
function feeFor(wanted: bigint, seen: readonly SeenFee[]): bigint | null {
	const rising = (one: bigint, other: bigint) => (one < other ? -1 : 1);
	const [next] = seen.flatMap(({ minor }) => (minor >= wanted ? [minor] : [])).sort(rising);
	const fees = seen.flatMap(({ minor, fee }) => (next === undefined || minor === next ? [fee] : []));
	return fees.sort(rising).at(-1) ?? null;
}
