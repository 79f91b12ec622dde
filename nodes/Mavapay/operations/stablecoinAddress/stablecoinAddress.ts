import { type JsonObject, textOf } from '../../../core/domain/json';
import { USDT, amountOutput } from '../../../core/domain/money';
import { parseAmount } from '../../../core/domain/parseAmount';
import { checkNetwork } from '../../../core/payees/chainAddress';
import { defineRead, defineWrite } from '../../../core/operation/define';
import { choice, line, problemIn } from '../../../core/operation/fields';
import { dataObjects, get, post } from '../../../core/service/service';
import { USDT_NETWORKS } from '../choices';

const SIMPLE_ADDRESS = 'id, address, network, currency, reference, limits, minAmount, maxAmount, memo, createdAt';

/**
 * Adds `limits` to a deposit address: the least and the most that can be paid in, in both units. Unlike all other
 * amounts, `minAmount` and `maxAmount` are whole USDT (docs/reference/interface.md#stablecoin-addresses). A `maxAmount`
 * of 0 means no maximum, and `limits.maximum` is then null. If either amount can't be read, `limits` itself is null, so
 * that an unknown maximum doesn't look like no maximum.
 */
export function withLimits(address: JsonObject): JsonObject {
	const currency = typeof address.currency === 'string' ? address.currency : USDT.code;
	const minimum = wholeCoins(address.minAmount, currency);
	const maximum = wholeCoins(address.maxAmount, currency);
	if (minimum === null || maximum === null) return { ...address, limits: null };
	const limitOf = (minor: bigint) => amountOutput({ minor, currency });
	return { ...address, limits: { minimum: limitOf(minimum), maximum: maximum === 0n ? null : limitOf(maximum) } };
}

/** Converts an amount in the major unit to minor units; null if it isn't exact. */
function wholeCoins(value: unknown, currency: string): bigint | null {
	if (/^\s*0+(\.0+)?\s*$/.test(textOf(value) ?? '')) return 0n;
	const parsed = parseAmount(value, 'major', currency);
	return parsed.ok ? parsed.value : null;
}

export const stablecoinAddressGenerate = defineWrite('stablecoinAddress', 'generate', {
	action: 'Generate stablecoin address',
	description:
		"Create a USDT deposit address that a customer can pay into. In the response, 'minAmount' and 'maxAmount' are whole USDT, not cents; 'limits' has both in cents and in USDT.",
	simplified: SIMPLE_ADDRESS,
	fields: {
		label: line('Label', {
			aiMayFill: true,
			description: "A name to distinguish addresses. Returned as 'reference'.",
			placeholder: 'e.g. customer-1042',
		}),
		network: choice('Network', { aiMayFill: true, default: 'trc20', choices: USDT_NETWORKS, anyCase: true }),
	},
	check: ({ network, skipChecks }) => (skipChecks ? [] : problemIn('Network', checkNetwork(network))),
	request: ({ label, network }) =>
		post('/collections/stablecoin/generate-address', { label, currency: USDT.code, network }),
	output: ({ data }) => dataObjects(data).map(withLimits),
});

export const stablecoinAddressGetAll = defineRead('stablecoinAddress', 'getAll', {
	action: 'Get many stablecoin addresses',
	description:
		"List many USDT deposit addresses. 'minAmount' and 'maxAmount' are whole USDT, not cents, and a maximum of 0 means no maximum; 'limits' has both in cents and in USDT.",
	simplified: SIMPLE_ADDRESS,
	fields: {},
	request: () => get('/collections/stablecoin/addresses', { currency: USDT.code }),
	select: (data) => dataObjects(data).map(withLimits),
});
