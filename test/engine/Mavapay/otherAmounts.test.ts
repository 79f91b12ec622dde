/** If Mavapay accepts a withdrawal with an amount or payee that the node did not send, a hint names it. */
import type { INodeParameters } from 'n8n-workflow';
import { at } from '../../cases/case';
import { toBank, toStablecoin } from '../../cases/withdrawal';
import { INVOICE, PAYMENT_HASH } from '../../cases/quoteParts';
import { answers, json, run, useSandbox } from '../../harness/engine/mavapay';

const service = useSandbox();

/** Every withdrawal is answered with this transaction. */
function answerWith(transaction: object): void {
	const data = { id: 't-1', type: 'WITHDRAWAL', status: 'PENDING', ...transaction };
	for (const path of ['/withdraw', '/withdraw/btc', '/withdraw/stablecoin']) answers(service.sandbox, path, data);
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

const btc = withdrawal({ operation: 'toLightning', invoice: INVOICE, options: {} });
const OTHER = String(toStablecoin.address).replace(/.$/, '9');

test.each<[string, INodeParameters, object, string]>([
	['two thirds', toBank, { amount: 166_667, currency: 'NGN' }, '1,666.67 NGN ('],
	['kobo as naira', toBank, { amount: 25_000_000, currency: 'NGN' }, '250,000.00 NGN ('],
	['naira in full', toBank, { amount: '2500.00', currency: 'NGN' }, '25.00 NGN ('],
	['cents as USDT', usdt, { amount: 40_000, currency: 'USDT' }, '400.00 USDT ('],
	['millisatoshis', btc, { amount: 1_000_000, currency: 'BTC' }, '0.01000000 BTC ('],
	[
		'another account',
		toBank,
		{ metadata: { bankAccountNumber: '0123456780' } },
		'0123456780. Before you pay more, check in Mavapay',
	],
	['another address', usdt, { metadata: { address: OTHER } }, `${OTHER}. Before you pay more, check in Mavapay`],
	['another hash', btc, { hash: 'F'.repeat(64) }, `${'F'.repeat(64)}. Before you pay more, check in Mavapay`],
])('%s: it is accepted, and a hint says what the response has', async (_, parameters, response, stated) => {
	answerWith(response);
	const { outputs, said } = await pay({ operation: 'toBankAccount', ...withdrawal(parameters) }, 'A');
	expect(at(outputs[0], 'payout', 'outcome')).toBe('accepted');
	expect(said.map(({ message }) => message)).toEqual([expect.stringContaining(`says ${stated}`)]);
});

test.each<[string, INodeParameters, object]>([
	['its fees added', usdt, { amount: 500, fees: 100, currency: 'USDT' }],
	['its own account as a number', toBank, { metadata: { bankAccountNumber: Number(toBank.accountNumber) } }],
	['a masked account', toBank, { metadata: { bankAccountNumber: '******6780' } }],
	['its own hash', btc, { hash: PAYMENT_HASH.toUpperCase() }],
])('with %s nothing is said', async (_, parameters, response) => {
	answerWith(response);
	const { said } = await pay({ operation: 'toBankAccount', ...withdrawal(parameters) }, 'A');
	expect(said).toEqual([]);
});
