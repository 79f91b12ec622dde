import { heldBefore } from '../../../nodes/MavapayTrigger/log';

it('lets one line of a kind through per minute and counts the others', () => {
	expect(heldBefore('a', 0)).toBe(0);
	expect(heldBefore('a', 59_999)).toBeNull();
	expect(heldBefore('a', 10)).toBeNull();
	expect(heldBefore('b', 10)).toBe(0);
	expect(heldBefore('a', 60_000)).toBe(2);
	expect(heldBefore('a', 60_001)).toBeNull();
});
