import type { Sent } from '../http/rejections';
import { type Json, type JsonObject, objectOf, textOf } from '../domain/json';
import { type Amount, amountInWords, amountOf, type Price } from '../domain/money';
import { isSameText, NOT_ASKED, supplierKey } from '../payees/accountName';
import { type NamedPayee, type Payee, payeeInWords, payeeKeyOf, looseKeyOf } from '../payees/allowedPayees';
import { normaliseReference, withoutDescription } from '../payees/paymentIdentity';
import { type LikePayment, quoteKeyOf, type RecordedPayee } from '../payees/recordedPayee';
import { quotedLine, quotedText, singleLine } from '../domain/text';

/** How the money moves: a withdrawal, a swap of one currency into another, or a quote that is there already. */
export type Way =
	| { readonly is: 'withdrawal' }
	| { readonly is: 'swap'; readonly from: string; readonly to: string }
	| { readonly is: 'quote'; readonly quoteId: string; readonly wallet: string };

/**
 * One payment: made once by its plan, and completed once by its look-up. Nothing of it changes. All that is compared,
 * recorded, approved or said of a payment is a function of this value: docs/why/design.md#the-sealed-payment.
 */
export interface SealedPayment {
	/** Resource and operation, such as `withdrawal:toBankAccount`. */
	readonly operation: string;
	readonly way: Way;
	/** The payee; `ownWallet` if the money stays with the user. */
	readonly payee: Payee;
	/** The account holder, as the bank has it or, if no bank was asked, as typed. Null for none, or not known yet. */
	readonly holder: { readonly name: string; readonly is: 'registered' | 'typed' } | null;
	/** The name that the bank's must match ('Expected Account Name'). */
	readonly expects: string | null;
	/** The supplier as somebody typed it; `supplierKey` says which are the same. */
	readonly supplier: string | null;
	/** The amount as it was asked for, where one was; a swap's may be what arrives. */
	readonly asked: Amount | null;
	/** The amount that leaves the wallet, and the most that may. */
	readonly price: Price;
	/** The amount that the payee gets, in its currency; null if that isn't known before it is paid. */
	readonly gets: Amount | null;
	/** The least that a swap must give. */
	readonly atLeast: Amount | null;
	/** The payout reference as it was given; `referenceKeyOf` says which are the same. */
	readonly reference: string;
	/** Whether it may be like another payment of these days ('Allow Repeats'). */
	readonly allowsRepeats: boolean;
	/** All members of the request that are known before the look-up. */
	readonly sends: readonly Sent[];
}

/** The part that names rows of the record. A look-up changes none of it, so a row has one name before and after. */
type Planned = Omit<SealedPayment, 'holder' | 'price'>;

/** The payment with what its look-up found out; the item's own bound on the price stays. */
export function completed(
	payment: SealedPayment,
	found: {
		readonly price?: Price | undefined;
		readonly payeeName?: string | undefined;
		readonly bankName?: string | undefined;
	},
): SealedPayment {
	const { payee, holder, price } = payment;
	const { bankName, payeeName } = found;
	const looked = found.price ?? price;
	return {
		...payment,
		payee: payee.kind === 'account' && bankName !== undefined ? { ...payee, bankName } : payee,
		holder: payeeName === undefined ? holder : { name: payeeName, is: 'registered' },
		price: looked.is === 'open' ? looked : { ...looked, atMost: looked.atMost ?? price.atMost },
	};
}

/**
 * The identity, by which two payments are the same: the operation, the amount asked for and all that is sent, without what only
 * describes. A new member of a request belongs to it by itself, so that at worst one payment is refused as two. The
 * amount is there for invoices, of which two can have one payment hash.
 */
export function identityOf({ operation, asked, sends }: Planned): Json {
	return [
		operation,
		boundAmount(asked),
		...sends.map(({ method, path, query, body = {} }) => [
			method,
			path,
			withoutDescription({ query: { ...query }, body }),
		]),
	];
}

/** The payout reference as the record compares it: look-alikes are one. */
export const referenceKeyOf = ({ reference }: Planned): string => normaliseReference(reference);

/** The beneficiary that somebody gave as JSON, in which no field names the payee; undefined for any other payment. */
const givenBeneficiary = ({ payee, sends }: Pick<Planned, 'payee' | 'sends'>): Json | undefined =>
	payee.kind === 'unseen' ? sends[0]?.body?.beneficiary : undefined;

type InJson = readonly [member: string, payee: (value: string, other: (...members: string[]) => string) => NamedPayee];

/** The member by which a beneficiary names each kind of payee: docs/reference/interface.md#beneficiaries. */
const IN_JSON: Readonly<Record<Exclude<NamedPayee['kind'], 'address'>, InJson>> = {
	account: [
		'bankAccountNumber',
		(accountNumber, other) => ({ kind: 'account', bank: other('bankCode', 'bankName'), accountNumber }),
	],
	phone: ['phoneNumber', (phone) => ({ kind: 'phone', phone })],
	till: ['tillNumber', (till) => ({ kind: 'till', till })],
	paybill: ['paybillNumber', (paybill, other) => ({ kind: 'paybill', paybill, account: other('accountNumber') })],
	invoice: ['lnInvoice', (invoice) => ({ kind: 'invoice', invoice })],
	lightningAddress: ['lnAddress', (address) => ({ kind: 'lightningAddress', address })],
	onChain: ['onChainAddress', (address) => ({ kind: 'onChain', address })],
};

/** The payee that a beneficiary in JSON names as a typed form does; null unless it names exactly one, and the whole of it. */
function payeeInJson(beneficiary: Json | undefined): Payee | null {
	if (beneficiary === undefined) return null;
	const given = objectOf(beneficiary);
	const members: JsonObject = { ...given, ...objectOf(given.identifiers) };
	const textIn = (member: string) => textOf(members[member])?.trim() ?? '';
	const firstOf = (...names: string[]) => names.map(textIn).find((text) => text !== '') ?? '';
	const [one, ...others] = Object.values(IN_JSON).filter(([member]) => textIn(member) !== '');
	if (one === undefined || others.length > 0) return null;
	const payee = one[1](textIn(one[0]), firstOf);
	return Object.values(payee).includes('') ? null : payee;
}

const comparedPayee = (planned: Pick<Planned, 'payee' | 'sends'>): Payee =>
	payeeInJson(givenBeneficiary(planned)) ?? planned.payee;

/** The payee as the record knows it, however it is reached; null where nobody is paid, or nothing names who is. */
export function payeeOf(planned: Planned): RecordedPayee | null {
	const key = keyOf(planned);
	// A paid invoice makes no payee known, since it can't be paid again.
	return key === null ? null : { key, lasts: onceOf(planned) !== 'invoice', supplier: planned.supplier };
}

function keyOf(planned: Pick<Planned, 'operation' | 'payee' | 'sends'>): string | null {
	const given = givenBeneficiary(planned);
	const own = given === undefined ? null : JSON.stringify([planned.operation, withoutDescription(given)]);
	return payeeKeyOf(comparedPayee(planned)) ?? own;
}

/**
 * What payments alike have in common, and two open payments of AI tools may not: an account's number without its bank;
 * for an agent an invoice's node, since one bill can come as two invoices; for a swap into an own wallet its currencies.
 */
export function alikeOf(planned: Pick<Planned, 'operation' | 'payee' | 'sends' | 'way'>): string {
	const { operation, way } = planned;
	const payee = comparedPayee(planned);
	const node = payee.kind === 'invoice' ? (payee.node ?? null) : null;
	return node ?? looseKeyOf(payee) ?? keyOf(planned) ?? JSON.stringify([operation, way]);
}

/** The kind of thing that can be paid only once, under any reference; null where the payment has none. */
export type Once = 'invoice' | 'quote' | null;

export function onceOf(planned: Planned): Once {
	if (planned.way.is === 'quote') return 'quote';
	return comparedPayee(planned).kind === 'invoice' ? 'invoice' : null;
}

/**
 * Payments that share one of these keys (reference, payee, supplier) are made one after the other: the later one has to
 * see which payee the earlier one made known, and what it would repeat.
 */
export function sharedKeysOf(planned: Planned): string[] {
	const { supplier } = planned;
	return [
		`reference ${referenceKeyOf(planned)}`,
		...(payeeOf(planned) === null ? [] : [`payee ${alikeOf(planned)}`]),
		...(supplier === null ? [] : [`supplier ${supplierKey(supplier)}`]),
	];
}

/** The text that another payment must equal to be like this one; null where nothing can repeat it. */
export function likenessOf(planned: Planned): LikePayment | null {
	const { gets, way } = planned;
	const [once, key] = [onceOf(planned), keyOf(planned)];
	if (once !== null) return { payee: way.is === 'quote' ? quoteKeyOf(way.quoteId) : `invoice ${key}`, amount: null };
	if (gets === null || key === null) return null;
	return { payee: alikeOf(planned), amount: gets };
}

/** The most that can leave the wallet; null where nothing bounds it. */
export const mostOf = ({ price }: Pick<SealedPayment, 'price'>): Amount | null => price.atMost ?? amountOf(price);

/** How an approval binds one member of a payment, and what its reader sees: with the comma or line break before it. */
interface View {
	readonly bound: (payment: SealedPayment) => Json;
	readonly shown: (payment: SealedPayment) => string;
}

const boundAmount = (amount: Amount | null): Json => amount && [String(amount.minor), amount.currency];
const inWords = ({ minor, currency }: Amount): string => amountInWords(minor, currency);
const nothing = () => '';

/** One entry for each member, in the order in which a person reads them. A member without its entry doesn't compile. */
export const VIEWS: { readonly [Member in keyof SealedPayment]: View } = {
	price: { bound: (payment) => boundAmount(boundPriceOf(payment)), shown: shownPrice },
	// Shown with the price.
	asked: { bound: ({ asked }) => boundAmount(asked), shown: nothing },
	atLeast: {
		bound: ({ atLeast }) => boundAmount(atLeast),
		shown: ({ atLeast }) => (atLeast === null ? '' : `, for at least ${inWords(atLeast)}`),
	},
	supplier: {
		bound: ({ supplier }) => supplier && supplierKey(supplier),
		shown: ({ supplier }) => (supplier === null ? '' : `, ${quotedLine(supplier)}`),
	},
	holder: { bound: ({ holder }) => holder && [holder.is, holder.name], shown: shownHolder },
	expects: {
		bound: ({ expects }) => expects,
		// Shown unless it is the holder's name word for word.
		shown: ({ expects, holder }) =>
			expects === null || isSameText(expects, holder?.name ?? '') ? '' : ` (expected ${quotedLine(expects)})`,
	},
	// The bank's name in Mavapay's list isn't bound, since it may change before the payment; its code is.
	payee: { bound: ({ payee }) => payeeKeyOf(payee), shown: shownPayee },
	// Shown with the payee.
	way: { bound: ({ way }) => ({ ...way }), shown: nothing },
	reference: { bound: referenceKeyOf, shown: ({ reference }) => `\nreference ${quotedLine(reference)}` },
	allowsRepeats: {
		bound: ({ allowsRepeats }) => allowsRepeats,
		shown: ({ allowsRepeats }) => (allowsRepeats ? ', repeats allowed' : ''),
	},
	// Not shown: the paying node's own operation says it.
	operation: { bound: ({ operation }) => operation, shown: nothing },
	// Not shown: it is the price or what was asked for.
	gets: { bound: ({ gets }) => boundAmount(gets), shown: nothing },
	// Not shown: its parts are the members above; the rest is nothing that an approver decides about.
	sends: { bound: ({ sends }) => sends.map(boundRequest), shown: nothing },
};

/** All that an approval binds of a payment. */
export function boundOf(payment: SealedPayment): Json {
	return Object.values(VIEWS).map(({ bound }) => bound(payment));
}

/** The payment as its approver reads it: amount and supplier, the holder, the account, the reference. */
export const linesOf = (payment: SealedPayment): string[] =>
	Object.values(VIEWS)
		.reduce((text, { shown }) => text + shown(payment), '')
		.split('\n');

const boundRequest = ({ method, path, query, body }: Sent): Json => [
	method,
	path,
	JSON.stringify(query ?? {}),
	body ?? {},
];

/** The price that an approval binds: the cost of a quote that is accepted, else the most that may leave; null for none. */
export function boundPriceOf({ way, price }: SealedPayment): Amount | null {
	return way.is === 'quote' ? amountOf(price) : price.atMost;
}

/** The amount asked for, or known, and the most that leaves where that isn't the same. */
function shownPrice({ asked, price }: SealedPayment): string {
	const amounts = [asked ?? amountOf(price), mostOf({ price })].map((amount) => amount && inWords(amount));
	const [exact = null, most = null] = amounts;
	if (most === null || most === exact) return exact ?? 'unknown amount';
	return `${exact === null ? '' : `${exact}, `}at most ${most}`;
}

function shownHolder({ holder }: SealedPayment): string {
	return holder === null ? '' : `\nto ${quotedLine(holder.name)}${holder.is === 'typed' ? ` (${NOT_ASKED})` : ''}`;
}

/** Payee and route, on a line without the bank's code, which helps nobody who reads its name. */
function shownPayee(payment: SealedPayment): string {
	const { payee, holder, way } = payment;
	const code = payee.kind === 'account' && payee.bankName !== undefined ? ` (${payee.bank})` : '';
	const to = toOf(payment).trim().replace(code, '');
	// Nothing that Mavapay says of a quote's ID names who gets the money.
	const why = way.is === 'quote' ? "Mavapay doesn't show whom the quote pays" : 'no member says it';
	const isSeen = way.is !== 'quote' && comparedPayee(payment).kind !== 'unseen';
	const unseen = isSeen ? '' : `. NOBODY CAN SEE WHO GETS IT: ${why}`;
	return to === '' ? '' : `\n${holder === null ? to : to.replace(/^to /, '')}${unseen}`;
}

const ACTIONS = { withdrawal: 'the withdrawal', swap: 'the swap' } as const;

/** The action in a sentence: "the swap". */
export const actionOf = (way: Way): string =>
	way.is === 'quote' ? `the acceptance of quote ${way.quoteId}` : ACTIONS[way.is];

function routeWords(way: Way): string {
	if (way.is === 'withdrawal') return '';
	return way.is === 'swap' ? ` from ${way.from} to ${way.to}` : ` from the ${way.wallet} wallet`;
}

/** The payee, after its preposition and a blank; a beneficiary in JSON with each text quoted. Empty where nobody is named. */
function payeeWords(payment: Pick<SealedPayment, 'payee' | 'sends'>): string {
	const given = givenBeneficiary(payment);
	if (given === undefined) return payeeInWords(payment.payee);
	const texts = /"(?:[^"\\]|\\.)*"/g;
	const quoted = JSON.stringify(given, null, 1).replace(texts, (text) =>
		quotedText(String(JSON.parse(text)), Infinity),
	);
	return ` to ${singleLine(quoted.replace(/"([a-z]+)":/gi, '$1:'))}`;
}

/** Where the money goes, with a blank before it: " to account 0123456789 at bank 000014", " from NGN to BTC". */
export const toOf = (payment: Pick<SealedPayment, 'payee' | 'sends' | 'way'>): string =>
	`${payeeWords(payment)}${routeWords(payment.way)}`;
