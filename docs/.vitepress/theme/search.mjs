/** How the site is searched: by the words that mean something, what has all of them first, and a user's pages first. */

/** Words of a question that no page is found by. */
const DROPPED = new Set(
	'a about an and any are as at be been by can could did do does doesn don for from had has have how i if in is it its me my n8n not of on or our should so that the their them then there they this to was we were what when where which who why will with would you your'.split(
		' ',
	),
);

/** The beginning that a word's forms share: *fees* and *fee*, *scheduled* and *schedule*. @param {string} word */
const stemOf = (word) => word.replace(/(?<=.{4})(?:ing|ed|es|e)$|(?<=..)s$/, '');

/**
 * How much a place counts: by its page, whose beginning says what it is about, and whose end only leads on.
 *
 * @param {string} id its address
 * @param {string} _word
 * @param {{ title?: string, titles?: string[] }} place
 */
function weightOf(id, _word, { title, titles = [] } = {}) {
	const place = title === 'Next' ? 0.1 : titles.length === 0 ? 2 : 1;
	if (/\/(evaluation|mutation|bench|upstream|release|verification|questions)#/.test(id)) return 0.05 * place;
	if (/\/(contents|interface|which-example|why\/[\w-]+)#/.test(id)) return 0.3 * place;
	if (/\/(start|how-to)\//.test(id)) return 3 * place;
	return (/\/examples\//.test(id) ? 1.5 : 1) * place;
}

/**
 * What has all words of a question, then what has any of them.
 *
 * @template {{ id: string }} Found
 * @param {(query: object, options: object) => Found[]} search as MiniSearch's
 * @param {string} question
 */
export function searched(search, question) {
	const words =
		question
			.toLowerCase()
			.replaceAll(/n['’]t\b/g, '')
			.match(/[\p{L}\p{N}]+/gu) ?? [];
	const telling = words.filter((word) => !DROPPED.has(word));
	const queries = (telling.length === 0 ? words : telling).map(stemOf);
	const options = {
		weights: { fuzzy: 0.1, prefix: 0.4 },
		boostDocument: weightOf,
		fuzzy: (/** @type {string} */ word) => (word.length < 6 ? false : 0.2),
	};
	const all = search({ combineWith: 'AND', queries }, options);
	const found = new Set(all.map(({ id }) => id));
	return [...all, ...search({ combineWith: 'OR', queries }, options).filter(({ id }) => !found.has(id))];
}
