import { defineOperation } from '../../../core/operation/define';
import { wallet } from '../../../core/service/schemas/wallet';
import { dataObjects } from '../../../core/service/service';
import { notFound } from '../notFound';
import { walletId } from '../sharedFields';

/**
 * Older descriptions leave the parameter's name open (docs/interface.md#get-wallet), and a service that does
 * not know it answers with every wallet: so the answer is filtered here.
 */
export const walletGet = defineOperation({
	effect: 'read',
	resource: 'wallet',
	operation: 'get',
	name: 'Get',
	action: 'Get a wallet',
	description: 'Read one wallet with its balance in the lowest unit',
	answer: wallet,
	fields: { walletId: { ...walletId, aiMayFill: true } },
	request: (input) => ({ method: 'GET', path: '/wallet', query: { walletId: input.walletId } }),
	select: (data, input) => {
		const wanted = dataObjects(data).filter(({ id }) => id === input.walletId);
		if (wanted.length === 0) {
			throw notFound(`The account has no wallet ${input.walletId}`, "Check 'Wallet' and the credential's deployment.");
		}
		return wanted;
	},
});
