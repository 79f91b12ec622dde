import type { Account } from '../account';
import type { Claim } from '../claim';
import { succeeded } from '../exchange';
import {
	copes,
	differs,
	differsMeaning,
	documented,
	held,
	losesFunction,
	notShown,
	NotShown,
	endangersMoney,
} from '../finding';
import { isObject, listIn, textOf, type Members } from '../json';
import { EVENTS_REFUSED } from '../meaning';
import { paidIn } from '../payments';
import { isSigned, signedHow, transactionIn, type Delivery } from '../receiver';
import { isTwin } from '../refused';
import { amountsApart, exactly, factorOf } from '../relation';
import { settlingLeft } from '../settling';
import { offInWords, quoted, referenceOf, repeats } from './quotes';
import { linkPaid, simulated } from './simulating';
import { formOfEvent, receiverOf } from './webhooks';
import { REFERENCE, withdrawal } from './withdrawals';

const EVENTS = 'nodes/core/events/paymentEvent.ts';
const TRIGGER = 'nodes/MavapayTrigger';
const KEYS = 'nodes/core/events/eventKeys.ts';
const CONFIRM = `${TRIGGER}/confirm.ts`;
const AFTER_END_MS = 10_000;

const FINAL = /^(SUCCESS|FAILED)$/;
const statusOf = (delivery: Delivery): string => textOf(transactionIn(delivery).status) ?? 'none';
const kindOf = ({ body }: Delivery): string => (isObject(body) ? (textOf(body.event) ?? '') : '');

/** Events of a withdrawal; `isOtherId` if they have a different ID than the answer to the withdrawal. */
interface Heard {
	readonly deliveries: readonly Delivery[];
	readonly isOtherId: boolean;
}

/**
 * Events of a withdrawal. Waits until one of them is final, or until the run's time for payments is up. Throws NotShown
 * if no event of the withdrawal came.
 */
async function heardOf(account: Account, kind: 'USDT' | 'bank'): Promise<Heard> {
	const receiver = receiverOf(account);
	const payment = await withdrawal(account, kind);
	const transaction = paidIn(payment);
	const own = () => receiver.deliveries.filter((one) => textOf(transactionIn(one).id) === textOf(transaction.id));
	const alike = () =>
		receiver.of('payment.sent').filter((one) => {
			const told = transactionIn(one);
			const mark = kind === 'USDT' ? REFERENCE : '"0149200000"';
			const named = JSON.stringify(told).toLowerCase().includes(mark.toLowerCase());
			return named && (told.ref === transaction.ref || exactly(told.amount) === exactly(transaction.amount));
		});
	const withinMs = Math.max(AFTER_END_MS, settlingLeft(account));
	await account.until(`events of the ${kind} withdrawal`, { withinMs }, async () => {
		const found = own().length > 0 ? own() : alike();
		return await Promise.resolve(found.some((one) => FINAL.test(statusOf(one))) ? true : null);
	});
	if (own().length > 0) return { deliveries: own(), isOtherId: false };
	if (alike().length > 0) return { deliveries: alike(), isOtherId: true };
	throw new NotShown('no event of the payment came within a minute', [payment.exchange]);
}

/** The status that a look-up of the payment shows; null if the payment isn't found. */
async function statusLookedUp(account: Account, kind: 'USDT' | 'bank'): Promise<string | null> {
	const id = textOf(paidIn(await withdrawal(account, kind)).id) ?? '';
	const exchange = await account.send('GET', '/transaction', { query: { id } });
	return textOf(listIn(exchange.body)[0]?.status)?.toUpperCase() ?? null;
}

const NOT_TOLD = losesFunction(
	"Events of such payments, or of their end, don't come, so the trigger misses them: use 'Transaction: Get New' on a schedule.",
);

/** Events of a withdrawal; empty if none came, although the withdrawal has ended and pings arrive. */
async function heardOrNone(account: Account, kind: 'USDT' | 'bank'): Promise<readonly Delivery[]> {
	try {
		return (await heardOf(account, kind)).deliveries;
	} catch (error) {
		const arePings = receiverOf(account).of('ping').length > 0;
		if (!(error instanceof NotShown) || !arePings || !FINAL.test((await statusLookedUp(account, kind)) ?? ''))
			throw error;
		return [];
	}
}

const ENDS_APART = endangersMoney(
	'The event and the look-up of a payment disagree about whether it failed. A FAILED payment can be released and paid again, so do not release references until this is known.',
);

const listens = (rest: Omit<Claim, 'level' | 'listens'>): Claim => ({ ...rest, level: 'pay', listens: true });

/** A claim about the statuses of a withdrawal's events, and their order. */
const toldStatuses = (kind: 'USDT' | 'bank', ends: RegExp, says: string): Claim =>
	listens({
		id: `events of a ${kind} withdrawal`,
		says,
		see: 'docs/reference/interface.md#events-that-belong-together',
		concerns: [EVENTS, KEYS],
		means: copes('The trigger outputs every status once. Filter on SUCCESS if you act on arrival.'),
		check: async (account) => {
			const deliveries = await heardOrNone(account, kind);
			if (deliveries.length === 0) return differsMeaning(NOT_TOLD, 'pings came, and no event of the payment');
			const seen = deliveries
				.map(statusOf)
				.filter((status, place, all) => status !== all[place - 1])
				.join(', ');
			const lookedUp = await statusLookedUp(account, kind);
			const ended = deliveries
				.map(statusOf)
				.filter((status) => FINAL.test(status))
				.at(-1);
			if (ended !== undefined && lookedUp !== null && FINAL.test(lookedUp) && ended !== lookedUp)
				return differsMeaning(ENDS_APART, `events: ${seen}, and the look-up says "${lookedUp}"`);
			if (ends.test(seen)) return documented(`events: ${seen}`);
			if (seen === 'PENDING' && (lookedUp === null || lookedUp === 'PENDING'))
				return notShown('the payment did not settle within a minute');
			const unknown = deliveries.some((one) => !/^(PENDING|SUCCESS|FAILED)$/.test(statusOf(one)));
			if (unknown) return differsMeaning(EVENTS_REFUSED, `events: ${seen}`);
			return ended === undefined ? differsMeaning(NOT_TOLD, `events: ${seen}`) : differs(`events: ${seen}`);
		},
	});

const signatures: readonly Claim[] = [
	listens({
		id: 'signature of payment events',
		says: 'Payment events are signed as pings are: HMAC-SHA256 of the body, or of `JSON.stringify` of it, in hex',
		see: 'docs/reference/interface.md#signature',
		concerns: ['nodes/core/events/webhookSignature.ts', `${TRIGGER}/signature.ts`],
		means: EVENTS_REFUSED,
		check: async (account) => {
			await heardOf(account, 'USDT');
			const receiver = receiverOf(account);
			const told = receiver.deliveries.filter((one) => kindOf(one) !== 'ping');
			const bad = told.find((one) => !isSigned(one, receiver.secret));
			if (bad === undefined) return documented('all of them are');
			return differs(`${kindOf(bad)}: ${signedHow(bad, receiver.secret)}`);
		},
	}),
];

const ids: readonly Claim[] = [
	listens({
		id: 'ID of an event',
		says: 'An event has the `id` that answers and look-ups have for its transaction',
		see: 'docs/reference/interface.md#events-that-belong-together',
		concerns: [CONFIRM, KEYS],
		means: losesFunction(
			"'Confirm with Mavapay' delays or denies every event: turn it off. Events and 'Transaction: Get New' report the same payment twice.",
		),
		check: async (account) => {
			const { isOtherId } = await heardOf(account, 'USDT');
			return held(!isOtherId, isOtherId ? 'events of the payment came under another ID' : 'it is');
		},
	}),
];

const amounts: readonly Claim[] = (['USDT', 'bank'] as const).map((kind) =>
	listens({
		id: `amounts of events of a ${kind} withdrawal`,
		says: `Events of a ${kind} withdrawal state the amount and the fees of its transaction`,
		see: 'docs/reference/interface.md#events',
		concerns: [EVENTS, 'nodes/core/events/filters.ts'],
		means: endangersMoney(
			'Amounts of events have another meaning than the trigger expects. Credit nothing by them until this is known.',
		),
		check: async (account) => {
			const { deliveries } = await heardOf(account, kind);
			const answered = paidIn(await withdrawal(account, kind));
			const apartIn = (name: 'amount' | 'fees') =>
				deliveries.map((one) => amountsApart(transactionIn(one), answered, name)).find((one) => one !== null);
			const [apart, fees] = [apartIn('amount'), apartIn('fees')];
			if (apart !== undefined) return differs(apart ?? '');
			return fees === undefined
				? documented('they do')
				: differsMeaning(copes('The trigger outputs the fees of events as they are.'), fees ?? '');
		},
	}),
);

/** A claim about the form of an event that a payment causes. */
const form = (id: string, says: string, first: (account: Account) => Promise<Delivery | undefined>): Claim =>
	listens({
		id,
		says,
		see: 'docs/reference/interface.md#events',
		concerns: [EVENTS],
		means: copes("The trigger outputs members that it doesn't know. Check expressions that use these members."),
		check: async (account) => {
			const delivery = await first(account);
			return delivery === undefined ? notShown('no such event came') : formOfEvent(delivery);
		},
	});

/** Path of the member that holds the caller's reference in an event, and whether the reference is cut. */
function placeOf(transaction: Members, reference: string): { place: string; cut: boolean } | null {
	const start = reference.slice(0, 8).toLowerCase();
	for (const [name, member] of Object.entries(transaction)) {
		if (typeof member === 'string' && member.toLowerCase().startsWith(start))
			return { place: name, cut: member !== reference };
		if (!isObject(member)) continue;
		const inside = placeOf(member, reference);
		if (inside !== null) return { place: `${name}.${inside.place}`, cut: inside.cut };
	}
	return null;
}

const OF_ANOTHER = endangersMoney(
	'An event names the reference of another payment, so a workflow books the wrong one. Book nothing by the reference of an event until this is known.',
);

const references: readonly Claim[] = [
	listens({
		id: 'reference of an event',
		says: "An event repeats the caller's reference as `customerReference`, in its metadata",
		see: 'docs/reference/interface.md#event-metadata',
		concerns: ['nodes/core/events/customerReference.ts'],
		means: losesFunction("The trigger's filter 'Customer Reference' may miss events: leave it empty."),
		check: async (account) => {
			const { deliveries } = await heardOf(account, 'USDT');
			const [one] = deliveries;
			const found = one === undefined ? null : placeOf(transactionIn(one), REFERENCE);
			const isOther = deliveries.some((one) => /"(customerReference|externalRef)":"/.test(JSON.stringify(one.body)));
			if (found === null && isOther) return differsMeaning(OF_ANOTHER, 'it has the reference of another payment');
			if (found === null) return differs('it is not there');
			if (found.cut) return differs(`${found.place}: it is cut short, or changed`);
			const seen = found.place;
			if (seen === 'stablecoinTransactionMetadata.customerReference') return documented(seen);
			return /(customerReference|externalRef)$/.test(seen) ? differsMeaning(copes(), seen) : differs(seen);
		},
	}),
	listens({
		id: "reference of a deposit's event",
		says: "The event of a payment in repeats the quote's `customerReference`",
		see: 'docs/reference/interface.md#event-metadata',
		concerns: ['nodes/core/events/customerReference.ts'],
		means: losesFunction("The trigger's filter 'Customer Reference' misses payments in. Match them by order."),
		check: async (account) => {
			const received = await receivedEvent(account);
			const reference = referenceOf('bank');
			const transaction = transactionIn(received);
			const found = placeOf(transaction, reference);
			if (found === null) return differs('it is not there');
			return found.cut ? repeats(undefined, reference) : documented(found.place);
		},
	}),
];

/** The event of the simulated incoming payment, matched by order, reference or amount. Throws NotShown if none came. */
async function receivedEvent(account: Account): Promise<Delivery> {
	const receiver = receiverOf(account);
	const exchange = await simulated(account);
	if (!succeeded(exchange)) throw new NotShown('the payment could not be simulated', [exchange]);
	const { quote } = await quoted(account, 'bank');
	const marks = [textOf(quote.orderId), textOf(quote.hash), referenceOf('bank')].filter((one) => one !== null);
	const target = exactly(quote.amountInTargetCurrency);
	const found = await account.until('the event of the payment in', { withinMs: AFTER_END_MS }, async () => {
		const received = receiver.of('payment.received');
		const marked = received.find((one) => marks.some((mark) => JSON.stringify(transactionIn(one)).includes(mark)));
		const alike = received.find((one) => exactly(transactionIn(one).amount) === target);
		return await Promise.resolve(marked ?? alike ?? null);
	});
	if (found === null) throw new NotShown('no event of the payment in came within 10 s', [exchange]);
	return found;
}

/** The event of the paid payment link; undefined if none came. */
async function settledEvent(account: Account): Promise<Delivery | undefined> {
	const receiver = receiverOf(account);
	const exchange = await linkPaid(account);
	if (!succeeded(exchange)) throw new NotShown('the payment of the link could not be simulated', [exchange]);
	const withinMs = Math.max(AFTER_END_MS, settlingLeft(account));
	await account.until(
		'the event of the settled link',
		{ withinMs },
		async () => await Promise.resolve(receiver.of('payment_link.settled').length > 0 ? true : null),
	);
	return receiver.of('payment_link.settled')[0];
}

const CREDITED_TWICE = endangersMoney(
	'One payment in has the events of two, and a workflow credits both. Credit nothing by events until this is known.',
);

const incoming: readonly Claim[] = [
	listens({
		id: 'event of a payment in',
		says: 'An incoming payment has the event payment.received with the type DEPOSIT and the status SUCCESS',
		see: 'docs/reference/interface.md#events',
		concerns: [EVENTS],
		means: losesFunction('A workflow that credits payments by this event may miss them. Check its status.'),
		check: async (account) => {
			const first = transactionIn(await receivedEvent(account));
			const { type, status } = first;
			const again = receiverOf(account)
				.of('payment.received')
				.map(transactionIn)
				.find((one) => isTwin(one, first));
			if (again !== undefined) return differsMeaning(CREDITED_TWICE, 'it came again under another ID');
			return held(type === 'DEPOSIT' && status === 'SUCCESS', `"${String(type)}", "${String(status)}"`);
		},
	}),
	listens({
		id: 'amount of an event of a payment in',
		says: "The event of a payment in states the quote's target amount, in the lowest unit",
		see: 'docs/reference/interface.md#events',
		concerns: [EVENTS, 'nodes/core/events/filters.ts'],
		means: endangersMoney('Amounts of events have another meaning than the trigger expects. Credit nothing by them.'),
		check: async (account) => {
			const told = exactly(transactionIn(await receivedEvent(account)).amount);
			const { quote } = await quoted(account, 'bank');
			const target = exactly(quote.amountInTargetCurrency);
			if (told === null || target === null) return differs('it states no amount');
			const factor = factorOf(told, target);
			return held(factor === '', factor === '' ? 'it does' : `it is ${factor} that`);
		},
	}),
];

/** A claim about the timestamp of an event that a payment causes. */
const clock = (id: string, event: string, first: (account: Account) => Promise<Delivery | undefined>): Claim =>
	listens({
		id,
		says: `\`updatedAt\` of a ${event} agrees with the time when it comes`,
		see: 'docs/reference/interface.md#signature',
		concerns: [`${TRIGGER}/signature.ts`, 'nodes/core/events/filters.ts'],
		means: losesFunction("The trigger's 'Maximum Age' refuses fresh events, or takes old ones: leave it empty."),
		check: async (account) => {
			const delivery = await first(account);
			if (delivery === undefined) return notShown('no such event came');
			const off = offInWords(textOf(transactionIn(delivery).updatedAt), delivery.receivedMs);
			return held(off === null, off ?? 'within two minutes');
		},
	});

const sentEvent = async (account: Account, kind: 'USDT' | 'bank' = 'USDT'): Promise<Delivery | undefined> =>
	(await heardOf(account, kind)).deliveries[0];

export const eventClaims: readonly Claim[] = [
	toldStatuses('USDT', /^PENDING, SUCCESS$/, 'A USDT withdrawal has two events under one ID: PENDING, then SUCCESS'),
	toldStatuses(
		'bank',
		/^PENDING, (SUCCESS|FAILED)$/,
		'A bank withdrawal has two events under one ID: PENDING, then SUCCESS or FAILED',
	),
	...signatures,
	...ids,
	...amounts,
	form('form of payment.sent', 'payment.sent has the described form, in USDT', sentEvent),
	form(
		'form of payment.sent, NGN',
		'payment.sent has the described form, in NGN',
		async (account) => await sentEvent(account, 'bank'),
	),
	clock('clock of a sent event', 'payment.sent', sentEvent),
	...references,
	...incoming,
	clock('clock of an event', 'payment.received', receivedEvent),
	form('form of payment.received', 'payment.received has the described form', receivedEvent),
	form('form of payment_link.settled', 'payment_link.settled has the described form', settledEvent),
];
