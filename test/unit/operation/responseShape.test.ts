import { responseHint, numbersHint } from '../../../nodes/core/operation/responseShape';
import { quoteAccept } from '../../../nodes/Mavapay/operations/quote/accept';

describe('responseHint of a payment', () => {
	const outcome = (name: string) => ({ payout: { outcome: name } });

	it.each(['notSent', 'alreadyPaid'])('looks at no item that was not sent now: %s', (name) => {
		expect(responseHint(quoteAccept, [{ request: {}, ...outcome(name) }])).toBeNull();
	});

	it.each([[outcome('accepted')], [{}], [{ payout: 'text' }]])('looks at a response: %j', (item) => {
		expect(responseHint(quoteAccept, [item])).toMatch(/unexpected format \('quoteId'/);
	});
});

describe('numbersHint', () => {
	const numbers = new Set(['9007199254740993', '1e400']);

	it('names the members that hold such a number, each once', () => {
		const items = [
			{ a: '9007199254740993', b: [{ c: '1e400' }], d: 1 },
			{ a: '1e400', e: ['1e400', '1e400'] },
		];
		expect(numbersHint(numbers, items)).toContain("in 'a', 'c', 'e'. It was passed through as text");
	});

	it('names three at most', () => {
		const item = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, '1e400']));
		expect(numbersHint(numbers, [item])).toContain("in 'a', 'b', 'c' and 2 more.");
	});

	it.each([
		['no such number came', new Set<string>(), [{ a: '1e400' }]],
		['none was passed on', numbers, [{ a: '1', b: null, c: true, d: 1e300 }]],
		["it stands in the node's own member only", numbers, [{ payout: { amount: { minor: '9007199254740993' } } }]],
	])('is silent where %s', (_, given, items) => {
		expect(numbersHint(given, items)).toBeNull();
	});
});
