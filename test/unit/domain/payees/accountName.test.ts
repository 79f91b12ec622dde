import {
	compareNames,
	isCompanyName,
	isName,
	isSameText,
	mayBeSameName,
	nameKeys,
	supplierKey,
} from '../../../../nodes/core/domain/payees/accountName';
import { NAME_PAIRS } from '../../../harness/names/corpus';

const verdict = (expected: string, registered: string) => compareNames(expected, registered).verdict;

describe('the corpus', () => {
	it('has 400 pairs and more, of each kind', () => {
		const count = (right: string) => NAME_PAIRS.filter(({ is }) => is === right).length;
		expect([NAME_PAIRS.length >= 400, count('same') > 100, count('hasMore') > 100, count('other') > 100]).toEqual([
			true,
			true,
			true,
			true,
		]);
	});

	it('is compared as it is right, and the same both ways round', () => {
		const wrong = NAME_PAIRS.filter(({ expected, registered, is }) => {
			const right = is === 'other' ? 'differs' : is;
			const back = verdict(registered, expected);
			return verdict(expected, registered) !== right || (back === 'same') !== (is === 'same');
		});
		expect(wrong).toEqual([]);
	});

	it('has a key in common for every pair that may be one payee, so that it is found among thousands', () => {
		const apart = NAME_PAIRS.filter(
			({ expected, registered }) =>
				mayBeSameName(expected, registered) && !nameKeys(expected).some((key) => nameKeys(registered).includes(key)),
		);
		expect(apart).toEqual([]);
	});
});

describe('the same words', () => {
	it.each([
		['  Ada   Obi ', 'ADA\tOBI'],
		['Nwosu-Eze Ifeoma', 'IFEOMA NWOSU EZE'],
		['Oluwa\u2011Seun Ade', 'OLUWASEUN ADE'],
		['D\u2019Souza Maria', "Maria D'Souza"],
		['O\u00b4Neil Maria', 'ONEIL MARIA'],
		['Ka\u02bboha Maria', 'KAOHA MARIA'],
		['Ɓala Ƙwazo Ɗanjuma', 'BALA KWAZO DANJUMA'],
		['Ƴar\u2019adua Umaru', 'UMARU YARADUA'],
		['Łukasz Nowak', 'Nowak Lukasz'],
		['Weiß Søren', 'SOREN WEISS'],
		['Ægir Đorđe', 'AEGIR DORDE'],
		['İbrahim Yıldız', 'IBRAHIM YILDIZ'],
		['ＡＤＡ ＯＢＩ', 'Ada Obi'],
		['Ada\u200b Obi', 'Ada Obi'],
		['Adé Ọbí', 'Ade\u0301 O\u0323bi\u0301'],
		['Okafor Okafor Ada', 'Ada Okafor Okafor'],
		['Ọlátúńjí', 'OLATUNJI'],
	])('%p is %p', (one, other) => {
		expect([verdict(one, other), verdict(other, one)]).toEqual(['same', 'same']);
	});
});

it.each<[string, string, readonly string[], readonly string[]]>([
	['Adaeze Foods Ltd', 'ADAEZE GLOBAL FOODS LIMITED', [], ['GLOBAL']],
	['Adaeze Foods Ltd', 'ADAEZE FOODS NIGERIA LIMITED', [], ['NIGERIA']],
	['Zenith Foods Plc', 'ZENITH PET FOODS LTD', ['PLC'], ['PET', 'LTD']],
	['Oluwa-Seun Adé', 'OLUWASEUN BOLA', ['ADE'], ['BOLA']],
	['Mr Ada Obi', 'ADA CHIOMA OBI', [], ['CHIOMA']],
])('of %p and %p it names the words in which they differ', (expected, registered, missing, besides) => {
	expect(compareNames(expected, registered)).toMatchObject({ missing, besides });
});

describe('what is no name', () => {
	const NONE = ['', ' ', '...', '\u200b', '-', '--', 'OK', 'ok', 'O.K.', 'N/A', 'n.a.', 'null', 'NIL', '0123456780'];

	const STATES = ['INVALID ACCOUNT', 'ACCOUNT NAME', 'NOT FOUND', 'No Name', 'ACCOUNT CLOSED 00', 'MR', 'LIMITED'];
	const MASKED = ['A*** O**', 'XXXXXXXX', 'XXXX OKAFOR', 'ADA O*****'];

	it.each([...NONE, ...STATES, ...MASKED, '00', '[object Object]', 'SUCCESS', '\u0301'])(
		'%p is none, and nobody',
		(text) => {
			expect([isName(text), verdict(text, text), verdict('Ada Obi', text)]).toEqual([false, 'differs', 'differs']);
		},
	);

	it.each([
		'ADA LOVELACE',
		'O.K. VENTURES',
		'OK FOODS LTD',
		'Ọlá',
		'7UP BOTTLING',
		'NA ALLAH',
		'NULL AND SONS',
		'SUCCESS OKAFOR',
		'ACTIVE FOODS',
		'XX LTD',
	])('%p is one', (name) => {
		expect([isName(name), verdict(name, name)]).toEqual([true, 'same']);
	});
});

describe('a supplier', () => {
	it.each([
		'Adaeze Foods Ltd',
		'Adaeze Foods Ltd.',
		'Adaeze Foods, Ltd',
		'Adaeze-Foods Ltd',
		'ADAEZE  FOODS LTD',
		'Adaeze Foods Limited',
		'Foods Adaeze',
		'Mr Adaeze Foods',
		'adaeze\u200b foods nig. plc',
		'Ａdaeze Foods',
		'FoodsAdaeze',
		'Adaeze FoodsLtd',
		'A daeze Foods',
	])('%p is one with Adaeze Foods', (name) => {
		expect(supplierKey(name)).toBe(supplierKey('Adaeze Foods'));
	});

	it.each(['Adaeze Motors', 'Adaeze', 'Adaeze Pet Foods', '1042'])('%p is another', (name) => {
		expect(supplierKey(name)).not.toBe(supplierKey('Adaeze Foods'));
	});

	it.each([
		['Zenith Foods', 'ZenithFoods'],
		["O'Neil Foods", 'O Neil Foods'],
		['Z. A. Foods', 'ZA Foods'],
		['Foods 2', 'Foods2'],
	])('%p and %p are one, wherever the blanks stand', (one, other) => {
		expect(supplierKey(one)).toBe(supplierKey(other));
	});

	it.each([
		['1042', '1024'],
		['Foods 12', 'Foods 21'],
		['Unlimited Foods', 'Un Foods'],
	])('%p and %p are two', (one, other) => {
		expect(supplierKey(one)).not.toBe(supplierKey(other));
	});

	it('of nothing but words of companies is told by them, and by its title', () => {
		expect(supplierKey('Global Services Ltd')).toBe(supplierKey('global services'));
		expect(supplierKey('Global Ventures')).not.toBe(supplierKey('Global Services'));
		expect([supplierKey('Dr'), supplierKey('1042'), supplierKey('---'), supplierKey('\u200b')]).toEqual([
			'dr',
			'1042',
			'',
			'',
		]);
	});
});

it('tells companies by their words, and one spelling by its words in their order', () => {
	expect(['Adaeze Foods Limited', 'Ada & Sons', 'Lagos State'].map(isCompanyName)).toEqual([true, true, true]);
	expect(isCompanyName('Ada Obi')).toBe(false);
	expect(isSameText('Adé Obi', 'ADE  OBI.')).toBe(true);
	expect([isSameText('Obi Ade', 'ADE OBI'), isSameText('Ada Ltd', 'ADA LIMITED')]).toEqual([false, false]);
});

it('answers at once for names of any length', () => {
	const long = new Array<string>(5000).fill('ada').join(' ');
	expect(verdict(long, `${long} obi ada`)).toBe('hasMore');
	expect(verdict(`bello ${long} musa`, `musa ${long} bello`)).toBe('same');
	expect(verdict(`a${'-a'.repeat(20_000)}`, `a${'-a'.repeat(20_000)}`)).toBe('same');
});

it('has few keys of a text that is no name', () => {
	const words = Array.from({ length: 5000 }, (_, place) => `word${place}`).join(' ');
	expect(nameKeys(words).length).toBeLessThan(50);
});
