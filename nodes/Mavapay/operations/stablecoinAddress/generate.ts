import { bindOperation } from '../../../core/operation/bind';
import { oneLine } from '../../../core/operation/checks';
import { choice, text } from '../../../core/operation/fields';
import { stablecoinAddress } from '../../../core/service/schemas/stablecoinAddress';
import { NETWORKS, STABLECOINS } from '../choices';

export const stablecoinAddressGenerate = bindOperation({
	resource: 'stablecoinAddress',
	operation: 'generate',
	name: 'Generate',
	action: 'Generate a stablecoin address',
	description: 'Create a USDT deposit address that a customer can pay into',
	answer: stablecoinAddress,
	fields: {
		label: text({
			label: 'Label',
			description: "Tells several addresses of one network apart; comes back as 'reference'",
			placeholder: 'e.g. customer-1042',
			...oneLine,
		}),
		network: choice({ label: 'Network', default: 'trc20', choices: NETWORKS }),
		currency: choice({ label: 'Currency', default: 'USDT', choices: STABLECOINS }),
	},
	request: ({ label, network, currency }) => ({
		ok: true,
		value: {
			method: 'POST',
			path: '/collections/stablecoin/generate-address',
			body: { label, currency, network },
		},
	}),
});
