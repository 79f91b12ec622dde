import { shortDigest } from './text';

/** One fact of a description in JSON. */
export interface Fact {
	/** The way to it: `/paths/~1quote/post/summary`. */
	readonly pointer: string;
	readonly value: string;
	/** Counted from 1. */
	readonly line: number;
}

const TOKEN = /\s+|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gy;

/**
 * Every value of a JSON text, with its place. Lists of plain values are one fact whatever their order, as those of enums
 * and of required members; an empty list or object is a fact, since `security: []` opens a call. White space, escapes and
 * the order of members make no difference. Throws SyntaxError.
 */
export function factsOf(text: string): Fact[] {
	JSON.parse(text);
	const tokens = tokensOf(text);
	let place = 0;
	const next = () => tokens[place++] ?? { text: '', line: 0 };
	const facts: Fact[] = [];
	const isNext = (text: string) => tokens[place]?.text === text;
	const read = (pointer: string): void => {
		const token = next();
		const end = token.text === '{' ? '}' : token.text === '[' ? ']' : '';
		if (end !== '' && isNext(end)) facts.push({ pointer, value: `${token.text}${next().text}`, line: token.line });
		else if (token.text === '{') readMembers(pointer);
		else if (token.text === '[') readList(pointer, token.line);
		else facts.push({ pointer, value: plain(token.text), line: token.line });
	};
	const readMembers = (pointer: string): void => {
		for (let token = next(); token.text !== '}'; token = next()) {
			if (token.text === ',') continue;
			const name = String(JSON.parse(token.text)).replaceAll('~', '~0').replaceAll('/', '~1');
			next();
			read(`${pointer}/${name}`);
		}
	};
	const readList = (pointer: string, line: number): void => {
		const values: string[] = [];
		let entries = 0;
		for (let token = next(); token.text !== ']'; token = next()) {
			if (token.text === ',') continue;
			if (token.text === '{') readMembers(`${pointer}/${entries}`);
			else if (token.text === '[') readList(`${pointer}/${entries}`, token.line);
			else values.push(plain(token.text));
			entries++;
		}
		if (values.length > 0) facts.push({ pointer, value: values.sort().join(', '), line });
	};
	read('');
	return facts;
}

/** A plain value as it is written without needless escapes: `\u20a6` and `₦` are one. */
const plain = (token: string): string => JSON.stringify(JSON.parse(token));

function tokensOf(text: string): Array<{ readonly text: string; readonly line: number }> {
	let line = 1;
	return (text.match(TOKEN) ?? []).flatMap((token) => {
		if (token.trim() !== '') return [{ text: token, line }];
		line += token.split('\n').length - 1;
		return [];
	});
}

/** The digests of all facts by their pointers. */
export const digestsOf = (facts: readonly Fact[]): Record<string, string> =>
	Object.fromEntries(facts.map(({ pointer, value }) => [pointer, shortDigest(value)]));

/** Says in Markdown what differs between the digests of a description and the description as it is now. */
export function differencesFrom(before: Readonly<Record<string, string>>, text: string): string[] {
	const facts = factsOf(text);
	const now = new Set(facts.map(({ pointer }) => pointer));
	const changed = facts.flatMap(({ pointer, value, line }) => {
		const was = before[pointer];
		if (was === shortDigest(value)) return [];
		return [`line ${line}: \`${pointer}\` is ${was === undefined ? 'new' : 'another'}: \`${cut(value)}\``];
	});
	const gone = Object.keys(before).filter((pointer) => !now.has(pointer));
	return [...changed, ...gone.map((pointer) => `\`${pointer}\` is gone`)];
}

const LONGEST = 160;

export const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text).replaceAll('`', "'");

/** The calls that a description has, such as `POST /quote`. */
export function callsIn(text: string): Set<string> {
	const calls = factsOf(text).flatMap(({ pointer }) => {
		const [, call, method] = /^\/paths\/([^/]+)\/(get|post|put|patch|delete)\//.exec(pointer) ?? [];
		if (call === undefined || method === undefined) return [];
		return [`${method.toUpperCase()} ${call.replaceAll('~1', '/').replaceAll('~0', '~')}`];
	});
	return new Set(calls);
}
