import * as z from 'zod/mini';

import { defineRead } from '../../../core/operation/define';
import { oneOrMany } from '../../../core/service/schema';
import { dataObjects, get } from '../../../core/service/service';
import { noWallet, walletId } from './wallet';

const identified = oneOrMany(z.looseObject({ id: z.string() }));

/**
 * Filters the response here: older descriptions leave the parameter's name open
 * (docs/reference/interface.md#get-wallet), and where Mavapay doesn't know it, it answers with every wallet.
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
