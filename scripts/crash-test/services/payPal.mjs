import { randomUUID } from 'node:crypto';
import { minorUnits } from '../../demo/payees.mjs';
import { textOf } from '../servers.mjs';

const host = 'api-m.sandbox.paypal.com';

/**
 * PayPal's payouts as n8n's PayPal node uses them. A batch ID that was used is refused, as PayPal refuses it for 30 days:
 * https://developer.paypal.com/docs/api/payments.payouts-batch/v1/#payouts_post
 *
 * @param {import('../line.mjs').Line} line
 * @returns {import('./service.mjs').Service}
 */
export function payPal(line) {
	/** @type {import('./service.mjs').Payment[]} */
	const paid = [];
	/** PayPal's own ID of each batch, by the sender's batch ID. @type {Map<string, string>} */
	const batches = new Map();

	/** @param {{sender_batch_header: {sender_batch_id: string}, items: Array<{receiver: string, amount: {value: unknown}}>}} payout */
	function payOut({ sender_batch_header: header, items }) {
		const { sender_batch_id: sent } = header;
		const earlier = batches.get(sent);
		if (earlier) return { status: 400, body: refusal(earlier) };
		const id = randomUUID();
		batches.set(sent, id);
		for (const { receiver, amount } of items) {
			const minor = minorUnits({ amount: String(amount.value), currency: 'USDT' });
			if (minor === undefined) throw new Error(`PayPal was asked to pay ${amount.value}.`);
			paid.push({ payee: receiver, minor, id });
		}
		const batch = { payout_batch_id: id, batch_status: 'PENDING', sender_batch_header: header };
		return { status: 201, body: { batch_header: batch } };
	}

	return {
		credentials: { payPalApi: { clientId: 'crash-test', secret: 'crash-test', env: 'sanbox' } },
		payee: (name) => `${name}@payees.example`,
		paid: async () => paid,
		stop: async () => {},
		hosts: {
			[host]: async (request, response) => {
				const text = await textOf(request);
				const at = `${request.method} ${request.url}`;
				if (at === 'POST /v1/oauth2/token')
					return line.send(response, { status: 200, body: { access_token: 'crash-test', token_type: 'Bearer' } });
				if (at !== 'POST /v1/payments/payouts') return line.send(response, { status: 404, body: { name: at } });
				const asked = JSON.parse(text);
				return line.pay(asked.items[0].receiver, response, async () => payOut(asked));
			},
		},
	};
}

/** @param {string} earlier PayPal's ID of the batch that exists already */
const refusal = (earlier) => ({
	name: 'USER_BUSINESS_ERROR',
	message: 'User business error.',
	debug_id: randomUUID().slice(0, 13),
	information_link: 'https://developer.paypal.com/docs/api/payments.payouts-batch/#errors',
	details: [
		{
			field: 'SENDER_BATCH_ID',
			issue: 'Batch with given sender_batch_id already exists',
			link: [{ href: `https://${host}/v1/payments/payouts/${earlier}`, rel: 'self', method: 'GET' }],
		},
	],
});
