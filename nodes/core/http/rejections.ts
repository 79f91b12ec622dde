import { isObject, type JsonObject } from '../domain/json';
import { CURRENCIES } from '../domain/money';

/** The parts of a request that the message of its response can name. */
export interface SentRequest {
	readonly method: string;
	readonly path: string;
	/** Members that are undefined are left out. */
	readonly query?: Readonly<Record<string, string | undefined>>;
	readonly body?: unknown;
}

/** The request of a payment or another write, whose body is a JSON object. */
export interface Sent extends SentRequest {
	readonly body?: JsonObject;
}

const WITHDRAW = 'POST /withdraw';
const WITHDRAW_BTC = 'POST /withdraw/btc';
const WITHDRAW_STABLECOIN = 'POST /withdraw/stablecoin';
const QUOTE = 'POST /quote';
const ACCEPT = 'POST /wallet/payout/{quoteId}/accept';
const BANK_ACCOUNT = 'POST /bankaccount';
const PAYMENT_LINK = 'POST /paymentlink';
const PAY_IN = 'POST /simulation/pay-in';
const NEW_ADDRESS = 'POST /collections/stablecoin/generate-address';

/** One message after which a request counts as rejected. */
export interface Rejection<Cause = string> {
	/** The whole message in lower case, without its full stop. `{...}` stands for words that `readingsOf` knows. */
	readonly message: string;
	/** The only HTTP status with which the message counts; null for any status that can mean a rejection. */
	readonly status: number | null;
	/** The calls for which the message counts; null for all. */
	readonly calls: readonly string[] | null;
	readonly cause: Cause;
}

const documented = <const Cause>(message: string, cause: Cause, ...calls: string[]): Rejection<Cause> => ({
	message,
	status: null,
	calls,
	cause,
});

/** Rejections of any call. If `status` is set, Mavapay rejects before it processes the request, so nothing began. */
const ofAnyCall = <const Cause>(status: number | null, cause: Cause, ...messages: string[]): Array<Rejection<Cause>> =>
	messages.map((message) => ({ message, status, calls: null, cause }));

/**
 * Every message that counts as a rejection; docs/reference/interface.md#refusals shows the same table. After any other
 * message, Mavapay may have paid. "Quote already paid" is left out, because it doesn't say who paid.
 */
export const REJECTIONS = [
	documented('amount mismatch', 'amountDiffers', PAY_IN),
	documented('amount too small', 'amountTooSmall', WITHDRAW, WITHDRAW_BTC, WITHDRAW_STABLECOIN, QUOTE, PAYMENT_LINK),
	documented('autopayout requires payment currency to be target currency', 'rejected', QUOTE),
	documented('invalid account number or bank code', 'accountNotFound', WITHDRAW, QUOTE, BANK_ACCOUNT, PAYMENT_LINK),
	documented(
		'invalid currency',
		'rejected',
		WITHDRAW,
		WITHDRAW_STABLECOIN,
		QUOTE,
		BANK_ACCOUNT,
		PAYMENT_LINK,
		NEW_ADDRESS,
		PAY_IN,
	),
	documented('invalid payment currency', 'rejected', QUOTE, PAYMENT_LINK),
	documented('invalid quote id', 'quoteExpired', ACCEPT, PAY_IN),
	documented('invoice amount mismatch', 'amountDiffers', QUOTE),
	documented('name mismatch', 'nameDiffers', WITHDRAW, QUOTE, BANK_ACCOUNT, PAYMENT_LINK),
	documented('quote expired', 'quoteExpired', ACCEPT, PAY_IN),
	...ofAnyCall(
		null,
		'insufficientFunds',
		'insufficient balance',
		'insufficient funds',
		'insufficient {wallet} balance',
		'insufficient {wallet} funds',
		'insufficient balance in {wallet}',
		'insufficient funds in {wallet}',
	),
	...ofAnyCall(null, 'rejected', '{field} is required', '{field} is invalid', '{field} must be {form}'),
	...ofAnyCall(
		401,
		'unauthorised',
		'invalid api key provided',
		'invalid api key',
		'invalid token',
		'token expired',
		'unauthorized',
	),
	...ofAnyCall(403, 'forbidden', 'forbidden', 'insufficient permissions'),
	...ofAnyCall(405, 'methodNotAllowed', 'method not allowed'),
	...ofAnyCall(429, 'rateLimited', 'too many requests', 'rate limit exceeded'),
];

export type RejectionCause = (typeof REJECTIONS)[number]['cause'];

/** The most characters of a message that are read. A longer message matches no entry. */
export const MAX_LOOKED_AT = 2000;

/** A message in the form of the table `REJECTIONS`: lower case, single blanks, no full stop at the end. */
export function plainMessage(message: string): string {
	const words = message.slice(0, MAX_LOOKED_AT).toLowerCase().trim().split(/\s+/);
	return words.join(' ').replace(/ ?\.$/, '');
}

/** Messages after which a failed read can soon succeed, with any status; docs/reference/interface.md#name-enquiry. */
const PASSING: ReadonlyMap<string, 'serverError' | 'rateLimited'> = new Map([
	['account verification failed', 'serverError'],
	['rate limit exceeded', 'rateLimited'],
]);

/** The cause of a read's failure if its message says that another try may succeed. */
export function passingCause(body: unknown): 'serverError' | 'rateLimited' | null {
	if (!isObject(body) || typeof body['message'] !== 'string') return null;
	return PASSING.get(plainMessage(body['message'])) ?? null;
}

/**
 * The cause of a rejection according to `REJECTIONS`; null if no entry matches.
 *
 * @param request null for a read: its cause is only shown, so the entries of every call count
 */
export function rejectionCause(
	{ status, message }: { readonly status: number; readonly message: string },
	request: SentRequest | null,
): RejectionCause | null {
	if (message.length > MAX_LOOKED_AT) return null;
	// The call's name in docs/reference/interface.md#calls.
	const call = request && `${request.method} ${request.path.replace(/\/payout\/[^/]+/, '/payout/{quoteId}')}`;
	const fields = new Set([request?.query, request?.body].flatMap((sent) => sentMembers(sent)));
	const readings = readingsOf(plainMessage(message), fields);
	const entries = REJECTIONS.filter((one) => readings.includes(one.message) && (one.status ?? status) === status);
	const entry = entries.find(({ calls }) => call === null || calls === null || calls.includes(call));
	return entry?.cause ?? null;
}

/** The entries that a message can match: the message itself, or with `{wallet}` or `{field}` in place of some words. */
function readingsOf(message: string, fields: ReadonlySet<string>): Array<string | null | undefined> {
	const own = message.includes('{') ? null : message;
	return [own, WALLET_READINGS.get(message), fieldReading(message, fields)];
}

const CODES = CURRENCIES.map(({ code }) => code.toLowerCase());
const WALLETS = ['wallet', ...CODES.map((code) => `${code} wallet`)];

/** Every message that an entry with `{wallet}` covers, with that entry. */
const WALLET_READINGS: ReadonlyMap<string, string> = new Map(
	['balance', 'funds'].flatMap((money) => {
		const before = [...CODES, ...WALLETS].map((wallet) => `insufficient ${wallet} ${money}`);
		const wallets = WALLETS.flatMap((wallet) => [wallet, `the ${wallet}`, `your ${wallet}`]);
		return [
			...before.map((message) => [message, `insufficient {wallet} ${money}`] as const),
			...wallets.map((wallet) => [`insufficient ${money} in ${wallet}`, `insufficient ${money} in {wallet}`] as const),
		];
	}),
);

/** The names of the members that were sent, alone and with their path, in lower case. */
function sentMembers(value: unknown, path = ''): string[] {
	const members = Object.entries(isObject(value) ? value : {}).filter(([, member]) => member !== undefined);
	return members.flatMap(([name, member]) => {
		const field = name.toLowerCase();
		return [field, `${path}${field}`, ...sentMembers(member, `${path}${field}.`)];
	});
}

/** Words allowed for `{form}`, as in "a positive whole number", "at least 2000 NGN". None says that money moved. */
const FORM_WORDS: ReadonlySet<string> = new Set([
	...'a an and at between equal exactly in least less long longer lowest greater more most not of or shorter than the to'.split(
		' ',
	),
	...'array boolean character characters date decimal digit digits email empty integer'.split(' '),
	...'non-negative number numeric object positive negative string text unit url uuid valid value whole'.split(' '),
	...CURRENCIES.flatMap(({ code, minorPlural }) => [code.toLowerCase(), minorPlural.toLowerCase()]),
]);

function fieldReading(message: string, fields: ReadonlySet<string>): string | null {
	const [named = '', ...said] = message.split(' ');
	if (!fields.has(named.replace(/^(["'`])(.+)\1$/, '$2'))) return null;
	const [must, be, ...form] = said;
	if (must !== 'must' || be !== 'be') return `{field} ${said.join(' ')}`;
	const isList = /^one of (?:the following values: )?[\w.-]+(?:, [\w.-]+)*$/.test(form.join(' '));
	const isForm = form.length > 0 && form.every((word) => FORM_WORDS.has(word) || /^\d[\d.,]*$/.test(word));
	return isList || isForm ? '{field} must be {form}' : null;
}
