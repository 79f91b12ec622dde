import { nameKeys, sameName, type NameMatch } from '../../../../nodes/core/domain/payees/personName';

/** Both ways round: the comparison must not depend on which name is the expected one. */
function bothWays(one: string, other: string, match: NameMatch): boolean {
	const result = sameName(one, other, match);
	expect(sameName(other, one, match)).toBe(result);
	return result;
}

/** What the two ways of matching say: the same under both, under Close only, or under neither. */
function verdict(one: string, other: string): 'same' | 'close' | 'other' {
	const [exact, close] = [bothWays(one, other, 'exact'), bothWays(one, other, 'close')];
	if (exact) expect(close).toBe(true);
	if (close) expect(nameKeys(one).filter((key) => nameKeys(other).includes(key))).not.toEqual([]);
	return exact ? 'same' : close ? 'close' : 'other';
}

describe('names that are the same under Exact and Close', () => {
	it.each([
		['CHUKWUEMEKA ADEBAYO OKAFOR', 'Okafor Chukwuemeka Adebayo'],
		['Ọlátúńjí Bello', 'BELLO OLATUNJI'],
		['Ọlátúńjí', 'OLATUNJI'],
		['  Ada   Obi ', 'ADA\tOBI'],
		['Okafor, Ada', 'ADA OKAFOR'],
		['Nwosu-Eze Ifeoma', 'IFEOMA NWOSU EZE'],
		['OLUWA-SEUN ADE', 'Ade Oluwaseun'],
		['OLUWA-SEUN ADE', 'Ade Oluwa Seun'],
		['Oluwa\u2011Seun Ade', 'OLUWASEUN ADE'],
		['Ada-Obi', 'ADAOBI'],
		["Sinéad O'Neil", 'SINEAD ONEIL'],
		['D\u2019Souza Maria', "Maria D'Souza"],
		['Ɓala Ƙwazo Ɗanjuma', 'BALA KWAZO DANJUMA'],
		['Ƴar\u2019adua Umaru', 'UMARU YARADUA'],
		['Łukasz Nowak', 'Nowak Lukasz'],
		['Weiß Søren', 'SOREN WEISS'],
		['Ægir Đorđe', 'AEGIR DORDE'],
		['İbrahim Yıldız', 'IBRAHIM YILDIZ'],
		['ＡＤＡ ＯＢＩ', 'Ada Obi'],
		['Ada\u200b Obi', 'Ada Obi'],
		['A. B. Okafor', 'A B OKAFOR'],
		['Okafor Okafor Ada', 'Ada Okafor Okafor'],
		['Adé Ọbí', 'Ade\u0301 O\u0323bi\u0301'],
		['Acme Ventures Ltd.', 'ACME VENTURES LTD'],
		['Ade & Sons', 'ADE AND SONS'],
		['NOMBA/JOHN DOE', 'Nomba John Doe'],
	])('%p is %p', (one, other) => {
		expect(verdict(one, other)).toBe('same');
	});
});

describe('one middle name lacks, which Close forgives', () => {
	it.each([
		['Chukwuemeka Adebayo Okafor', 'CHUKWUEMEKA ADEBAYO CHIDI OKAFOR'],
		['Chukwuemeka Adebayo Okafor', 'CHUKWUEMEKA CHIDI ADEBAYO OKAFOR'],
		['Chukwuemeka Adebayo Okafor', 'OKAFOR CHIDI CHUKWUEMEKA ADEBAYO'],
		['Oluwa-Seun Bola Ade', 'OLUWASEUN BOLA CHIDI ADE'],
		['Ada B. Ngozi Obi', 'ADA B NGOZI CHIOMA OBI'],
	])('%p is %p', (one, other) => {
		expect(verdict(one, other)).toBe('close');
	});
});

describe('names that are the same under neither', () => {
	it.each([
		['a third part', 'Ibrahim Musa', 'IBRAHIM MUSA ABUBAKAR'],
		['a third part in the middle', 'Ada Obi', 'ADA CHIOMA OBI'],
		['a part joined', 'Ada Obi', 'ADAOBI'],
		['a part joined', 'Oluwa Seun Ade', 'OLUWASEUN ADE'],
		['two parts more', 'Ada Ngozi Obi', 'ADA NGOZI CHIOMA IFEOMA OBI'],
		['a first name more', 'Ada Ngozi Obi', 'CHIOMA ADA NGOZI OBI'],
		['a last name more', 'Ada Ngozi Chioma', 'ADA NGOZI CHIOMA OBI'],
		['a surname more, written first', 'Ada Ngozi Chioma', 'OBI ADA NGOZI CHIOMA'],
		['another middle name', 'Ada Chioma Ngozi Obi', 'ADA CHIOMA IFEOMA OBI'],
		['another letter', 'Ada Obi', 'Ade Obi'],
		['a longer name', 'Ada Obi', 'Ada Obiora'],
		['one part', 'Ada Obi', 'Ada'],
		['an initial', 'C Okafor', 'Chukwuemeka Okafor'],
		['an initial in the middle', 'Chukwuemeka A Okafor', 'Chukwuemeka Adebayo Okafor'],
		['an initial more', 'Ada Ngozi Chioma Obi', 'ADA NGOZI B CHIOMA OBI'],
		['initials that agree', 'A B Okafor', 'A B CHIDI OKAFOR'],
		['a last name more, surname first', 'Chukwuemeka Adebayo Okafor', 'OKAFOR CHUKWUEMEKA ADEBAYO CHIDI'],
		['a company word in short', 'ACME LTD', 'Acme Limited'],
		['a number in the middle', 'Ada Ngozi Chioma Obi', 'ADA NGOZI 2ND CHIOMA OBI'],
		['a title', 'Ada Ngozi Obi', 'MRS ADA NGOZI OBI'],
		['a part once more', 'Okafor Okafor Ada', 'Ada Ada Okafor'],
		['a letter of another script', '\u0410da Obi', 'Ada Obi'],
		['another number', 'Ada 1', 'Ada 2'],
		['another company word', 'ACME LTD', 'ACME PLC'],
		['a company word more', 'ACME VENTURES', 'ACME VENTURES LTD'],
		['a word of a company', 'Zenith Water', 'ZENITH WATER KANO'],
	])('%s: %p is not %p', (_, one, other) => {
		expect(verdict(one, other)).toBe('other');
	});

	it.each(['JR', 'II', '3', 'MINOR', 'LTD', 'VENTURES', 'POS', 'ESCROW', 'NOMBA', 'PAYSTACK'])(
		'%s before or behind a name makes it another',
		(word) => {
			for (const parts of [
				`${word} JOHN PETER OBI DOE`,
				`JOHN PETER OBI DOE ${word}`,
				`DOE JOHN PETER OBI ${word}`,
				`${word}/JOHN PETER OBI DOE`,
			]) {
				expect(verdict('John Peter Obi Doe', parts)).toBe('other');
			}
			expect(verdict('John Doe', `${word} JOHN DOE`)).toBe('other');
			expect(verdict('John Doe', `JOHN DOE-${word}`)).toBe('other');
		},
	);

	it.each(['', ' ', '...', '\u200b', '\u0301', '--'])('a name without letters (%p) is nobody', (nobody) => {
		expect(verdict(nobody, nobody)).toBe('other');
		expect(verdict(nobody, 'Ada Obi')).toBe('other');
	});
});

it('answers at once for names of any length', () => {
	const long = new Array<string>(5000).fill('ada').join(' ');
	expect(sameName(long, `${long} obi ada`, 'close')).toBe(false);
	expect(sameName(`bello ${long} musa`, `bello ${long} obi musa`, 'close')).toBe(true);
	expect(sameName(`a${'-a'.repeat(20_000)}`, `a${'-a'.repeat(20_000)}`, 'exact')).toBe(true);
});

it('has few keys of a text that is no name', () => {
	const words = Array.from({ length: 5000 }, (_, place) => `word${place}`).join(' ');
	expect(new Set(nameKeys(words)).size).toBeLessThan(50);
});
