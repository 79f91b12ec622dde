/** A withdrawal that Mavapay accepts with an amount that can't be the one that was asked, as in another unit: a person is told. */
import type { INodeParameters } from 'n8n-workflow';
import { at } from '../../cases/case';
import { toBank, toStablecoin } from '../../cases/withdrawal';
import { INVOICE } from '../../cases/quoteParts';
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
	['its fees added', { amount: 500, currency: 'USDT' }],
	['its fees taken off', { amount: 300, currency: 'USDT' }],
	['twice as much', { amount: 800, currency: 'USDT' }],
	['half', { amount: 200, currency: 'USDT' }],
	['a sign', { amount: -400, currency: 'USDT' }],
	['nothing yet', { amount: 0, currency: 'USDT' }],
	['an amount that is not whole', { amount: 4.5, currency: 'USDT' }],
	['the amount of another currency', { amount: 600_000, currency: 'NGN' }],
	['no currency', { amount: 40_000 }],
])('with %s nothing is said', async (_, response) => {
	answerWith(response);
	const { outputs, said } = await pay(usdt, 'A');
	expect(at(outputs[0], 'payout', 'outcome')).toBe('accepted');
	expect(said).toEqual([]);
});
