import {
	answering,
	bodyOf,
	everywhere,
	hits,
	isRow,
	isTransaction,
	json,
	parse,
	pathOf,
	refusing,
	rowsOf,
	sending,
	sentBody,
	times,
	type Json,
	type Row,
} from './rewriting';
import type { Planted } from './planted';

const ALL = /./;
const renamed = (row: Row, from: string, to: string): Row =>
	Object.fromEntries(Object.entries(row).map(([name, value]) => [name === from ? to : name, value]));
const without = (row: Row, name: string): Row =>
	Object.fromEntries(Object.entries(row).filter(([member]) => member !== name));
const withStatus = (row: Row, change: (status: string) => string): Row =>
	typeof row.status === 'string' && isTransaction(row) ? { ...row, status: change(row.status) } : row;

/** Differences in what calls answer. */
export const ANSWERS: readonly Planted[] = [
	{ name: 'errors under 200', quirks: { errorsAs200: true }, named: ['no key', 'form of errors'] },
	{
		name: 'amounts as text',
		quirks: { numbersAsText: 'all' },
		named: ['form of POST /withdraw/stablecoin'],
		word: /amount/,
	},
	{
		name: 'South African banks as objects',
		quirks: { zaBanks: 'objects' },
		named: ['South African banks'],
		word: /objects/,
	},
	{
		name: 'a list where one was asked for',
		quirks: { transactionShape: 'list' },
		named: ['one transaction or a list by id'],
		word: /a list/,
	},
	{ name: 'orders in another form', quirks: { orderShape: 'short' }, named: ['form of GET /order'], word: /orderId/ },
	{
		name: "orders' quotes in another form",
		quirks: { orderQuotes: 'client' },
		named: ["an order's quotes"],
		word: /equivalentAmount/,
	},
	{ name: 'a name enquiry with nulls', quirks: { enquiryShape: 'nulls' }, named: ['form of GET /bank/name-enquiry'] },
	{
		name: 'filters of wallets ignored',
		quirks: { walletQueryIgnored: true },
		named: ['wallet by ID', 'wallet by currency'],
		word: /of/,
	},
	{
		name: 'metadata of events in look-ups',
		quirks: { lookedUpLikeEvents: true },
		named: ['reference of a looked-up transaction'],
	},
	{ name: 'no metadata', quirks: { nullMetadata: true }, named: ['metadata of a looked-up transaction'] },
	{ name: 'phones without a network', quirks: { kesPhoneNetwork: 'optional' }, named: ['phone without its network'] },
	{ name: 'no minimum amounts', quirks: { minimums: false }, named: ['refusal: small amount'], word: /accepted/ },
	{ name: 'shorter quotes', quirks: { lightningQuoteMs: 60_000 }, named: ['lifetime of a quote'], word: /1 and 10/ },
	{
		name: 'payouts that fail at once',
		quirks: { payoutResult: 'failedAtOnce' },
		named: ['first status of a withdrawal'],
		word: /FAILED/,
	},
	{
		name: 'successes say successful',
		...everywhere((row) => (row.status === 'ok' ? { ...row, status: 'successful' } : row)),
		named: ['status of successes', 'form of GET /wallet'],
		word: /successful/,
	},
	{
		name: 'withdrawals are answered PROCESSING',
		...rowsOf('POST', /^\/withdraw/, (row) => withStatus(row, () => 'PROCESSING')),
		named: ['first status of a withdrawal', 'first status of a bank withdrawal'],
		word: /PROCESSING/,
	},
	{
		name: 'settled transactions are COMPLETED',
		...everywhere((row) => withStatus(row, (status) => (status === 'SUCCESS' ? 'COMPLETED' : status))),
		named: ['last status of a withdrawal', 'form of GET /transactions'],
		word: /COMPLETED/,
	},
	{
		name: 'statuses in lower case',
		...everywhere((row) => withStatus(row, (status) => status.toLowerCase())),
		named: ['first status of a withdrawal'],
		word: /pending/,
	},
	{
		name: 'currencies in lower case',
		...everywhere((row) =>
			typeof row.currency === 'string' && ('balance' in row || isTransaction(row))
				? { ...row, currency: row.currency.toLowerCase() }
				: row,
		),
		named: ['form of GET /wallet', 'form of POST /withdraw/stablecoin'],
		word: /ngn|usdt|kes|btc|usd/,
	},
	{
		name: 'a bank withdrawal is answered SUCCESS at once',
		...rowsOf('POST', /^\/withdraw$/, (row) => withStatus(row, () => 'SUCCESS')),
		named: ['first status of a bank withdrawal'],
		word: /SUCCESS/,
	},
	{
		name: 'withdrawals answer 202',
		...answering('POST', /^\/withdraw/, (_request, came) => (came.status === 200 ? { ...came, status: 202 } : null)),
		named: ['status of successes'],
		word: /202/,
	},
	{
		name: 'a refused withdrawal answers 500',
		...answering('POST', /^\/withdraw/, (_request, came) => (came.status === 400 ? { ...came, status: 500 } : null)),
		named: ['refusal: another name', 'refusal: more than there is'],
		word: /500/,
	},
	{
		name: 'a refused withdrawal has data with an ID beside the message',
		...answering('POST', /^\/withdraw/, (_request, came) => {
			const body = parse(came.text);
			const data = { id: 'a3c1f0de-3f57-4c39-8d0a-0d5b6c1c2a10' };
			return came.status === 400 && isRow(body) ? json({ ...body, data }, 400) : null;
		}),
		named: ['refusal: another name', 'refusal: more than there is'],
		word: /beside/,
	},
	{
		name: 'refusals in other words',
		...answering('POST', /^\/withdraw/, (_request, came) =>
			came.text.includes('name mismatch') ? refusing('Beneficiary verification failed') : null,
		),
		named: ['refusal: another name'],
		word: /Beneficiary verification failed/,
	},
	{
		name: 'a wrong bank code has a message of its own',
		...answering('POST', /^\/withdraw$/, (_request, came) =>
			came.text.includes('or bank code') ? refusing('Invalid Bank Code') : null,
		),
		named: ['refusal: bank code of the central bank'],
		word: /Invalid Bank Code/,
	},
	{
		name: "a bank code of the central bank is taken for its bank's",
		...sending('POST', /^\/withdraw$/, (body) => {
			const payee = isRow(body.beneficiary) ? body.beneficiary : {};
			return payee.bankCode === '058' ? { ...body, beneficiary: { ...payee, bankCode: '000013' } } : body;
		}),
		named: ['refusal: bank code of the central bank'],
		word: /accepted/,
	},
	{
		name: 'a name enquiry answers with another account number',
		...rowsOf('GET', /^\/bank\/name-enquiry$/, (row) => ({ ...row, accountNumber: '9999999999' })),
		named: ['account of a name enquiry'],
		word: /another account number/,
	},
	{
		name: 'a name enquiry answers with an empty name',
		...rowsOf('GET', /^\/bank\/name-enquiry$/, (row) => ({ ...row, accountName: '' })),
		named: ['account of a name enquiry'],
		word: /no name/,
	},
	{
		name: "everybody's account has a holder",
		...answering('GET', /^\/bank\/name-enquiry$/, (request, came) =>
			came.status === 400
				? json({
						status: 'ok',
						message: 'found',
						data: {
							accountName: 'ADA OBI',
							accountNumber: request.url.searchParams.get('accountNumber'),
							bankCode: '000013',
						},
					})
				: null,
		),
		named: ['enquiry for nobody'],
	},
	{
		name: 'meta.pair in lower case',
		...rowsOf('GET', /^\/price\/ticker$/, (row) =>
			isRow(row.meta) ? { ...row, meta: { ...row.meta, pair: String(row.meta.pair).toLowerCase() } } : row,
		),
		named: ['pair of a price'],
		word: /usdngn/,
	},
	{
		name: 'timestamp of a price is in seconds',
		...rowsOf('GET', /^\/price\/ticker$/, (row) => ({ ...row, timestamp: times(row.timestamp, 0.001) })),
		named: ['time of a price'],
		word: /seconds/,
	},
	{
		name: 'ask and bid are the other way round',
		...rowsOf('GET', /^\/price\/ticker$/, (row) => ({ ...row, ask: Number(row.bid) * 0.9 })),
		named: ['sides of a price'],
	},
	{
		name: "a quote's amountInTargetCurrency is in naira",
		...rowsOf('POST', /^\/quote$/, (row) => ({
			...row,
			amountInTargetCurrency: Number(row.amountInTargetCurrency) / 100,
		})),
		named: ['amount of a quote'],
		word: /a hundredth of/,
	},
	{
		name: "a quote's total leaves its fees out",
		...rowsOf('POST', /^\/quote$/, (row) => ({
			...row,
			totalAmountInSourceCurrency: Number(row.amountInSourceCurrency) - Number(row.transactionFeesInSourceCurrency),
		})),
		named: ["a quote's total"],
		word: /less/,
	},
	{
		name: 'banks have code and name',
		...rowsOf('GET', /^\/bank\/bankcode$/, (row) => renamed(renamed(row, 'bankName', 'name'), 'nipBankCode', 'code')),
		named: ['form of GET /bank/bankcode, NG'],
		word: /nipBankCode/,
	},
	{
		name: 'references are cut to ten characters',
		...everywhere((row) =>
			typeof row.customerReference === 'string'
				? { ...row, customerReference: row.customerReference.slice(0, 10) }
				: row,
		),
		named: ['reference of a quote'],
		word: /cut/,
	},
	{
		name: 'fees are taken from the wallet later',
		carry: async (request, next, { sandbox }) => {
			const came = await next(request);
			if (!hits(request, 'POST', /^\/withdraw$/) || came.status !== 200) return came;
			sandbox.wallets.set('NGN', sandbox.wallets.balance('NGN') + 5_000n);
			const take = () => sandbox.wallets.set('NGN', sandbox.wallets.balance('NGN') - 5_000n);
			sandbox.clock.schedule(3_500, take);
			return came;
		},
		named: ['wallet after a withdrawal'],
		word: /later/,
	},
	{
		name: 'fees of NGN withdrawals are in USD cents',
		...everywhere((row) =>
			isTransaction(row) && row.currency === 'NGN' ? { ...row, fees: times(row.fees, 1 / 1_500) } : row,
		),
		named: ['wallet after a withdrawal'],
		word: /times the fees/,
	},
	{
		name: 'fees of NGN withdrawals are not stated',
		...everywhere((row) => (isTransaction(row) && row.currency === 'NGN' ? { ...row, fees: 0 } : row)),
		named: ['wallet after a withdrawal'],
		word: /the amount/,
	},
	{
		name: 'times are Lagos time with a Z behind',
		...everywhere((row) =>
			Object.fromEntries(
				Object.entries(row).map(([name, value]) => [
					name,
					typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value)
						? new Date(Date.parse(value) + 3_600_000).toISOString()
						: value,
				]),
			),
		),
		named: ['clock of a quote', 'clock of a payment'],
		word: /one hour ahead/,
	},
	{
		name: 'times name no zone',
		...everywhere((row) =>
			typeof row.createdAt === 'string' ? { ...row, createdAt: row.createdAt.replace('Z', '') } : row,
		),
		named: ['times of transactions'],
		word: /zone/,
	},
	{
		name: 'PUT /webhook does not exist',
		carry: async (request, next) =>
			hits(request, 'PUT', /^\/webhook$/) ? refusing('Cannot PUT /api/v1/webhook', 404) : await next(request),
		named: ['form of PUT /webhook'],
		word: /404/,
	},
	{
		name: 'a payment is answered after 20 s',
		carry: async (request, next, { sandbox }) => {
			const came = await next(request);
			if (hits(request, 'POST', /^\/withdraw$/)) sandbox.clock.advance(20_000);
			return came;
		},
		named: ['outcome of a bank withdrawal'],
		word: /20 s/,
	},
	{
		name: 'a Lightning withdrawal has another hash',
		carry: async (request, next) => {
			if (/^[0-9a-f]{64}$/.test(request.url.searchParams.get('hash') ?? ''))
				return refusing('Transaction not found', 404);
			const came = await next(request);
			const body = parse(came.text);
			if (!hits(request, 'POST', /^\/withdraw\/btc$/) || !isRow(body) || !isRow(body.data)) return came;
			return json({ ...body, data: { ...body.data, hash: '65f1c0de3f574c398d0a0d5b' } });
		},
		named: ['hash of a Lightning withdrawal'],
		word: /something else/,
	},
	{
		name: 'a withdrawal sent twice is one',
		carry: (() => {
			const seen = new Map<string, Promise<Awaited<ReturnType<NonNullable<Planted['carry']>>>>>();
			return async (request, next, { sandbox }) => {
				if (!hits(request, 'POST', /^\/withdraw\/stablecoin$/)) return await next(request);
				const key = `${sandbox.url} ${String(request.body)}`;
				const first = seen.get(key) ?? next(request);
				seen.set(key, first);
				return await first;
			};
		})(),
		named: ['repeated withdrawal'],
		word: /first transaction/,
	},
	{
		name: 'a bank withdrawal sent twice is refused',
		carry: (() => {
			const seen = new Set<string>();
			return async (request, next, { sandbox }) => {
				if (!hits(request, 'POST', /^\/withdraw$/)) return await next(request);
				const key = `${sandbox.url} ${String(request.body)}`;
				if (seen.has(key)) return refusing('Duplicate transaction');
				seen.add(key);
				return await next(request);
			};
		})(),
		named: ['repeated bank withdrawal'],
		word: /Duplicate/,
	},
	{
		name: 'a customerReference is taken once',
		carry: (() => {
			const seen = new Set<string>();
			return async (request, next, { sandbox }) => {
				const body = request.body === null ? null : parse(request.body);
				const reference = isRow(body) ? body.customerReference : undefined;
				if (!hits(request, 'POST', /^\/quote$/) || reference === undefined) return await next(request);
				const key = `${sandbox.url} ${String(reference)}`;
				if (seen.has(key)) return refusing('customerReference already exists');
				seen.add(key);
				return await next(request);
			};
		})(),
		named: ['repeated reference'],
		word: /exists/,
	},
	{
		name: 'least deposits are told in cents',
		...rowsOf('POST', /generate-address$/, (row) => ({ ...row, minAmount: '100' })),
		named: ['unit of a least deposit'],
		word: /cents/,
	},
	{
		name: 'an answer to a withdrawal has no ID',
		...rowsOf('POST', /^\/withdraw$/, (row) => without(row, 'id')),
		named: ['form of POST /withdraw'],
		word: /id \(is missing\)/,
	},
	{
		name: 'a withdrawal is answered with its ID alone',
		...rowsOf('POST', /^\/withdraw$/, (row): Json => ({ id: row.id ?? null })),
		named: ['amount of a bank withdrawal', 'form of POST /withdraw'],
		word: /no amount/,
	},
	{
		name: 'an accept answers with data',
		...bodyOf('POST', /\/accept$/, (body) => ({ ...body, data: { id: 'x' } })),
		named: ['form of POST /wallet/payout/{quoteId}/accept'],
		word: /data/,
	},
	{
		name: 'a swap brings less than its quote says',
		carry: async (request, next, { sandbox }) => {
			const came = await next(request);
			if (hits(request, 'POST', /\/accept$/) && came.status === 200)
				sandbox.wallets.set('BTC', sandbox.wallets.balance('BTC') - 100n);
			return came;
		},
		named: ['wallet after a swap'],
	},
	{
		name: 'quotes by Lightning have no invoice',
		...rowsOf('POST', /^\/quote$/, (row) => ({ ...row, invoice: '' })),
		named: ['how a quote is paid'],
		word: /no invoice/,
	},
	{
		name: 'fees of quotes are a hundred times less',
		...rowsOf('POST', /^\/quote$/, (row) => ({
			...row,
			transactionFeesInTargetCurrency: times(row.transactionFeesInTargetCurrency, 0.01),
		})),
		named: ["a quote's fees"],
		word: /times/,
	},
	{
		name: 'the price of bitcoin in a quote is a hundred times too high',
		...rowsOf('POST', /^\/quote$/, (row) => ({ ...row, exchangeRate: Number(row.exchangeRate) * 100 })),
		named: ["a quote's rate"],
		word: /times/,
	},
	{
		name: 'unknown transactions are answered with an empty success',
		...answering('GET', /^\/transaction$/, (_request, came) =>
			came.status === 404 ? json({ status: 'ok', data: [] }) : null,
		),
		named: ['unknown transaction'],
		word: /200/,
	},
	{
		name: 'a key in the price and bank calls',
		carry: async (request, next) =>
			/^\/(price|bank\/bankcode)/.test(pathOf(request)) && request.headers['X-API-KEY'] === undefined
				? refusing('Invalid API key provided', 401)
				: await next(request),
		named: ['GET /price/ticker without a key', 'GET /bank/bankcode without a key'],
		word: /401/,
	},
	{
		name: 'a wrong key is answered in other words',
		...answering('GET', ALL, (_request, came) => (came.status === 401 ? refusing('Access denied', 401) : null)),
		named: ['wrong key'],
		word: /Access denied/,
	},
	{
		name: 'rate-limit headers',
		carry: async (request, next) => {
			const came = await next(request);
			return { ...came, headers: new Map([...came.headers, ['x-ratelimit-remaining', '10']]) };
		},
		named: ['rate-limit headers'],
	},
	{
		name: 'new quotes have no order',
		carry: async (request, next) =>
			hits(request, 'GET', /^\/order$/) ? refusing('Order not found', 404) : await next(request),
		named: ['order of a new quote'],
		word: /not found by ID/,
	},
	{
		name: 'the quote of an order states its total in naira',
		...everywhere(
			(row) =>
				'totalAmountInSourceCurrency' in row
					? { ...row, totalAmountInSourceCurrency: Number(row.totalAmountInSourceCurrency) / 100 }
					: row,
			/^\/order\/all$/,
		),
		named: ["amounts of an order's quote"],
		word: /hundredth/,
	},
	{
		name: 'a PayBill wants its name beside the identifiers',
		...sending('POST', /^\/quote$/, (body) => {
			const payee = isRow(body.beneficiary) ? body.beneficiary : {};
			if (payee.identifierType !== 'paytobill' || !isRow(payee.identifiers)) return body;
			return { ...body, beneficiary: { ...payee, identifiers: without(payee.identifiers, 'accountName') } };
		}),
		named: ['paybill, name inside'],
		word: /required/,
	},
	{
		name: 'a PayBill wants its name inside the identifiers',
		...answering('POST', /^\/quote$/, (request) => {
			const payee = sentBody(request).beneficiary;
			const isBeside = isRow(payee) && payee.identifierType === 'paytobill' && payee.accountName !== undefined;
			return isBeside ? refusing('Beneficiary is incomplete') : null;
		}),
		named: ['paybill, name beside'],
		word: /incomplete/,
	},
];
