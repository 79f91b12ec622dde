/** A withdrawal that Mavapay accepts with another amount or payee than asked: a hint says which. */
import type { INodeParameters } from 'n8n-workflow';
import { at } from '../../cases/case';
import { toBank, toStablecoin } from '../../cases/withdrawal';
import { INVOICE, PAYMENT_HASH } from '../../cases/quoteParts';
import { json, run, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

/** Every withdrawal is answered with this transaction. */
function answerWith(transaction: object): void {
	const data = { id: 't-1', type: 'WITHDRAWAL', status: 'PENDING', ...transaction };
	const fault = { kind: 'status', status: 200, body: { status: 'ok', data } } as const;
	for (const path of ['/withdraw', '/withdraw/btc', '/withdraw/stablecoin'])
		service.sandbox.faults.add({ match: { path }, fault });
}

const withdrawal = (parameters: INodeParameters) => ({
	...{ resource: 'withdrawal', ...parameters },
	payoutReference: '={{ $json.nr }}',
});
const usdt = withdrawal({ ...toStablecoin, operation: 'toStablecoin', amount: '400' });
const pay = async (parameters: INodeParameters, ...references: string[]) => {
	const items = references.map((nr) => ({ json: { nr } }));
	const { success, hints } = await run(service.sandbox, parameters, { items, onError: 'continueRegularOutput' });
	return { outputs: json(success), said: hints.filter(({ message }) => message.includes('its response says')) };
};

test.each<[string, INodeParameters, object, string]>([
	['two thirds', withdrawal({ ...toBank }), { amount: 166_667, currency: 'NGN' }, '1,666.67 NGN'],
	['twice as much', usdt, { amount: 800, currency: 'USDT' }, '8.00 USDT'],
	['more than its fees', usdt, { amount: 500, fees: 99, currency: 'USDT' }, '5.00 USDT'],
	['nothing', usdt, { amount: 0, currency: 'USDT' }, '0.00 USDT'],
	['kobo as naira', withdrawal({ ...toBank }), { amount: 25_000_000, currency: 'NGN' }, '250,000.00 NGN'],
	['naira in full', withdrawal({ ...toBank }), { amount: '2500.00', currency: 'NGN' }, '25.00 NGN'],
	['cents as USDT', usdt, { amount: 40_000, currency: 'USDT' }, '400.00 USDT'],
	['a hundredth', usdt, { amount: '4', currency: 'usdt' }, '0.04 USDT'],
	[
		'millisatoshis',
		withdrawal({ operation: 'toLightning', invoice: INVOICE, options: {} }),
		{ amount: 1_000_000, currency: 'BTC' },
		'0.01000000 BTC',
	],
])('%s: it is accepted, and a hint says which amount the response has', async (_, parameters, response, amount) => {
	answerWith(response);
	const { outputs, said } = await pay({ operation: 'toBankAccount', ...parameters }, 'A');
	expect(at(outputs[0], 'payout', 'outcome')).toBe('accepted');
	expect(said.map(({ message }) => message)).toEqual([expect.stringContaining(`says ${amount} (`)]);
});

test.each<[string, object]>([
	['its fees added', { amount: 500, fees: 100, currency: 'USDT' }],
	['its fees taken off', { amount: 300, fees: 100, currency: 'USDT' }],
	['a sign', { amount: -400, currency: 'USDT' }],
	['an amount that is not whole', { amount: 4.5, currency: 'USDT' }],
	['the amount of another currency', { amount: 600_000, currency: 'NGN' }],
	['no currency', { amount: 40_000 }],
])('with %s nothing is said', async (_, response) => {
	answerWith(response);
	const { outputs, said } = await pay(usdt, 'A');
	expect(at(outputs[0], 'payout', 'outcome')).toBe('accepted');
	expect(said).toEqual([]);
});

const ADDRESS = String(toStablecoin.address);
const btc = withdrawal({ operation: 'toLightning', invoice: INVOICE, options: {} });

test.each<[string, INodeParameters, object, string]>([
	['another account', toBank, { metadata: { bankAccountNumber: '0123456780' } }, '0123456780'],
	['another account as a number', toBank, { transactionMetadata: { bankAccountNumber: 9_123_456_789 } }, '9123456789'],
	['another address', usdt, { metadata: { address: ADDRESS.replace(/.$/, '9') } }, ADDRESS.replace(/.$/, '9')],
	['an address', toBank, { metadata: { address: ADDRESS } }, ADDRESS],
	['another hash', btc, { hash: 'F'.repeat(64) }, 'F'.repeat(64)],
])('%s is a hint', async (_, parameters, response, stated) => {
	answerWith(response);
	const { outputs, said } = await pay({ operation: 'toBankAccount', ...withdrawal(parameters) }, 'A');
	expect(at(outputs[0], 'payout', 'outcome')).toBe('accepted');
	expect(said.map(({ message }) => message)).toEqual([expect.stringContaining(`says ${stated}. Look in Mavapay`)]);
});

test.each<[string, INodeParameters, object]>([
	['its own account', toBank, { metadata: { bankAccountNumber: toBank.accountNumber } }],
	['its own account as a number', toBank, { metadata: { bankAccountNumber: Number(toBank.accountNumber) } }],
	['a masked account', toBank, { metadata: { bankAccountNumber: '******6789' } }],
	['one masked with letters', toBank, { metadata: { bankAccountNumber: 'XXXXXX6780' } }],
	['a shorter account', toBank, { metadata: { bankAccountNumber: '6780' } }],
	['no account', toBank, { metadata: { bankAccountNumber: '' } }],
	['its own address', usdt, { metadata: { address: ADDRESS } }],
	['a cut address', usdt, { metadata: { address: `${ADDRESS.slice(0, 20)}...${ADDRESS.slice(0, 20)}` } }],
	['its own hash', btc, { hash: PAYMENT_HASH.toUpperCase() }],
	['what is no payment hash', btc, { hash: 'not known yet' }],
	['a hash of no invoice', usdt, { hash: 'F'.repeat(64) }],
])('with %s nothing is said', async (_, parameters, response) => {
	answerWith(response);
	const { said } = await pay({ operation: 'toBankAccount', ...withdrawal(parameters) }, 'A');
	expect(said).toEqual([]);
});
