/**
 * The operations and the description of the service's interface, on n8n's engine: the operations send only described
 * requests, and output every answer that fits the description completely.
 */
import type { INodeParameters } from 'n8n-workflow';
import type { Operation } from '../../../nodes/core/operation/operation';
import { operations } from '../../../nodes/Mavapay/operations';
import { makeInvoice } from '../../../sandbox';
import { callOf, calls, nameOf, problemsOfRequest, samplesOf, type Call } from '../../../interface/index';
import { MemoryDeduplicator, saidBy, useDeduplication } from '../../harness/engine';
import {
	at,
	isRecord,
	nameOf as operationName,
	sandboxCases,
	stored,
	titleOf,
	type Case,
	type Made,
} from '../../cases';
import { json, run, surroundingsOf } from '../../harness/engine/mavapay';
import { openDescribedService } from '../../harness/engine/describedService';
import { differencesIn } from '../../harness/operations';

const UUID = '3f1c9f0e-3f57-4c39-8d0a-0d5b6c1c2a10';
const paymentHash = 'ab'.repeat(32);
const MADE: Made = {
	quoteId: UUID,
	orderId: '43477-4306',
	transactionId: UUID,
	hash: paymentHash,
	paymentLinkId: UUID,
	linkOrderId: '43477-4306',
	walletId: UUID,
	paymentHash,
};

/** Matches the titles of cases that send undocumented JSON on purpose. */
const BEYOND = /json, sent as given/;

let service: Awaited<ReturnType<typeof openDescribedService>>;
beforeAll(async () => {
	service = await openDescribedService();
});
beforeEach(async () => {
	service.clear();
	service.given.clear();
	await useDeduplication(new MemoryDeduplicator());
});
afterAll(async () => {
	await service.close();
	await useDeduplication(undefined);
});

let workflows = 0;

async function runOnce(one: Case) {
	service.clear();
	const now = Math.floor(Date.now() / 1_000);
	const of = operationName(one.operation);
	// The amount of the case's invoice: 2,500 satoshi for a withdrawal, 10,000 satoshi for a quote.
	const amountMsat = of === 'withdrawal:toLightning' ? 2_500_000 : 10_000_000;
	const invoice = makeInvoice({ network: 'tbs', amountMsat, timestamp: now, expirySeconds: 3_600, paymentHash });
	const parameters = OTHER_PARAMETERS[of] ?? stored(one, { ...MADE, invoice });
	const where = { url: service.url, keys: { write: 'sandbox_write', read: 'sandbox_read', bearer: 'b' } };
	return await run(where, parameters, { ...surroundingsOf(one, where), workflowId: `described ${++workflows}` });
}

/** Parameters for cases whose usual filters match only the sandbox's data. */
const OTHER_PARAMETERS: Record<string, INodeParameters> = {
	'order:getAll': {
		resource: 'order',
		operation: 'getAll',
		simplify: false,
		returnAll: true,
		filters: {},
		options: {},
	},
};

/** The quote that each payment asks for, with the values of the payment's test case. */
const QUOTED: Readonly<Record<string, object>> = {
	'quote:createAndAccept': { sourceCurrency: 'NGNKOBO', targetCurrency: 'BTCSAT' },
	'withdrawal:toGhana': { sourceCurrency: 'BTCSAT', targetCurrency: 'GHSPESEWA', amountInTargetCurrency: '10000.00' },
	'withdrawal:toKenya': { sourceCurrency: 'NGNKOBO', targetCurrency: 'KESCENT', amountInTargetCurrency: '100000.00' },
	'withdrawal:toSouthAfrica': { sourceCurrency: 'NGNKOBO', targetCurrency: 'ZARCENT', amountInTargetCurrency: 20_000 },
};

/** Adapts a sample answer so that the node accepts it: the list has one page, the quote has the amounts asked for. */
function fitting(of: string, call: Call, sample: unknown): unknown {
	const body = Object(sample);
	if (call.path === '/transactions') return { ...body, nextPage: false, remainingPage: 0 };
	const wanted = QUOTED[of];
	if (wanted === undefined || call.path !== '/quote') return sample;
	const asWanted = {
		isValid: true,
		expiry: '2099-01-01T00:00:00.000Z',
		amountInSourceCurrency: 500_000,
		totalAmountInSourceCurrency: 500_000,
		customerInternalFee: 0,
		...wanted,
	};
	return { ...body, data: { ...body.data, ...asWanted } };
}

/** False for a failed payment or a missing wallet, which are errors, and for a transaction that hasn't settled. */
function isTold(of: string, sample: unknown): boolean {
	const status = at(sample, 'data', 'status') ?? at(sample, 'data', 0, 'status');
	if (of.startsWith('withdrawal:')) return status !== 'FAILED';
	if (of === 'wallet:get') return at(sample, 'data', 0) !== undefined;
	return of !== 'transaction:waitForSettlement' || status === 'SUCCESS';
}

const MASK = '********';
const records = (data: unknown) => (Array.isArray(data) ? data : [data]).filter(isRecord);
const asMasked = (profile: unknown) => {
	const { account, ...rest } = Object(profile);
	const webhook = account.webhook && { ...account.webhook, secret: MASK };
	return { ...rest, account: { ...account, apiKey: MASK, webhook } };
};
const details = (data: unknown) => [at(data, 'paymentLinkDetails')];

/** What the node outputs for an answer, one element for each item, where it differs from the answer's data. */
const EMITS: Record<string, (data: unknown, answer: unknown) => unknown[]> = {
	'account:get': (data) => [asMasked(data)],
	'bank:getAll': (data) =>
		(Array.isArray(data) ? data : []).map((bank) =>
			typeof bank === 'string' ? { bankName: bank, nipBankCode: null } : bank,
		),
	'paymentLink:get': details,
	'paymentLink:refresh': details,
	'quote:accept': (_data, answer) => [{ quoteId: UUID, message: at(answer, 'message') }],
	'simulation:payIn': (_data, answer) => [answer],
	'transaction:waitForSettlement': (data) => records(data).map((one) => ({ ...one, settlement: 'success' })),
	'webhook:get': (data) => {
		const webhook = at(data, 'account', 'webhook');
		return [webhook === null ? { url: null, isActive: false } : { ...Object(webhook), secret: MASK }];
	},
	'webhook:set': (data) => [{ ...Object(data), secret: MASK }],
	'webhook:sendTest': (_data, answer) => [{ message: at(answer, 'message') }],
};

/** The index of the newest quote request among all requests, which include reads of the wallet's list. */
const quoteAsked = () => service.requests.map(({ path }) => path.endsWith('/quote')).lastIndexOf(true);

const emitsQuote = (_data: unknown, answer: unknown) => [
	{ ...Object(at(service.answers[quoteAsked()], 'data')), message: at(answer, 'message') },
];

/** Whether the operation outputs an answer of the service. Others combine several answers, or ask for none. */
const givesAnswersOut = (operation: Operation) =>
	operation.effect === 'pay' ||
	operationName(operation) in EMITS ||
	calls.some(({ outputOf }) => outputOf.includes(operationName(operation)));

const asked = sandboxCases.filter((one) => givesAnswersOut(one.operation) && !BEYOND.test(titleOf(one)));
const oneOfEach = operations
	.filter(givesAnswersOut)
	.map(operationName)
	.map((of) => ({ of, one: asked.find(({ operation }) => operationName(operation) === of) }));

test('most operations give out what is answered, and all that do have a case with `sandbox` in test/cases', () => {
	expect(oneOfEach.filter(({ one }) => one === undefined)).toEqual([]);
	expect(oneOfEach.length).toBeGreaterThan(25);
});

test('outputOf in interface/ names operations that there are', () => {
	const names = operations.map(operationName);
	expect(calls.flatMap(({ outputOf }) => outputOf).filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(asked.map((one) => ({ title: titleOf(one), one })))('$title', ({ one }) => {
	test('sends nothing but what is described', async () => {
		const quote = callOf({ method: 'POST', path: '/quote' });
		if (quote)
			service.given.set(nameOf(quote), fitting(operationName(one.operation), quote, samplesOf(quote.answer)[0]));
		await runOnce(one);
		expect(service.requests.length).toBeGreaterThan(0);
		expect(service.requests.flatMap(problemsOfRequest)).toEqual([]);
	});
});

describe.each(oneOfEach)('$of', ({ of, one }) => {
	test('gives every described answer out whole, or as EMITS has it, and calls none of them odd', async () => {
		if (one === undefined) throw new Error(`${of} has no case with sandbox in test/cases`);
		const all = new Map<string, Call>();
		const quote = callOf({ method: 'POST', path: '/quote' });
		if (quote) service.given.set(nameOf(quote), fitting(of, quote, samplesOf(quote.answer)[0]));
		await runOnce(one);
		const last = service.requests.at(-1);
		const main = last && callOf(last);
		if (main) all.set(nameOf(main), main);
		// If interface/ names the calls whose answer the operation outputs, the last request must be one of them.
		const named = calls.filter(({ outputOf }) => outputOf.includes(of));
		if (named.length > 0) expect(named).toContain(main);
		if (of in QUOTED && quote) all.set(nameOf(quote), quote);
		expect(all.size).toBeGreaterThan(0);

		for (const [name, call] of all) {
			for (const sample of samplesOf(call.answer).filter((each) => isTold(of, each))) {
				service.given.set(name, fitting(of, call, sample));
				const { success, nodeError } = await runOnce(one);
				const answer = service.answers.at(-1);
				const emits = of in QUOTED ? emitsQuote : EMITS[of];
				const expected = emits?.(at(answer, 'data'), answer) ?? records(at(answer, 'data'));
				const shown = JSON.stringify(sample);
				expect([shown, saidBy(nodeError)]).toEqual([shown, undefined]);
				expect(json(success)).toEqual(expected.map((item) => expect.objectContaining(Object(item))));
				expect([shown, differencesIn(json(success), one.operation)]).toEqual([shown, []]);
			}
			service.given.delete(name);
			if (quote) service.given.set(nameOf(quote), fitting(of, quote, samplesOf(quote.answer)[0]));
		}
	});
});
