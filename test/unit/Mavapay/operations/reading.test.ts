/** How reads select, filter, page and search. */
import { searches } from '../../../../nodes/Mavapay/methods/searches';
import { accountGet } from '../../../../nodes/Mavapay/operations/account/get';
import { bankAccountCreate } from '../../../../nodes/Mavapay/operations/bankAccount/bankAccount';
import { orderGet } from '../../../../nodes/Mavapay/operations/order/order';
import { orderGetAll } from '../../../../nodes/Mavapay/operations/order/order';
import { matchesOrder } from '../../../../nodes/Mavapay/operations/order/order';
import { priceGet } from '../../../../nodes/Mavapay/operations/price/get';
import { transactionGet } from '../../../../nodes/Mavapay/operations/transaction/transaction';
import { transactionGetAll } from '../../../../nodes/Mavapay/operations/transaction/transaction';
import { walletGet } from '../../../../nodes/Mavapay/operations/wallet/wallet';
import { walletGetAll } from '../../../../nodes/Mavapay/operations/wallet/wallet';
import { webhookSet } from '../../../../nodes/Mavapay/operations/webhook/webhook';
import { redactSecrets } from '../../../../nodes/core/domain/redact';
import { answered } from '../../../cases/case';
import { FakeService, identityIn, readPlan, run, scopeOf, stopped, writePlan } from '../../../harness/operations';

describe('secrets', () => {
	it('are masked wherever they are, and nothing else is', async () => {
		const profile = {
			apiKey: 'k1',
			account: {
				apiKey: 'k2',
				webhook: [{ url: 'u', secret: 's1' }, { secret: 's2' }],
				secret: null,
				apiKeyCreatedAt: 'then',
			},
			list: [[{ accessToken: 't' }], 'secret', 7],
			password: '',
		};
		const { items } = await run(accountGet, { options: {} }, [answered(profile)]);
		expect(items).toStrictEqual([
			{
				apiKey: '********',
				account: {
					apiKey: '********',
					webhook: [{ url: 'u', secret: '********' }, { secret: '********' }],
					secret: null,
					apiKeyCreatedAt: 'then',
				},
				list: [[{ accessToken: '********' }], 'secret', 7],
				password: '',
			},
		]);
		expect(profile.account.apiKey).toBe('k2');
	});

	it('are masked when they are no text', () => {
		expect(redactSecrets({ secret: { value: 'x' }, webhookSecret: 7 })).toStrictEqual({
			secret: '********',
			webhookSecret: '********',
		});
	});

	it('do not stand in the identity of a webhook that is set', () => {
		const plan = identityIn(webhookSet, { url: 'https://example.com/h', secret: 'hush' }, scopeOf('staging', 'quiet'));
		expect(JSON.stringify(plan)).not.toMatch(/hush|quiet/);
		expect(JSON.stringify(plan)).toContain('https://example.com/h');
	});
});

describe('what is not there', () => {
	it.each([
		['a wallet among others', walletGet, { walletId: 'w-9' }, [{ id: 'w-1' }], /no wallet w-9/],
		['an order', orderGet, { orderId: '1-2' }, null, /no order 1-2/],
	])('is said for %s', async (_name, operation, values, data, message) => {
		const service = new FakeService([answered(data)]);
		await expect(readPlan(operation, values).collect(service)).rejects.toThrow(message);
	});

	it('stops a bank account whose bank code no list holds', async () => {
		const values = { bank: '999999', accountNumber: '0123456789', accountName: 'Ada', currency: 'NGN', walletId: 'w' };
		const prepared = writePlan(bankAccountCreate, values).lookUp(new FakeService([answered([])]));
		await expect(prepared).rejects.toThrow(/999999.*'Bank'/);
	});

	it('leaves failures of the service as they are', async () => {
		const service = new FakeService([stopped('403')]);
		const collected = readPlan(transactionGet, { lookUpBy: 'id', value: 't' }).collect(service);
		await expect(collected).rejects.toMatchObject({ failure: { httpCode: '403' } });
	});
});

describe('order filters', () => {
	const order = {
		status: 'PAID',
		currency: 'NGN',
		paymentCollectionMethod: 'LIGHTNING',
		createdAt: '2026-01-02T00:00:00Z',
		quotes: [{}, { customerReference: 'A' }, { externalRef: 'B' }],
	};

	it.each([
		[{ status: 'paid' }, true],
		[{ status: 'PENDING' }, false],
		[{ currency: 'ngn' }, true],
		[{ currency: 'BTC' }, false],
		[{ paymentMethod: 'LIGHTNING' }, true],
		[{ paymentMethod: 'BANKTRANSFER' }, false],
		[{ customerReference: 'A' }, true],
		[{ customerReference: 'B' }, true],
		[{ customerReference: 'a' }, false],
		[{ createdAfter: '2026-01-02T00:00:00.000Z' }, true],
		[{ createdAfter: '2026-01-02T00:00:00.001Z' }, false],
		[{ createdBefore: '2026-01-02T00:00:00.000Z' }, true],
		[{ createdBefore: '2026-01-01T23:59:59.999Z' }, false],
		[{}, true],
	])('%o: %s', (filter, fits) => {
		expect(matchesOrder(order, filter)).toBe(fits);
	});

	it('leave out an order without a time when times are asked for', () => {
		expect(matchesOrder({ status: 'PAID' }, { createdAfter: '2020-01-01T00:00:00Z' })).toBe(false);
		expect(matchesOrder({ status: 'PAID', createdAt: 'soon' }, { createdBefore: '2030-01-01T00:00:00Z' })).toBe(false);
	});

	it('find a reference on the order itself, and one that is a number', () => {
		expect(matchesOrder({ customerReference: 'A' }, { customerReference: 'A' })).toBe(true);
		expect(matchesOrder({ quotes: [{ customerReference: 1001 }] }, { customerReference: '1001' })).toBe(true);
	});
});

describe('pages of transactions', () => {
	const rows = (from: number, count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: `t-${from + index}`, type: 'DEPOSIT' }));
	const up = (limit: number) => ({ returnAll: false, limit, filters: {} });

	async function collected(values: object, pages: readonly ReturnType<typeof answered>[]) {
		const service = new FakeService(pages);
		const items = await readPlan(transactionGetAll, { ...values }).collect(service);
		return { ids: items.map(({ id }) => id), asked: service.requests.map(({ query }) => [query?.page, query?.limit]) };
	}

	it('are read until the limit, with pages of one size', async () => {
		const pages = [answered(rows(0, 100), { nextPage: true }), answered(rows(100, 100), { nextPage: true })];
		const { ids, asked } = await collected(up(110), pages);
		expect(ids).toStrictEqual(rows(0, 110).map(({ id }) => id));
		expect(asked).toStrictEqual([
			['1', '100'],
			['2', '100'],
		]);
	});
});

it.each([orderGetAll, walletGetAll])(
	'a list that is documented without pages, and has some, is said not to be all',
	async (list) => {
		const plan = readPlan(list, { returnAll: true, filters: {} });
		for (const nextPage of [false, true])
			expect(await plan.collect(new FakeService([answered([{ id: '1-2' }], { nextPage })]))).toHaveLength(1);
		expect(plan.hints).toEqual([expect.stringMatching(/^Some results are missing: Mavapay has more pages/)]);
	},
);

describe('searches', () => {
	const banks = [
		{ bankName: 'Opay', nipBankCode: '100004' },
		{ bankName: 'Access Bank', nipBankCode: '000014' },
		{ bankName: 'Nameless', nipBankCode: '' },
	];
	const orders = [
		{
			orderId: '1-1',
			status: 'PAID',
			amount: '10.00',
			currency: 'NGN',
			createdAt: '2026-01-01T00:00:00Z',
			quotes: [{ customerReference: 'tea-7' }],
		},
		{ id: '2-2', status: 'PENDING', displayAmount: '20.00 NGN', createdAt: '2026-02-01T00:00:00Z' },
	];
	const names = async (name: keyof typeof searches, data: Parameters<typeof answered>[0], filter?: string) =>
		(await searches[name](new FakeService([answered(data)]), filter)).results.map((result) => [
			result.name,
			result.value,
		]);

	it('list banks by name, and find them by name or code in any case', async () => {
		const both = [
			['Access Bank', '000014'],
			['Opay', '100004'],
		];
		expect(await names('searchBanks', banks)).toStrictEqual(both);
		expect(await names('searchBanks', banks, ' ACCESS ')).toStrictEqual([both[0]]);
		expect(await names('searchBanks', banks, '100004')).toStrictEqual([both[1]]);
		expect(await names('searchBanks', banks, 'zenith')).toStrictEqual([]);
	});

	it('list South African banks, which have no code', async () => {
		expect(await names('searchSouthAfricanBanks', ['Capitec', 'Absa'])).toStrictEqual([
			['Absa', 'Absa'],
			['Capitec', 'Capitec'],
		]);
		expect(await names('searchSouthAfricanBanks', [{ bankName: 'Absa' }])).toStrictEqual([['Absa', 'Absa']]);
	});

	it('show wallets with their balance in the major unit', async () => {
		const wallets = [
			{ id: 'w-1', currency: 'NGN', balance: 123456 },
			{ id: 'w-2', currency: 'BTC', balance: '1.5' },
		];
		expect(await names('searchWallets', wallets)).toStrictEqual([
			['BTC', 'w-2'],
			['NGN (1234.56)', 'w-1'],
		]);
		expect((await names('searchWalletsOrAll', wallets))[0]).toStrictEqual(['All Wallets', 'all']);
	});

	it('show orders, newest first, with the reference and no amount of an unknown unit, in both documented forms', async () => {
		expect(await names('searchOrders', orders)).toStrictEqual([
			['2-2, PENDING, 20.00 NGN, 2026-02-01', '2-2'],
			['1-1, tea-7, PAID, NGN, 2026-01-01', '1-1'],
		]);
		expect(await names('searchOrders', orders, 'paid')).toStrictEqual([['1-1, tea-7, PAID, NGN, 2026-01-01', '1-1']]);
	});

	it('ask exactly this', async () => {
		const asked = await Promise.all(
			Object.values(searches).map(async (search) => {
				const service = new FakeService([answered([])]);
				await search(service);
				return service.requests;
			}),
		);
		expect(asked).toStrictEqual([
			[{ method: 'GET', path: '/bank/bankcode', query: { country: 'NG' } }],
			[{ method: 'GET', path: '/order/all' }],
			[{ method: 'GET', path: '/bank/bankcode', query: { country: 'ZA' } }],
			[{ method: 'GET', path: '/wallet' }],
			[{ method: 'GET', path: '/wallet' }],
		]);
	});
});

it('shows pairs in upper case, and sends those that are documented in lower case', () => {
	const options = priceGet.fields.pair?.face.options ?? [];
	expect(options.map(({ name }) => name)).toStrictEqual(['BTCUSD', 'KESNGN', 'USDKES', 'USDNGN', 'USDZAR', 'ZARNGN']);
	expect(options).toMatchObject(options.map(({ name }) => ({ value: name.toLowerCase() })));
});
