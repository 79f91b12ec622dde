import { alphabetical, withoutLinks } from '../../../nodes/core/domain/text';

it('sorts labels without regard to case', () => {
	expect(['b', 'C', 'a', 'B', 'A'].sort(alphabetical)).toEqual(['a', 'A', 'b', 'B', 'C']);
	expect([alphabetical('Bank', 'bank'), alphabetical('a', 'B'), alphabetical('b', 'A')]).toEqual([0, -1, 1]);
	// By code point, `_` is between capitals and small letters; here it comes before both.
	expect(alphabetical('_', 'A')).toBe(-1);
});

it.each([
	['reference "pay-now.example/INV-7"', 'reference "pay-now. example/INV-7"'],
	['"https://pay.example"', '"https: //pay. example"'],
	['"pay.csv.example"', '"pay. csv. example"'],
	['a@b.example pay.example', 'a@b.example pay. example'],
	['File "Nov.XLSX": 2 payments, 195,000.50 NGN', 'File "Nov.XLSX": 2 payments, 195,000.50 NGN'],
	['1.5 to ADA O. OBI (000013)', '1.5 to ADA O. OBI (000013)'],
])('makes no link of %s', (text, shown) => {
	expect(withoutLinks(text)).toBe(shown);
});
