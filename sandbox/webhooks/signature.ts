import { createHmac } from 'node:crypto';
import type { Quirks } from '../quirks';

export type SignatureRules = Quirks['signature'];

/** The tokens of JSON by which a member is found: strings, brackets, commas and colons. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{},:]/gs;

/**
 * The `data` member of a JSON body, exactly as it is written there, without spaces around it; empty if there is none.
 * If there are several, the last one counts, as in a JSON parser.
 */
export function dataText(body: string): string {
	let depth = 0;
	let lastString = '';
	let start = -1;
	let found = '';
	for (const token of body.matchAll(TOKENS)) {
		const [text] = token;
		const closing = text === '}' || text === ']';
		if (closing) depth -= 1;
		if (start >= 0 && ((depth === 1 && text === ',') || (depth === 0 && closing))) {
			found = body.slice(start, token.index).trim();
			start = -1;
		}
		if (depth === 1 && text === ':' && lastString === '"data"') start = token.index + 1;
		if (text === '{' || text === '[') depth += 1;
		lastString = text.startsWith('"') ? text : '';
	}
	return found;
}

/** HMAC-SHA256 over the body or its `data` member, in the encoding and with the prefix asked for. */
export function sign(body: string, secret: string, rules: SignatureRules): string {
	const text = rules.signedText === 'data' ? dataText(body) : body;
	return rules.prefix + createHmac('sha256', secret).update(text).digest(rules.encoding);
}
