/** What reconciliation reads of a listed transaction; docs/reference/interface.md#transaction-looked-up. */
import { bookedTransaction, byTime } from '../../../nodes/core/books/bookedTransaction';
import { partiesIn } from '../../../nodes/core/books/parties';

const listed = {
	id: 't-1',
	ref: 'r-1',
	hash: 'h-1',
	amount: '3750.00',
	fees: 25,
	currency: 'ngn',
	type: 'withdrawal',
	status: 'success',
	createdAt: '2026-02-03T10:00:00Z',
	metadata: {
		merchantName: 'Ada Obi',
		bankName: 'GTB',
		bankAccountNumber: '0123456789',
		reference: 'label of an address',
		order: { id: '43477-4306', settledQuoteId: 'q-1' },
	},
};

it('names it by all that is its own', () => {
	expect(bookedTransaction(listed, { value: 'INV-1', path: 'order.quotes[0].customerReference' })).toEqual({
		key: '["t-1","WITHDRAWAL"]',
		id: 't-1',
		type: 'WITHDRAWAL',
		orderId: '43477-4306',
		quoteId: 'q-1',
		references: ['t-1', 'h-1', 'r-1', '43477-4306', 'q-1', 'INV-1'],
		hasReference: true,
		payees: ['Ada Obi', '0123456789'],
		minor: 3750n,
		fees: 25n,
		currency: 'NGN',
		status: 'SUCCESS',
		createdMs: Date.parse('2026-02-03T10:00:00Z'),
	});
});

it('reads whoever was paid, wherever that stands', () => {
	const kes = {
		id: 't',
		kesTransactionMetadata: {
			identifierType: 'paytophone',
			identifiers: { phoneNumber: '+254790000000', accountName: 'Wanjiku', network: 'mpesa' },
		},
	};
	expect(bookedTransaction(kes, null).payees).toEqual(['+254790000000', 'Wanjiku']);
	const btc = { id: 't', btcUsdMetadata: { onChainAddress: 'bc1q', lnInvoice: '', lnAddress: null } };
	expect(bookedTransaction(btc, null).payees).toEqual(['bc1q']);
});

it('takes nobody for the payee who is named elsewhere, or nowhere', () => {
	const other = {
		id: 't',
		metadata: null,
		btcUsdMetadata: 'none',
		reversalOf: { accountName: 'Ada Obi', bankAccountNumber: '0123456789' },
	};
	expect(bookedTransaction(other, null).payees).toEqual([]);
});

it('takes nothing for an amount that is not exact, and nothing for what is not there', () => {
	expect(bookedTransaction({ amount: '1.5', fees: 0.1 }, null)).toEqual({
		key: '{"amount":"1.5","fees":0.1}',
		id: null,
		type: '',
		orderId: null,
		quoteId: null,
		references: [],
		hasReference: false,
		payees: [],
		minor: null,
		fees: null,
		currency: '',
		status: '',
		createdMs: null,
	});
});

it('does not take the payer of an order for the payee, looks four levels deep, and knows a number from a text', () => {
	const metadata = {
		order: { accountName: 'The payer' },
		a: { b: { c: { accountName: 'Ada', d: { accountName: 'Too deep' } } } },
		accountNumber: 123456789,
		phoneNumber: ' +254790000000 ',
	};
	expect(partiesIn({ metadata })).toEqual([
		{ member: 'accountName', value: 'Ada', wasNumber: false },
		{ member: 'accountNumber', value: '123456789', wasNumber: true },
		{ member: 'phoneNumber', value: '+254790000000', wasNumber: false },
	]);
});

it('sorts the oldest first, what has no time before all, and those of one time by what tells them apart', () => {
	const at = (id: string, createdAt?: string) =>
		bookedTransaction({ id, ...(createdAt === undefined ? {} : { createdAt }) }, null);
	const [b, a, early, timeless] = [
		at('b', '2026-02-03T10:00:00Z'),
		at('a', '2026-02-03T10:00:00Z'),
		at('c', '2026-02-03T09:00:00Z'),
		at('d'),
	];
	expect([b, a, early, timeless].sort(byTime)).toEqual([timeless, early, a, b]);
	expect([a, b].sort(byTime)).toEqual([a, b]);
	expect(byTime(a, a)).toBe(0);
});
