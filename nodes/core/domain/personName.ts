/** How much two names must have in common: every part, or every part but one middle name. */
export type NameMatch = 'exact' | 'close';

/** Letters that Unicode does not take apart into a base letter and a mark, Hausa's hooked ones among them. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
	['ɓ', 'b'], ['ɗ', 'd'], ['ƙ', 'k'], ['ƴ', 'y'], ['ǝ', 'e'], ['ŋ', 'n'], ['ø', 'o'], ['ł', 'l'], ['đ', 'd'], ['ð', 'd'],
	['ı', 'i'], ['ß', 'ss'], ['æ', 'ae'], ['œ', 'oe'],
]);

/** Company words that are written in full or short, whoever writes them. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
	['limited', 'ltd'], ['enterprise', 'ent'], ['enterprises', 'ent'], ['nigeria', 'nig'], ['international', 'intl'], ['company', 'co'],
]);

/** What tells a father from his son, an account of a child, of a company or of a provider from a person's own. */
const TELLING: ReadonlySet<string> = new Set(
	[
		'jr jnr junior sr snr senior ii iii iv minor infant ward late estate trust and sons brothers bros',
		'ltd plc inc llc llp corp gmbh co group holding holdings ent venture ventures',
		'nig intl global service services store stores investment investments resources solutions trading',
		'traders foods farms tech technologies logistics consulting associates foundation church ministry ministries school',
		'schools academy college hospital pharmacy hotel hotels media agency cooperative society club bank microfinance mfb psb',
		'bet bets betting sporty wallet virtual account acct collection collections checkout escrow settlement merchant payment',
		'payments pay pos agent business biz customer savings current domiciliary',
		'anchor bellbank budpay fairmoney fincra flutterwave flw interswitch kora korapay kuda mavapay monie moniepoint monnify',
		'nomba opay paga palmpay payaza paystack providus quickteller remita safehaven squad squadco titan vfd wema',
	]
		.join(' ')
		.split(' '),
);

const MIN_SHARED_PARTS = 3;

/**
 * Whether two names are the same person's or company's. Case, accents, punctuation and the order of the
 * parts do not matter; an apostrophe within a name is left out ("O'Neil" is "ONeil"), and a hyphen may
 * stand for nothing or for a blank ("Oluwa-Seun" is "Oluwaseun" and "Oluwa Seun", which are not the
 * same). Ltd is Limited, Ent is Enterprises and so on. A name without letters or digits matches nothing.
 *
 * - `exact`: every part of one is a part of the other, as often. An initial is no match for a name.
 * - `close`: besides, one of them may lack one middle name, if three full parts agree. Never lacking may
 *   be a number, a word such as Jr, Minor or Ltd, or a provider's, since these make it another account;
 *   nor a first part, nor a last one, unless the longer name begins with the shorter one's last part, as
 *   names do that are written surname first.
 */
export function sameName(expected: string, registered: string, match: NameMatch): boolean {
	return readings(expected).some((one) => readings(registered).some((other) => sameParts(one, other, match)));
}

/** The parts of a name with hyphens left out, and with hyphens as blanks. */
function readings(name: string): string[][] {
	const letters = Array.from(name.normalize('NFKD').toLowerCase().normalize('NFKD'), (letter) => PLAIN_LETTERS.get(letter) ?? letter);
	const plain = letters.join('').replace(/&/g, ' and ').replace(/[\p{M}\p{Cf}'\u2018\u2019\u02bb\u02bc`\u00b4]/gu, '');
	return ['', ' '].map((hyphen) => {
		const parts = plain.replace(/(?<=\p{L})\p{Pd}(?=\p{L})/gu, hyphen).match(/[\p{L}\p{N}]+/gu) ?? [];
		return parts.map((part) => SHORT_FORMS.get(part) ?? part);
	});
}

function sameParts(one: readonly string[], other: readonly string[], match: NameMatch): boolean {
	const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
	if (shorter.length === 0 || left(shorter, longer).length > 0) return false;
	const extra = left(longer, shorter);
	return extra.length === 0 || (match === 'close' && extra.length === 1 && lacksMiddleName(shorter, longer, extra[0] ?? ''));
}

function lacksMiddleName(shorter: readonly string[], longer: readonly string[], extra: string): boolean {
	if (shorter.filter(isFull).length < MIN_SHARED_PARTS || !isFull(extra)) return false;
	if (longer.some((part) => TELLING.has(part) || /\p{N}/u.test(part))) return false;
	const surnameFirst = longer[0] === shorter.at(-1);
	return longer.indexOf(extra) > 0 && (longer.at(-1) !== extra || surnameFirst);
}

/** Whether a part is more than an initial. */
function isFull(part: string): boolean {
	return Array.from(part).length > 1;
}

/** The parts left over when each part of `taken` has been struck out once. */
function left(parts: readonly string[], taken: readonly string[]): string[] {
	const stock = [...taken];
	return parts.filter((part) => {
		const at = stock.indexOf(part);
		if (at >= 0) stock.splice(at, 1);
		return at < 0;
	});
}
