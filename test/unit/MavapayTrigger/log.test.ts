import { RateLimitedLog } from '../../../nodes/MavapayTrigger/log';

describe('RateLimitedLog', () => {
	it('lets one line of a kind through per minute and counts the others', () => {
		const log = new RateLimitedLog();
		expect(log.pass('a', 0)).toBe(0);
		expect(log.pass('a', 59_999)).toBeNull();
		expect(log.pass('a', 10)).toBeNull();
		expect(log.pass('b', 10)).toBe(0);
		expect(log.pass('a', 60_000)).toBe(2);
		expect(log.pass('a', 60_001)).toBeNull();
	});
});
