import { describeType, fail, ok, type Result } from './result';

export { checkOnChainAddress, type DeploymentKind } from './onChainAddress';

/**
 * Free text for the service: only control characters (Unicode category Cc, line breaks among them) are
 * refused; how long it may be is the service's to say. Gives the text unchanged, blanks and all.
 */
export function checkText(raw: unknown): Result<string> {
	if (typeof raw !== 'string') return fail(`is ${describeType(raw)}, not text`);
	const control = /\p{Cc}/u.exec(raw);
	if (control !== null) {
		const code = (control[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
		return fail(`holds a control character (U+${code} at position ${control.index + 1})`);
	}
	return ok(raw);
}

/**
 * A text that becomes one part of a URL's path. Dots alone are refused, because `.` and `..` lead out of
 * the path however they are encoded (RFC 3986, section 5.2.4), and so is what no URL can hold. Gives the
 * text without blanks around it.
 */
export function checkPathPart(raw: unknown): Result<string> {
	const checked = checkText(raw);
	if (!checked.ok) return checked;
	const text = checked.value.trim();
	if (text === '') return fail('is empty');
	if (/^\.+$/.test(text)) return fail("is made of dots only, which can't be an ID");
	return /\p{Surrogate}/u.test(text) ? fail("holds half a character, which can't be sent") : ok(text);
}

/**
 * A Lightning address, name@domain (LUD-16: letters, digits, and the signs - _ . + in the name). Only
 * the form is checked; whether it can be paid is the service's to find out.
 */
export function checkLightningAddress(raw: unknown): Result<string> {
	if (typeof raw !== 'string') return fail(`is ${describeType(raw)}, not a Lightning address`);
	const text = raw.trim();
	if (text === '') return fail('is empty');
	const parts = text.split('@');
	const [name = '', domain = ''] = parts;
	if (parts.length !== 2) return fail('is not of the form name@domain');
	if (!/^[a-z0-9\-_.+]{1,64}$/i.test(name)) return fail('has a name part with characters that a Lightning address may not hold');
	if (!isDomain(domain)) return fail('has no valid domain after the @');
	return ok(text);
}

function isDomain(domain: string): boolean {
	const labels = domain.split('.');
	const wellFormed = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label));
	// A last label of digits would be an IP address.
	return domain.length <= 253 && labels.length >= 2 && wellFormed && !/^[0-9]+$/.test(labels[labels.length - 1] ?? '');
}

/**
 * Sorts labels, which are plain English, without regard to case. Not by `localeCompare`: the first call with a
 * locale takes longer than all else that n8n does to load a node, and it loads them at every start.
 */
export function alphabetical(a: string, b: string): number {
	const [first, second] = [a.toLowerCase(), b.toLowerCase()];
	return first === second ? 0 : first < second ? -1 : 1;
}
