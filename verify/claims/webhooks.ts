import { eventOf } from '../../interface/index';
import type { Account } from '../account';
import { saidIn, succeeded } from '../exchange';
import type { Claim } from '../claim';
import { copes, differs, differsMeaning, documented, held, losesFunction, NotShown } from '../finding';
import { isObject, listIn } from '../json';
import { EVENTS_REFUSED } from '../meaning';
import { isSigned, REGISTRATION, signedHow, type Delivery, type Receiver } from '../receiver';
import { formFound, shape } from '../shapes';

const TRIGGER = 'nodes/MavapayTrigger';
const SIGNATURE = 'nodes/core/events/webhookSignature.ts';
const EVENTS = 'nodes/core/events/paymentEvent.ts';

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

/** A ping that reached the address. Throws NotShown if none came. */
async function aPing(account: Account): Promise<Delivery> {
	const receiver = receiverOf(account);
	await registration(account);
	const delivery = await account.until(
		'a ping',
		{ withinMs: 10_000 },
		async () => await Promise.resolve(receiver.of('ping')[0] ?? null),
	);
	if (delivery === null) throw new NotShown('no ping has reached the address');
	return delivery;
}

const claim = (rest: Omit<Claim, 'level' | 'listens'>): Claim => ({ ...rest, level: 'write', listens: true });

export const webhookClaims: readonly Claim[] = [
	{
		...shape({
			call: 'PUT /webhook',
			level: 'write',
			concerns: ['nodes/core/service/accountWebhook.ts'],
			means: losesFunction(
				"The trigger can't register its address. Set 'Registration' to Manual, and register the address in Mavapay's dashboard.",
			),
			ask: registration,
		}),
		listens: true,
	},
	claim({
		id: 'ping while registering',
		says: 'A ping reaches the address before the registration is answered',
		see: 'docs/reference/interface.md#register-webhook',
		concerns: [`${TRIGGER}/registration.ts`],
		means: copes('The trigger accepts a ping at any time.'),
		check: async (account) => {
			const exchange = await registration(account);
			if (!succeeded(exchange))
				throw new NotShown(`the address could not be registered: ${saidIn(exchange)}`, [exchange]);
			const ping = await account.until(
				'a ping',
				{ withinMs: 10_000 },
				async () => await Promise.resolve(receiverOf(account).of('ping')[0] ?? null),
			);
			if (ping === null) return differs('no ping came', exchange);
			const before = ping.receivedMs <= exchange.endedMs;
			return held(before, before ? 'it came before the answer' : 'it came after the answer', exchange);
		},
	}),
	claim({
		id: 'header of the signature',
		says: 'Deliveries are signed in the header `X-Mavapay-Signature`',
		see: 'docs/reference/interface.md#signature',
		concerns: [SIGNATURE, `${TRIGGER}/signature.ts`],
		means: EVENTS_REFUSED,
		check: async (account) => {
			const { headers } = await aPing(account);
			const names = [...headers.keys()];
			const like = names.filter((name) => /sign|hmac|hash/.test(name));
			const seen = like.join(', ') || `no such header; there were ${names.join(', ')}`;
			if (headers.has('x-webhook-signature') && !headers.has('x-mavapay-signature'))
				return differsMeaning(copes(), seen);
			return held(headers.has('x-mavapay-signature'), seen);
		},
	}),
	claim({
		id: 'signature',
		says: 'A signature is the HMAC-SHA256 of the body as received, or of `JSON.stringify` of it, in lower-case hex, keyed with the registered secret',
		see: 'docs/reference/interface.md#signature',
		concerns: [SIGNATURE],
		means: EVENTS_REFUSED,
		check: async (account) => {
			const delivery = await aPing(account);
			const { secret } = receiverOf(account);
			return isSigned(delivery, secret)
				? documented('a header holds exactly that')
				: differs(signedHow(delivery, secret));
		},
	}),
	claim({
		id: 'form of a ping',
		says: 'A ping is `{event: "ping", data: {message, timestamp}}`',
		see: 'docs/reference/interface.md#event-ping',
		concerns: [EVENTS],
		means: copes('Nothing depends on the content of a ping.'),
		check: async (account) => {
			const { body } = await aPing(account);
			if (!isObject(body) || body.event !== 'ping') return differs('no ping came');
			const data = isObject(body.data) ? Object.keys(body.data).sort().join(', ') : 'none';
			return held(data === 'message, timestamp', `members of \`data\`: ${data}`);
		},
	}),
	claim({
		id: 'test event',
		says: 'POST /webhook/test sends a ping to the registered address',
		see: 'docs/reference/interface.md#test-webhook',
		concerns: ['nodes/Mavapay/operations/webhook/webhook.ts'],
		means: losesFunction("'Webhook: Send Test' doesn't show if events reach the trigger. Pay in some money."),
		check: async (account) => {
			await registration(account);
			const receiver = receiverOf(account);
			const before = receiver.deliveries.length;
			const pings = receiver.of('ping').length;
			const exchange = await account.send('POST', '/webhook/test');
			if (!succeeded(exchange)) return differs(saidIn(exchange), exchange);
			// Events of earlier steps may arrive meanwhile.
			const more = await account.until(
				'a ping',
				{ withinMs: 10_000 },
				async () => await Promise.resolve(receiver.of('ping').length > pings ? true : null),
			);
			const came = receiver.deliveries.length > before ? 'an event came' : 'nothing came';
			return held(more === true, came, exchange);
		},
	}),
	claim({
		id: 'a ping that is refused',
		says: 'An address that refuses its ping is registered anyway',
		see: 'docs/why/questions.md#webhooks',
		concerns: [`${TRIGGER}/registration.ts`],
		means: copes("The trigger's activation then reports that Mavapay didn't accept the address."),
		check: async (account) => {
			const registered = await registration(account);
			if (!succeeded(registered)) throw new NotShown('the address could not be registered', [registered]);
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

/** Compares an event with its description. */
export function formOfEvent({ body }: Delivery) {
	const row = eventOf(body);
	if (row === undefined)
		return differsMeaning(
			EVENTS_REFUSED,
			`no event of this kind and currency is described: ${isObject(body) ? String(body.event) : 'no object'}`,
		);
	const { fits, seen } = formFound(body, row.body);
	return held(fits, seen);
}
