import { createHmac } from 'node:crypto';
import type { Quirks } from '../quirks';

export type SignatureRules = Quirks['signature'];

/** The bytes of the `data` member of a JSON body, as `JSON.stringify` wrote them; empty where there is none. */
function dataText(body: string): string {
	try {
		const parsed: unknown = JSON.parse(body);
		if (typeof parsed !== 'object' || parsed === null || !('data' in parsed)) return '';
		return JSON.stringify(parsed.data);
	} catch (error) {
		if (error instanceof SyntaxError) return '';
		throw error;
	}
}

/** HMAC-SHA256 over the body or its `data` member, in the encoding and with the prefix asked for. */
export function sign(body: string, secret: string, rules: SignatureRules): string {
	const text = rules.signedText === 'data' ? dataText(body) : body;
	return rules.prefix + createHmac('sha256', secret).update(text).digest(rules.encoding);
}
