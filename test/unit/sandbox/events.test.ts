/** Every event the sandbox sends is described, and every event that is described can be had from it. */
import { DEMO_ADDRESSES, type EventRequest } from '../../../sandbox/index';
import { eventOf, events, problemsOfEvent } from '../../../interface/index';
import { bankWithdrawal, paymentLink, payoutQuote, swapQuote } from '../../harness/sandboxBodies';
import { at, call, described, listAt, textAt } from '../../harness/sandboxClient';
import { sandbox } from '../../harness/startedSandbox';

beforeEach(() => {
	// Elsewhere: nothing is sent, and all of it is noted.
	sandbox.setWebhook({ url: 'https://hooks.example/a', secret: 's' });
});

const post = async (path: string, body?: unknown) => await described(sandbox, 'POST', path, { body });

/** The bodies of all events so far, once everything has settled. */
async function told(): Promise<unknown[]> {
	await sandbox.deliveries.idle();
	sandbox.clock.advance(5_000);
	await sandbox.deliveries.idle();
	return sandbox.deliveries.list.map(({ body }): unknown => JSON.parse(body));
}

const inShort = (event: unknown) =>
	`${at(event, 'event')} ${at(event, 'data.transaction.currency') ?? at(event, 'data.currency')} ${at(event, 'data.transaction.status') ?? at(event, 'data.status')}`;

async function payOut(targetCurrency: string, beneficiary: object, more: object = {}): Promise<void> {
	const source = targetCurrency === 'BTCSAT' ? 'NGNKOBO' : 'BTCSAT';
	const method = source === 'BTCSAT' ? 'LIGHTNING' : 'BANKTRANSFER';
	const body = {
		...payoutQuote,
		sourceCurrency: source,
		targetCurrency,
		paymentMethod: method,
		paymentCurrency: targetCurrency,
		beneficiary,
		...more,
	};
	const quote = (await post('/quote', body)).body;
	const amount = at(quote, 'data.totalAmountInSourceCurrency');
	await post('/simulation/pay-in', {
		currency: method === 'LIGHTNING' ? 'BTC' : 'NGN',
		quoteId: textAt(quote, 'data.id'),
		amount,
	});
}

async function payLink(link: object): Promise<void> {
	const id = textAt((await post('/paymentlink', link)).body, 'data.paymentRef');
	await described(sandbox, 'GET', `/paymentlink/details?id=${id}&paymentMethod=BANKTRANSFER`);
	const orders = await described(sandbox, 'GET', `/paymentlink/orders?id=${id}`);
	await post('/simulation/pay-in', {
		currency: 'NGN',
		orderId: textAt(orders.body, 'data.orders.0.orderId'),
		amount: 5_000_000,
	});
}

const stablecoin = {
	amount: '250',
	network: 'polygon',
	currency: 'USDT',
	address: DEMO_ADDRESSES.polygon,
	customerReference: 'inv-9',
};
const phone = (network: string) => ({
	identifierType: 'paytophone',
	identifiers: { phoneNumber: '+254790000000', network, accountName: 'Ada' },
});
const till = { identifierType: 'paytotill', identifiers: { tillNumber: '000000' }, accountName: 'Ada' };
const mtn = { identifierType: 'MTN', identifiers: { phoneNumber: '+233241234567', accountName: 'Ama' } };
const rand = { name: 'Thandi Nkosi', bankName: 'Capitec Bank', bankAccountNumber: '1352900000' };
const onChain = { onChainAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' };

async function failing(path: string, body: object): Promise<void> {
	sandbox.configure({ payoutResult: 'failed' });
	await post(path, body);
}

/** What is done, and the events that it tells: `payment.` goes without saying. */
const FLOWS: Readonly<Record<string, [() => Promise<unknown>, string]>> = {
	'a bank withdrawal': [() => post('/withdraw', bankWithdrawal), 'sent NGN PENDING, sent NGN SUCCESS'],
	'a payout to a bank': [
		() => payOut('NGNKOBO', bankWithdrawal.beneficiary),
		'received NGN SUCCESS, sent NGN PENDING, sent NGN SUCCESS',
	],
	'a payout to M-Pesa': [() => payOut('KESCENT', phone('mpesa')), 'received KES SUCCESS, sent KES SUCCESS'],
	'a payout to a till': [() => payOut('KESCENT', till), 'received KES SUCCESS, sent KES SUCCESS'],
	'a payout to MTN': [() => payOut('GHSPESEWA', mtn), 'received GHS SUCCESS, sent GHS SUCCESS'],
	'a payout in rand': [() => payOut('ZARCENT', rand), 'received ZAR SUCCESS, sent ZAR PENDING, sent ZAR SUCCESS'],
	'bitcoin to a Lightning address': [
		() => payOut('BTCSAT', { lnAddress: 'ada@wallet.example' }),
		'received BTC SUCCESS, sent BTC SUCCESS',
	],
	'bitcoin on chain': [() => payOut('BTCSAT', onChain, { speed: 'fast' }), 'received BTC SUCCESS, sent BTC SUCCESS'],
	'an invoice': [
		() => post('/withdraw/btc', { invoice: sandbox.makeInvoice({ amountMsat: 1_000 }).invoice }),
		'sent BTC SUCCESS',
	],
	USDT: [() => post('/withdraw/stablecoin', stablecoin), 'sent USDT PENDING, sent USDT SUCCESS'],
	'USDT that fails': [() => failing('/withdraw/stablecoin', stablecoin), 'sent USDT PENDING, sent USDT FAILED'],
	'a payout that fails': [() => failing('/withdraw', bankWithdrawal), 'sent NGN PENDING, sent NGN FAILED'],
	'USDT deposits, one too small': [
		async () => {
			await post('/collections/stablecoin/generate-address', { label: 'till 4', currency: 'USDT', network: 'trc20' });
			sandbox.deposit({ to: 'till 4', amount: 100n });
			sandbox.deposit({ to: 'till 4', amount: 99n });
		},
		'received USDT SUCCESS, received USDT FAILED',
	],
	'a payment link to Lightning': [
		() => payLink(paymentLink),
		'received NGN SUCCESS, sent BTC SUCCESS, payment_link.settled BTC SUCCESS',
	],
	'a payment link to a bank': [
		() => payLink({ ...paymentLink, settlementCurrency: 'NGN', beneficiary: bankWithdrawal.beneficiary }),
		'received NGN SUCCESS, sent NGN PENDING, sent NGN SUCCESS, payment_link.settled NGN SUCCESS',
	],
	'a payment link in rand': [
		() => payLink({ ...paymentLink, settlementCurrency: 'ZAR', beneficiary: rand, callbackUrl: undefined }),
		'received NGN SUCCESS, sent ZAR PENDING, sent ZAR SUCCESS, payment_link.settled ZAR SUCCESS',
	],
};

test.each(Object.entries(FLOWS))('%s tells what is described', async (_name, [flow, expected]) => {
	await flow();
	const bodies = await told();
	expect(bodies.flatMap(problemsOfEvent)).toEqual([]);
	expect(bodies.map(inShort).join(', ').replaceAll('payment.', '')).toBe(expected);
});

test('these are all events there are', async () => {
	const seen = new Set<unknown>();
	for (const [flow] of Object.values(FLOWS)) {
		sandbox.reset();
		sandbox.setWebhook({ url: 'https://hooks.example/a', secret: 's' });
		await flow();
		for (const body of await told()) seen.add(eventOf(body));
	}
	const missing = events.filter((row) => !seen.has(row)).map(({ event }) => event);
	expect(missing).toEqual(['ping']);
});

const MONEY = ['NGN', 'KES', 'BTC', 'USDT', 'ZAR', 'GHS'] as const;
const STATUSES = ['SUCCESS', 'PENDING', 'FAILED'] as const;
const MADE_UP: EventRequest[] = [
	...(['payment.received', 'payment.sent'] as const).flatMap((event) =>
		MONEY.flatMap((currency) => STATUSES.map((status): EventRequest => ({ event, currency, status }))),
	),
	...(['NGN', 'BTC', 'ZAR'] as const).map((currency): EventRequest => ({ event: 'payment_link.settled', currency })),
	{ event: 'ping' },
];

test('events made up on demand have the same shapes', async () => {
	for (const request of MADE_UP) {
		const { body } = await sandbox.deliverEvent({ customerReference: 'INV-1', ...request });
		expect(problemsOfEvent(JSON.parse(body))).toEqual([]);
	}
});

describe('events that belong together', () => {
	test('a USDT withdrawal tells PENDING without a hash and SUCCESS with one, under one id', async () => {
		const reply = await post('/withdraw/stablecoin', stablecoin);
		const id = textAt(reply.body, 'data.id');
		expect(await told()).toMatchObject([
			{
				data: {
					id,
					status: 'PENDING',
					hash: null,
					stablecoinTransactionMetadata: {
						customerReference: 'inv-9',
						network: 'polygon',
						address: DEMO_ADDRESSES.polygon,
					},
				},
			},
			{
				data: {
					id,
					status: 'SUCCESS',
					hash: expect.stringMatching(/^[0-9a-f]{64}$/),
					stablecoinTransactionMetadata: { customerReference: 'inv-9' },
				},
			},
		]);
	});

	test('USDT deposits are told apart by the address alone: their reference is no label', async () => {
		for (const label of ['till 4', 'till 5']) {
			const body = { label, currency: 'USDT', network: 'trc20' };
			const { address } = Object(at((await post('/collections/stablecoin/generate-address', body)).body, 'data'));
			sandbox.deposit({ to: label, amount: 100n });
			const event = (await told()).at(-1);
			expect(at(event, 'data.stablecoinTransactionMetadata.address')).toBe(address);
			expect(at(event, 'data.stablecoinTransactionMetadata.reference')).toBe(at(event, 'data.ref'));
		}
	});

	test('between the two lies the time that a payout takes on the sandbox clock', async () => {
		sandbox.configure({ settleAfterMs: 87 });
		await post('/withdraw/stablecoin', stablecoin);
		sandbox.clock.advance(86);
		expect(sandbox.deliveries.list).toHaveLength(1);
		sandbox.clock.advance(1);
		expect(sandbox.deliveries.list).toHaveLength(2);
		const [first, second] = sandbox.deliveries.list.map(({ body }) =>
			Date.parse(textAt(JSON.parse(body), 'data.updatedAt')),
		);
		expect((second ?? 0) - (first ?? 0)).toBe(87);
	});

	test.each([
		['own', false],
		['shared', true],
	] as const)('received and sent of one order, ids %s', async (eventIds, same) => {
		sandbox.configure({ eventIds });
		await payOut('NGNKOBO', bankWithdrawal.beneficiary);
		const [received, sent] = await told();
		expect(at(received, 'data.id') === at(sent, 'data.id')).toBe(same);
		for (const path of ['data.hash', 'data.currency', 'data.transactionMetadata.orderId']) {
			expect([path, at(received, path)]).toEqual([path, at(sent, path)]);
		}
		expect([at(received, 'data.type'), at(sent, 'data.type')]).toEqual(['DEPOSIT', 'WITHDRAWAL']);
	});

	test('a settled link carries its withdrawal inside, and nothing of it outside', async () => {
		await payLink(paymentLink);
		const [, sent, settled] = await told();
		const { transaction, ...outside } = Object(at(settled, 'data'));
		expect(transaction).toEqual(at(sent, 'data'));
		expect(outside).toEqual({
			paymentRef: expect.any(String),
			paymentLink: expect.stringContaining('https://'),
			callbackUrl: 'https://shop.example/paid',
			settlementCurrency: 'BTC',
			paymentCurrency: 'NGN',
			paymentMethod: 'BANKTRANSFER',
		});
		expect(transaction).toMatchObject({
			type: 'WITHDRAWAL',
			currency: 'BTC',
			btcUsdMetadata: { lnAddress: 'ada@wallet.example' },
		});
	});

	test('a swap between wallets tells what went out and what came in', async () => {
		const quote = (await post('/quote', swapQuote)).body;
		await post(`/wallet/payout/${textAt(quote, 'data.id')}/accept`, { sourceWallet: 'NGN' });
		const bodies = await told();
		expect(bodies.flatMap(problemsOfEvent)).toEqual([]);
		expect(bodies.map(inShort).sort()).toEqual(['payment.received BTC SUCCESS', 'payment.sent NGN SUCCESS']);
	});
});

test('the shapes hold under the older name of the reference where it replaces the new one', async () => {
	sandbox.configure({ referenceName: 'externalRef' });
	const { body } = await sandbox.deliverEvent({ currency: 'BTC', customerReference: 'r-7' });
	expect(at(JSON.parse(body), 'data.btcUsdMetadata.externalRef')).toBe('r-7');
	expect(problemsOfEvent(JSON.parse(body))).not.toEqual([]);
	expect(listAt((await call(sandbox, 'GET', '/transactions')).body, 'data')).toHaveLength(1);
});
