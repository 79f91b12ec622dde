import * as z from 'zod/mini';

import { isBlank } from '../../../core/domain/json';
import { ok } from '../../../core/domain/result';
import { defineRead } from '../../../core/operation/define';
import type { Field } from '../../../core/operation/field';
import { choice, listFilters, locator, locatorValue } from '../../../core/operation/fields';
import { notFound } from '../../../core/service/failure';
import { oneOrMany } from '../../../core/service/schema';
import { dataObjects, get } from '../../../core/service/service';
import { currencyChoices } from '../choices';

export const walletId = locator('Wallet', {
	search: 'searchWallets',
	idPlaceholder: 'e.g. 4f2a6c1e-8d3b-4e7a-9c5f-2b1d0e3f4a5b',
});

export const ALL_WALLETS = 'all';

export const walletOrAll = locator('Wallet', {
	description: 'One wallet, or all wallets of the account',
	search: 'searchWalletsOrAll',
	idPlaceholder: 'e.g. all',
});

/** A wallet to filter by; blank for all. */
export const walletFilter: Field<string | undefined> = {
	...walletId,
	required: false,
	read: (raw) => (isBlank(locatorValue(raw)) ? ok(undefined) : walletId.read(raw)),
};

export const noWallet = (id: string) =>
	notFound(`The account has no wallet ${id}`, "Check 'Wallet' and the credential's deployment.");

const identified = oneOrMany(z.looseObject({ id: z.string() }));

/**
 * Picks the wallet from the response by its ID: older descriptions of the API don't have the parameter `walletId`
 * (docs/reference/interface.md#get-wallet), and if a parameter is unknown, Mavapay sends every wallet.
 */
export const walletGet = defineRead('wallet', 'get', {
	action: 'Get wallet',
	description: 'Get one wallet with its balance in minor units',
	fields: { walletId: { ...walletId, aiMayFill: true } },
	collect: async (input, service) => {
		const request = get('/wallet', { walletId: input.walletId });
		const { data } = await service.read(request, identified);
		const wanted = dataObjects(data).filter(({ id }) => id === input.walletId);
		if (wanted.length === 0) throw noWallet(input.walletId);
		return wanted;
	},
});

export const walletGetAll = defineRead('wallet', 'getAll', {
	action: 'Get many wallets',
	description: 'Get many wallets with their balances in minor units',
	fields: {
		filters: listFilters({
			currency: choice('Currency', {
				description: 'Only the wallet of this currency',
				default: 'NGN',
				choices: currencyChoices('wallet'),
			}),
		}),
	},
	request: ({ filters }) => get('/wallet', { currency: filters.currency }),
});
