/** Jobs that start before the code that needs their results asks for them. */
import { prefetch } from '../../../nodes/core/payout/lookUp';
import { quiet } from '../../harness/payout/fixture';

interface Key {
	readonly name: string;
}

function jobs(count: number) {
	const keys = Array.from({ length: count }, (_, index): Key => ({ name: `k${index}` }));
	const asked: string[] = [];
	const open = new Map<string, (fail?: Error) => void>();
	const job = async ({ name }: Key) => {
		asked.push(name);
		await new Promise<void>((resolve, reject) =>
			open.set(name, (fail) => (fail === undefined ? resolve() : reject(fail))),
		);
		return `result of ${name}`;
	};
	const end = async (name: string, fail?: Error) => {
		open.get(name)?.(fail);
		await quiet();
	};
	const key = (place: number): Key => keys[place] ?? { name: 'none' };
	return { keys, asked, job, end, key };
}

test('starts nothing before the first is taken, then as many at once as its width', async () => {
	const { keys, asked, job, end, key } = jobs(6);
	const ahead = prefetch(keys.values(), job, { width: 2, reach: 10 });
	await quiet();
	expect(asked).toEqual([]);
	const first = ahead.take(key(0));
	expect(asked).toEqual(['k0', 'k1']);
	await end('k1');
	expect(asked).toEqual(['k0', 'k1', 'k2']);
	await end('k0');
	expect(await first).toBe('result of k0');
	expect(asked).toEqual(['k0', 'k1', 'k2', 'k3']);
});

test('holds no more results than its reach; one that is taken or dropped makes room', async () => {
	const { keys, asked, job, end, key } = jobs(8);
	const ahead = prefetch(keys.values(), job, { width: 4, reach: 3 });
	const first = ahead.take(key(0), true);
	for (const name of ['k0', 'k1', 'k2']) await end(name);
	await first;
	expect(asked).toEqual(['k0', 'k1', 'k2']);
	ahead.drop(key(1));
	ahead.drop(key(2));
	expect(await ahead.take(key(0))).toBe('result of k0');
	expect(asked).toEqual(['k0', 'k1', 'k2', 'k3', 'k4', 'k5']);
});

test('runs what was not started when it is taken, and does not start it again', async () => {
	const { keys, asked, job, end, key } = jobs(4);
	const ahead = prefetch(keys.values(), job, { width: 1, reach: 4 });
	const [first, third] = [ahead.take(key(0)), ahead.take(key(2))];
	expect(asked).toEqual(['k0', 'k2']);
	await end('k2');
	await end('k0');
	expect(await Promise.all([first, third])).toEqual(['result of k0', 'result of k2']);
	await end('k1');
	expect(asked).toEqual(['k0', 'k2', 'k1', 'k3']);
});

test('tells a failure to whoever takes it, once, and goes on', async () => {
	const { keys, asked, job, end, key } = jobs(3);
	const ahead = prefetch(keys.values(), job, { width: 2, reach: 3 });
	const first = ahead.take(key(0));
	await end('k1', new Error('busy'));
	await end('k0');
	await first;
	await expect(ahead.take(key(1))).rejects.toThrow('busy');
	expect(asked).toEqual(['k0', 'k1', 'k2']);
});
