import { pause } from '../lib/waiting.mjs';

/** How long a service takes to answer. Real ones take longer. */
const latencyMs = 200;

/**
 * The line between n8n and the services that pay. Every request that pays goes through the line, to any
 * service, and meets what was planned for its payee: nothing, or an accident.
 */
export function layLine() {
	/** @type {Map<string, Accident[]>} */
	const planned = new Map();
	/** Payees whose request gets no answer, and whose connection is still open. @type {Set<string>} */
	const hanging = new Set();

	return {
		hanging,
		send,
		/** Plans what happens to the next requests that pay a payee. @param {string} payee @param {Accident[]} accidents */
		plan: (payee, accidents) => void planned.set(payee, [...accidents]),
		/** The payees with a planned accident that hasn't happened. */
		unmet: () => [...planned].filter(([, left]) => left.length > 0).map(([payee]) => payee),

		/**
		 * Handles one request that pays.
		 *
		 * @param {string} payee
		 * @param {import('node:http').ServerResponse} response
		 * @param {() => Promise<Answer>} effect moves the money, and returns the service's answer
		 */
		async pay(payee, response, effect) {
			const accident = planned.get(payee)?.shift();
			await pause(latencyMs);
			const answer = accident?.moneyMoves === false ? undefined : await effect();
			if (accident === undefined && answer) return send(response, answer);
			if (accident?.then === 'close') return void response.socket?.destroy();
			hanging.add(payee);
			response.on('close', () => hanging.delete(payee));
		},
	};
}

/** @param {import('node:http').ServerResponse} response @param {Answer} answer */
function send(response, { status, body }) {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/**
 * @typedef {object} Accident of one request that pays
 * @property {boolean} moneyMoves whether the service does what it was asked for
 * @property {'close' | 'hang'} then the connection breaks, or stays open without an answer
 *
 * @typedef {{status: number, body: object | string}} Answer
 * @typedef {ReturnType<typeof layLine>} Line
 */
