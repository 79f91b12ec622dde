import { createHmac } from 'node:crypto';
import { resigned } from '../account';
import { type Row, headed, isRow, parse, told } from './rewriting';
import type { Plants } from './planted';

const ANY = /./;
const PAYMENTS = /^payment/;
const SENT = /^payment\.sent$/;
const SIGNATURE = 'X-Mavapay-Signature';

const mapped = (row: Row, change: (inner: Row) => Row): Row =>
	change(
		Object.fromEntries(
			Object.entries(row).map(([name, value]) => [name, isRow(value) ? mapped(value, change) : value]),
		),
	);

export const EVENTS: Plants = {
	'no ping': { quirks: { pingOnRegister: false }, differs: { 'ping while registering': /no ping/ } },
	'another header of the signature': {
		quirks: { signature: { header: 'X-Webhook-Signature' } },
		differs: { 'header of the signature': /x-webhook-signature/ },
	},
	'another encoding of the signature': {
		quirks: { signature: { encoding: 'base64' } },
		differs: { signature: /base64/, 'signature of payment events': /./ },
	},
	'a prefix of the signature': {
		quirks: { signature: { prefix: 'sha256=' } },
		differs: { signature: /and more/, 'signature of payment events': /./ },
	},
	'only data is signed': {
		quirks: { signature: { signedText: 'data' } },
		differs: { signature: /only `data`/, 'signature of payment events': /./ },
	},
	'the older name of the reference': {
		quirks: { referenceName: 'externalRef' },
		differs: { 'reference of an event': /externalRef/ },
	},
	'the reference in another place': {
		quirks: { referencePlace: 'top' },
		differs: { 'reference of an event': /customerReference/ },
	},
	'payment events are not signed at all': {
		...headed(PAYMENTS, () => ({ 'Content-Type': 'application/json' })),
		differs: { 'signature of payment events': /no header/ },
	},
	'payment events are signed in upper case': {
		...headed(PAYMENTS, ({ headers }) => ({ ...headers, [SIGNATURE]: String(headers[SIGNATURE]).toUpperCase() })),
		differs: { 'signature of payment events': /upper case/ },
	},
	'payment events are signed with another secret': {
		...headed(PAYMENTS, ({ headers, body }) => ({
			...headers,
			[SIGNATURE]: createHmac('sha256', 'another').update(body).digest('hex'),
		})),
		differs: { 'signature of payment events': /no header holds it/ },
	},
	'events of deposits have no reference': {
		...told(/^payment\.received$/, (row) =>
			mapped(row, (inner) => ('customerReference' in inner ? { ...inner, customerReference: null } : inner)),
		),
		differs: { "reference of a deposit's event": /not there/ },
	},
	"an event's id is not the transaction's": {
		...told(PAYMENTS, (row) => ({ ...row, id: `eeee${String(row.id).slice(4)}` })),
		differs: { 'ID of an event': /another ID/ },
	},
	'only the last status is told': {
		...told(PAYMENTS, (row) => (row.status === 'PENDING' ? null : row)),
		differs: { 'events of a USDT withdrawal': /SUCCESS/, 'events of a bank withdrawal': /./ },
	},
	'only PENDING is told': {
		...told(SENT, (row) => (row.status === 'PENDING' ? row : null)),
		differs: { 'events of a USDT withdrawal': /PENDING/, 'events of a bank withdrawal': /./ },
		weight: 'breaks a feature',
	},
	'a deposit is told as a withdrawal': {
		...told(/^payment\.received$/, (row) => ({ ...row, type: 'WITHDRAWAL' })),
		differs: { 'event of a payment in': /WITHDRAWAL/ },
	},
	'a payment in is told COMPLETED': {
		...told(/^payment\.received$/, (row) => ({ ...row, status: 'COMPLETED' })),
		differs: { 'event of a payment in': /COMPLETED/ },
	},
	'settled withdrawals are told COMPLETED': {
		...told(SENT, (row) => (row.status === 'SUCCESS' ? { ...row, status: 'COMPLETED' } : row)),
		differs: { 'events of a USDT withdrawal': /COMPLETED/ },
	},
	'amounts of payments in are in naira': {
		...told(/^payment\.received$/, (row) => ({ ...row, amount: Number(row.amount) * 100 })),
		differs: { 'amount of an event of a payment in': /100 times/ },
	},
	'events have metadata of another name': {
		...told(SENT, ({ stablecoinTransactionMetadata, ...row }) =>
			stablecoinTransactionMetadata === undefined ? row : { ...row, metadata: stablecoinTransactionMetadata },
		),
		differs: { 'form of payment.sent': /stablecoinTransactionMetadata/ },
	},
	'events of NGN withdrawals name the bank otherwise': {
		...told(SENT, (row) =>
			mapped(row, ({ bankName, ...inner }) => (bankName === undefined ? inner : { ...inner, bank: bankName })),
		),
		differs: { 'form of payment.sent, NGN': /bankName/ },
	},
	'a settled link has its money at the top': {
		deliver: (delivery) => {
			const body = parse(delivery.body);
			if (delivery.event !== 'payment_link.settled' || !isRow(body) || !isRow(body.data)) return [delivery];
			const { transaction, ...rest } = body.data;
			const data = { ...rest, ...(isRow(transaction) ? transaction : {}) };
			return [resigned(delivery, JSON.stringify({ ...body, data }))];
		},
		differs: { 'form of payment_link.settled': /./ },
	},
	'times of events are an hour ahead': {
		...told(PAYMENTS, (row) => ({
			...row,
			updatedAt: new Date(Date.parse(String(row.updatedAt)) + 3_600_000).toISOString(),
		})),
		differs: { 'clock of an event': /one hour ahead/ },
	},
	'references of events are cut': {
		...told(PAYMENTS, (row) =>
			mapped(row, (inner) =>
				typeof inner.customerReference === 'string'
					? { ...inner, customerReference: inner.customerReference.slice(0, 10) }
					: inner,
			),
		),
		differs: { 'reference of an event': /cut/ },
	},
	'a test event is none': {
		carry: async (request, next) => {
			const url = new URL(request.url);
			if (request.url.pathname !== '/api/v1/webhook/test') return await next(request);
			url.pathname = '/api/v1/wallet';
			return await next({ ...request, method: 'GET', url, body: null });
		},
		differs: { 'test event': /nothing came/ },
	},
	'a refused ping is not registered': {
		carry: async (request, next, { sandbox }) => {
			const before = sandbox.webhook;
			const came = await next(request);
			if (request.url.pathname !== '/api/v1/webhook' || !String(request.body).includes('refuses=ping')) return came;
			sandbox.setWebhook(before === null ? null : { url: before.url, secret: before.secret });
			return { ...came, status: 400, text: JSON.stringify({ status: 'error', message: 'Webhook url did not answer' }) };
		},
		differs: { 'a ping that is refused': /not registered/ },
	},
	'pings have other members': {
		deliver: (delivery) => {
			const body = parse(delivery.body);
			if (!ANY.test(delivery.event) || delivery.event !== 'ping' || !isRow(body)) return [delivery];
			return [resigned(delivery, JSON.stringify({ ...body, data: { text: 'hello' } }))];
		},
		differs: { 'form of a ping': /text/ },
	},
	'PENDING is told once more after SUCCESS': {
		deliver: (delivery) => {
			const isEnd = delivery.event === 'payment.sent' && delivery.body.includes('"SUCCESS"');
			const stale = resigned(delivery, delivery.body.replace('"SUCCESS"', '"PENDING"'));
			return isEnd ? [delivery, stale] : [delivery];
		},
		differs: { 'events of a USDT withdrawal': /PENDING, SUCCESS, PENDING/, 'events of a bank withdrawal': /./ },
		weight: 'handled',
	},
	'events of withdrawals have no times': {
		...told(SENT, ({ createdAt: _made, updatedAt: _changed, ...row }) => row),
		differs: { 'clock of a sent event': /no time/ },
		weight: 'breaks a feature',
	},
};
