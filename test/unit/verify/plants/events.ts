import { createHmac } from 'node:crypto';
import { resigned } from '../account';
import { headed, isRow, parse, told, type Row } from './rewriting';
import type { Planted } from './planted';

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

/** Differences in events and their deliveries. */
export const EVENTS: readonly Planted[] = [
	{ name: 'no ping', quirks: { pingOnRegister: false }, named: ['ping while registering'], word: /no ping/ },
	{
		name: 'another header of the signature',
		quirks: { signature: { header: 'X-Webhook-Signature' } },
		named: ['header of the signature'],
		word: /x-webhook-signature/,
	},
	{
		name: 'another encoding of the signature',
		quirks: { signature: { encoding: 'base64' } },
		named: ['signature', 'signature of payment events'],
		word: /base64/,
	},
	{
		name: 'a prefix of the signature',
		quirks: { signature: { prefix: 'sha256=' } },
		named: ['signature', 'signature of payment events'],
		word: /and more/,
	},
	{
		name: 'only data is signed',
		quirks: { signature: { signedText: 'data' } },
		named: ['signature', 'signature of payment events'],
		word: /only `data`/,
	},
	{
		name: 'the older name of the reference',
		quirks: { referenceName: 'externalRef' },
		named: ['reference of an event'],
		word: /externalRef/,
	},
	{
		name: 'the reference in another place',
		quirks: { referencePlace: 'top' },
		named: ['reference of an event'],
		word: /customerReference/,
	},
	{
		name: 'payment events are not signed at all',
		...headed(PAYMENTS, () => ({ 'Content-Type': 'application/json' })),
		named: ['signature of payment events'],
		word: /no header/,
	},
	{
		name: 'payment events are signed in upper case',
		...headed(PAYMENTS, ({ headers }) => ({ ...headers, [SIGNATURE]: String(headers[SIGNATURE]).toUpperCase() })),
		named: ['signature of payment events'],
		word: /upper case/,
	},
	{
		name: 'payment events are signed with another secret',
		...headed(PAYMENTS, ({ headers, body }) => ({
			...headers,
			[SIGNATURE]: createHmac('sha256', 'another').update(body).digest('hex'),
		})),
		named: ['signature of payment events'],
		word: /no header holds it/,
	},
	{
		name: 'events of deposits have no reference',
		...told(/^payment\.received$/, (row) =>
			mapped(row, (inner) => ('customerReference' in inner ? { ...inner, customerReference: null } : inner)),
		),
		named: ["reference of a deposit's event"],
		word: /not there/,
	},
	{
		name: "an event's id is not the transaction's",
		...told(PAYMENTS, (row) => ({ ...row, id: `eeee${String(row.id).slice(4)}` })),
		named: ['ID of an event'],
		word: /another ID/,
	},
	{
		name: 'only the last status is told',
		...told(PAYMENTS, (row) => (row.status === 'PENDING' ? null : row)),
		named: ['events of a USDT withdrawal', 'events of a bank withdrawal'],
		word: /SUCCESS/,
	},
	{
		name: 'only PENDING is told',
		...told(SENT, (row) => (row.status === 'PENDING' ? row : null)),
		named: ['events of a USDT withdrawal', 'events of a bank withdrawal'],
		word: /PENDING/,
	},
	{
		name: 'a deposit is told as a withdrawal',
		...told(/^payment\.received$/, (row) => ({ ...row, type: 'WITHDRAWAL' })),
		named: ['event of a payment in'],
		word: /WITHDRAWAL/,
	},
	{
		name: 'a payment in is told COMPLETED',
		...told(/^payment\.received$/, (row) => ({ ...row, status: 'COMPLETED' })),
		named: ['event of a payment in'],
		word: /COMPLETED/,
	},
	{
		name: 'settled withdrawals are told COMPLETED',
		...told(SENT, (row) => (row.status === 'SUCCESS' ? { ...row, status: 'COMPLETED' } : row)),
		named: ['events of a USDT withdrawal'],
		word: /COMPLETED/,
	},
	{
		name: 'amounts of payments in are in naira',
		...told(/^payment\.received$/, (row) => ({ ...row, amount: Number(row.amount) * 100 })),
		named: ['amount of an event of a payment in'],
		word: /100 times/,
	},
	{
		name: 'events have metadata of another name',
		...told(SENT, ({ stablecoinTransactionMetadata, ...row }) =>
			stablecoinTransactionMetadata === undefined ? row : { ...row, metadata: stablecoinTransactionMetadata },
		),
		named: ['form of payment.sent'],
		word: /stablecoinTransactionMetadata/,
	},
	{
		name: 'events of NGN withdrawals name the bank otherwise',
		...told(SENT, (row) =>
			mapped(row, ({ bankName, ...inner }) => (bankName === undefined ? inner : { ...inner, bank: bankName })),
		),
		named: ['form of payment.sent, NGN'],
		word: /bankName/,
	},
	{
		name: 'a settled link has its money at the top',
		deliver: (delivery) => {
			const body = parse(delivery.body);
			if (delivery.event !== 'payment_link.settled' || !isRow(body) || !isRow(body.data)) return [delivery];
			const { transaction, ...rest } = body.data;
			const data = { ...rest, ...(isRow(transaction) ? transaction : {}) };
			return [resigned(delivery, JSON.stringify({ ...body, data }))];
		},
		named: ['form of payment_link.settled'],
	},
	{
		name: 'times of events are an hour ahead',
		...told(PAYMENTS, (row) => ({
			...row,
			updatedAt: new Date(Date.parse(String(row.updatedAt)) + 3_600_000).toISOString(),
		})),
		named: ['clock of an event'],
		word: /one hour ahead/,
	},
	{
		name: 'references of events are cut',
		...told(PAYMENTS, (row) =>
			mapped(row, (inner) =>
				typeof inner.customerReference === 'string'
					? { ...inner, customerReference: inner.customerReference.slice(0, 10) }
					: inner,
			),
		),
		named: ['reference of an event'],
		word: /cut/,
	},
	{
		name: 'a test event is none',
		carry: async (request, next) => {
			const url = new URL(request.url);
			if (request.url.pathname !== '/api/v1/webhook/test') return await next(request);
			url.pathname = '/api/v1/wallet';
			return await next({ ...request, method: 'GET', url, body: null });
		},
		named: ['test event'],
		word: /nothing came/,
	},
	{
		name: 'a refused ping is not registered',
		carry: async (request, next, { sandbox }) => {
			const before = sandbox.webhook;
			const came = await next(request);
			if (request.url.pathname !== '/api/v1/webhook' || !String(request.body).includes('refuses=ping')) return came;
			sandbox.setWebhook(before === null ? null : { url: before.url, secret: before.secret });
			return { ...came, status: 400, text: JSON.stringify({ status: 'error', message: 'Webhook url did not answer' }) };
		},
		named: ['a ping that is refused'],
		word: /not registered/,
	},
	{
		name: 'pings have other members',
		deliver: (delivery) => {
			const body = parse(delivery.body);
			if (!ANY.test(delivery.event) || delivery.event !== 'ping' || !isRow(body)) return [delivery];
			return [resigned(delivery, JSON.stringify({ ...body, data: { text: 'hello' } }))];
		},
		named: ['form of a ping'],
		word: /text/,
	},
];
