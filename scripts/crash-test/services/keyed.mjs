import { randomUUID } from 'node:crypto';
import { listen, textOf } from '../servers.mjs';

/**
 * A service that honours an idempotency key: the first request with a key pays, every further one gets the first answer
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
 *
 * @param {import('../line.mjs').Line} line
 * @returns {Promise<import('./service.mjs').Service>}
 */
export async function startKeyed(line) {
	/** @type {import('./service.mjs').Payment[]} */
	const paid = [];
	/** The first answer to each key. @type {Map<string, import('../line.mjs').Answer>} */
	const answers = new Map();

	/** @param {string} key @param {{payee: string, minor: string}} payment */
	function payOnce(key, { payee, minor }) {
		const earlier = answers.get(key);
		if (earlier) return earlier;
		const id = randomUUID();
		paid.push({ payee, minor: BigInt(minor), id });
		const answer = { status: 201, body: { id } };
		answers.set(key, answer);
		return answer;
	}

	const { url, stop } = await listen(async (request, response) => {
		const payment = JSON.parse(await textOf(request));
		const key = String(request.headers['idempotency-key']);
		await line.pay(payment.payee, response, async () => payOnce(key, payment));
	});
	return { url, credentials: {}, payee: (name) => name, paid: async () => paid, stop };
}
