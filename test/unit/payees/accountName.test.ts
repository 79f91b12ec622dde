import {
	checkName,
	compareNames,
	differenceInWords,
	isCompanyName,
	isName,
	isSameText,
	mayBeSameName,
	nameKeys,
	supplierKey,
} from '../../../nodes/core/payees/accountName';
import { NAME_PAIRS } from '../../harness/names/corpus';

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
		['O\u00b4Neil Maria', 'O NEIL MARIA'],
		['\u02bbAda Obi', 'ADA OBI'],
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

it.each([
	['Adaeze Foods Ltd', 'ADAEZE GLOBAL FOODS LIMITED', 'the bank adds "GLOBAL"'],
	['Adaeze Foods Ltd', 'ADAEZE FOODS NIGERIA LIMITED', 'the bank adds "NIGERIA"'],
	['Zenith Foods Plc', 'ZENITH PET FOODS LTD', 'the bank adds "PET", "LTD" and lacks "PLC"'],
	['Mr Ada Obi', 'ADA CHIOMA OBI', 'the bank adds "CHIOMA"'],
	['Oluwa-Seun Adé', 'OLUWASEUN BOLA', 'the bank adds "BOLA" and lacks "ADE"'],
	['Ada Chioma Obi', 'ADA OBI', 'the bank lacks "CHIOMA"'],
	['Adaeze Okafor', 'ADAEZE null OKAFOR', 'the bank adds "NULL" (its mistake)'],
	['Adaeze Okafor', 'OKAFOR ADAEZE UNDEFINED', 'the bank adds "UNDEFINED" (its mistake)'],
	['Ada Obi', 'ADA OBI NGO-ZI', 'the bank adds "NGOZI"'],
	['Mr Obi', 'OBI ADA', 'the bank adds "ADA" and lacks "MR"'],
	['Lagos Star Foods Ltd', 'STAR FOODS LAGOS LTD', 'the bank has the same words in another order'],
	['Ada Obi', `ADA OBI ${'B '.repeat(100)}`, `the bank adds ${'"B", '.repeat(19)}"B"`],
])('for %p and %p it says: %s', (expected, registered, said) => {
	expect(differenceInWords(compareNames(expected, registered))).toBe(said);
});

describe('letters other than A to Z', () => {
	it.each([
		['\u0410\u0412\u0410 \u041e\u0421\u0410\u0415', '"\u0410" (U+0410)'],
		['Ad\u0430eze Foods', '"\u0430" (U+0430)'],
		['Ada \u5c71', '"\u5c71" (U+5C71)'],
		['Ada \ud83a\udd00bi', '"\ud83a\udd00" (U+1E900)'],
		['Ada \u1d0fbi', '"\u1d0f" (U+1D0F)'],
		['Ada \ua74fbi', '"\ua74f" (U+A74F)'],
		['\u0251da Obi', '"\u0251" (U+0251)'],
	])('are refused in a name, and named: %p', (name, letter) => {
		expect(checkName(name)).toMatchObject({ ok: false, reason: expect.stringContaining(`has ${letter}, which`) });
	});

	it.each([
		'Ɓala Ƙwazo Ɗanjuma',
		"Ka\u02bboha D'Souza",
		'Ƴar\u02bcadua',
		'Ŋkansa',
		'Ｏｌá Ọbí',
		'7UP & Co.',
		'K\u0254f\u025b Mensah',
	])('are not those of %p', (name) => {
		expect(checkName(name)).toEqual({ ok: true, value: name });
	});
});

describe('what is no name', () => {
	const NONE = ['', ' ', '...', '\u200b', '-', '--', 'OK', 'ok', 'O.K.', 'N/A', 'n.a.', 'null', 'NIL', '0123456780'];

	const STATES = ['INVALID ACCOUNT', 'ACCOUNT NAME', 'NOT FOUND', 'No Name', 'ACCOUNT CLOSED 00', 'MR', 'LIMITED'];
	const MASKED = ['A*** O**', 'XXXXXXXX', 'XXXX OKAFOR', 'ADA O*****'];

	it.each([...NONE, ...STATES, ...MASKED, '00', '[object Object]', 'SUCCESS', '\u0301'])(
		'%p is none, and nobody',
		(text) => {
			expect([isName(text), verdict(text, text), verdict('Ada Obi', text)]).toEqual([false, 'differs', 'differs']);
			expect(checkName(text)).toMatchObject({ ok: false, reason: expect.stringContaining('which names nobody') });
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
		'ADA FOXXX',
		'XXXTRA FOODS',
		'UNIT4',
	])('%p is one', (name) => {
		expect([isName(name), verdict(name, name)]).toEqual([true, 'same']);
	});
});

test.each(['null Okafor', 'Ada NULL', 'Ada undefined'])("a system's word for a missing part in %p", (name) => {
	expect(checkName(name)).toMatchObject({ ok: false, reason: expect.stringMatching(/^has the word .*leave it out$/) });
	expect(verdict(name, `${name} Eze`)).toBe('differs');
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
		'FoodsLtd Adaeze',
		'A daeze Foods',
		'Ad\u0430eze Foods',
		'\u0410DA\u0395ZE F\u041eODS',
		'Ad\u0251eze F\u03bfods',
		'\u1d00\u1d05\u1d00\u1d07\u1d22\u1d07 \ua730\u1d0f\u1d0f\u1d05\ua731',
	])('%p is one with Adaeze Foods', (name) => {
		expect(supplierKey(name)).toBe(supplierKey('Adaeze Foods'));
	});

	it('of another script keeps its letters, in any case', () => {
		expect(supplierKey('\u041b\u0415\u0412')).toBe(supplierKey('\u043b\u0435\u0432'));
		expect(supplierKey('\u039d\u0399\u039a\u039f\u03a3')).toBe(supplierKey('\u03bd\u03b9\u03ba\u03bf\u03c2'));
		expect(supplierKey('Ad\u0430\u0436')).not.toBe(supplierKey('Ada'));
	});

	it.each(['Adaeze Motors', 'Adaeze', 'Adaeze Pet Foods', '1042'])('%p is another', (name) => {
		expect(supplierKey(name)).not.toBe(supplierKey('Adaeze Foods'));
	});

	it.each([
		['Zenith Foods', 'ZenithFoods'],
		["O'Neil Foods", 'O Neil Foods'],
		['Z. A. Foods', 'ZA Foods'],
		['Foods 2', 'Foods2'],
		['Foods 2 V1', 'Foods2 V 1'],
	])('%p and %p are one, wherever the blanks stand', (one, other) => {
		expect(supplierKey(one)).toBe(supplierKey(other));
	});

	it.each([
		['1042', '1024'],
		['Foods 12', 'Foods 21'],
		['Unlimited Foods', 'Un Foods'],
		['12-3', '1-23'],
		['12-3', '3-12'],
		['V 1/12', 'V 11/2'],
		['10.2', '1.02'],
		['Foods 2 10', 'Foods 21 0'],
		['Foods 2 1', 'Foods 21'],
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
	expect(['Ada Obi', 'Ade-Sons', 'Ade and Bola'].map(isCompanyName)).toEqual([false, true, false]);
	expect(isSameText('Adé Obi', 'ADE  OBI.')).toBe(true);
	expect([isSameText('Obi Ade', 'ADE OBI'), isSameText('Ada Ltd', 'ADA LIMITED')]).toEqual([false, false]);
});

it('answers at once for names of any length', () => {
	const long = new Array<string>(5000).fill('ada').join(' ');
	expect(verdict(long, `${long} obi ada`)).toBe('hasMore');
	expect(verdict(`bello ${long} musa`, `musa ${long} bello`)).toBe('same');
	expect(verdict(`a${'-a'.repeat(20_000)}`, `a${'-a'.repeat(20_000)}`)).toBe('same');
});

it('takes a masked name for no other', () => {
	expect([verdict('A*** Obi', 'A OBI'), verdict('A OBI', 'A*** Obi')]).toEqual(['differs', 'differs']);
});

it('has for keys all words of a name, and each three of its own', () => {
	expect(nameKeys('Obi Eze Ada Ltd')).toEqual(['adaezeltdobi', 'ada eze obi']);
	const words = [...'abcdefghijk'].map((letter) => `name${letter}`);
	expect([10, 11].map((count) => nameKeys(words.slice(0, count).join(' ')).length)).toEqual([121, 1]);
});

it('has few keys of a text that is no name', () => {
	const words = Array.from({ length: 5000 }, (_, place) => `word${place}`).join(' ');
	expect(nameKeys(words).length).toBeLessThan(50);
});
