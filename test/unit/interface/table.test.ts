/** The table of calls in docs/reference/interface.md#calls has every call that is described, and every operation. */
import { operations } from '../../../nodes/Mavapay/operations';
import { calls, nameOf } from '../../../interface/index';
import { readProject } from '../../harness/sources';

const page = readProject().get('docs/reference/interface.md') ?? '';
const rows = [...page.matchAll(/^\| `([A-Z]+ \/[^`]*)`( \(I\))? \| (.+) \|$/gm)].map(
	([, call = '', inferred, made = '']) => ({
		call,
		isInferred: inferred !== undefined,
		operations: [...made.matchAll(/`(\w+: \w+)`/g)].map(([, name = '']) => name),
		made,
	}),
);

/** Resources without calls of their own. */
const LOCAL: readonly string[] = ['payoutReference', 'payout', 'prepare'];

it('has each call that is described once, and marks those that are not documented', () => {
	expect(rows.map(({ call }) => call).sort()).toEqual(calls.map(nameOf).sort());
	for (const { call, isInferred } of rows) {
		const described = calls.find((one) => nameOf(one) === call);
		expect([call, isInferred]).toEqual([call, described?.known !== 'documented']);
	}
});

it('names for every documented call an operation, or says why there is none', () => {
	const without = rows.filter((row) => row.operations.length === 0);
	expect(without.map(({ call }) => call)).toEqual(['GET /price', 'POST /auth/signin']);
	for (const { made } of without) expect(made).toMatch(/^none: .{20,}/);
});

it('docs/reference/interface.md#calls names operations that there are, and all of them but those of LOCAL resources', () => {
	const named = new Set(rows.flatMap((row) => row.operations));
	const existing = operations.map(({ resource, operation }) => `${resource}: ${operation}`);
	expect([...named].filter((name) => !existing.includes(name))).toEqual([]);
	expect(existing.filter((name) => !named.has(name) && !LOCAL.includes(name.split(':')[0] ?? ''))).toEqual([]);
});
