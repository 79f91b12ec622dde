import {
	BANK,
	type Json,
	type Row,
	USDT,
	again,
	answering,
	bodyOf,
	everywhere,
	hits,
	instead,
	isKeyless,
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
} from './rewriting';
import type { Plants } from './planted';

const ALL = /./;
const renamed = (row: Row, from: string, to: string): Row =>
	Object.fromEntries(Object.entries(row).map(([name, value]) => [name === from ? to : name, value]));
const without = (row: Row, name: string): Row =>
	Object.fromEntries(Object.entries(row).filter(([member]) => member !== name));
const withStatus = (row: Row, change: (status: string) => string): Row =>
	typeof row.status === 'string' && isTransaction(row) ? { ...row, status: change(row.status) } : row;

export const ANSWERS: Plants = {
	'errors under 200': { quirks: { errorsAs200: true }, differs: { 'no key': /./, 'form of errors': /./ } },
	'amounts as text': {
		quirks: { numbersAsText: 'all' },
		differs: { 'form of POST /withdraw/stablecoin': /amount/ },
	},
	'a list where one was asked for': {
		quirks: { transactionShape: 'list' },
		differs: { 'one transaction or a list by id': /a list/ },
	},
	'orders in another form': { quirks: { orderShape: 'short' }, differs: { 'form of GET /order': /orderId/ } },
	"orders' quotes in another form": {
		quirks: { orderQuotes: 'client' },
		differs: { "an order's quotes": /equivalentAmount/ },
	},
	'a name enquiry with nulls': {
		quirks: { enquiryShape: 'nulls' },
		differs: { 'form of GET /bank/name-enquiry': /./ },
	},
	'filters of wallets ignored': {
		quirks: { walletQueryIgnored: true },
		differs: { 'wallet by ID': /of/, 'wallet by currency': /./ },
	},
	'metadata of events in look-ups': {
		quirks: { lookedUpLikeEvents: true },
		differs: { 'reference of a looked-up transaction': /./ },
	},
	'no metadata': { quirks: { nullMetadata: true }, differs: { 'metadata of a looked-up transaction': /./ } },
	'phones without a network': {
		quirks: { kesPhoneNetwork: 'optional' },
		differs: { 'phone without its network': /./ },
	},
	'no minimum amounts': { quirks: { minimums: false }, differs: { 'refusal: small amount': /accepted/ } },
	'shorter quotes': { quirks: { lightningQuoteMs: 60_000 }, differs: { 'lifetime of a quote': /1 and 10/ } },
	'payouts that fail at once': {
		quirks: { payoutResult: 'failedAtOnce' },
		differs: { 'first status of a withdrawal': /FAILED/ },
	},
	'successes say successful': {
		...everywhere((row) => (row.status === 'ok' ? { ...row, status: 'successful' } : row)),
		differs: { 'status of successes': /successful/, 'form of GET /wallet': /./ },
	},
	'withdrawals are answered PROCESSING': {
		...rowsOf('POST', /^\/withdraw/, (row) => withStatus(row, () => 'PROCESSING')),
		differs: { 'first status of a withdrawal': /PROCESSING/, 'first status of a bank withdrawal': /./ },
	},
	'settled transactions are COMPLETED': {
		...everywhere((row) => withStatus(row, (status) => (status === 'SUCCESS' ? 'COMPLETED' : status))),
		differs: { 'last status of a withdrawal': /COMPLETED/, 'form of GET /transactions': /./ },
	},
	'statuses in lower case': {
		...everywhere((row) => withStatus(row, (status) => status.toLowerCase())),
		differs: { 'first status of a withdrawal': /pending/ },
	},
	'currencies in lower case': {
		...everywhere((row) =>
			typeof row.currency === 'string' && ('balance' in row || isTransaction(row))
				? { ...row, currency: row.currency.toLowerCase() }
				: row,
		),
		differs: { 'form of GET /wallet': /ngn|usdt|kes|btc|usd/, 'form of POST /withdraw/stablecoin': /./ },
	},
	'a bank withdrawal is answered SUCCESS at once': {
		...rowsOf('POST', /^\/withdraw$/, (row) => withStatus(row, () => 'SUCCESS')),
		differs: { 'first status of a bank withdrawal': /SUCCESS/ },
	},
	'withdrawals answer 202': {
		...answering('POST', /^\/withdraw/, (_request, came) => (came.status === 200 ? { ...came, status: 202 } : null)),
		differs: { 'status of successes': /202/ },
	},
	'a refused withdrawal answers 500': {
		...answering('POST', /^\/withdraw/, (_request, came) => (came.status === 400 ? { ...came, status: 500 } : null)),
		differs: { 'refusal: another name': /500/, 'refusal: more than there is': /./ },
	},
	'a refused withdrawal has data with an ID beside the message': {
		...answering('POST', /^\/withdraw/, (_request, came) => {
			const body = parse(came.text);
			const data = { id: 'a3c1f0de-3f57-4c39-8d0a-0d5b6c1c2a10' };
			return came.status === 400 && isRow(body) ? json({ ...body, data }, 400) : null;
		}),
		differs: { 'refusal: another name': /beside/, 'refusal: more than there is': /./ },
	},
	'refusals in other words': {
		...answering('POST', /^\/withdraw/, (_request, came) =>
			came.text.includes('name mismatch') ? refusing('Beneficiary verification failed') : null,
		),
		differs: { 'refusal: another name': /Beneficiary verification failed/ },
	},
	'a wrong bank code has a message of its own': {
		...answering('POST', /^\/withdraw$/, (_request, came) =>
			came.text.includes('or bank code') ? refusing('Invalid Bank Code') : null,
		),
		differs: { 'refusal: bank code of the central bank': /Invalid Bank Code/ },
	},
	"a bank code of the central bank is taken for its bank's": {
		...sending('POST', /^\/withdraw$/, (body) => {
			const payee = isRow(body.beneficiary) ? body.beneficiary : {};
			return payee.bankCode === '058' ? { ...body, beneficiary: { ...payee, bankCode: '000013' } } : body;
		}),
		differs: { 'refusal: bank code of the central bank': /accepted/ },
	},
	'a name enquiry answers with another account number': {
		...rowsOf('GET', /^\/bank\/name-enquiry$/, (row) => ({ ...row, accountNumber: '9999999999' })),
		differs: { 'account of a name enquiry': /another account number/ },
	},
	'a name enquiry answers with an empty name': {
		...rowsOf('GET', /^\/bank\/name-enquiry$/, (row) => ({ ...row, accountName: '' })),
		differs: { 'account of a name enquiry': /no name/ },
	},
	"everybody's account has a holder": {
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
		differs: { 'enquiry for nobody': /./ },
	},
	'meta.pair in lower case': {
		...rowsOf('GET', /^\/price\/ticker$/, (row) =>
			isRow(row.meta) ? { ...row, meta: { ...row.meta, pair: String(row.meta.pair).toLowerCase() } } : row,
		),
		differs: { 'pair of a price': /usdngn/ },
	},
	'timestamp of a price is in seconds': {
		...rowsOf('GET', /^\/price\/ticker$/, (row) => ({ ...row, timestamp: times(row.timestamp, 0.001) })),
		differs: { 'time of a price': /seconds/ },
	},
	"a quote's amountInTargetCurrency is in naira": {
		...rowsOf('POST', /^\/quote$/, (row) => ({
			...row,
			amountInTargetCurrency: Number(row.amountInTargetCurrency) / 100,
		})),
		differs: { 'amount of a quote': /a hundredth of/ },
	},
	'banks have code and name': {
		...rowsOf('GET', /^\/bank\/bankcode$/, (row) => renamed(renamed(row, 'bankName', 'name'), 'nipBankCode', 'code')),
		differs: { 'form of GET /bank/bankcode, NG': /nipBankCode/ },
	},
	'references are cut to ten characters': {
		...everywhere((row) =>
			typeof row.customerReference === 'string'
				? { ...row, customerReference: row.customerReference.slice(0, 10) }
				: row,
		),
		differs: { 'reference of a quote': /cut/ },
	},
	'fees are taken from the wallet later': {
		carry: async (request, next, { sandbox }) => {
			const came = await next(request);
			if (!hits(request, 'POST', /^\/withdraw$/) || came.status !== 200) return came;
			sandbox.wallets.set('NGN', sandbox.wallets.balance('NGN') + 5_000n);
			const take = () => sandbox.wallets.set('NGN', sandbox.wallets.balance('NGN') - 5_000n);
			sandbox.clock.schedule(3_500, take);
			return came;
		},
		differs: { 'wallet after a withdrawal': /later/ },
	},
	'fees of NGN withdrawals are in USD cents': {
		...everywhere((row) =>
			isTransaction(row) && row.currency === 'NGN' ? { ...row, fees: times(row.fees, 1 / 1_500) } : row,
		),
		differs: { 'wallet after a withdrawal': /times the fees/ },
	},
	'fees of NGN withdrawals are not stated': {
		...everywhere((row) => (isTransaction(row) && row.currency === 'NGN' ? { ...row, fees: 0 } : row)),
		differs: { 'wallet after a withdrawal': /the amount/ },
	},
	'times are Lagos time with a Z behind': {
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
		differs: { 'clock of a quote': /one hour ahead/, 'clock of a payment': /./ },
	},
	'times name no zone': {
		...everywhere((row) =>
			typeof row.createdAt === 'string' ? { ...row, createdAt: row.createdAt.replace('Z', '') } : row,
		),
		differs: { 'times of transactions': /zone/ },
	},
	'PUT /webhook does not exist': {
		...instead((request) => hits(request, 'PUT', /^\/webhook$/), refusing('Cannot PUT /api/v1/webhook', 404)),
		differs: { 'form of PUT /webhook': /404/ },
	},
	'a payment is answered after 20 s': {
		carry: async (request, next, { sandbox }) => {
			const came = await next(request);
			if (hits(request, 'POST', /^\/withdraw$/)) sandbox.clock.advance(20_000);
			return came;
		},
		differs: { 'outcome of a bank withdrawal': /20 s/ },
	},
	'a Lightning withdrawal has another hash': {
		carry: async (request, next) => {
			if (/^[0-9a-f]{64}$/.test(request.url.searchParams.get('hash') ?? ''))
				return refusing('Transaction not found', 404);
			const came = await next(request);
			const body = parse(came.text);
			if (!hits(request, 'POST', /^\/withdraw\/btc$/) || !isRow(body) || !isRow(body.data)) return came;
			return json({ ...body, data: { ...body.data, hash: '65f1c0de3f574c398d0a0d5b' } });
		},
		differs: { 'hash of a Lightning withdrawal': /something else/ },
	},
	'a withdrawal sent twice is one': {
		...again(USDT, (first) => first),
		differs: { 'repeated withdrawal': /first transaction/ },
	},
	'a bank withdrawal sent twice is refused': {
		...again(BANK, () => refusing('Duplicate transaction')),
		differs: { 'repeated bank withdrawal': /Duplicate/ },
	},
	'a customerReference is taken once': {
		...again(
			/^\/quote$/,
			() => refusing('customerReference already exists'),
			({ customerReference }) => customerReference,
		),
		differs: { 'repeated reference': /exists/ },
	},
	'an answer to a withdrawal has no ID': {
		...rowsOf('POST', /^\/withdraw$/, (row) => without(row, 'id')),
		differs: { 'form of POST /withdraw': /id \(is missing\)/ },
	},
	'a withdrawal is answered with its ID alone': {
		...rowsOf('POST', /^\/withdraw$/, (row): Json => ({ id: row.id ?? null })),
		differs: { 'amount of a bank withdrawal': /no amount/, 'form of POST /withdraw': /./ },
	},
	'an accept answers with data': {
		...bodyOf('POST', /\/accept$/, (body) => ({ ...body, data: { id: 'x' } })),
		differs: { 'form of POST /wallet/payout/{quoteId}/accept': /data/ },
	},
	'a swap brings less than its quote says': {
		carry: async (request, next, { sandbox }) => {
			const came = await next(request);
			if (hits(request, 'POST', /\/accept$/) && came.status === 200)
				sandbox.wallets.set('BTC', sandbox.wallets.balance('BTC') - 100n);
			return came;
		},
		differs: { 'wallet after a swap': /./ },
	},
	'quotes by Lightning have no invoice': {
		...rowsOf('POST', /^\/quote$/, (row) => ({ ...row, invoice: '' })),
		differs: { 'how a quote is paid': /no invoice/ },
	},
	'fees of quotes are a hundred times less': {
		...rowsOf('POST', /^\/quote$/, (row) => ({
			...row,
			transactionFeesInTargetCurrency: times(row.transactionFeesInTargetCurrency, 0.01),
		})),
		differs: { "a quote's fees": /times/ },
	},
	'the price of bitcoin in a quote is a hundred times too high': {
		...rowsOf('POST', /^\/quote$/, (row) => ({ ...row, exchangeRate: Number(row.exchangeRate) * 100 })),
		differs: { "a quote's rate": /times/ },
	},
	'unknown transactions are answered with an empty success': {
		...answering('GET', /^\/transaction$/, (_request, came) =>
			came.status === 404 ? json({ status: 'ok', data: [] }) : null,
		),
		differs: { 'unknown transaction': /200/ },
	},
	'a key in the price and bank calls': {
		...instead(
			(request) => /^\/(price|bank\/bankcode)/.test(pathOf(request)) && isKeyless(request),
			refusing('Invalid API key provided', 401),
		),
		differs: { 'GET /price/ticker without a key': /401/, 'GET /bank/bankcode without a key': /./ },
	},
	'a wrong key is answered in other words': {
		...answering('GET', ALL, (_request, came) => (came.status === 401 ? refusing('Access denied', 401) : null)),
		differs: { 'wrong key': /Access denied/ },
	},
	'new quotes have no order': {
		...instead((request) => hits(request, 'GET', /^\/order$/), refusing('Order not found', 404)),
		differs: { 'order of a new quote': /not found by ID/ },
	},
	'the quote of an order states its total in naira': {
		...everywhere(
			(row) =>
				'totalAmountInSourceCurrency' in row
					? { ...row, totalAmountInSourceCurrency: Number(row.totalAmountInSourceCurrency) / 100 }
					: row,
			/^\/order\/all$/,
		),
		differs: { "amounts of an order's quote": /hundredth/ },
	},
	'a PayBill wants its name beside the identifiers': {
		...sending('POST', /^\/quote$/, (body) => {
			const payee = isRow(body.beneficiary) ? body.beneficiary : {};
			if (payee.identifierType !== 'paytobill' || !isRow(payee.identifiers)) return body;
			return { ...body, beneficiary: { ...payee, identifiers: without(payee.identifiers, 'accountName') } };
		}),
		differs: { 'paybill, name inside': /required/ },
	},
	'a PayBill wants its name inside the identifiers': {
		...answering('POST', /^\/quote$/, (request) => {
			const payee = sentBody(request).beneficiary;
			const isBeside = isRow(payee) && payee.identifierType === 'paytobill' && payee.accountName !== undefined;
			return isBeside ? refusing('Beneficiary is incomplete') : null;
		}),
		differs: { 'paybill, name beside': /incomplete/ },
	},
};
