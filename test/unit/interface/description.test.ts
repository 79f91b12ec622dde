/** The interface description is consistent, and finds the mistakes that it exists to find. */
import * as z from 'zod';
import { only, readProject } from '../../harness/sources';
import {
	calls,
	callOf,
	events,
	nameOf,
	problemsOfAnswer,
	problemsOfEvent,
	problemsOfRequest,
	samplesOf,
} from '../../../interface/index';

/** Fails the test if the description lacks an event that the test looks for. */
function never(): never {
	throw new Error('The description has no such event');
}

const named = calls.map((call) => [nameOf(call), call] as const);
const told = events.map((row) => [`${row.event} ${row.currency ?? ''}`.trim(), row] as const);

it('has each call and each event once', () => {
	expect(new Set(named.map(([name]) => name)).size).toBe(calls.length);
	expect(new Set(told.map(([name]) => name)).size).toBe(events.length);
});

describe.each(named)('%s', (_name, call) => {
	it('is found by a request of its own', () => {
		const path = call.path.replace(/\{\w+\}/g, 'a-1');
		expect(callOf({ method: call.method, path })).toBe(call);
	});

	it('takes every request that can be drawn from it', () => {
		const path = call.path.replace(/\{\w+\}/g, 'a-1');
		const bodies =
			call.body === undefined ? [undefined] : samplesOf(call.body).filter((body) => call.body?.safeParse(body).success);
		const queries = samplesOf(call.query);
		expect(bodies.length * queries.length).toBeGreaterThan(0);
		for (const query of queries) {
			for (const body of bodies) {
				expect(problemsOfRequest({ method: call.method, path, query: Object(query), body })).toEqual([]);
			}
		}
	});

	it('takes every answer that can be drawn from it, and no answer with a member lost or added', () => {
		const samples = samplesOf(call.answer);
		expect(samples.flatMap((answer) => problemsOfAnswer(call, 200, answer))).toEqual([]);
		if (call.path === '/webhook/test') return;
		const [full] = samples;
		const { status: _status, ...headless } = Object(full);
		expect(problemsOfAnswer(call, 200, headless)).not.toEqual([]);
		expect(problemsOfAnswer(call, 200, { ...Object(full), more: 1 })).not.toEqual([]);
	});

	it('refuses with a message and nothing else', () => {
		expect(problemsOfAnswer(call, 400, { status: 'error', message: 'Invalid' })).toEqual([]);
		for (const body of [
			{ status: 'error' },
			{ status: 'ok', message: 'a' },
			{ status: 'error', message: 'a', code: 1 },
		]) {
			expect(problemsOfAnswer(call, 400, body)).toHaveLength(1);
		}
	});
});

describe.each(told)('%s', (_name, row) => {
	it('takes every event that can be drawn from it, and none without one of its members', () => {
		const samples = samplesOf(row.body);
		expect(samples.flatMap(problemsOfEvent)).toEqual([]);
		const { event, data } = Object(samples[0]);
		for (const lost of Object.keys(data)) {
			const { [lost]: _lost, ...rest } = data;
			expect(problemsOfEvent({ event, data: rest })).not.toEqual([]);
		}
		expect(problemsOfEvent({ event, data: { ...data, more: 1 } })).not.toEqual([]);
	});
});

/** Mistakes about the interface that we made before we read the service's own documentation. */
describe('what the service does not do is found', () => {
	const id = '3f1c9f0e-3f57-4c39-8d0a-0d5b6c1c2a10';
	const quote = {
		amount: '100000',
		sourceCurrency: 'NGNKOBO',
		targetCurrency: 'KESCENT',
		paymentMethod: 'BANKTRANSFER',
		paymentCurrency: 'KESCENT',
		autopayout: true,
	};
	const kes = (identifierType: string, identifiers: object) => ({
		...quote,
		beneficiary: { identifierType, identifiers },
	});
	const phone = { phoneNumber: '+254790000000', network: 'mpesa', accountName: 'Ada' };
	const toPhone = kes('paytophone', phone);
	const till = { tillNumber: '000000' };
	const bill = { paybillNumber: '4141031', accountNumber: '7' };
	const link = {
		name: 'Invoice 7',
		amount: 500_000,
		paymentCurrency: 'NGN',
		settlementCurrency: 'BTC',
		settlementMethod: 'ONCHAIN',
		speed: 'fast',
		paymentMethods: ['BANKTRANSFER'],
		beneficiary: { onChainAddress: 'tb1q' },
	};
	const toBitcoin = { ...quote, targetCurrency: 'BTCSAT', beneficiary: { lnAddress: 'a@b.example' } };
	const toRand = {
		...quote,
		targetCurrency: 'ZARCENT',
		paymentCurrency: 'ZARCENT',
		beneficiary: { name: 'T', bankName: 'N', bankAccountNumber: '1' },
	};

	const wrong: Readonly<Record<string, [path: string, wrong: object, right: object]>> = {
		'a phone without its network': ['/quote', kes('paytophone', { ...phone, network: undefined }), toPhone],
		'a phone in another network': ['/quote', kes('paytophone', { ...phone, network: 'M-PESA' }), toPhone],
		'a till without a name': ['/quote', kes('paytotill', till), kes('paytotill', { ...till, accountName: 'A' })],
		'a PayBill without a name': ['/quote', kes('paytobill', bill), kes('paytobill', { ...bill, accountName: 'A' })],
		'bitcoin paid out for an amount in naira': [
			'/quote',
			{ ...toBitcoin, paymentCurrency: 'NGNKOBO' },
			{ ...toBitcoin, paymentCurrency: 'BTCSAT' },
		],
		'rand without autopayout': ['/quote', { ...toRand, autopayout: false }, toRand],
		'rand with a fee of the caller': [
			'/quote',
			{ ...toRand, customerInternalFee: '1' },
			{ ...toRand, customerInternalFee: '0' },
		],
		'a link on chain without a speed': ['/paymentlink', { ...link, speed: undefined }, link],
		'a link on chain paid by Lightning': ['/paymentlink', { ...link, paymentMethods: ['LIGHTNING'] }, link],
		'a withdrawal with a reference': [
			'/withdraw/btc',
			{ invoice: 'lntbs1', customerReference: 'a' },
			{ invoice: 'lntbs1', memo: 'a' },
		],
	};

	it.each(Object.entries(wrong))('%s', (_what, [path, bad, right]) => {
		expect(problemsOfRequest({ method: 'POST', path, body: JSON.parse(JSON.stringify(bad)) })).toHaveLength(1);
		expect(problemsOfRequest({ method: 'POST', path, body: right })).toEqual([]);
	});

	it.each([
		['a wallet asked for by id', '/wallet', { id }, { walletId: id }],
		['a pair in upper case', '/price/ticker', { pair: 'USDNGN' }, { pair: 'usdngn' }],
		['a page of more than 100', '/transactions', { limit: '101' }, { limit: '100' }],
		['transactions in BTC', '/transactions', { currency: 'BTC' }, { currency: 'KES' }],
		['two keys at once', '/transaction', { id, hash: 'a' }, { id }],
	])('%s', (_what, path, wrong, right) => {
		expect(problemsOfRequest({ method: 'GET', path, query: wrong })).toHaveLength(1);
		expect(problemsOfRequest({ method: 'GET', path, query: right })).toEqual([]);
	});

	it('a body with a call that has none, and a call that there is not', () => {
		expect(problemsOfRequest({ method: 'GET', path: '/user', body: {} })).toHaveLength(1);
		expect(problemsOfRequest({ method: 'DELETE', path: '/webhook' })).toEqual([
			'DELETE /webhook is no call of the service',
		]);
	});

	it.each(['kesTransactionMetadata', 'ghsTransactionMetadata', 'zarTransactionMetadata'])(
		'%s under the name of NGN',
		(name) => {
			const [, row] = told.find(([, { body }]) => JSON.stringify(samplesOf(body)[0]).includes(name)) ?? [];
			if (!row) throw new Error(`No event has ${name}`);
			const { event, data } = Object(samplesOf(row.body)[0]);
			const { [name]: metadata, ...rest } = data;
			expect(problemsOfEvent({ event, data: { ...rest, transactionMetadata: metadata } })).toHaveLength(1);
		},
	);

	it('a settled link with its transaction spread out, or of another type', () => {
		const [settled] = samplesOf(events.find(({ event }) => event === 'payment_link.settled')?.body ?? never());
		const { event, data } = Object(settled);
		const { transaction, ...outside } = data;
		expect(problemsOfEvent({ event, data: { ...outside, ...transaction } })).not.toEqual([]);
		expect(
			problemsOfEvent({ event, data: { ...outside, transaction: { ...transaction, type: 'SETTLEMENT' } } }),
		).toHaveLength(1);
	});

	it('a hash before a USDT withdrawal is on a chain', () => {
		const row = events.find(({ event, currency }) => event === 'payment.sent' && currency === 'USDT');
		const pending = samplesOf(row?.body ?? never()).find((body) => JSON.stringify(body).includes('PENDING'));
		const { event, data } = Object(pending);
		expect(data.hash).toBeNull();
		expect(problemsOfEvent({ event, data: { ...data, hash: 'ab12' } })).toHaveLength(1);
	});
});

it('names the member that has no example, and says what to write', () => {
	const answer = z.strictObject({ data: z.array(z.strictObject({ daily: z.number().optional() })) });
	expect(() => samplesOf(answer)).toThrow(/No example for data\[\]\.daily, a ZodNumber: write showing\(/);
});

it('marks what is not documented, with a reason', () => {
	expect(
		calls
			.filter(({ known }) => known !== 'documented')
			.map(nameOf)
			.sort(),
	).toEqual(['GET /paymentlink/refresh', 'GET /paymentlink/status', 'GET /price']);
});

it('rests on nothing of the nodes and the sandbox', () => {
	const files = only(readProject(), /^interface\//);
	expect(files.size).toBeGreaterThan(10);
	const imported = [...files.values()].flatMap((text) =>
		[...text.matchAll(/from '([^']+)'/g)].map(([, from = '']) => from),
	);
	expect(imported.filter((from) => from !== 'zod' && !/^\.\/\w+$/.test(from))).toEqual([]);
});
