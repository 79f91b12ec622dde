import { EventEmitter } from 'node:events';
import { wasAnswered } from '../../../nodes/MavapayTrigger/deduplicate';

let workflows = 0;

/** A new trigger. The function returned delivers an event and returns whether that event was answered before. */
function trigger() {
	const id = `w${++workflows}`;
	return (key: string, statusCode: number, ends: readonly string[] = ['finish', 'close']): boolean => {
		const response = Object.assign(new EventEmitter(), { statusCode });
		const context = { getNode: () => ({ id: 'n' }), getWorkflow: () => ({ id }), getResponseObject: () => response };
		const known = wasAnswered(context as never, key);
		for (const end of ends) response.emit(end);
		return known;
	};
}

it.each([
	['a 200 that was sent', 200, ['finish', 'close'], true],
	['a 204 that was sent', 204, ['finish', 'close'], true],
	['a 500', 500, ['finish', 'close'], false],
	['a redirect', 302, ['finish', 'close'], false],
	['a caller that hung up before', 200, ['close'], false],
	['an answer that is still to come', 200, [], false],
])('after %s, %d %j, an event was answered: %s', (_what, status, ends, answered) => {
	const deliver = trigger();
	expect(deliver('a', status, ends)).toBe(false);
	expect([deliver('b', 200), deliver('a', 500)]).toEqual([false, answered]);
	expect(trigger()('a', 200)).toBe(false);
});

it('stays bounded and lets the oldest go', () => {
	const deliver = trigger();
	for (let count = 0; count < 6_000; count++) expect(deliver(`k${count}`, 200)).toBe(false);
	expect([deliver('k5999', 200), deliver('k1000', 200), deliver('k999', 200)]).toEqual([true, true, false]);
});
