/** How the site is searched: by the words that mean something, what has all of them first, and a user's pages first. */

/** Words of a question that no page is found by. */
const DROPPED = new Set(
	'a about an and any are as at be been by can could did do does doesn don for from had has have how i if in is it its me my n8n not of on or our should so that the their them then there they use want need please help this to was we were what when where which who why will with would you your'.split(
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
	if (/\/(start|how-to)\//.test(id)) return 2.5 * place;
	return (/\/examples\//.test(id) ? 1.5 : 1) * place;
}

const OPTIONS = {
	boost: { title: 3, text: 2, titles: 2 },
	boostDocument: weightOf,
	fuzzy: (/** @type {string} */ word) => (word.length < 6 ? false : 0.15),
	weights: { fuzzy: 0.1, prefix: 0.15 },
};

/**
 * The pages that have all words of a question, then those that have some of them, each by the place that has most.
 *
 * @template {{ id: string, score: number }} Place
 * @param {(word: string, options: object) => Place[]} search as MiniSearch's
 * @param {string} question
 */
export function searched(search, question) {
	const all =
		question
			.toLowerCase()
			.replaceAll(/n['’]t\b/g, '')
			.match(/[\p{L}\p{N}]+/gu) ?? [];
	const telling = all.filter((word) => !DROPPED.has(word));
	const words = (telling.length === 0 ? all : telling).map(stemOf);
	/** @type {Map<string, { best: Map<string, number>, places: Map<string, Place> }>} */
	const pages = new Map();
	for (const word of words)
		for (const found of search(word, OPTIONS)) {
			const name = found.id.replace(/#.*/, '');
			const { best, places } = pages.get(name) ?? { best: new Map(), places: new Map() };
			best.set(word, Math.max(found.score, best.get(word) ?? 0));
			places.set(found.id, { ...found, score: found.score + (places.get(found.id)?.score ?? 0) });
			pages.set(name, { best, places });
		}
	return [...pages.values()]
		.map(({ best, places }) => {
			const [place] = [...places.values()].sort((a, b) => b.score - a.score);
			const sum = [...best.values()].reduce((total, score) => total + score, 0);
			return { .../** @type {Place} */ (place), score: sum * (best.size / words.length) ** 2 };
		})
		.sort((a, b) => b.score - a.score);
}
