import { problemsOfEvent } from '../../../interface/index';
import type { Account } from '../account';
import { succeeded } from '../exchange';
import type { Claim } from '../claim';
import { differs, documented, held, NotShown } from '../finding';
import { isObject, listIn } from '../json';
import { signatureOf, type Delivery, type Receiver } from '../receiver';
import { shape } from '../shapes';

const TRIGGER = 'nodes/MavapayTrigger';
const SIGNATURE = 'nodes/core/domain/events/webhookSignature.ts';
const EVENTS = 'nodes/core/domain/events/paymentEvent.ts';

/** The step under which the command's registration is kept. */
export const REGISTRATION = 'registering this address';

export function receiverOf({ receiver }: Account): Receiver {
	if (receiver === null) throw new NotShown('needs --webhook-url');
	return receiver;
}

async function registration(account: Account) {
	receiverOf(account);
	return await account.once(
		REGISTRATION,
		async () => await Promise.reject(new NotShown('this address could not be registered')),
	);
}

/** A delivery of any kind. Throws NotShown where none came. */
async function aDelivery(account: Account): Promise<Delivery> {
	const receiver = receiverOf(account);
	await registration(account);
	const [ping] = await receiver.eventually('ping');
	const delivery = ping ?? receiver.deliveries[0];
	if (delivery === undefined) throw new NotShown('nothing has reached the address');
	return delivery;
}

const claim = (rest: Omit<Claim, 'level' | 'listens'>): Claim => ({ ...rest, level: 'write', listens: true });

export const webhookClaims: readonly Claim[] = [
	{
		...shape({
			call: 'PUT /webhook',
			level: 'write',
			concerns: ['nodes/core/service/accountWebhook.ts'],
			ask: registration,
		}),
		listens: true,
	},
	claim({
		id: 'ping while registering',
		says: 'A ping reaches the address before the registration is answered',
		see: 'docs/interface.md#register-webhook',
		concerns: [`${TRIGGER}/registration.ts`],
		check: async (account) => {
			const exchange = await registration(account);
			const [ping] = await receiverOf(account).eventually('ping', { withinMs: 5_000 });
			if (ping === undefined) return differs('no ping came', exchange);
			const before = ping.receivedMs <= exchange.endedMs;
			return held(before, before ? 'it came before the answer' : 'it came after the answer', exchange);
		},
	}),
	claim({
		id: 'header of the signature',
		says: 'Deliveries are signed in the header `X-Mavapay-Signature`',
		see: 'docs/interface.md#signature',
		concerns: [SIGNATURE, `${TRIGGER}/signature.ts`],
		check: async (account) => {
			const { headers } = await aDelivery(account);
			const names = [...headers.keys()];
			const like = names.filter((name) => /sign|hmac|hash/.test(name));
			return held(
				headers.has('x-mavapay-signature'),
				`${like.join(', ') || `no such header; there were ${names.join(', ')}`}`,
			);
		},
	}),
	claim({
		id: 'signature',
		says: 'A signature is the HMAC-SHA256 of the body as received, in lower-case hex, keyed with the registered secret',
		see: 'docs/interface.md#signature',
		concerns: [SIGNATURE],
		check: async (account) => {
			const delivery = await aDelivery(account);
			const expected = signatureOf(delivery, receiverOf(account).secret);
			const values = [...delivery.headers].filter(([, value]) => value.includes(expected));
			if (values.some(([, value]) => value === expected)) return documented('a header holds exactly that');
			const lengths = [...delivery.headers].filter(([name]) => /sign/.test(name)).map(([, value]) => value.length);
			return differs(
				values.length > 0
					? 'a header holds that and more'
					: `no header holds it; signatures have ${lengths.join(', ') || 'no'} characters`,
			);
		},
	}),
	claim({
		id: 'form of a ping',
		says: 'A ping is `{event: "ping", data: {message, timestamp}}`',
		see: 'docs/interface.md#event-ping',
		concerns: [EVENTS],
		check: async (account) => {
			const { body } = await aDelivery(account);
			if (!isObject(body) || body.event !== 'ping') return differs('no ping came');
			const data = isObject(body.data) ? Object.keys(body.data).sort().join(', ') : 'none';
			return held(data === 'message, timestamp', `members of \`data\`: ${data}`);
		},
	}),
	claim({
		id: 'test event',
		says: 'POST /webhook/test sends a ping to the registered address',
		see: 'docs/interface.md#test-webhook',
		concerns: ['nodes/Mavapay/operations/webhook/sendTest.ts'],
		check: async (account) => {
			await registration(account);
			const receiver = receiverOf(account);
			const before = receiver.deliveries.length;
			const pings = receiver.of('ping').length;
			const exchange = await account.send('POST', '/webhook/test');
			if (!succeeded(exchange)) return differs(`answered ${exchange.status}`, exchange);
			// Events of earlier steps may come meanwhile.
			const found = await receiver.eventually('ping', { least: pings + 1, withinMs: 5_000 });
			const came = receiver.deliveries.length > before ? 'an event came' : 'nothing came';
			return held(found.length > pings, came, exchange);
		},
	}),
	claim({
		id: 'a ping that is refused',
		says: 'An address that refuses its ping is registered all the same',
		see: 'docs/interface.md#unknown-webhooks',
		concerns: [`${TRIGGER}/registration.ts`],
		check: async (account) => {
			await registration(account);
			const receiver = receiverOf(account);
			receiver.status = 500;
			try {
				const url = `${receiver.url}${receiver.url.includes('?') ? '&' : '?'}refuses=ping`;
				const exchange = await account.send('PUT', '/webhook', { body: { url, secret: receiver.secret } });
				const profile = await account.send('GET', '/user');
				const [user] = listIn(profile.body);
				const own = isObject(user?.account) && isObject(user.account.webhook) ? user.account.webhook : {};
				return held(
					own.url === url,
					own.url === url
						? `it is registered (answered ${exchange.status})`
						: `it is not registered (answered ${exchange.status})`,
					exchange,
				);
			} finally {
				receiver.status = 200;
				await account.send('PUT', '/webhook', { body: { url: receiver.url, secret: receiver.secret } });
			}
		},
	}),
];

/** Holds an event against its description. */
export function formOfEvent({ body }: Delivery) {
	const problems = problemsOfEvent(body);
	return problems.length === 0
		? documented('every member is as described')
		: differs(
				`problems in ${isObject(body) ? String(body.event) : 'the body'} (${problems.length}): ${problems
					.map((one) => one.replace(/^[^:]*: /, ''))
					.join('; ')
					.slice(0, 200)}`,
			);
}
