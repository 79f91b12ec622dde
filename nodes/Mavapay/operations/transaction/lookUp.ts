import { oneLine, strictChoice, text  } from '../../../core/operation/fields';
import type { ServiceRequest } from '../../../core/service/service';

/** What a transaction is found by; docs/interface.md#look-up-transactions. */
export const lookUpFields = {
	lookUpBy: strictChoice({
		label: 'Look Up By',
		aiMayFill: true,
		default: 'id',
		choices: [
			{ name: 'Hash', value: 'hash', description: "The quote's hash: a payment hash for Lightning" },
			{ name: 'Order ID', value: 'orderId' },
			{ name: 'Transaction ID', value: 'id' },
		],
	}),
	value: text({
		label: 'Value',
		aiMayFill: true,
		description: 'What to look for',
		placeholder: 'e.g. 43477-4306',
		...oneLine,
	}),
};

/** GET /transaction by one of its three parameters. */
export function lookUpRequest(input: { lookUpBy: string; value: string }): ServiceRequest {
	return { method: 'GET', path: '/transaction', query: { [input.lookUpBy]: input.value } };
}
