import { fail, ok, type Result } from './result';

/** Free text for the service, given unchanged: only control characters (Unicode category Cc) are refused. */
export function checkText(text: string): Result<string> {
	const control = /\p{Cc}/u.exec(text);
	if (control !== null) {
		const code = (control[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
		return fail(`holds a control character (U+${code} at position ${control.index + 1})`);
	}
	return ok(text);
}

/** A text in one line: control characters and blanks become single blanks. */
export function singleLine(text: string): string {
	return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** What nobody sees: format characters (Cf), what Unicode says to display as nothing, and the empty Braille cell. */
export const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text of somebody else's in a message for people: in one line, without what nobody sees. */
export function visibleText(text: string): string {
	return singleLine(text.replace(INVISIBLE, ''));
}

/** The same in a cell of a sheet, which would run what begins as a formula; a phone number stays one. */
export function sheetText(text: string): string {
	const shown = visibleText(text);
	return /^[=+\-@]/.test(shown.normalize('NFKC')) && !/^\+\d+$/.test(shown) ? `'${shown}` : shown;
}

/**
 * A text that becomes one part of a URL's path. Dots alone are refused, because `.` and `..` lead out of
 * the path however they are encoded (RFC 3986, section 5.2.4), and so is what no URL can hold. Gives the
 * text without blanks around it.
 */
export function checkPathPart(raw: string): Result<string> {
	const checked = checkText(raw);
	if (!checked.ok) return checked;
	const text = checked.value.trim();
	if (text === '') return fail('is empty');
	if (/^\.+$/.test(text)) return fail("is made of dots only, which can't be an ID");
	return /\p{Surrogate}/u.test(text) ? fail("holds half a character, which can't be sent") : ok(text);
}

/**
 * Sorts labels, which are plain English, without regard to case. Not by `localeCompare`: the first call with a
 * locale takes longer than all else that n8n does to load a node, and it loads them at every start.
 */
export function alphabetical(a: string, b: string): number {
	const [first, second] = [a.toLowerCase(), b.toLowerCase()];
	return first === second ? 0 : first < second ? -1 : 1;
}

/** The same for choices by their labels. */
export function byLabel(a: { readonly name: string }, b: { readonly name: string }): number {
	return alphabetical(a.name, b.name);
}

/** A code of ours or of Mavapay's as the editor shows it: "PENDING" as "Pending", "toBankAccount" as "To Bank Account". */
export function inWords(code: string): string {
	const words = /[a-z]/.test(code) ? code.replace(/[A-Z]/g, (letter) => ` ${letter}`) : code.toLowerCase();
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
