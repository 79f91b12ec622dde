import { EventEmitter } from 'node:events';
import { EventMemory } from '../../../nodes/MavapayTrigger/deduplicate';

describe('EventMemory', () => {
	const response = (statusCode: number, destroyed = false) =>
		Object.assign(new EventEmitter(), { statusCode, destroyed });
	const noTime = () => 0;

	it.each([
		['a 200 that was sent', 200, ['finish', 'close'], 'seen'],
		['a 204 that was sent', 204, ['finish', 'close'], 'seen'],
		['a 500', 500, ['finish', 'close'], 'new'],
		['a redirect', 302, ['finish', 'close'], 'new'],
		['a caller that hung up before', 200, ['close'], 'new'],
	])('after %s an event is %s', async (_what, status, ends, next) => {
		const memory = new EventMemory();
		expect(await memory.begin('a', noTime)).toBe('new');
		const answer = response(status);
		memory.follow('a', answer);
		expect(await memory.begin('a', noTime)).toBe('busy');
		expect(await memory.begin('b', noTime)).toBe('new');
		for (const end of ends) answer.emit(end);
		expect(await memory.begin('a', noTime)).toBe(next);
	});

	it('does not wait for a caller that had hung up already', async () => {
		const memory = new EventMemory();
		await memory.begin('a', noTime);
		memory.follow('a', response(200, true));
		expect(await memory.begin('a', noTime)).toBe('new');
	});

	it('lets deliveries at the same time wait for the first, and one of them go on where it failed', async () => {
		const memory = new EventMemory();
		const answers = [response(500), response(200)];
		await memory.begin('a', noTime);
		memory.follow('a', answers[0] ?? response(0));
		const others = Array.from({ length: 5 }, () => memory.begin('a', () => 60_000));
		answers[0]?.emit('finish');
		const second = await Promise.race(others);
		expect(second).toBe('new');
		memory.follow('a', answers[1] ?? response(0));
		answers[1]?.emit('finish');
		expect((await Promise.all(others)).sort()).toEqual(['new', 'seen', 'seen', 'seen', 'seen']);
	});

	it('stays bounded and lets the oldest go', async () => {
		const memory = new EventMemory();
		const take = async (key: string) => {
			const begun = await memory.begin(key, noTime);
			const answer = response(200);
			if (begun === 'new') memory.follow(key, answer);
			answer.emit('finish');
			return begun;
		};
		for (let count = 0; count < 6_000; count++) expect(await take(`k${count}`)).toBe('new');
		expect([await take('k5999'), await take('k1000'), await take('k999')]).toEqual(['seen', 'seen', 'new']);
	});
});
