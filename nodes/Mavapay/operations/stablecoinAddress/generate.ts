import { checkNetwork } from '../../../core/domain/payees/chainAddress';
import { USDT } from '../../../core/domain/money';
import { defineWrite } from '../../../core/operation/define';
import { choice, oneLine, problemIn, text } from '../../../core/operation/fields';
import { dataObjects, post } from '../../../core/service/service';
import { USDT_NETWORKS } from '../choices';
import { SIMPLE_ADDRESS, withLimits } from './stablecoinAddress';

export const stablecoinAddressGenerate = defineWrite('stablecoinAddress', 'generate', {
	action: 'Generate stablecoin address',
	description:
		"Create a USDT deposit address that a customer can pay into. In the response, 'minAmount' and 'maxAmount' are whole USDT, not cents; 'limits' has both in cents and in USDT.",
	simplified: SIMPLE_ADDRESS,
	fields: {
		label: text('Label', {
			aiMayFill: true,
			description: "A name to tell addresses apart. Returned as 'reference'.",
			placeholder: 'e.g. customer-1042',
			...oneLine,
		}),
		network: choice('Network', { aiMayFill: true, default: 'trc20', choices: USDT_NETWORKS, anyCase: true }),
	},
	check: ({ network, skipChecks }) => (skipChecks ? [] : problemIn('Network', checkNetwork(network))),
	request: ({ label, network }) =>
		post('/collections/stablecoin/generate-address', { label, currency: USDT.code, network }),
	output: ({ data }) => dataObjects(data).map(withLimits),
});
