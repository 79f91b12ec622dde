import type { Sent } from '../http/rejections';
import { type Json, type JsonObject, objectOf, textOf } from '../domain/json';
import { type Amount, amountInWords, amountOf, type Price } from '../domain/money';
import { isSameText, NOT_ASKED, supplierKey } from '../payees/accountName';
import { type NamedPayee, type Payee, payeeInWords, payeeKeyOf, looseKeyOf } from '../payees/allowedPayees';
import { normaliseReference, withoutDescription } from '../payees/paymentIdentity';
import { type LikePayment, quoteKeyOf, type RecordedPayee } from '../payees/recordedPayee';
import { quotedLine, quotedText, singleLine } from '../domain/text';

/** How the money moves: a withdrawal, a swap between currencies, or an existing quote. */
export type Way =
	| { readonly is: 'withdrawal' }
	| { readonly is: 'swap'; readonly from: string; readonly to: string }
	| { readonly is: 'quote'; readonly quoteId: string; readonly wallet: string };

/**
 * One payment, made by its plan, completed by its look-up, and otherwise immutable. All comparisons, records, approvals
 * and messages are functions of it: docs/why/design.md#the-sealed-payment.
 */
export interface SealedPayment {
	/** Resource and operation, such as `withdrawal:toBankAccount`. */
	readonly operation: string;
	readonly way: Way;
	/** The payee; `ownWallet` if the money stays with the user. */
	readonly payee: Payee;
	/** The account holder, as registered or, if no bank was asked, as typed. Null if there is none, or before the look-up. */
	readonly holder: { readonly name: string; readonly is: 'registered' | 'typed' } | null;
	/** The account name that the bank must confirm ('Expected Account Name'). */
	readonly expects: string | null;
	/** The supplier as typed; `supplierKey` gives the form in which suppliers are compared. */
	readonly supplier: string | null;
	/** The requested amount; null if none was given. For a swap, it can be the amount that arrives. */
	readonly asked: Amount | null;
	/** The amount that leaves the wallet, and its upper bound. */
	readonly price: Price;
	/** The amount that the payee gets, in its currency; null if unknown before the payment. */
	readonly gets: Amount | null;
	/** The least amount that a swap must give. */
	readonly atLeast: Amount | null;
	/** The payout reference as given; `referenceKeyOf` gives the form in which references are compared. */
	readonly reference: string;
	/** Whether the payment may repeat another recent payment ('Allow Repeats'). */
	readonly allowsRepeats: boolean;
	/** All members of the request that are known before the look-up. */
	readonly sends: readonly Sent[];
}

/** The members that determine the keys of the record's rows. No look-up changes them, so the keys stay the same. */
type Planned = Omit<SealedPayment, 'holder' | 'price'>;

/** Completes a payment with the results of its look-up. The item's own price limit stays if the look-up has none. */
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
 * The identity of a payment; payments with the same identity are one payment. It contains the operation, the requested
 * amount and everything that is sent, except descriptions. New members of a request are included automatically; at
 * worst, one payment then counts as two. The amount is included because two invoices can have the same payment hash.
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

/** The payout reference in the form that the record compares: references that look alike have the same form. */
export const referenceKeyOf = ({ reference }: Planned): string => normaliseReference(reference);

/** A beneficiary given as JSON, for which no field names the payee; undefined for any other payment. */
const givenBeneficiary = ({ payee, sends }: Pick<Planned, 'payee' | 'sends'>): Json | undefined =>
	payee.kind === 'unseen' ? sends[0]?.body?.beneficiary : undefined;

type InJson = readonly [member: string, payee: (value: string, other: (...members: string[]) => string) => NamedPayee];

/** The member of a JSON beneficiary for each kind of payee: docs/reference/interface.md#beneficiaries. */
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

/** The payee in a JSON beneficiary; null unless the JSON names exactly one payee, completely. */
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

/** The payee as the record has it; null for the user's own wallet, or if nothing names the payee. */
export function payeeOf(planned: Planned): RecordedPayee | null {
	const key = keyOf(planned);
	// An invoice can't be paid again, so paying it doesn't make a payee known.
	return key === null ? null : { key, lasts: onceOf(planned) !== 'invoice', supplier: planned.supplier };
}

function keyOf(planned: Pick<Planned, 'operation' | 'payee' | 'sends'>): string | null {
	const given = givenBeneficiary(planned);
	const own = given === undefined ? null : JSON.stringify([planned.operation, withoutDescription(given)]);
	return payeeKeyOf(comparedPayee(planned)) ?? own;
}

/**
 * The key that similar payments share; AI tools may have only one payment open for each key. It is an account's number
 * without its bank, a swap's currencies or, for AI tools, an invoice's Lightning node: one bill may have two invoices.
 */
export function alikeOf(planned: Pick<Planned, 'operation' | 'payee' | 'sends' | 'way'>): string {
	const { operation, way } = planned;
	const payee = comparedPayee(planned);
	const node = payee.kind === 'invoice' ? (payee.node ?? null) : null;
	return node ?? looseKeyOf(payee) ?? keyOf(planned) ?? JSON.stringify([operation, way]);
}

/** The kind of thing that can be paid only once, under any reference; null if there is none. */
export type Once = 'invoice' | 'quote' | null;

export function onceOf(planned: Planned): Once {
	if (planned.way.is === 'quote') return 'quote';
	return comparedPayee(planned).kind === 'invoice' ? 'invoice' : null;
}

/**
 * The keys of a payment: its reference, payee and supplier. Payments that share a key are made one after the other, so
 * that the later one sees which payee the earlier one made known, and whether it is a repeat.
 */
export function sharedKeysOf(planned: Planned): string[] {
	const { supplier } = planned;
	return [
		`reference ${referenceKeyOf(planned)}`,
		...(payeeOf(planned) === null ? [] : [`payee ${alikeOf(planned)}`]),
		...(supplier === null ? [] : [`supplier ${supplierKey(supplier)}`]),
	];
}

/** The payee and amount that are compared to find repeats; null if nothing can repeat this payment. */
export function likenessOf(planned: Planned): LikePayment | null {
	const { gets, way } = planned;
	const [once, key] = [onceOf(planned), keyOf(planned)];
	if (once !== null) return { payee: way.is === 'quote' ? quoteKeyOf(way.quoteId) : `invoice ${key}`, amount: null };
	if (gets === null || key === null) return null;
	return { payee: alikeOf(planned), amount: gets };
}

/** The most that can leave the wallet; null without an upper bound. */
export const mostOf = ({ price }: Pick<SealedPayment, 'price'>): Amount | null => price.atMost ?? amountOf(price);

/** How an approval covers a payment's member: its value in the digest, and its text for people, after a separator. */
interface View {
	readonly bound: (payment: SealedPayment) => Json;
	readonly shown: (payment: SealedPayment) => string;
}

const boundAmount = (amount: Amount | null): Json => amount && [String(amount.minor), amount.currency];
const inWords = ({ minor, currency }: Amount): string => amountInWords(minor, currency);
const nothing = () => '';

/** One entry for each member, in reading order. A member without an entry doesn't compile. */
export const VIEWS: { readonly [Member in keyof SealedPayment]: View } = {
	price: { bound: (payment) => boundAmount(boundPriceOf(payment)), shown: shownPrice },
	// The requested amount is shown with the price.
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
		// The expected name is shown unless it equals the holder's name.
		shown: ({ expects, holder }) =>
			expects === null || isSameText(expects, holder?.name ?? '') ? '' : ` (expected ${quotedLine(expects)})`,
	},
	// The digest has the bank's code, and not its name in Mavapay's list, which may change before the payment.
	payee: { bound: ({ payee }) => payeeKeyOf(payee), shown: shownPayee },
	// The way is shown with the payee.
	way: { bound: ({ way }) => ({ ...way }), shown: nothing },
	reference: { bound: referenceKeyOf, shown: ({ reference }) => `\nreference ${quotedLine(reference)}` },
	allowsRepeats: {
		bound: ({ allowsRepeats }) => allowsRepeats,
		shown: ({ allowsRepeats }) => (allowsRepeats ? ', repeats allowed' : ''),
	},
	// The operation isn't shown, since it is the operation of the node that pays.
	operation: { bound: ({ operation }) => operation, shown: nothing },
	// The payee's amount isn't shown, since it is the price or the requested amount.
	gets: { bound: ({ gets }) => boundAmount(gets), shown: nothing },
	// The request isn't shown: its parts are in the members above, and the rest doesn't concern an approver.
	sends: { bound: ({ sends }) => sends.map(boundRequest), shown: nothing },
};

/** The values of a payment that an approval's digest covers. */
export function boundOf(payment: SealedPayment): Json {
	return Object.values(VIEWS).map(({ bound }) => bound(payment));
}

/** A payment's lines for the approver: amount and supplier, the holder, the account, the reference. */
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

/** The price that an approval covers: the cost of an accepted quote, or the upper bound; null if there is none. */
export function boundPriceOf({ way, price }: SealedPayment): Amount | null {
	return way.is === 'quote' ? amountOf(price) : price.atMost;
}

/** The requested or known amount, and the upper bound if it differs. */
function shownPrice({ asked, price }: SealedPayment): string {
	const amounts = [asked ?? amountOf(price), mostOf({ price })].map((amount) => amount && inWords(amount));
	const [exact = null, most = null] = amounts;
	if (most === null || most === exact) return exact ?? 'unknown amount';
	return `${exact === null ? '' : `${exact}, `}at most ${most}`;
}

function shownHolder({ holder }: SealedPayment): string {
	return holder === null ? '' : `\nto ${quotedLine(holder.name)}${holder.is === 'typed' ? ` (${NOT_ASKED})` : ''}`;
}

/** Payee and route on one line, without a bank's code if its name is shown. */
function shownPayee(payment: SealedPayment): string {
	const { payee, holder, way } = payment;
	const code = payee.kind === 'account' && payee.bankName !== undefined ? ` (${payee.bank})` : '';
	const to = toOf(payment).trim().replace(code, '');
	// Nothing in Mavapay's data about a quote ID names the payee.
	const why = way.is === 'quote' ? "Mavapay doesn't show who the quote pays" : "its JSON doesn't name one payee";
	const isSeen = way.is !== 'quote' && comparedPayee(payment).kind !== 'unseen';
	const unseen = isSeen ? '' : `. NOBODY CAN SEE WHO GETS IT: ${why}`;
	return to === '' ? '' : `\n${holder === null ? to : to.replace(/^to /, '')}${unseen}`;
}

const ACTIONS = { withdrawal: 'the withdrawal', swap: 'the swap' } as const;

/** The action in words: "the swap". */
export const actionOf = (way: Way): string =>
	way.is === 'quote' ? `the acceptance of quote ${way.quoteId}` : ACTIONS[way.is];

function routeWords(way: Way): string {
	if (way.is === 'withdrawal') return '';
	return way.is === 'swap' ? ` from ${way.from} to ${way.to}` : ` from the ${way.wallet} wallet`;
}

/** The payee in words, after " to ", with the texts of a JSON beneficiary quoted; empty if nobody is named. */
function payeeWords(payment: Pick<SealedPayment, 'payee' | 'sends'>): string {
	const given = givenBeneficiary(payment);
	if (given === undefined) return payeeInWords(payment.payee);
	const texts = /"(?:[^"\\]|\\.)*"/g;
	const quoted = JSON.stringify(given, null, 1).replace(texts, (text) =>
		quotedText(String(JSON.parse(text)), Infinity),
	);
	return ` to ${singleLine(quoted.replace(/"([a-z]+)":/gi, '$1:'))}`;
}

/** The destination in words: " to account 0123456789 at bank 000014", " from NGN to BTC". */
export const toOf = (payment: Pick<SealedPayment, 'payee' | 'sends' | 'way'>): string =>
	`${payeeWords(payment)}${routeWords(payment.way)}`;
