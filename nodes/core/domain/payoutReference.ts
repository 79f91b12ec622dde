/** What nobody sees: format characters (Cf) and other code points that Unicode says to display as nothing. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Every dash of a text (Pd), and the minus sign, which spreadsheets and word processors put for a hyphen. */
const DASHES = /[\p{Pd}\u2212]/gu;

/**
 * The one form under which a payout reference is recorded, so that references which look alike are one
 * and the same: compatibility form (NFKC, Unicode Standard Annex 15), without invisible characters, with
 * every dash as a hyphen, blanks trimmed and collapsed to single spaces. Upper and lower case and zeros
 * in front stay, because they tell references apart that people mean to be different. What is sent to
 * the service is never this form. Empty for a text that shows nothing.
 */
export function normaliseReference(text: string): string {
	// Invisible characters first: one between a letter and its accent would keep them apart.
	return text.replace(INVISIBLE, '').normalize('NFKC').replace(DASHES, '-').replace(/\p{White_Space}+/gu, ' ').trim();
}
