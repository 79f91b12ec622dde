import { counted } from '../nodes/core/domain/result';
import type { Exchange } from './exchange';
import { isObject, type JsonValue } from './json';
import { isShownWord } from './words';

/*
 * A report can be attached to an issue, so a sample shows the form of an answer, never its values: names of members,
 * kinds of values, and words that the interface itself defines.
 */

/** Values that the interface defines (docs/reference/interface.md). For any other value, only its kind is shown. */
const WORDS = new Set(
	[
		'ok success error',
		'SUCCESS PENDING FAILED PAID EXPIRED ACTIVE INACTIVE SETTLED CANCELLED APPROVED REJECTED',
		'DEPOSIT WITHDRAWAL LIGHTNING ONCHAIN BANKTRANSFER ONE_TIME RECURRING One_Time',
		'NGN KES BTC ZAR GHS USD USDT NGNKOBO KESCENT ZARCENT GHSPESEWA BTCSAT',
		'TRC20 ERC20 PLASMA SOLANA POLYGON trc20 erc20 plasma solana polygon',
		'INDIVIDUAL BUSINESS ADMIN EN FR ES slow medium fast',
		'paytophone paytobill paytotill MTN mpesa airtel PayBill Till',
		'payment.received payment.sent payment_link.settled ping',
		'USDNGN BTCUSD USDKES USDZAR ZARNGN KESNGN',
	].flatMap((line) => line.split(' ')),
);

const KINDS: ReadonlyArray<readonly [RegExp, string]> = [
	[/^$/, 'empty text'],
	[/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'uuid'],
	[/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/, 'ISO time'],
	[/^-?\d+\.\d{2}$/, 'number as text, two decimals'],
	[/^-?\d+\.\d+$/, 'number as text'],
	[/^\d+-\d+$/, 'two numbers with a dash'],
	[/^[0-9a-f]{64}$/i, '64 hex digits'],
	[/^[0-9a-f]{24}$/i, '24 hex digits'],
	[/^https?:\/\//i, 'URL'],
	[/^ln(bc|tb|tbs|bcrt)[0-9]/i, 'Lightning invoice'],
];

function kindOf(text: string): string {
	if (/^\d+$/.test(text)) return counted(text.length, 'digit');
	return KINDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'text';
}

/** The form of a value: words that the interface defines, and placeholders for everything else. */
export function formOf(value: JsonValue | undefined, member?: string): JsonValue {
	if (typeof value === 'string' && isShownWord(member, value)) return value;
	if (typeof value === 'string') return WORDS.has(value) ? value : `<${kindOf(value)}>`;
	if (typeof value === 'number') return Number.isInteger(value) ? '<whole number>' : '<number>';
	if (Array.isArray(value)) {
		const [first] = value;
		return value.length === 0
			? []
			: [formOf(first, member), ...(value.length > 1 ? [`<and ${value.length - 1} more>`] : [])];
	}
	if (!isObject(value)) return value ?? null;
	// Member names of the interface have no spaces or dashes; any other name may belong to a person.
	const members = Object.entries(value).map(([name, inner]) => [
		/^[a-z_]\w{0,60}$/i.test(name) ? name : '<name>',
		formOf(inner, name),
	]);
	return Object.fromEntries(members);
}

/** Shortest value that is masked; shorter ones would remove letters from ordinary words. */
const SHORTEST_SECRET = 4;

/** Capitalised words that are common in messages, in addition to WORDS. */
const IN_CAPITALS = new Set('API HTTP HTTPS ID IDs JSON URL KYC GET POST PUT BVN NIP PayBill'.split(' '));
const CAPITALISED = String.raw`[\p{L}\p{N}_'’-]*\p{Lu}[\p{L}\p{N}_'’-]*`;
const IN_A_ROW = new RegExp(String.raw`(?<![\p{L}\p{N}])${CAPITALISED}(\s+${CAPITALISED})*`, 'gu');

/**
 * Makes a sentence fit for a published page: in quotes of several words, masks numbers of four or more digits, also in
 * groups, and capitalised words, which may be names. A quote's first word and known words stay.
 */
export const withoutNames = (seen: string): string =>
	seen.replace(/"[^"\s]+"(?!\w)|"[^]*/g, (quote) => {
		if (!/\s/.test(quote)) return quote;
		const plain = quote.replace(/\d(?:[\s().-]*\d){3,}/g, '<digits>');
		return plain.replace(IN_A_ROW, (run, _last, at: number) => {
			const [first = '', ...others] = run.split(/\s+/);
			const isStart = plain[at - 1] === '"' && /^\p{Lu}\p{Ll}+$/u.test(first);
			return (isStart ? others : [first, ...others]).every((one) => WORDS.has(one) || IN_CAPITALS.has(one))
				? run
				: '<name>';
		});
	});

/** Removes the account's data from texts: every value in the answers and requests that it has learned. */
export class Mask {
	private readonly values = new Set<string>();

	/** Adds a value, such as a key, that must not be shown. */
	add(...values: readonly string[]): void {
		for (const value of values) if (value.trim().length >= SHORTEST_SECRET) this.values.add(value.trim());
	}

	/** Adds all values of an exchange, except the message of a refusal, which is to be shown. */
	learn({ body, query, sent }: Exchange): void {
		this.collect(Object.fromEntries(Object.entries(query)));
		this.collect(sent);
		if (!isObject(body)) return;
		for (const [name, member] of Object.entries(body)) if (name !== 'message') this.collect(member, name);
	}

	/** A text without the account's values and without numbers of four or more digits. */
	text(text: string): string {
		const plain = text.toLowerCase();
		const own = [...this.values]
			.filter((value) => plain.includes(value.toLowerCase()))
			.sort((a, b) => b.length - a.length);
		const masked = own.reduce((rest, value) => replaced(rest, value), text);
		return masked
			.replace(/\S+@\S+\.\S+/g, '<mail address>')
			.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '<uuid>')
			.replace(/(?<![\w<])(?=\w*[a-z])(?=\w*\d)\w{8,}/gi, '<key>')
			.replace(/\p{Lu}{2,}(\s+\p{Lu}{2,})+/gu, (run) =>
				run.split(/\s+/).every((one) => WORDS.has(one)) ? run : '<name>',
			)
			.replace(/\d{4,}/g, '<digits>')
			.slice(0, 300);
	}

	private collect(value: JsonValue | undefined, member?: string): void {
		if (typeof value === 'string' && !WORDS.has(value) && !isShownWord(member, value)) {
			if (!OF_THE_TRADE.has(value.toLowerCase())) this.add(value);
			if (member === undefined || /name|holder|recipient/i.test(member)) this.addWords(value);
		}
		if (Array.isArray(value)) for (const inner of value) this.collect(inner, member);
		if (isObject(value)) for (const [name, inner] of Object.entries(value)) this.collect(inner, name);
	}

	/** Adds each word of a name, because messages may change their order; words that OF_THE_TRADE holds stay visible. */
	private addWords(name: string): void {
		for (const word of name.split(/[^\p{L}]+/u)) {
			if (word.length >= SHORTEST_SECRET && !OF_THE_TRADE.has(word.toLowerCase())) this.values.add(word);
			else if (/^\p{Lu}{3}$/u.test(word)) this.values.add(word);
		}
	}
}

/** Words that are common in both messages and names of banks or businesses; masking them would make messages useless. */
const OF_THE_TRADE = new Set(
	'account accounts bank banks payment payments collection collections amount name number code currency wallet quote order transaction balance access trust first union sterling national capital merchant business limited test verify mavapay with from that this invalid unknown failed already paid before after nothing listed later fees quotes look-ups'.split(
		' ',
	),
);

/** The text with `<value>` for the value, as whole words only: for the bank Access, "accessible" stays as it is. */
function replaced(text: string, value: string): string {
	const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu'), '<value>');
}

/** Response headers that identify a request to the service's support. */
const REQUEST_IDS = /^(x-)?(request|correlation|trace|amzn-trace)-?id$|^cf-ray$/i;

/** An exchange as a report shows it. */
export function sampleOf({ method, path, query, sent, status, headers, body }: Exchange, mask: Mask) {
	const asked = Object.entries(query).map(([name, value]) => `${name}=${String(formOf(value))}`);
	const message = isObject(body) && typeof body.message === 'string' ? { message: mask.text(body.message) } : {};
	const form = formOf(body);
	return {
		request: `${method} ${path.replace(/[0-9a-f-]{36}/gi, '<uuid>')}${asked.length === 0 ? '' : `?${asked.join('&')}`}`,
		...(sent === undefined ? {} : { sent: formOf(sent) }),
		status,
		requestIds: Object.fromEntries([...headers].filter(([name]) => REQUEST_IDS.test(name))),
		body: isObject(form) ? { ...form, ...message } : body === undefined ? '<no JSON>' : form,
	};
}

export type Sample = ReturnType<typeof sampleOf>;
