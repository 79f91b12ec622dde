import { checkAddress, checkNetwork } from '../../../core/domain/payees/chainAddress';
import { withoutBlanks } from '../../../core/domain/json';
import { formatMinor } from '../../../core/domain/money';
import { addressDestination } from '../../../core/domain/payees/paymentIdentity';
import { defineOperation } from '../../../core/operation/define';
import { choice, problemIn, text } from '../../../core/operation/fields';
import { amount, amountUnit } from '../../../core/operation/payFields';
import { currencyChoices, customerReference, outputData, USDT_NETWORKS } from '../shared';
import { paidTransaction } from './withdrawal';

const currency = choice({ label: 'Currency', default: 'USDT', choices: currencyChoices('stablecoin') });

/** POST /withdraw/stablecoin; docs/interface.md#withdraw-stablecoin. */
export const withdrawalToStablecoin = defineOperation({
	effect: 'pay',
	resource: 'withdrawal',
	operation: 'toStablecoin',
	name: 'To Stablecoin',
	action: 'Withdraw to a stablecoin address',
	description: "Send USDT from the stablecoin wallet to an address on a blockchain. This can't be reversed.",
	response: paidTransaction,
	withoutReference: "Defaults to 'Customer Reference'; one is required.",
	fields: {
		network: choice({
			label: 'Network',
			aiMayFill: true,
			description: 'The blockchain the address belongs to',
			default: 'trc20',
			choices: USDT_NETWORKS,
		}),
		address: text({
			label: 'Address',
			aiMayFill: true,
			description: 'Where the USDT goes. Its form and checksum are checked for the network.',
			placeholder: 'e.g. TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
		}),
		amount: amount({ use: 'stablecoin', currency: { parameter: 'currency', field: currency } }),
		amountUnit,
		currency,
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
			amount: formatMinor(amount.minor),
			network,
			currency: amount.currency,
			address,
			customerReference: input.customerReference,
		});
		const unknownNetwork = checked.ok && checked.value === 'unknownNetwork';
		return {
			ok: true,
			value: {
				amount,
				limitsIn: amount,
				shownAs: { deed: 'the withdrawal', payee: ` to ${address} on ${network}` },
				destination: addressDestination(network, address),
				payee: { kind: 'address', network, address },
				defaultReference: input.customerReference,
				hints: unknownNetwork ? [`The network "${network}" is not known here, so its addresses are not checked`] : [],
				prepare: async () => ({
					request: { method: 'POST', path: '/withdraw/stablecoin', body },
					amount,
					output: outputData,
				}),
			},
		};
	},
});
