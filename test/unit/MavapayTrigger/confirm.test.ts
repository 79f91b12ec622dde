import { Budget } from '../../../nodes/MavapayTrigger/confirm';

describe('Budget', () => {
	it('allows so much per minute and scope', () => {
		const budget = new Budget(2);
		const taken = (times: number[], scope = 'a') => times.map((time) => budget.take(scope, time));
		expect(taken([0, 1, 2, 59_999, 60_000, 60_001, 60_002])).toEqual([true, true, false, false, true, true, false]);
		expect(taken([60_002], 'b')).toEqual([true]);
	});

	it('does not stand still when the clock is set back', () => {
		const budget = new Budget(1);
		expect([budget.take('a', 1_000_000), budget.take('a', 5), budget.take('a', 6)]).toEqual([true, true, false]);
	});
});
