/**
 * Holds every endpoint, field and value of the interface document against the sandbox, so that
 * nothing of the document is missing from it. The lists below are the document's, section by section.
 */
import { DEMO_ADDRESSES, startSandbox, type Sandbox } from '../../../sandbox/index';
import { at, bankWithdrawal, call, listAt, paymentLink, payoutQuote, swapQuote, textAt } from './client';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => {
	await sandbox.close();
});
beforeEach(() => {
	sandbox.reset();
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const isUuid = expect.stringMatching(uuid);
const isDate = expect.stringMatching(dateTime);
const isText = expect.any(String);
const isNumber = expect.any(Number);
const isBoolean = expect.any(Boolean);

const metadata = {
	id: isUuid, orderId: isText, bankCode: isText, bankAccountName: isText, bankAccountNumber: isText,
	customerInternalFee: isNumber, createdAt: isDate, updatedAt: isDate,
};
const transaction = {
	id: isUuid, walletId: isUuid, ref: isText, hash: isText, amount: isNumber, fees: isNumber,
	currency: isText, type: isText, status: isText, autopayout: isBoolean, createdAt: isDate,
	updatedAt: isDate, metadata: expect.objectContaining(metadata),
};
const quote = {
	id: isUuid, exchangeRate: isNumber, usdToTargetCurrencyRate: isNumber, sourceCurrency: isText,
	targetCurrency: isText, transactionFeesInSourceCurrency: isNumber,
	transactionFeesInTargetCurrency: isNumber, amountInSourceCurrency: isNumber,
	amountInTargetCurrency: isNumber, paymentMethod: isText, expiry: isDate, isValid: isBoolean,
	invoice: isText, hash: isText, customerReference: isText, totalAmountInSourceCurrency: isNumber,
	customerInternalFee: isNumber, bankName: isText, ngnBankAccountNumber: isText,
	ngnAccountName: isText, ngnBankCode: isText, estimatedRoutingFee: isNumber, orderId: isText,
};
const order = {
	orderId: expect.stringMatching(/^\d{5}-\d{4}$/), quoteId: isUuid, status: 'PAID', currency: isText,
	paymentMethod: isText, isValid: isBoolean, amount: expect.stringMatching(/^\d+\.\d{2}$/),
	createdAt: isDate, updatedAt: isDate,
	quotes: [{ ...quote, createdAt: isDate, updatedAt: isDate }],
	transactions: expect.arrayContaining([transaction]),
};
const bankAccount = {
	bankName: isText, bankCode: isText, bankAccountNumber: isText, bankAccountName: isText,
	currency: 'NGN', walletId: isUuid,
};
const address = {
	id: isUuid, address: isText, currency: 'USDT', network: isText, memo: null, reference: 'till 4',
	minAmount: isText, maxAmount: isText, walletId: isUuid, createdAt: isDate, updatedAt: isDate,
};
const user = {
	id: isUuid, name: isText, email: isText, phone: isText, businessName: isText, emailVerified: isBoolean,
	kycInfo: { address: isText, phone: isText, nationality: isText, businessName: isText, status: 'PENDING' },
	account: {
		id: isUuid, type: 'INDIVIDUAL', status: 'ACTIVE',
		walletDetails: {
			id: isUuid, currency: isText, balance: isText, bankAccount,
			transactions: expect.arrayContaining([transaction]),
		},
		ownerId: isUuid, apiKey: isText, totalSatsExchanged: isNumber,
		webhook: { id: isUuid, url: isText, secret: isText, isActive: isBoolean },
		settings: {
			id: isUuid, autopayout: isBoolean, language: 'EN',
			notification: { email: isBoolean, sms: isBoolean },
		},
	},
};
const linkDetails = {
	id: isUuid, name: isText, description: isText, callbackUrl: isText, settlementCurrency: 'BTC',
	paymentLinkOrderId: isUuid, paymentMethods: ['BANKTRANSFER', 'LIGHTNING'],
	account: { name: isText, logo: isText },
	BANKTRANSFER: {
		ngnAccountName: isText, ngnBankName: isText, ngnBankAccountNumber: isText, amount: isNumber,
		expiresAt: isDate, targetAmount: isNumber,
	},
	LIGHTNING: { invoice: isText, amount: isNumber, expiresAt: isDate, targetAmount: isNumber },
};
const ticker = {
	ask: isNumber, bid: isNumber, timestamp: isNumber,
	meta: {
		pair: 'USDNGN', payoutMethods: expect.any(Array), collectionMethods: expect.any(Array),
		unitPricePerUsd: expect.any(Object), unitPricePerSat: expect.any(Object), fees: expect.any(Object),
	},
};
const enquiry = {
	accountName: isText, accountNumber: isText, kycLevel: isText, nameInquiryReference: isText,
	channelCode: isText,
};

async function newQuote(body: object = swapQuote): Promise<string> {
	return textAt((await call(sandbox, 'POST', '/quote', { body })).body, 'data.id');
}

async function newLink(): Promise<string> {
	return textAt((await call(sandbox, 'POST', '/paymentlink', { body: paymentLink })).body, 'data.paymentRef');
}

const walletId = () => sandbox.wallets.of('NGN').id;
const invoice = () => sandbox.makeInvoice({ amountMsat: 1_000_000 }).invoice;
const stablecoin = { amount: '100', network: 'trc20', currency: 'USDT', address: DEMO_ADDRESSES.trc20 };
const registration = { ...bankWithdrawal.beneficiary, currency: 'NGN' };

/** Each endpoint of sections 4.1 to 4.15: what to send, and the whole body that must come back. */
const ENDPOINTS: [string, string, string, () => unknown, object][] = [
	['4.1', 'POST', '/withdraw/stablecoin', () => stablecoin, { status: 'ok', data: transaction }],
	['4.2', 'POST', '/withdraw/btc', () => ({ invoice: invoice(), memo: 'rent' }), { status: 'ok', data: transaction }],
	['4.3', 'POST', '/withdraw', () => bankWithdrawal, { status: 'ok', data: transaction }],
	['4.4', 'POST', '/bankaccount', () => ({ ...registration, walletId: walletId() }), { status: 'ok', data: bankAccount }],
	['4.7', 'POST', '/quote', () => swapQuote, { status: 'ok', data: quote }],
	['4.8', 'POST', '/collections/stablecoin/generate-address', () => ({ label: 'till 4', currency: 'USDT', network: 'trc20' }), { status: 'ok', message: isText, data: address }],
	['4.9', 'GET', '/bank/name-enquiry?accountNumber=0123456789&bankCode=000013', () => undefined, { status: 'ok', message: isText, data: enquiry }],
	['4.10', 'POST', '/quote/validate-kes-identifier', () => ({ identifier: '247247', identifierType: 'PayBill' }), { status: 'ok', data: { organization_name: isText } }],
	['4.14', 'GET', '/price/ticker?pair=usdngn', () => undefined, { status: 'ok', data: ticker }],
	['4.15', 'GET', '/bank/bankcode?country=NG', () => undefined, { status: 'ok', message: isText, data: expect.arrayContaining([{ bankName: 'Access Bank', nipBankCode: '000014' }]) }],
];

test.each(ENDPOINTS)('section %s: %s %s answers as documented', async (_section, method, path, body, expected) => {
	const reply = await call(sandbox, method, path, { body: body() });
	expect(reply.body).toEqual(expected);
	expect(reply.status).toBe(200);
});

test('section 4.5: accepting a quote answers with a message and no data', async () => {
	const id = await newQuote();
	const reply = await call(sandbox, 'POST', `/wallet/payout/${id}/accept`, { body: { sourceWallet: 'NGN' } });
	expect(reply.body).toEqual({ status: 'ok', message: expect.stringContaining('being processed') });
});

test('section 4.6: the profile has every field of section 2.8', async () => {
	await call(sandbox, 'PUT', '/webhook', { body: { url: 'https://hooks.example/a', secret: 's' } });
	await call(sandbox, 'POST', '/bankaccount', { body: { ...registration, walletId: walletId() } });
	await call(sandbox, 'POST', '/withdraw', { body: bankWithdrawal });
	expect((await call(sandbox, 'GET', '/user')).body).toEqual({ status: 'ok', data: user });
});

test('section 4.11: the order list has every field of sections 2.3 and 2.4', async () => {
	const id = await newQuote();
	await call(sandbox, 'POST', `/wallet/payout/${id}/accept`, { body: { sourceWallet: 'NGN' } });
	expect((await call(sandbox, 'GET', '/order/all')).body).toEqual({ status: 'ok', data: [order] });
});

test('section 4.12: payment link details, also without a key', async () => {
	const path = `/paymentlink/details?id=${await newLink()}`;
	const expected = { status: 'ok', message: isText, data: { paymentLinkDetails: linkDetails } };
	expect((await call(sandbox, 'GET', path)).body).toEqual(expected);
	expect((await call(sandbox, 'GET', path, { key: null })).body).toEqual(expected);
});

test('section 4.13: one wallet for each currency, or the one asked for', async () => {
	const all = listAt((await call(sandbox, 'GET', '/wallet')).body, 'data');
	const currencies = ['NGN', 'KES', 'BTC', 'USD', 'USDT'];
	expect(all).toEqual(currencies.map((currency) => ({ id: isUuid, accountId: isUuid, currency, balance: isNumber })));
	for (const [index, currency] of currencies.entries()) {
		const byCurrency = await call(sandbox, 'GET', `/wallet?currency=${currency}`);
		const byId = await call(sandbox, 'GET', `/wallet?id=${textAt(all[index], 'id')}`);
		expect(at(byCurrency.body, 'data')).toEqual([all[index]]);
		expect(byId.body).toEqual(byCurrency.body);
	}
});

test('section 4.15: both countries, South Africa in both shapes', async () => {
	const text = await call(sandbox, 'GET', '/bank/bankcode?country=ZA', { key: null });
	expect(at(text.body, 'data')).toContain('Capitec Bank');
	sandbox.configure({ zaBanks: 'objects' });
	const objects = await call(sandbox, 'GET', '/bank/bankcode?country=ZA');
	expect(at(objects.body, 'data')).toContainEqual({ bankName: 'Capitec Bank', nipBankCode: isText });
	const nigerian = listAt((await call(sandbox, 'GET', '/bank/bankcode?country=NG')).body, 'data');
	expect(nigerian.length).toBeGreaterThan(20);
	for (const bank of nigerian) expect(at(bank, 'nipBankCode')).toMatch(/^\d{6}$/);
});

const ngn = bankWithdrawal.beneficiary;
const BENEFICIARIES: [string, string, object][] = [
	['NGN', 'NGNKOBO', ngn],
	['KES by phone', 'KESCENT', { identifierType: 'paytophone', identifiers: { phoneNumber: '+254712345678' } }],
	['KES by till', 'KESCENT', { identifierType: 'paytotill', identifiers: { tillNumber: '123456', accountName: 'Ada' } }],
	['KES by bill', 'KESCENT', { identifierType: 'paytobill', identifiers: { paybillNumber: '247247', accountNumber: '77', accountName: 'Ada' } }],
	['GHS', 'GHSPESEWA', { identifierType: 'MTN', identifiers: { phoneNumber: '+233241234567', accountName: 'Ama' } }],
	['ZAR', 'ZARCENT', { name: 'Thandi Nkosi', bankName: 'Capitec Bank', bankAccountNumber: '1234567890' }],
	['BTC by Lightning address', 'BTCSAT', { lnAddress: 'ada@wallet.example' }],
	['BTC on chain', 'BTCSAT', { onChainAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }],
];

test.each(BENEFICIARIES)('section 4.7: a quote for the beneficiary %s', async (_name, targetCurrency, beneficiary) => {
	const sourceCurrency = targetCurrency === 'BTCSAT' ? 'NGNKOBO' : 'BTCSAT';
	const paymentMethod = sourceCurrency === 'BTCSAT' ? 'LIGHTNING' : 'BANKTRANSFER';
	const body = { ...payoutQuote, sourceCurrency, targetCurrency, paymentMethod, paymentCurrency: targetCurrency, beneficiary };
	const reply = await call(sandbox, 'POST', '/quote', { body });
	expect(reply.body).toEqual({ status: 'ok', data: quote });
	const wrong = await call(sandbox, 'POST', '/quote', { body: { ...body, beneficiary: { ...beneficiary, more: 1 } } });
	expect(wrong.status).toBe(400);
	const none = await call(sandbox, 'POST', '/quote', { body: { ...body, beneficiary: undefined } });
	expect(none.body).toEqual({ status: 'error', message: 'beneficiary is required for an autopayout' });
});

test('section 4.7: a quote that pays a Lightning invoice needs one of its own amount', async () => {
	const body = (amountMsat: number) => ({
		...swapQuote, autopayout: true, paymentCurrency: 'BTCSAT', amount: '1000',
		beneficiary: { lnInvoice: sandbox.makeInvoice({ amountMsat }).invoice },
	});
	expect((await call(sandbox, 'POST', '/quote', { body: body(1_000_000) })).status).toBe(200);
	expect((await call(sandbox, 'POST', '/quote', { body: body(2_000_000) })).status).toBe(400);
});

/** Every set of values of the interface document, and a request that carries one of them. */
const toTarget = (targetCurrency: string): object => {
	const found = BENEFICIARIES.find(([, target]) => target === targetCurrency);
	const source = targetCurrency === 'BTCSAT' ? 'NGNKOBO' : 'BTCSAT';
	return {
		...payoutQuote, sourceCurrency: source, targetCurrency, paymentCurrency: targetCurrency,
		paymentMethod: source === 'BTCSAT' ? 'LIGHTNING' : 'BANKTRANSFER', beneficiary: found?.[2],
	};
};
const networks = ['trc20', 'erc20', 'plasma', 'solana', 'polygon'] as const;
const addressOn = (network: string) => networks.filter((one) => one === network).map((one) => DEMO_ADDRESSES[one])[0] ?? 'x';
const ENUMS: [string, readonly string[], (value: string) => [string, string, unknown]][] = [
	['4.1 network', networks, (network) => ['POST', '/withdraw/stablecoin', { ...stablecoin, network, address: addressOn(network) }]],
	['4.1 currency', ['USDT'], (currency) => ['POST', '/withdraw/stablecoin', { ...stablecoin, currency }]],
	['4.3 currency', ['NGN'], (currency) => ['POST', '/withdraw', { ...bankWithdrawal, currency }]],
	['4.4 currency', ['NGN'], (currency) => ['POST', '/bankaccount', { ...ngn, currency, walletId: walletId() }]],
	['4.7 sourceCurrency', ['BTCSAT', 'NGNKOBO'], (value) => ['POST', '/quote', value === 'BTCSAT' ? payoutQuote : { ...swapQuote, sourceCurrency: value }]],
	['4.7 targetCurrency', ['NGNKOBO', 'KESCENT', 'ZARCENT', 'GHSPESEWA', 'BTCSAT'], (value) => ['POST', '/quote', toTarget(value)]],
	['4.7 paymentMethod', ['LIGHTNING', 'BANKTRANSFER'], (paymentMethod) => ['POST', '/quote', { ...swapQuote, paymentMethod }]],
	['4.7 paymentCurrency', ['NGNKOBO', 'BTCSAT', 'KESCENT', 'ZARCENT', 'GHSPESEWA'], (value) => ['POST', '/quote', toTarget(value)]],
	['4.8 network', networks, (network) => ['POST', '/collections/stablecoin/generate-address', { label: 'a', currency: 'USDT', network }]],
	['4.8 currency', ['USDT'], (currency) => ['POST', '/collections/stablecoin/generate-address', { label: 'a', currency, network: 'trc20' }]],
	['4.10 identifierType', ['PayBill', 'Till'], (identifierType) => ['POST', '/quote/validate-kes-identifier', { identifier: '247247', identifierType }]],
	['4.13 currency', ['NGN', 'KES', 'BTC', 'USD', 'USDT'], (value) => ['GET', `/wallet?currency=${value}`, undefined]],
	['4.15 country', ['NG', 'ZA'], (value) => ['GET', `/bank/bankcode?country=${value}`, undefined]],
];

test.each(ENUMS)('values of %s: each is taken, other spellings are not', async (_name, values, request) => {
	for (const value of values) {
		const [method, path, body] = request(value);
		expect(await call(sandbox, method, path, { body })).toMatchObject({ status: 200 });
		const lower = value.toLowerCase();
		for (const wrong of [lower === value ? value.toUpperCase() : lower, `${value}X`, '']) {
			const [, wrongPath, wrongBody] = request(wrong);
			expect(await call(sandbox, method, wrongPath, { body: wrongBody })).toMatchObject({
				status: 400,
				body: { status: 'error', message: expect.any(String) },
			});
		}
	}
});

test('the ticker takes every documented pair, in either case', async () => {
	for (const pair of ['usdngn', 'btcusd', 'usdkes', 'usdzar', 'zarngn', 'kesngn']) {
		for (const spelling of [pair, pair.toUpperCase()]) {
			const reply = await call(sandbox, 'GET', `/price/ticker?pair=${spelling}`, { key: null });
			expect(at(reply.body, 'data.meta.pair')).toBe(pair.toUpperCase());
		}
	}
	expect((await call(sandbox, 'GET', '/price/ticker?pair=usdeur')).status).toBe(400);
});
