import { checkAddress, checkNetwork } from '../../../core/payees/chainAddress';
import { withoutBlanks } from '../../../core/domain/json';
import { priceOf, USDT } from '../../../core/domain/money';
import { ok } from '../../../core/domain/result';
import { definePayment } from '../../../core/operation/define';
import { choice, problemIn, text } from '../../../core/operation/fields';
import { amount, amountUnitOf } from '../../../core/operation/payFields';
import { customerReference, USDT_NETWORKS } from '../choices';
import { post } from '../../../core/service/service';

/** POST /withdraw/stablecoin; docs/reference/interface.md#withdraw-stablecoin. */
export const withdrawalToStablecoin = definePayment('withdrawal', 'toStablecoin', {
	action: 'Withdraw to stablecoin address',
	description: "Send USDT from the stablecoin wallet to an address on a blockchain. This can't be reversed.",
	withoutReference: "Defaults to 'Customer Reference'.",
	fields: {
		network: choice('Network', {
			payeePart: 'address.network',
			description: 'The blockchain the address belongs to',
			default: 'trc20',
			choices: USDT_NETWORKS,
			// A network is passed on as written: `checkNetwork` refuses a wrong spelling, unless checks are skipped.
			anyCase: true,
		}),
		address: text('Address', {
			payeePart: 'address',
			description: 'The address to send USDT to. Its format and checksum are checked against the network.',
			placeholder: 'e.g. TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
		}),
		amount: amount(USDT),
		amountUnit: amountUnitOf(USDT),
		customerReference,
	},
	draft(input) {
		const { amount, network, address, skipChecks } = input;
		const checked = checkAddress(network, address);
		const problems = skipChecks
			? []
			: [...problemIn('Network', checkNetwork(network)), ...problemIn('Address', checked)];
		if (problems.length > 0) return { ok: false, problems };
		const body = withoutBlanks({
			amount: amount.minor.toString(),
			network,
			currency: amount.currency,
			address,
			customerReference: input.customerReference,
		});
		const request = post('/withdraw/stablecoin', body);
		const unknownNetwork = checked.ok && checked.value === 'unknownNetwork';
		return ok({
			price: priceOf(amount),
			limitsIn: amount,
			sends: [request],
			defaultReference: input.customerReference,
			hints: unknownNetwork ? [`The network "${network}" is not known here, so its addresses are not checked`] : [],
			looksUp: 'nothing',
			lookUp: async () => ({ request }),
		});
	},
});
