/** Numbers in answers that are too large for a JavaScript number are output as text, with every digit. */
import type { INodeParameters } from 'n8n-workflow';
import { answering, saidBy } from '../../harness/engine';
import { at, byId } from '../../cases/case';
import { bankPayout } from '../../cases/withdrawal';
import { json, run, sent, useSandbox } from '../../harness/engine/mavapay';
import { serveInsteadOf } from '../../harness/engine/startedFaultServers';
import { createAndAccept } from '../../harness/quoteParameters';

const service = useSandbox();

const LONG = '9007199254740993';

/** Runs the node against a server that answers everything with this text. */
const answered = async (text: string, parameters: INodeParameters) => {
	const fault = answering(200, text, { 'Content-Type': 'application/json' });
	return await run(await serveInsteadOf(service.sandbox, fault), parameters);
};

const wallets = { resource: 'wallet', operation: 'getAll', filters: {}, options: {} };

test('a read passes them on as text, and only them', async () => {
	const text = `{"status":"ok","data":[{"id":"w","currency":"BTC","balance":${LONG},"rate":0.12345678901234567890,"limits":[1,1e400],"exact":9007199254740991}]}`;
	const { success } = await answered(text, wallets);
	expect(json(success)).toEqual([
		{
			id: 'w',
			currency: 'BTC',
			balance: LONG,
			rate: '0.12345678901234567890',
			limits: [1, '1e400'],
			exact: 9007199254740991,
		},
	]);
});

test('a payment keeps its answer to the last digit', async () => {
	const { sandbox } = service;
	// A raw answer, because the sandbox would round a number this long.
	const text = `{"status":"ok","data":{"id":"t-1","amount":250000,"sequence":${LONG}}}`;
	const parameters = {
		...bankPayout,
		simplify: false,
		bank: byId('000013'),
		options: { withoutNameEnquiry: true, accountName: 'ADA', bankName: 'GTB' },
	};
	const { success } = await answered(text, parameters);
	expect(success[0]?.json).toMatchObject({ id: 't-1', sequence: LONG, payout: { outcome: 'accepted' } });
	expect(sent(sandbox)).toEqual([]);
});

describe('the cost of a quote', () => {
	const swap = (cap: string): INodeParameters => ({
		...createAndAccept,
		simplify: false,
		amount: '2500',
		amountIs: 'arrives',
		maximumAmount: cap,
	});
	const quote = `{"status":"ok","message":"taken","data":{"id":"q-1","amountInSourceCurrency":${LONG},"totalAmountInSourceCurrency":${LONG},"amountInTargetCurrency":2500}}`;

	test('one minor unit over the cap is not, though both are one JavaScript number', async () => {
		expect(Number(LONG)).toBe(9007199254740992);
		const { nodeError } = await answered(quote, swap('9007199254740992'));
		expect(saidBy(nodeError)).toMatch(
			/more than the 90,071,992,547,409\.92 NGN .* of 'Maximum Amount'.*Still at Mavapay: quote q-1/,
		);
	});
});

test('a beneficiary given as JSON is sent with every digit', async () => {
	const { success } = await run(service.sandbox, {
		...createAndAccept,
		sendTo: 'somebody',
		amountIs: 'arrives',
		maximumAmount: '900000000',
		beneficiaryType: 'json',
		beneficiaryJson: `{"bankAccountNumber": ${LONG}}`,
		validateOnly: true,
	});
	expect(at(success[0]?.json, 'request', 'body', 'beneficiary')).toEqual({ bankAccountNumber: LONG });
});
