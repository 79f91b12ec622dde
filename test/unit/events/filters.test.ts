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

	it('lets an event through that says nothing where nothing is asked, and warns of no amount', () => {
		expect(filtered({}, {})).toEqual({ passes: true, unreadable: false });
	});

	it('takes words with blanks around them, in any case', () => {
		expect(
			filtered(
				{ status: ' success ', currency: 'ngn', type: 'Deposit' },
				{ currencies: ['NGN'], statuses: ['SUCCESS'], types: ['DEPOSIT'] },
			).passes,
		).toBe(true);
	});

	it.each<[Json, boolean | null]>([
		[100, true],
		[99, false],
		['100', true],
		['99', false],
		[' 100.00 ', true],
		['99.99', false],
		['-100', false],
		['000100', true],
		[99.5, false],
		['+100', null],
		['1e2', null],
		['', null],
		[' ', null],
		['0x10', null],
		['0b1', null],
		['0O7', null],
		['1.2.3', null],
		['about 5', null],
		['5 or more', null],
		['Infinity', null],
		[null, null],
		[[100], null],
		[true, null],
		['1,000', null],
		['.5', null],
		['9'.repeat(500), null],
	])("the amount %j reaches 100: %s; one that can't be read passes with a warning", (amount, reaches) => {
		expect(filtered({ amount }, { minimumAmount: 100n })).toEqual({
			passes: reaches ?? true,
			unreadable: reaches === null,
		});
	});

	it.each(['100000000000000000000', '100000000000000000000.', '100000000000000000000.75'])(
		'compares %s digit by digit',
		(amount) => {
			expect(filtered({ amount }, { minimumAmount: 100_000_000_000_000_000_000n }).passes).toBe(true);
			expect(filtered({ amount }, { minimumAmount: 100_000_000_000_000_000_001n }).passes).toBe(false);
		},
	);
});
