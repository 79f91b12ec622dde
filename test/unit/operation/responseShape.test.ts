import { responseHint, numbersHint } from '../../../nodes/core/operation/responseShape';
import { acceptedQuote } from '../../../nodes/Mavapay/operations/quote/quote';
import { transaction } from '../../../nodes/Mavapay/operations/transaction/transaction';

describe('responseHint of a payment', () => {
	const outcome = (name: string) => ({ payout: { outcome: name } });

	it.each(['notSent', 'alreadyPaid'])('looks at no item that was not sent now: %s', (name) => {
		expect(responseHint({ response: acceptedQuote }, [{ request: {}, ...outcome(name) }])).toBeNull();
	});

	it.each([[outcome('accepted')], [{}], [{ payout: 'text' }]])('looks at a response: %j', (item) => {
		expect(responseHint({ response: acceptedQuote }, [item])).toMatch(/unexpected format \('quoteId'/);
	});

	it('names each place once', () => {
		const hint = responseHint({ response: transaction }, [
			{ id: 't-1', amount: 'many' },
			{ id: 't-2', amount: 'few', metadata: { bankCode: 7 }, status: 1 },
			{ id: 3 },
		]);
		expect(hint).toBe(
			"Mavapay's response has an unexpected format ('amount', 'status', 'metadata.bankCode' and 1 more). It was passed through unchanged.",
		);
	});

	it('says nothing of members that are new, absent or null, or of numbers as text', () => {
		const item = { id: 't-1', amount: '100.00', fees: null, brandNew: { a: 1 } };
		expect(responseHint({ response: transaction }, [item])).toBeNull();
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
