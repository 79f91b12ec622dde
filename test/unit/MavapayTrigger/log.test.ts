import { mayLog } from '../../../nodes/MavapayTrigger/log';

it('lets one line of a kind through per minute', () => {
	const times = [
		['a', 0],
		['a', 59_999],
		['a', 10],
		['b', 10],
		['a', 60_000],
		['a', 60_001],
	] as const;
	expect(times.map(([kind, ms]) => mayLog(kind, ms))).toEqual([true, false, false, true, true, false]);
});
