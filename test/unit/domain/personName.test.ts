import { sameName } from '../../../nodes/core/domain/personName';

/** Both ways round: the comparison must not depend on which name is the expected one. */
function bothWays(one: string, other: string): boolean {
	const result = sameName(one, other);
	expect(sameName(other, one)).toBe(result);
	return result;
}

describe('sameName: people who are the same', () => {
	it.each([
		['CHUKWUEMEKA ADEBAYO OKAFOR', 'Okafor Chukwuemeka Adebayo'],
		['CHUKWUEMEKA ADEBAYO OKAFOR', 'Okafor Chukwuemeka'],
		['Ọlátúńjí Bello', 'BELLO OLATUNJI'],
		['Ọlátúńjí', 'OLATUNJI'],
		['  Ada   Obi ', 'ADA\tOBI'],
		['Okafor, Ada', 'ADA OKAFOR'],
		['Nwosu-Eze Ifeoma', 'IFEOMA NWOSU EZE'],
		['Oluwaseun Ade', 'OLUWA SEUN ADE'],
		['OLUWA-SEUN ADE', 'Ade Oluwaseun'],
		['CHUKWUEMEKAADEBAYOOKAFOR', 'Chukwuemeka Adebayo Okafor'],
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
		['MR ADA OBI', 'Ada Obi'],
		['Ada B Obi', 'Ada Obi'],
		['OKAFOR JOHN JR', 'John Okafor Jr.'],
		['John Emeka Okafor Jr', 'JOHN OKAFOR JR'],
		['Li Bo Chen', 'LI BO'],
		['A. B. Okafor', 'A B OKAFOR'],
		['Okafor Okafor Ada', 'Ada Okafor Okafor'],
		['Adé Ọbí', 'Ade\u0301 O\u0323bi\u0301'],
	])('%p is %p', (one, other) => {
		expect(bothWays(one, other)).toBe(true);
	});
});

describe('sameName: people who may be others', () => {
	it.each([
		['Ada Obi', 'Ada Obiora'],
		['Ada Obi', 'Ade Obi'],
		['Ada Obi', 'Ada'],
		['Ada', 'Ada Obi'],
		['Ada Chioma Obi', 'Ada Ngozi Obi'],
		['Ada Obi', 'Ada Chioma Ngozi Obi'],
		['Ada Obi', 'Ngozi Chioma Eze'],
		['Ada Obi', 'Ada Chioma Eze'],
		['C Okafor', 'Chukwuemeka Okafor'],
		['C. A. Okafor', 'Chukwuemeka Adebayo Okafor'],
		['Chukwuemeka A Okafor', 'Chukwuemeka Adebayo Okafor'],
		['A Okafor', 'A Okafor Bello'],
		['A B', 'A B C'],
		['Mr Ada Obi', 'Mrs Ada Obi'],
		['Ann Abel', 'Anna Bel'],
		['Okafor Okafor Ada', 'Ada Ada Okafor'],
		['Ada Ada Obi', 'Ada Obi Obi'],
		['Ada Okafor', 'Okafor Okafor Ada Ada'],
		['\u0410da Obi', 'Ada Obi'],
		['Obi Adaeze', 'Obi Ada Eze Chi'],
		['Ada 1', 'Ada 2'],
		['John Okafor', 'John Okafor Jr.'],
		['JOHN OKAFOR SNR', 'John Okafor'],
		['John Okafor', 'Junior John Okafor'],
		['John Okafor', 'John Okafor II'],
		['John Okafor', 'John Okafor 2'],
		['John Okafor Jr', 'John Okafor Sr'],
	])('%p is not %p', (one, other) => {
		expect(bothWays(one, other)).toBe(false);
	});

	it.each(['', ' ', '...', '\u200b', '\u0301', '--'])('a name without letters (%p) is nobody', (nobody) => {
		expect(bothWays(nobody, nobody)).toBe(false);
		expect(bothWays(nobody, 'Ada Obi')).toBe(false);
	});
});

describe('sameName: companies', () => {
	it.each([
		['ACME VENTURES LTD', 'Acme Ventures Limited'],
		['Acme Ventures Ltd.', 'ACME VENTURES LTD'],
		['ACME ENT', 'Acme Enterprises'],
		['Acme Enterprise', 'ACME ENT.'],
		['ACME (NIG) LTD', 'Acme Nigeria Limited'],
		['ACME INTL LTD', 'Acme International Limited'],
		['Acme & Co', 'ACME AND COMPANY'],
		['Ade & Sons Ent', 'ADE AND SONS ENTERPRISES'],
		['A.B.C. Foods Ltd', 'ABC FOODS LIMITED'],
		['Ọmọ Stores', 'OMO STORES'],
	])('%p is %p', (one, other) => {
		expect(bothWays(one, other)).toBe(true);
	});

	it.each([
		['ACME VENTURES', 'ACME VENTURES LTD'],
		['ACME LTD', 'ACME PLC'],
		['ACME FOODS LTD', 'ACME LTD'],
		['LAGOS FOODS LTD', 'FOODS LAGOS LTD'],
		['ACME GLOBAL SERVICES', 'ACME SERVICES GLOBAL'],
		['ANN ABEL LTD', 'ANNA BEL LTD'],
		['ADE OBI ENT', 'ADE OBI'],
		['PAYSTACK-ADE OBI', 'Ade Obi'],
		['FLW/ADE OBI', 'Ade Obi'],
		['ADE OBI POS', 'Ade Obi'],
		['Estate of Ade Obi', 'Ade Obi'],
		['Late Ade Obi', 'Ade Obi'],
		['Ade & Obi', 'Ade Obi'],
		['LTD', 'PLC'],
		['ACME ENTERPRISES', 'ACME ENT LTD'],
		['ACME HOLDING', 'ACME HOLDINGS'],
	])('%p is not %p', (one, other) => {
		expect(bothWays(one, other)).toBe(false);
	});
});

describe('sameName: long names', () => {
	const parts = ['an', 'be', 'ca', 'du', 'ef', 'go', 'hi', 'jo', 'ku'];

	it('joins neighbours in names of up to eight parts', () => {
		expect(bothWays(parts.slice(0, 8).join(' '), parts.slice(0, 8).join(''))).toBe(true);
		expect(bothWays(parts.join(' '), parts.join(''))).toBe(false);
		expect(bothWays(parts.join(' '), [...parts].reverse().join(' '))).toBe(true);
	});

	it('answers at once for names of any length', () => {
		const long = new Array<string>(5000).fill('ada').join(' ');
		expect(sameName(long, `${long} obi`)).toBe(true);
		expect(sameName(long, `${long} obi chi`)).toBe(false);
	});
});
