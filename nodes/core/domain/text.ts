import { fail, ok, type Result } from './result';

/** Checks free text, which is sent unchanged: only control characters (Unicode category Cc) are refused. */
export function checkText(text: string): Result<string> {
	const control = /\p{Cc}/u.exec(text);
	if (control !== null) {
		const code = (control[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
		return fail(`contains a control character (U+${code} at position ${control.index + 1})`);
	}
	return ok(text);
}

/** A text in one line: control characters and blanks become single blanks. */
export function singleLine(text: string): string {
	return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** Invisible characters: format characters (Cf), those that Unicode displays as nothing, the empty Braille cell. */
export const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Prepares a text from elsewhere for a message to people: on one line, without invisible characters. */
export function visibleText(text: string): string {
	return singleLine(text.replace(INVISIBLE, ''));
}

/** The most characters of a one-line text. No field takes more, and a payment's approver sees all of them. */
export const LONGEST_LINE = 200;

/** A text from elsewhere, such as an ID, on one line and cut to `LONGEST_LINE`. */
export const cutLine = (text: string) => visibleText(text).slice(0, LONGEST_LINE);

const LONGEST_QUOTED = 40;

/** Runs of quotation marks of any script, and of the signs that look like one: primes, ditto marks, Hebrew gershayim. */
const QUOTATION_MARKS =
	/[\p{Quotation_Mark}\p{Pi}\p{Pf}\u02BA\u02DD\u02EE\u05F4\u2033\u2036\u275B-\u275E\u3003\u{1F676}-\u{1F678}]+/gu;

/**
 * A text that n8n can't read as markup in forms, their final pages and *Send and Wait for Response*. There, n8n turns
 * `\\n` and `<br>` into line breaks, lets tags through, and turns `&lt;` into `<`, so a row of a file could fake or
 * hide our lines.
 */
export const withoutMarkup = (text: string) => fullWidth(text, /[\\<>]|&(?=#?\w+;)/g);

/** Replaces ASCII signs with Unicode's full-width ones (FF01 to FF5E), which look alike and aren't read as markup. */
export const fullWidth = (text: string, signs: RegExp) =>
	text.replace(signs, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/**
 * A text for a message, in signs that every font has and that n8n doesn't read as markup: angle quotation marks replace
 * `<` and `>`, and a blank follows `\\`, `&` before an entity, and `$`, because n8n reads `$&` as a pattern.
 */
export const inPlainSigns = (text: string) =>
	withoutMarkup(text).replace(/[\uff01-\uff5e$]/g, (sign) => {
		const plain = sign.normalize('NFKC');
		return { '<': '\u2039', '>': '\u203a' }[plain] ?? (/[\\&$]/.test(plain) ? `${plain} ` : plain);
	});

/** Quotes and cuts a text from elsewhere, so that it can't be mistaken for our words or push them out of sight. */
export function quotedText(text: string, longest = LONGEST_QUOTED): string {
	const characters = [...withoutMarkup(visibleText(text)).replace(QUOTATION_MARKS, "'")];
	if (characters.length > longest) characters.splice(longest - 1, Infinity, '…');
	return `"${characters.join('')}"`;
}

/** A typed text in quotes, for the approver of a payment. */
export const quotedLine = (text: string) => quotedText(text, LONGEST_LINE);

/** A text without links for mail and chats: a blank follows dots and colons, except in mail addresses and file names. */
export function withoutLinks(text: string): string {
	return text.replace(/(?<!@[\p{L}\p{N}.-]*)[.:](?=[\p{L}/])(?!(?:csv|xlsx|txt)(?![\p{L}\p{N}/.]))/giu, '$& ');
}

/** A text for a sheet's cell, with a `'` before a text that begins like a formula, but not before a phone number. */
export function sheetText(text: string): string {
	const shown = visibleText(text);
	return /^[=+\-@]/.test(shown.normalize('NFKC')) && !/^\+\d+$/.test(shown) ? `'${shown}` : shown;
}

/**
 * Checks a text that becomes one part of a URL's path, and trims it. Dots alone are refused, because `.` and `..` lead
 * out of the path however they are encoded (RFC 3986, section 5.2.4). Half a surrogate pair can't be sent.
 */
export function checkPathPart(raw: string): Result<string> {
	const checked = checkText(raw);
	if (!checked.ok) return checked;
	const text = checked.value.trim();
	if (text === '') return fail('is empty');
	if (/^\.+$/.test(text)) return fail("is made of dots only, which can't be an ID");
	return /\p{Surrogate}/u.test(text) ? fail("has an incomplete character, which can't be sent") : ok(text);
}

/**
 * Sorts labels, which are plain English, regardless of case. It doesn't use `localeCompare`, whose first call with a
 * locale takes longer than everything else that n8n does to load a node, and n8n loads nodes at every start.
 */
export function alphabetical(a: string, b: string): number {
	const [first, second] = [a.toLowerCase(), b.toLowerCase()];
	return first === second ? 0 : first < second ? -1 : 1;
}

export function byLabel(a: { readonly name: string }, b: { readonly name: string }): number {
	return alphabetical(a.name, b.name);
}

/** A code, ours or Mavapay's, as the editor shows it: "PENDING" as "Pending", "toBankAccount" as "To Bank Account". */
export function inWords(code: string): string {
	const words = /[a-z]/.test(code) ? code.replace(/[A-Z]/g, (letter) => ` ${letter}`) : code.toLowerCase();
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The texts that JavaScript, dates and spreadsheets write in place of a missing value. */
export const NO_VALUE =
	/(?<![\p{L}\p{N}])(?:undefined|null|NaN|Invalid Date(?:Time)?)(?![\p{L}\p{N}])|\[object Object\]|#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!)/iu;

/** Texts that people and spreadsheets write instead of leaving a cell empty. */
export const PLACEHOLDER =
	/^(?:n[./]?a|nill?|none|tb[adc]|nan|unknown|pending|ditto|empty|blank|not (?:applicable|available|yet|known|given)|to be [a-z]+|as above|#+)[.!]*$/i;

/** Whole references that identify no payment: yes or no, zeros, dashes, crosses. */
export const NAMELESS = /^(?:true|false|yes|no\.?|x+|0+|[\p{P}\p{S}\s]+)$/iu;

/** Whether a text in a sheet names nothing, such as "N/A", "-" or an error, so that it can't be a payment's reference. */
export function namesNothing(text: string): boolean {
	const shown = visibleText(text).normalize('NFKC');
	return [NO_VALUE, PLACEHOLDER, NAMELESS].some((nothing) => nothing.test(shown));
}
