import { compilePattern } from '../../../nodes/MavapayTrigger/pattern';

function matches(source: string, text: string): boolean {
	const compiled = compilePattern(source);
	if (!compiled.ok) throw new Error(compiled.reason);
	return compiled.value(text);
}

it.each([
	['', 'anything'],
	['order', 'my order 1'],
	['^order-\\d{4,}$', 'order-12345'],
	['^(INV|ORD)-[A-Z0-9]+$', 'ORD-A1'],
	['^(?:a|b)*c?$', 'ababc'],
	['a{2}', 'caat'],
	['a{', 'a{'],
	['^[^-]+-[^-]+$', 'x-y'],
	['^\\u0041\\x42$', 'AB'],
	['\\bpaid\\b', 'was paid twice'],
	['^a.c$', 'a-c'],
	['[\\]\\\\]', 'x]y'],
	['x|^$', ''],
	['^(a{0,3}){0,3}$', 'aaaaaaaaa'],
	['}', 'a}'],
	['a+?b', 'aaab'],
	['^\\X41\\U0041\\Cats$', 'X41U0041Cats'],
	['^()*a(|){3}$', 'a'],
])('%s fits %s', (source, text) => {
	expect(new RegExp(source).test(text)).toBe(true);
	expect(matches(source, text)).toBe(true);
});

it.each([
	['^order$', 'order-1'],
	['^[a-f]+$', 'abg'],
	['\\Bpaid', 'was paid'],
	['^a.c$', 'a\nc'],
	['^a{2,3}$', 'aaaa'],
	['a$b', 'ab'],
	['(?:x|y)z', 'xy'],
])('%s does not fit %s', (source, text) => {
	expect(new RegExp(source).test(text)).toBe(false);
	expect(matches(source, text)).toBe(false);
});

it.each([
	['(', 'is not a regular expression: Unterminated group'],
	['[z-a]', 'is not a regular expression'],
	['a**', 'is not a regular expression'],
	['(?=a)b', 'look-around'],
	['(?<!a)b', 'look-around'],
	['(?<name>a)', 'named group'],
	['(a)\\1', 'back reference'],
	[`${'('.repeat(60)}a${')'.repeat(60)}`, 'too deep'],
	['a'.repeat(501), 'longer than 500'],
	['(a{500}){500}', 'too large'],
	['(a{0,1000}){0,1000}', 'too large'],
])('refuses %s', (source, reason) => {
	const compiled = compilePattern(source);
	expect(compiled).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
});

it.each(['^(a+)+$', '^(a|aa)+$', '^(a*)*b', '(a?){50}a{50}', '^(\\w+\\s?)*$', 'a*a*a*a*a*a*b'])(
	'%s ends soon on a text made for it',
	(source) => {
		// JavaScript's own engine would still be at it when the sun burns out.
		expect(matches(source, `${'a'.repeat(1_000)}!`)).toBe(/^\(a\?\)/.test(source));
	},
);

// Written out one by one, any of these would take days.
it.each([
	['(){999999999999999}', true],
	['((){999999999}){999999999}a', true],
	['(?:){999999999999,}a', true],
	['(|){999999999999999}', false],
	['(?:){999,999999999999}', false],
])('%s, which says nothing however often, is read at once: %s', (source, ok) => {
	expect(compilePattern(source).ok).toBe(ok);
});

it('takes no text longer than any reference', () => {
	expect(matches('a', 'a'.repeat(4_096))).toBe(true);
	expect(matches('a', 'a'.repeat(4_097))).toBe(false);
});
