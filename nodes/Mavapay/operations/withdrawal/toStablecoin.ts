import { checkAddress, checkNetwork } from '../../../core/domain/address';
import { addressDestination } from '../../../core/domain/destination';
import { withoutBlanks } from '../../../core/domain/json';
import { ceilMinor, formatMinor, parseAmount, parseSubMinorAmount } from '../../../core/domain/money';
import { problemIn, choice, text  } from '../../../core/operation/fields';
import type { ReadResult } from '../../../core/operation/field';
import { amountField, amountUnit } from '../../../core/operation/moneyFields';
import { payOperation } from '../../../core/operation/pay';
import { paidTransaction } from '../../../core/service/schemas/payout';
import { STABLECOINS, USDT_NETWORKS } from '../choices';
import { customerReference } from '../customerReference';
import { emitData } from '../emit';

/** POST /withdraw/stablecoin; docs/interface.md#withdraw-stablecoin. */
export const withdrawalToStablecoin = payOperation({
	resource: 'withdrawal',
	operation: 'toStablecoin',
	name: 'To Stablecoin',
	action: 'Withdraw to a stablecoin address',
	description: 'Send USDT from the stablecoin wallet to an address on a blockchain. It cannot be called back.',
	answer: paidTransaction,
	withoutReference: "By default 'Customer Reference'; one is needed.",
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
		amount: amountField({
			hint: 'In USDT cents: 2500 means 25.00 USDT',
			placeholder: 'e.g. 2500',
			major: { hint: 'In USDT: 25.50 means 25.50 USDT', placeholder: 'e.g. 25.50' },
		}),
		amountUnit,
		currency: choice({ label: 'Currency', default: 'USDT', choices: STABLECOINS }),
		customerReference,
	},
	draft(input) {
		const { network, address, currency, skipChecks } = input;
		const checked = checkAddress(network, address);
		const amount = readAmount(input, skipChecks);
		const problems = [
			...(skipChecks ? [] : [...problemIn('Network', checkNetwork(network)), ...problemIn('Address', checked)]),
			...(amount.ok ? [] : amount.problems),
		];
		if (!amount.ok || problems.length > 0) return { ok: false, problems };
		const money = { minor: ceilMinor(amount.value), currency };
		const body = withoutBlanks({
			amount: amount.value,
			network,
			currency,
			address,
			customerReference: input.customerReference,
		});
		const unknownNetwork = checked.ok && checked.value === 'unknownNetwork';
		return {
			ok: true,
			value: {
				amount: money,
				capsIn: { currency, unit: input.amountUnit },
				shownAs: { deed: 'the withdrawal', payee: ` to ${address} on ${network}` },
				destination: addressDestination(network, address),
				defaultReference: input.customerReference,
				hints: unknownNetwork ? [`The network "${network}" is not known here, so its addresses are not checked`] : [],
				prepare: async () => ({
					request: { method: 'POST', path: '/withdraw/stablecoin', body },
					amount: money,
					emit: emitData,
				}),
			},
		};
	},
});

/** USDT cents as text; a fraction of a cent only where checks are skipped. */
function readAmount(
	{ amount, amountUnit: unit, currency }: { amount: unknown; amountUnit: 'minor' | 'major'; currency: string },
	skipChecks: boolean,
): ReadResult<string> {
	const exact = parseAmount(amount, unit, currency);
	if (exact.ok) return { ok: true, value: formatMinor(exact.value) };
	const loose = skipChecks ? parseSubMinorAmount(amount, unit, currency) : exact;
	return loose.ok ? loose : { ok: false, problems: [{ field: 'Amount', reason: loose.reason }] };
}
