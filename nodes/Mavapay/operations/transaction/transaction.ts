import { oneLine, strictChoice, text } from '../../../core/operation/fields';
import { maybe, maybeFlag, maybeNumber, maybeText, objectWith, someText } from '../../../core/service/schema';
import type { ServiceRequest } from '../../../core/service/service';

/** docs/interface.md#transaction */
const transactionMetadata = objectWith({
	id: maybeText,
	orderId: maybeText,
	bankCode: maybeText,
	bankAccountName: maybeText,
	bankAccountNumber: maybeText,
	customerInternalFee: maybeNumber,
	createdAt: maybeText,
	updatedAt: maybeText,
});

/** docs/interface.md#transaction */
export const transaction = objectWith({
	id: someText,
	walletId: maybeText,
	ref: maybeText,
	hash: maybeText,
	amount: maybeNumber,
	fees: maybeNumber,
	currency: maybeText,
	type: maybeText,
	status: maybeText,
	autopayout: maybeFlag,
	createdAt: maybeText,
	updatedAt: maybeText,
	metadata: maybe(transactionMetadata),
});

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
