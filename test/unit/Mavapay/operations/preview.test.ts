import { operations } from '../../../../nodes/Mavapay/operations';
import { bankGetAll } from '../../../../nodes/Mavapay/operations/bank/bank';
import { orderGet } from '../../../../nodes/Mavapay/operations/order/order';
import { orderGetAll } from '../../../../nodes/Mavapay/operations/order/order';
import { transactionGet } from '../../../../nodes/Mavapay/operations/transaction/transaction';
import { transactionGetAll } from '../../../../nodes/Mavapay/operations/transaction/transaction';
import { transactionWaitForSettlement } from '../../../../nodes/Mavapay/operations/transaction/waitForSettlement';
import { walletGetAll } from '../../../../nodes/Mavapay/operations/wallet/wallet';
import { webhookSet } from '../../../../nodes/Mavapay/operations/webhook/webhook';
import { differencesOf } from '../../../../nodes/core/service/schema';
import { type Preview, previewSchema, wholePreview } from '../../../../scripts/generate/previewSchema';
import { responseOf } from '../../../../scripts/generate/responses';

it("has the form of n8n's own previews", () => {
	expect(previewSchema(bankGetAll)).toStrictEqual({
		type: 'object',
		properties: { bankName: { type: 'string' }, nipBankCode: { type: 'string' } },
		version: 1,
	});
});

it('goes into lists and objects, and keeps what an operation adds', () => {
	expect(previewSchema(orderGet).properties?.quotes?.items?.properties?.expiry).toStrictEqual({ type: 'string' });
	expect(previewSchema(transactionWaitForSettlement).properties).toMatchObject({
		amount: { type: 'number' },
		createdAt: { type: 'string' },
		metadata: { type: 'object' },
		settlement: { type: 'string' },
	});
});

it('is simplified to ten members where an output has more; with the input of each item it goes out whole', () => {
	const sizeOf = ({ properties = {} }: Preview) => Object.keys(properties).length;
	const long = operations.filter((operation) => sizeOf(wholePreview(operation)) > 10);
	// Read File isn't simplified: a payment reads all of its columns.
	const named = long.flatMap(({ operation }) => (operation === 'readFile' ? [] : [operation]));
	const simplified = operations.filter((one) => one.simplified !== undefined);
	expect(simplified.map(({ operation }) => operation)).toEqual(named);
	expect(long.filter((one) => sizeOf(previewSchema(one)) > 10).map(({ operation }) => operation)).toEqual([
		'readFile',
		'reconcile',
	]);
});

it('shows what transactions and orders belong to, as the service documents it', () => {
	for (const operation of [transactionGet, transactionGetAll, transactionWaitForSettlement]) {
		const metadata = previewSchema(operation).properties?.metadata?.properties;
		expect(Object.keys(metadata ?? {})).toEqual(
			expect.arrayContaining(['merchantId', 'merchantName', 'order', 'reference']),
		);
		expect(metadata?.order?.properties?.quote?.properties?.totalAmount).toStrictEqual({ type: 'number' });
	}
	for (const operation of [orderGet, orderGetAll]) {
		expect(previewSchema(operation).properties).toMatchObject({
			quotes: { items: { properties: { totalAmountInSourceCurrency: { type: 'number' } } } },
			transactions: { items: { properties: { metadata: { properties: { bankAccountName: { type: 'string' } } } } } },
		});
	}
});

it('shows the ping that a registration answers with, as the service documents it', () => {
	expect(previewSchema(webhookSet).properties).toMatchObject({
		url: { type: 'string' },
		secret: { type: 'string' },
		event: {
			properties: {
				event: { type: 'string' },
				data: { properties: { message: { type: 'string' }, timestamp: { type: 'string' } } },
			},
		},
	});
});

it('refuses an operation that nobody described', () => {
	expect(() => previewSchema({ ...bankGetAll, operation: 'other' })).toThrow(/what bank:other outputs: .* outputOf /);
});

it('takes an answer that leaves members out, brings others or writes numbers as text, and no other', () => {
	const response = responseOf(walletGetAll);
	expect(differencesOf({ id: 'w-1', balance: 100 }, response)).toEqual([]);
	expect(differencesOf({ id: 'w-1', balance: '100.00', colour: 'red' }, response)).toEqual([]);
	expect(differencesOf({ id: 'w-1', balance: 'much', currency: 7 }, response)).toEqual(['currency', 'balance']);
});

it('holds nothing but types and members', () => {
	const keys = new Set<string>();
	const visit = (value: unknown, named: boolean): void => {
		if (typeof value !== 'object' || value === null) return;
		for (const [key, member] of Object.entries(value)) {
			if (!named) keys.add(key);
			visit(member, key === 'properties' && !named);
		}
	};
	for (const operation of operations) visit(previewSchema(operation), false);
	expect([...keys].sort()).toStrictEqual(['items', 'properties', 'type', 'version']);
});
