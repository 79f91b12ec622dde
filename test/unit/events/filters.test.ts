import { passes, type EventFilters } from '../../../nodes/core/events/filters';
import { signedEvent } from '../../../nodes/core/events/paymentEvent';
import type { Json, JsonObject } from '../../../nodes/core/domain/json';

describe('passes', () => {
	const ANY: EventFilters = {
		currencies: null,
		statuses: null,
		types: null,
		customerReference: null,
		minimumAmount: null,
	};
	const filtered = (data: JsonObject, filters: Partial<EventFilters>) =>
		passes(signedEvent({ event: 'payment.received', data }), { ...ANY, ...filters });

	it('lets an event through that says nothing where nothing is asked', () => {
		expect(filtered({}, {})).toBe(true);
	});

	it('takes words with blanks around them, in any case', () => {
		expect(
			filtered(
				{ status: ' success ', currency: 'ngn', type: 'Deposit' },
				{ currencies: ['NGN'], statuses: ['SUCCESS'], types: ['DEPOSIT'] },
			),
		).toBe(true);
	});

	it.each<[Json, boolean]>([
		[100, true],
		[99, false],
		['100', true],
		['99', false],
		[' 100.00 ', true],
		['99.99', false],
		['-100', false],
		['000100', true],
		[99.5, false],
		['+100', true],
		['1e2', true],
		['', true],
		[' ', true],
		['0x10', true],
		['0b1', true],
		['0O7', true],
		['1.2.3', true],
		['about 5', true],
		['5 or more', true],
		['Infinity', true],
		[null, true],
		[[100], true],
		[true, true],
		['1,000', true],
		['.5', true],
		['9'.repeat(500), true],
	])("the amount %j reaches 100, or can't be read: %s", (amount, reaches) => {
		expect(filtered({ amount }, { minimumAmount: 100n })).toBe(reaches);
	});

	it.each(['100000000000000000000', '100000000000000000000.', '100000000000000000000.75'])(
		'compares %s digit by digit',
		(amount) => {
			expect(filtered({ amount }, { minimumAmount: 100_000_000_000_000_000_000n })).toBe(true);
			expect(filtered({ amount }, { minimumAmount: 100_000_000_000_000_000_001n })).toBe(false);
		},
	);
});
