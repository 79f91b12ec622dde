/**
 * The sandbox behaves as the interface description says: it has the same calls, which take the described requests and
 * give the described answers, in documented values and shapes.
 */
import * as z from 'zod';
import { DEMO_ADDRESSES } from '../../../sandbox/index';
import { SERVICE_ROUTES } from '../../../sandbox/routes/index';
import { calls, nameOf, samplesOf } from '../../../interface/index';
import { bankWithdrawal, paymentLink, payoutQuote, swapQuote } from '../../harness/sandboxBodies';
import { at, call, described, listAt, textAt } from '../../harness/sandboxClient';
import { sandbox } from '../../harness/startedSandbox';

const post = async (path: string, body?: unknown) => await described(sandbox, 'POST', path, { body });
const get = async (path: string) => await described(sandbox, 'GET', path);

const walletId = () => sandbox.wallets.of('NGN').id;
const invoice = () => sandbox.makeInvoice({ amountMsat: 1_000_000 }).invoice;
const stablecoin = { amount: '100', network: 'trc20', currency: 'USDT', address: DEMO_ADDRESSES.trc20 };
const registration = { ...bankWithdrawal.beneficiary, currency: 'NGN' };
const webhook = { url: 'https://hooks.example/a', secret: 's' };
const address = { label: 'till 4', currency: 'USDT', network: 'trc20' };

const newQuote = async (body: object = swapQuote) => Object(at((await post('/quote', body)).body, 'data'));
const newLink = async () => textAt((await post('/paymentlink', paymentLink)).body, 'data.paymentRef');
const newWithdrawal = async () => textAt((await post('/withdraw', bankWithdrawal)).body, 'data.id');

async function linkOrder(): Promise<string> {
	const id = await newLink();
	await get(`/paymentlink/details?id=${id}`);
	return textAt((await get(`/paymentlink/orders?id=${id}`)).body, 'data.orders.0.orderId');
}

/** Calls whose answer should have every possible member, where the first sample of the request isn't enough. */
const MAKE: Record<string, () => Promise<unknown>> = {
	'GET /user': async () => {
		await described(sandbox, 'PUT', '/webhook', { body: webhook });
		await post('/bankaccount', { ...registration, walletId: walletId() });
		await newWithdrawal();
		return await get('/user');
	},
	'GET /wallet': async () => await get('/wallet'),
	'GET /bankaccount': async () => {
		await post('/bankaccount', { ...registration, walletId: walletId() });
		return await get(`/bankaccount?walletId=${walletId()}&currency=NGN`);
	},
	'POST /bankaccount': async () => await post('/bankaccount', { ...registration, walletId: walletId() }),
	'GET /bank/bankcode': async () => await get('/bank/bankcode?country=NG'),
	'GET /bank/name-enquiry': async () => await get('/bank/name-enquiry?accountNumber=0123456789&bankCode=000013'),
	'POST /quote/validate-kes-identifier': async () =>
		await post('/quote/validate-kes-identifier', { identifier: '247247', identifierType: 'PayBill' }),
	'POST /collections/stablecoin/generate-address': async () =>
		await post('/collections/stablecoin/generate-address', address),
	'GET /collections/stablecoin/addresses': async () => {
		await post('/collections/stablecoin/generate-address', address);
		return await get('/collections/stablecoin/addresses?currency=USDT');
	},
	'POST /webhook/register': async () => await post('/webhook/register', webhook),
	'PUT /webhook': async () => await described(sandbox, 'PUT', '/webhook', { body: webhook }),
	'POST /webhook/test': async () => {
		await post('/webhook/register', webhook);
		return await post('/webhook/test');
	},
	'GET /price/ticker': async () => await get('/price/ticker?pair=usdngn'),
	'GET /price': async () => await get('/price?currency=KES'),
	'POST /quote': async () => await post('/quote', swapQuote),
	'POST /wallet/payout/{quoteId}/accept': async () =>
		await post(`/wallet/payout/${(await newQuote()).id}/accept`, { sourceWallet: 'NGN' }),
	'GET /order': async () => {
		const { id, orderId } = await newQuote(payoutQuote);
		await post('/simulation/pay-in', { currency: 'BTC', quoteId: id });
		return await get(`/order?id=${orderId}`);
	},
	'GET /order/all': async () => {
		await post('/simulation/pay-in', { currency: 'BTC', quoteId: (await newQuote(payoutQuote)).id });
		return await get('/order/all');
	},
	'POST /withdraw': async () => await post('/withdraw', bankWithdrawal),
	'POST /withdraw/btc': async () => await post('/withdraw/btc', { invoice: invoice(), memo: 'rent' }),
	'POST /withdraw/stablecoin': async () => await post('/withdraw/stablecoin', stablecoin),
	'GET /transaction': async () => await get(`/transaction?id=${await newWithdrawal()}`),
	'GET /transactions': async () => {
		await newWithdrawal();
		await post('/simulation/pay-in', { currency: 'BTC', quoteId: (await newQuote(payoutQuote)).id });
		return await get('/transactions?limit=100&page=1');
	},
	'POST /simulation/pay-in': async () =>
		await post('/simulation/pay-in', { currency: 'NGN', quoteId: (await newQuote()).id, amount: 1_000_000 }),
	'POST /paymentlink': async () => await post('/paymentlink', paymentLink),
	'GET /paymentlink/details': async () => await get(`/paymentlink/details?id=${await newLink()}`),
	'GET /paymentlink/orders': async () => {
		const id = await newLink();
		await get(`/paymentlink/details?id=${id}`);
		return await get(`/paymentlink/orders?id=${id}`);
	},
	'GET /paymentlink/status': async () => await get(`/paymentlink/status?orderId=${await linkOrder()}`),
	'GET /paymentlink/refresh': async () =>
		await get(`/paymentlink/refresh?id=${await newLink()}&paymentMethod=LIGHTNING`),
};

/** Sends the fullest request that can be drawn from the description of a call. */
async function firstSample(name: string): Promise<unknown> {
	const { method, path, query, body } = calls.find((one) => nameOf(one) === name) ?? never(name);
	const search = new URLSearchParams(
		Object.entries(Object(samplesOf(query)[0])).map(([key, one]): [string, string] => [key, String(one)]),
	);
	const asked = search.size === 0 ? path : `${path}?${search.toString()}`;
	return await described(sandbox, method, asked, body === undefined ? {} : { body: samplesOf(body)[0] });
}

function never(name: string): never {
	throw new Error(`No call is named ${name}`);
}

/** A bearer token comes with the sandbox: nobody signs in. */
const NOT_IN_THE_SANDBOX = ['POST /auth/signin'];

describe('calls', () => {
	const names = calls.map(nameOf).filter((name) => !NOT_IN_THE_SANDBOX.includes(name));

	test('the sandbox has those of the description and no other', () => {
		expect(SERVICE_ROUTES.map(nameOf).sort()).toEqual([...names].sort());
		expect(Object.keys(MAKE).filter((name) => !names.includes(name))).toEqual([]);
	});

	test.each(names)('%s takes and answers what is described: its first sample, or what MAKE sends', async (name) => {
		expect(await (MAKE[name] ?? (async () => await firstSample(name)))()).toMatchObject({ status: 200 });
	});

	test('with open access exactly those that are documented so, payment link details beside', async () => {
		const open = SERVICE_ROUTES.filter(({ access }) => access === 'open').map(nameOf);
		const documented = calls.filter(({ access }) => access === 'open').map(nameOf);
		const here = documented.filter((name) => !NOT_IN_THE_SANDBOX.includes(name));
		expect(open.sort()).toEqual([...here, 'GET /paymentlink/details'].sort());
	});

	test('without a webhook there is nothing to test', async () => {
		expect(await post('/webhook/test')).toMatchObject({ status: 400, body: { status: 'error' } });
	});
});

describe('banks and deposit addresses', () => {
	test('both countries, South Africa in both shapes', async () => {
		expect(at((await get('/bank/bankcode?country=ZA')).body, 'data')).toContain('Capitec Bank');
		sandbox.configure({ zaBanks: 'objects' });
		const objects = await get('/bank/bankcode?country=ZA');
		expect(at(objects.body, 'data')).toContainEqual({ bankName: 'Capitec Bank', nipBankCode: expect.any(String) });
		const nigerian = listAt((await get('/bank/bankcode?country=NG')).body, 'data');
		expect(nigerian.length).toBeGreaterThan(20);
		for (const bank of nigerian) expect(at(bank, 'nipBankCode')).toMatch(/^\d{6}$/);
	});

	test('registered accounts and addresses are listed, oldest first', async () => {
		await post('/bankaccount', { ...registration, walletId: walletId() });
		expect(at((await get('/bankaccount')).body, 'data')).toEqual([{ ...registration, walletId: walletId() }]);
		expect(at((await get(`/bankaccount?walletId=${sandbox.wallets.of('KES').id}`)).body, 'data')).toEqual([]);
		for (const label of ['till 4', 'till 5'])
			await post('/collections/stablecoin/generate-address', { ...address, label });
		const listed = listAt((await get('/collections/stablecoin/addresses')).body, 'data');
		expect(
			listed.map((one) => [at(one, 'reference'), at(one, 'network'), at(one, 'minAmount'), at(one, 'maxAmount')]),
		).toEqual([
			['till 4', 'TRC20', '1', '0'],
			['till 5', 'TRC20', '1', '0'],
		]);
	});
});

const ngn = bankWithdrawal.beneficiary;
const toPhone = (network: string) => ({
	identifierType: 'paytophone',
	identifiers: { phoneNumber: '+254790000000', network, accountName: 'Ada' },
});
const BENEFICIARIES: Readonly<Record<string, [target: string, beneficiary: object]>> = {
	NGN: ['NGNKOBO', ngn],
	'KES by phone': ['KESCENT', toPhone('mpesa')],
	'KES by phone, Airtel': ['KESCENT', toPhone('airtel')],
	'KES by till': [
		'KESCENT',
		{ identifierType: 'paytotill', identifiers: { tillNumber: '000000', accountName: 'Ada' } },
	],
	'KES by PayBill, named beside': [
		'KESCENT',
		{ identifierType: 'paytobill', identifiers: { paybillNumber: '4141031', accountNumber: 'A1' }, accountName: 'Ada' },
	],
	'KES by till, named beside': [
		'KESCENT',
		{ identifierType: 'paytotill', identifiers: { tillNumber: '000000' }, accountName: 'Ada' },
	],
	'KES by bill': [
		'KESCENT',
		{ identifierType: 'paytobill', identifiers: { paybillNumber: '4141031', accountNumber: '77', accountName: 'Ada' } },
	],
	GHS: ['GHSPESEWA', { identifierType: 'MTN', identifiers: { phoneNumber: '+233241234567', accountName: 'Ama' } }],
	ZAR: ['ZARCENT', { name: 'Thandi Nkosi', bankName: 'Capitec Bank', bankAccountNumber: '1352900000' }],
	'BTC by Lightning address': ['BTCSAT', { lnAddress: 'ada@wallet.example' }],
	'BTC on chain': ['BTCSAT', { onChainAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }],
};

/** A payout to the target, with the beneficiary's fields changed. */
function payoutTo(targetCurrency: string, beneficiary: object | undefined): object {
	const sourceCurrency = targetCurrency === 'BTCSAT' ? 'NGNKOBO' : 'BTCSAT';
	const paymentMethod = sourceCurrency === 'BTCSAT' ? 'LIGHTNING' : 'BANKTRANSFER';
	return {
		...payoutQuote,
		sourceCurrency,
		targetCurrency,
		paymentMethod,
		paymentCurrency: targetCurrency,
		beneficiary,
	};
}

describe('beneficiaries', () => {
	test.each(Object.entries(BENEFICIARIES))('%s', async (_name, [target, beneficiary]) => {
		expect((await post('/quote', payoutTo(target, beneficiary))).status).toBe(200);
		expect((await post('/quote', payoutTo(target, { ...beneficiary, more: 1 }))).status).toBe(400);
		const none = await post('/quote', payoutTo(target, undefined));
		expect(none.body).toEqual({ status: 'error', message: 'beneficiary is required' });
	});

	const without = (beneficiary: object, lost: string) => {
		const { identifiers } = Object(beneficiary);
		const { [lost]: _lost, ...rest } = identifiers;
		return { ...beneficiary, identifiers: rest };
	};
	const needs: [string, string][] = [
		['KES by phone', 'network'],
		...['KES by phone', 'KES by till', 'KES by bill', 'GHS'].map((name): [string, string] => [name, 'accountName']),
	];

	test.each(needs)('%s needs %s', async (name, lost) => {
		const [target = '', beneficiary = {}] = BENEFICIARIES[name] ?? [];
		const reply = await post('/quote', payoutTo(target, without(beneficiary, lost)));
		expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining(`identifiers.${lost}`) } });
	});
});

/** The values of a member that is described as one of a few values. */
function valuesOf(member: unknown): string[] {
	if (member instanceof z.ZodOptional) return valuesOf(member.unwrap());
	if (member instanceof z.ZodUnion) return member.options.flatMap(valuesOf);
	if (member instanceof z.ZodEnum) return member.options.map(String);
	return member instanceof z.ZodLiteral ? [...member.values].map(String) : [];
}

/** Calls that the test below leaves out: the ticker's pairs have a separate test. */
const WITHOUT_MEMBERS = [...NOT_IN_THE_SANDBOX, 'GET /price/ticker'];
/** The members of requests that have one of a few values. */
const MEMBERS = calls
	.map((row) => ({ ...row, name: nameOf(row) }))
	.filter(({ name }) => !WITHOUT_MEMBERS.includes(name))
	.flatMap((row) => (['query', 'body'] as const).map((part) => ({ name: row.name, part, schema: row[part] })))
	.flatMap(({ schema, ...one }) =>
		(schema instanceof z.ZodUnion ? schema.options : [schema]).flatMap((form) =>
			form instanceof z.ZodObject
				? Object.entries(form.shape).map(([member, type]) => ({ ...one, form, member, values: valuesOf(type) }))
				: [],
		),
	)
	.filter(({ values }) => values.length > 0);

test.each(MEMBERS)('$name: each value of $member is taken, other spellings are not', (one) => {
	const { name, part, member, values, form } = one;
	const schema = SERVICE_ROUTES.find((route) => nameOf(route) === name)?.[part] ?? never(name);
	const takes = (value: unknown) =>
		samplesOf(form).some((sample) => schema.safeParse({ ...Object(sample), [member]: value }).success);
	expect(values.filter((value) => !takes(value))).toEqual([]);
	const others = values.flatMap((value) => [value.toLowerCase(), value.toUpperCase(), `${value}X`, '']);
	expect(others.filter((other) => !values.includes(other) && takes(other))).toEqual([]);
});

test('the ticker takes every documented pair, in upper case too, as clients send it', async () => {
	for (const pair of ['usdngn', 'btcusd', 'usdkes', 'usdzar', 'zarngn', 'kesngn']) {
		const upper = await call(sandbox, 'GET', `/price/ticker?pair=${pair.toUpperCase()}`, { key: null });
		const documented = await described(sandbox, 'GET', `/price/ticker?pair=${pair}`, { key: null });
		expect([upper, documented].map((reply) => at(reply.body, 'data.meta.pair'))).toEqual([
			pair.toUpperCase(),
			pair.toUpperCase(),
		]);
	}
	expect((await get('/price/ticker?pair=usdeur')).status).toBe(400);
});
