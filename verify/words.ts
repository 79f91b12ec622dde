/** Members whose values are words of the interface: a word that is not known there is shown, since it is nobody's. */
const WORD_MEMBERS: ReadonlySet<string> = new Set([
	...['status', 'type', 'currency', 'network', 'event', 'pair', 'channel', 'language', 'speed', 'identifierType'],
	...['sourceCurrency', 'targetCurrency', 'paymentCurrency', 'settlementCurrency'],
	...[
		'paymentMethod',
		'paymentMethods',
		'paymentCollectionMethod',
		'settlementMethod',
		'payoutMethods',
		'collectionMethods',
	],
]);

const WORD = /^[A-Za-z][A-Za-z_.]{1,24}$/;

/** Whether a value may be shown though it isn't known: one word, where the interface has one of its own. */
export const isShownWord = (member: string | undefined, value: unknown): boolean =>
	member !== undefined && WORD_MEMBERS.has(member) && typeof value === 'string' && WORD.test(value);
