import { createHash, randomUUID } from 'node:crypto';
import { minorUnits } from '../../demo/payees.mjs';
import { textOf } from '../servers.mjs';

const host = 'api.sandbox.transferwise.tech';

/** @typedef {{id: number, targetAccount: string, minor: bigint, status: string}} Transfer */

/**
 * Wise as n8n's Wise node uses it: a quote, a transfer made from the quote, and a payment of the transfer from the
 * balance. Wise refuses to pay a transfer again (https://docs.wise.com/guides/developer/errors/funding).
 *
 * @param {import('../line.mjs').Line} line
 * @returns {import('./service.mjs').Service}
 */
export function wise(line) {
	/** @type {import('./service.mjs').Payment[]} */
	const paid = [];
	/** @type {Map<string, bigint>} */
	const quotes = new Map();
	/** @type {Map<number, Transfer>} */
	const transfers = new Map();
	let nextId = 50_000_000;

	/** @param {Transfer} transfer */
	function fund(transfer) {
		if (transfer.status !== 'incoming_payment_waiting') return { status: 409, body: refusal(transfer.id) };
		transfer.status = 'processing';
		const id = String(nextId++);
		paid.push({ payee: transfer.targetAccount, minor: transfer.minor, id });
		return {
			status: 201,
			body: { type: 'BALANCE', status: 'COMPLETED', errorCode: null, balanceTransactionId: Number(id) },
		};
	}

	/** @type {Array<[RegExp, (body: any, id: string, response: import('node:http').ServerResponse) => unknown]>} */
	const routes = [
		[
			/^POST \/v2\/quotes$/,
			({ targetAmount }, _, response) => {
				const minor = minorUnits({ amount: String(targetAmount), currency: 'USDT' });
				if (minor === undefined) throw new Error(`Wise was asked for a quote of ${targetAmount}.`);
				const id = randomUUID();
				quotes.set(id, minor);
				return line.send(response, { status: 200, body: { id, targetAmount, payOut: 'BANK_TRANSFER' } });
			},
		],
		[
			/^POST \/v1\/transfers$/,
			({ quoteUuid, targetAccount, customerTransactionId }, _, response) => {
				const id = nextId++;
				const status = 'incoming_payment_waiting';
				transfers.set(id, { id, targetAccount: String(targetAccount), minor: quotes.get(quoteUuid) ?? 0n, status });
				return line.send(response, {
					status: 200,
					body: { id, targetAccount, quoteUuid, customerTransactionId, status },
				});
			},
		],
		[
			/^POST \/v3\/profiles\/\d+\/transfers\/(\d+)\/payments$/,
			(_, id, response) => {
				const transfer = transfers.get(Number(id));
				if (!transfer) return line.send(response, { status: 404, body: { errors: [{ code: 'transfer.not-found' }] } });
				return line.pay(transfer.targetAccount, response, async () => fund(transfer));
			},
		],
		[
			/^GET \/v1\/simulation\/transfers\/(\d+)\/\w+$/,
			(_, id, response) => line.send(response, { status: 200, body: { id: Number(id) } }),
		],
	];

	return {
		credentials: { wiseApi: { apiToken: 'crash-test', environment: 'test' } },
		// A recipient's ID, a number.
		payee: (name) => String(parseInt(createHash('sha1').update(name).digest('hex').slice(0, 8), 16)),
		paid: async () => paid,
		stop: async () => {},
		hosts: {
			[host]: async (request, response) => {
				const text = await textOf(request);
				const asked = `${request.method} ${request.url}`;
				for (const [route, answer] of routes) {
					const found = route.exec(asked);
					if (found) return answer(JSON.parse(text || '{}'), found[1] ?? '', response);
				}
				return line.send(response, { status: 404, body: { errors: [{ message: asked }] } });
			},
		},
	};
}

/** @param {number} id */
const refusal = (id) => ({
	errors: [
		{
			code: 'transfer.invalid-state',
			message: `Transfer ${id} is already funded: it is not in the state incoming_payment_waiting.`,
		},
	],
});
