import * as z from 'zod/mini';

import type { Json, JsonObject } from '../domain/json';
import { wholeMinorOf, type Amount } from '../domain/money';
import { currencySums, shownCover } from '../domain/walletCover';
import { fits, maybeNumber } from '../service/schema';
import { dataObjects, type ReadService } from '../service/service';

const walletOfCurrency = z.looseObject({ currency: z.string(), balance: maybeNumber });

/**
 * Compares the wallets with the amounts needed, by currency, and the fees to expect. A balance that can't be read stops
 * nothing: a hint says so.
 */
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
		const { data } = await service.read({ method: 'GET', path: '/wallet' });
		const balances = new Map(dataObjects(data).flatMap(balanceOf));
		for (const [currency, minor] of needed) {
			const balance = balances.get(currency);
			if (balance === undefined)
				hints.push(`Mavapay shows no ${currency} wallet with a balance, so it wasn't compared.`);
			else wallets.set(currency, shownCover({ currency, balance, needed: minor, fees: feesOf.get(currency) ?? null }));
		}
	} catch (error) {
		const reason = error instanceof Error ? error.message : '';
		hints.push(`The balance of the wallet couldn't be read, so it wasn't compared. ${reason}`.trim());
	}
	return { wallets, hints };
}

function balanceOf(wallet: JsonObject): Array<readonly [currency: string, minor: bigint]> {
	if (!fits(wallet, walletOfCurrency)) return [];
	const minor = wholeMinorOf(wallet.balance);
	return minor === null ? [] : [[wallet.currency, minor]];
}
