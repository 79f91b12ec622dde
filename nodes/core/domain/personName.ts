/**
 * Words of companies, shortened to one form. Their presence makes the comparison strict: companies
 * differ by a single word or by word order, where people's names don't.
 */
const COMPANY_WORDS: ReadonlyMap<string, string> = new Map([
	...['ltd', 'limited'].map((word) => [word, 'ltd'] as const),
	...['ent', 'enterprise', 'enterprises'].map((word) => [word, 'ent'] as const),
	...['nig', 'nigeria'].map((word) => [word, 'nig'] as const),
	...['intl', 'international'].map((word) => [word, 'intl'] as const),
	...['co', 'company'].map((word) => [word, 'co'] as const),
	...[
		'plc', 'inc', 'llc', 'llp', 'corp', 'corporation', 'gmbh', 'group', 'holding', 'holdings', 'ventures', 'venture', 'global',
		'services', 'service', 'stores', 'store', 'investment', 'investments', 'resources', 'solutions', 'trading', 'traders',
		'foods', 'farms', 'tech', 'technology', 'technologies', 'logistics', 'consulting', 'consultants', 'partners', 'and',
		'foundation', 'church', 'ministry', 'ministries', 'school', 'schools', 'academy', 'college', 'university', 'hospital',
		'pharmacy', 'motors', 'industries', 'industry', 'associates', 'bank', 'microfinance', 'cooperative', 'society', 'club',
		'sons', 'brothers', 'bros', 'boutique', 'fashion', 'fashions', 'kitchen', 'catering', 'salon', 'bakery', 'shop', 'mart',
		'supermarket', 'electronics', 'communications', 'travels', 'tours', 'cafe', 'restaurant', 'bar', 'projects', 'works',
		'trust', 'estate', 'late', 'pos', 'business', 'biz', 'hub', 'paystack', 'flutterwave', 'flw', 'monnify',
		'hotel', 'hotels', 'media', 'studio', 'studios', 'agency', 'agro', 'energy', 'oil', 'gas', 'construction', 'properties',
	].map((word) => [word, word] as const),
]);

/** Letters that Unicode does not take apart into a base letter and a mark, Hausa's hooked ones among them. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
	['ɓ', 'b'], ['ɗ', 'd'], ['ƙ', 'k'], ['ƴ', 'y'], ['ǝ', 'e'], ['ŋ', 'n'], ['ø', 'o'], ['ł', 'l'], ['đ', 'd'], ['ð', 'd'],
	['ı', 'i'], ['ß', 'ss'], ['æ', 'ae'], ['œ', 'oe'],
]);

/** Parts that tell a father from his son, or one account of a name from the next. They are never missing. */
const TELLING = /^(?:jr|jnr|junior|sr|snr|senior|ii|iii|iv|\p{N}+(?:st|nd|rd|th)?)$/u;

/** More parts than this are compared as they stand; joining them in every way would take long. */
const MAX_PARTS_TO_JOIN = 8;

/** Parts of at least two letters that must agree before a missing middle name is forgiven. */
const MIN_MATCHING_PARTS = 2;

/**
 * Whether two names are the same person's or company's, as a careful person would say.
 *
 * - Case, diacritics, punctuation and blanks do not matter; "Oluwa-Seun", "Oluwa Seun" and "Oluwaseun"
 *   are one name, as are "O'Neil" and "ONeil".
 * - The order of a person's names does not matter.
 * - Every part must match in full. One part may be missing on one side if at least two others match
 *   and none contradicts, but no "Jr", "II" or number. An initial is no match for a full name: "C. Okafor" may be anybody.
 * - With a company's word on either side (Ltd, Ventures, ...) nothing may be missing, order counts, and
 *   only the short and long forms of one word are alike (Ltd and Limited, Ent and Enterprises, Nig and
 *   Nigeria). A name with the word is not the one without it.
 * - A name without letters or digits matches nothing.
 */
export function sameName(expected: string, registered: string): boolean {
	const left = partsOf(expected);
	const right = partsOf(registered);
	if (left.length === 0 || right.length === 0) return false;
	if ([...left, ...right].some((part) => COMPANY_WORDS.has(part))) return sameCompany(left, right);
	return samePerson(left, right);
}

function partsOf(name: string): string[] {
	const letters = Array.from(name.normalize('NFKD').toLowerCase().normalize('NFKD'), (letter) => PLAIN_LETTERS.get(letter) ?? letter);
	return letters
		.join('')
		.replace(/&/g, ' and ')
		// Marks, invisible characters and apostrophes stand within a name, other signs between names.
		.replace(/[\p{M}\p{Cf}'\u2018\u2019\u02bb\u02bc`\u00b4]/gu, '')
		.split(/[^\p{L}\p{N}]/u)
		.filter((part) => part !== '');
}

function sameCompany(left: readonly string[], right: readonly string[]): boolean {
	const [shorter, longer] = byLength(left.map(shortForm), right.map(shortForm));
	return [longer, ...joinings(longer, shorter.length)].some((parts) => parts.join(' ') === shorter.join(' '));
}

function samePerson(left: readonly string[], right: readonly string[]): boolean {
	const [shorter, longer] = byLength(left, right);
	return sameParts(shorter, longer) || joinings(longer, shorter.length).some((joined) => sameParts(shorter, joined)) || misses(shorter, longer);
}

function shortForm(part: string): string {
	return COMPANY_WORDS.get(part) ?? part;
}

function byLength(one: readonly string[], other: readonly string[]): [readonly string[], readonly string[]] {
	return one.length <= other.length ? [one, other] : [other, one];
}

function sameParts(left: readonly string[], right: readonly string[]): boolean {
	return left.length === right.length && subtract(left, right).length === 0;
}

/** Whether the longer name has exactly one part more, and all parts of the shorter one. */
function misses(shorter: readonly string[], longer: readonly string[]): boolean {
	if (longer.length !== shorter.length + 1) return false;
	const matching = shorter.filter((part) => Array.from(part).length >= 2);
	const telling = subtract(longer, shorter).some((part) => TELLING.test(part));
	return matching.length >= MIN_MATCHING_PARTS && subtract(shorter, longer).length === 0 && !telling;
}

/** The parts left over when each part of `taken` has been struck out once. */
function subtract(parts: readonly string[], taken: readonly string[]): string[] {
	const stock = [...taken];
	return parts.filter((part) => {
		const at = stock.indexOf(part);
		if (at >= 0) stock.splice(at, 1);
		return at < 0;
	});
}

/** Every way to join neighbouring parts so that `count` parts remain. */
function joinings(parts: readonly string[], count: number): string[][] {
	if (parts.length > MAX_PARTS_TO_JOIN || count > parts.length) return [];
	if (count === 1) return [[parts.join('')]];
	const heads = parts.slice(0, parts.length - count + 1);
	return heads.flatMap((_, index) =>
		joinings(parts.slice(index + 1), count - 1).map((rest) => [parts.slice(0, index + 1).join(''), ...rest]),
	);
}
