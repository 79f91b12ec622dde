/**
 * Pairs of an expected name and the bank's name, with the right result: the names are the same, the bank's name has
 * more words, or the bank's name is another person's or company's. The pairs are made by rules for Nigeria, Kenya,
 * Ghana and South Africa, or written by hand.
 */

export type Right = 'same' | 'hasMore' | 'other';

export interface NamePair {
	readonly expected: string;
	readonly registered: string;
	readonly is: Right;
}

const pair = (is: Right, expected: string, registered: string): NamePair => ({ expected, registered, is });

const PEOPLE = [
	'Chukwuemeka Adebayo Okafor',
	'Adaeze Ngozi Eze',
	'Ọlátúńjí Babátúndé Bello',
	'Fatima Sani Danjuma',
	'Ibrahim Musa Abubakar',
	'Ifeoma Chioma Nwosu',
	'Wanjiku Njeri Kamau',
	'Otieno Brian Ochieng',
	'Achieng Faith Odhiambo',
	'Kwame Kofi Mensah',
	'Akosua Ama Boateng',
	'Thabo Sipho Dlamini',
	'Nomvula Zanele Mokoena',
	'Pieter Willem Botha',
];

const COMPANIES = [
	'Adaeze Foods',
	'Zenith Foods',
	'Dangote Cement',
	'Lagoon Office Supplies',
	'Shell Petroleum Development',
	'Kilimani Flowers',
	'Mombasa Tea Packers',
	'Accra Cocoa Roasters',
	'Kumasi Timber',
	'Durban Sugar Mills',
	'Chief Foods',
	'Prince Bakery',
];

const withAt = (words: readonly string[], place: number, word: string) =>
	[...words.slice(0, place), word, ...words.slice(place)].join(' ');
const withoutAt = (words: readonly string[], place: number) => words.filter((_, other) => other !== place).join(' ');
const plain = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();

function pairsOfPerson(name: string): NamePair[] {
	const words = name.split(' ');
	const [first = '', middle = '', last = ''] = words;
	const bank = plain(name);
	const bankWords = bank.split(' ');
	return [
		pair('same', name, bank),
		pair('same', name.toLowerCase(), [...bankWords].reverse().join(' ')),
		pair('same', `${last}, ${first} ${middle}`, bank),
		pair('same', `Mrs ${name}`, bank),
		pair('same', name, `ALHAJI DR ${bank}`),
		pair('same', `${name}, Barr.`, bank),
		pair('same', `${first}-${middle} ${last}`, bank),
		pair('same', `${first}${middle.toLowerCase()} ${last}`, plain(`${first}-${middle} ${last}`)),
		...[0, 1, 2, 3].map((place) => pair('hasMore', name, withAt(bankWords, place, 'GRACE'))),
		...[0, 1, 2].map((place) => pair('other', name, withoutAt(bankWords, place))),
		pair('hasMore', `${first} ${last}`, bank),
		pair('hasMore', `Mr ${last} ${first}`, bank),
		pair('hasMore', name, `${bank} ${plain(last)}`),
		pair('hasMore', name, `${bank} VENTURES`),
		pair('hasMore', name, `PRINCE ${bank}`),
		pair('hasMore', name, `${bank} JR`),
		pair('other', `${name} ${last}`, bank),
		pair('other', `Chief ${name}`, bank),
		pair('other', `${first} ${middle.charAt(0)}. ${last}`, bank),
		pair('other', `${first.charAt(0)}. ${last}`, bank),
		pair('other', name, bank.slice(0, -1)),
		pair('other', `${first} ${middle} Obiora`, bank),
		pair('other', first, bank),
		pair('other', `Mr ${last}`, bank),
		pair('other', `Prince ${last}`, `PRINCE GRACE`),
	];
}

function pairsOfCompany(name: string): NamePair[] {
	const words = name.split(' ');
	const bank = plain(name);
	const bankWords = bank.split(' ');
	const places = [0, ...words.map((_, place) => place + 1)];
	return [
		pair('same', `${name} Ltd`, `${bank} LIMITED`),
		pair('same', `${name} (Nigeria) Ltd.`, `${bank} NIG LIMITED`),
		pair('same', `${name} Company`, `${bank} CO.`),
		pair('same', `${name} & Sons`, `${bank} AND SONS`),
		...places.map((place) => pair('hasMore', `${name} Ltd`, `${withAt(bankWords, place, 'GLOBAL')} LTD`)),
		pair('hasMore', name, `${bank} LTD`),
		pair('hasMore', `${name} Plc`, `DR ${bank} PLC`),
		...words.map((_, place) => pair('other', `${name} Ltd`, `${withoutAt(bankWords, place)} LTD`)),
		pair('other', `${name} Ltd`, bank),
		pair('other', `${name} Ltd`, `${bank} PLC`),
		pair('other', `Dr ${name} Ltd`, `${bank} LTD`),
		pair('other', `${words[0] ?? ''} Ltd`, `${bank} LTD`),
		pair('other', `${words[0] ?? ''} & Sons Nig Ltd`, `${bank} AND SONS NIG LTD`),
		pair('other', `${words[0] ?? ''} Global Services`, `${bank} GLOBAL SERVICES`),
	];
}

/** Pairs from bug reports, and pairs that the rules above don't make. */
const BY_HAND: readonly NamePair[] = [
	pair('hasMore', 'Adaeze Foods Ltd', 'ADAEZE GLOBAL FOODS LTD'),
	pair('hasMore', 'Dangote Cement Plc', 'DANGOTE SOLAR CEMENT PLC'),
	pair('other', 'Lagos State Government', 'LAGOS ISLAND STATE GOVERNMENT'),
	pair('hasMore', 'Shell Petroleum Development', 'SHELL ADAEZE PETROLEUM DEVELOPMENT'),
	pair('hasMore', 'Bola Ade Chidi', 'BOLA ADE CHIDI ADE'),
	pair('hasMore', 'Zenith Foods Ltd', 'ZENITH PET FOODS LTD'),
	pair('other', 'Musa & Sons', 'MUSA IBRAHIM AND SONS'),
	pair('other', 'Zenith Ltd', 'ZENITH FOODS LTD'),
	pair('other', 'Chief Foods Ltd', 'FOODS LTD'),
	pair('hasMore', 'Chief Foods Ltd', 'CHIEF ADAEZE FOODS LTD'),
	pair('other', 'Prince Okafor', 'OKAFOR CHIDI'),
	pair('hasMore', 'Prince Okafor', 'PRINCE CHIDI OKAFOR'),
	pair('other', 'King Ltd', 'KING SOLAR LTD'),
	pair('other', 'Sir Okafor', 'OKAFOR'),
	pair('other', 'Ada Obi', 'ADAOBI'),
	pair('same', 'Ada-Obi', 'ADAOBI'),
	pair('same', "Sinéad O'Neil", 'SINEAD ONEIL'),
	pair('same', "Sinéad O'Neil", 'SINEAD O NEIL'),
	pair('same', 'A.B.C. Foods', 'ABC FOODS'),
	pair('same', 'A.B.C. Foods', 'A B C FOODS'),
	pair('same', 'L.T.D. Motors', 'LTD MOTORS'),
	pair('other', 'ABC Foods', 'A B C FOODS'),
	pair('same', 'A. B. Okafor', 'A B OKAFOR'),
	pair('other', 'A B', 'A B OKAFOR'),
	pair('same', 'Ade & Sons', 'ADE AND SONS'),
	pair('same', 'Engr. Musa Bello', 'BELLO MUSA'),
	pair('same', 'Dr (Mrs) Ada Obi', 'ADA OBI'),
	pair('same', 'Prof Ada Obi', 'MISS ADA OBI'),
	pair('other', 'Dr Obi', 'OBI'),
	pair('other', 'Mr Biggs Restaurant', 'BIGGS RESTAURANT'),
	pair('other', 'Alhaji Musa Motors', 'MUSA MOTORS'),
	pair('other', 'Acme Ventures', 'ACME ENTERPRISES'),
	pair('other', 'Okafor Okafor Ada', 'ADA ADA OKAFOR'),
	pair('other', 'Ada 1', 'ADA 2'),
	pair('other', 'Mr Ada Obi', 'ADA OBI LTD'),
	pair('hasMore', 'Ab Cd', "AB'CD'EF'GH'IJ'KL"),
	pair('hasMore', 'John Doe', 'NOMBA/JOHN DOE'),
	pair('hasMore', 'John Doe', 'JOHN DOE POS'),
	pair('hasMore', 'Adaeze Global Foods Ltd', 'GLOBAL FOODS ADAEZE LTD'),
	pair('hasMore', 'Lagos Star Foods Ltd', 'STAR FOODS LAGOS LTD'),
	pair('hasMore', 'Ade Bola and Sons', 'BOLA AND SONS ADE'),
	pair('hasMore', 'Foods Adaeze Ltd', 'ADAEZE FOODS LTD'),
	pair('hasMore', 'Ada Obi Pharmacy', 'OBI ADA PHARMACY'),
	pair('other', 'Zenith Ventures', 'VENTURES ZENITH'),
	pair('same', 'Adaeze Foods Ltd', 'LTD ADAEZE FOODS'),
	pair('same', 'Adaeze Foods Nig Ltd', 'ADAEZE FOODS LTD NIGERIA'),
	pair('same', 'Adaeze Foods Company', 'CO ADAEZE FOODS'),
	pair('same', 'Mr Ada and Obi Okafor', 'OBI AND ADA OKAFOR'),
	pair('hasMore', 'Adaeze Okafor', 'ADAEZE null OKAFOR'),
	pair('hasMore', 'Adaeze Okafor', 'OKAFOR ADAEZE UNDEFINED'),
	pair('other', 'Okafor', 'null OKAFOR'),
	pair('hasMore', 'Adaeze Foods Ltd', 'ADAEZE NULL FOODS LTD'),
];

export const NAME_PAIRS: readonly NamePair[] = [
	...new Map(
		[...PEOPLE.flatMap(pairsOfPerson), ...COMPANIES.flatMap(pairsOfCompany), ...BY_HAND].map((one) => [
			`${one.expected}\n${one.registered}`,
			one,
		]),
	).values(),
];
