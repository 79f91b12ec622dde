/** The memory of one execution, in every form that n8n may hand back. */
import {
	entryKeyOf,
	ExecutionMemory,
	isSameReference,
	MEMORY_KEY,
	type MemoryEntry,
} from '../../../nodes/core/payout/memory';
import type { Failure } from '../../../nodes/core/service/failure';
import { MONEY } from '../../harness/payout/rows';

const FAILURE: Failure = {
	summary: 'Insufficient funds: withdrawal',
	description: 'Nothing was paid.',
	cause: 'insufficientFunds',
	httpCode: '400',
	outcome: 'rejected',
	reference: 'A',
	claim: 'c-1',
	transactionId: 'tx',
	retryable: true,
	source: 'service',
};
type RememberedPayment = NonNullable<MemoryEntry['payment']>;
const PAYMENT: RememberedPayment = {
	reference: 'A',
	referenceKey: 'A',
	generation: 2,
	amountMinor: '100',
	currency: 'NGN',
	money: MONEY,
	transactionId: 'tx',
	sharedKeys: [],
};
const GOOD: MemoryEntry = {
	state: 'unknown',
	executionId: 'e1',
	identityDigest: 'i',
	what: 'the withdrawal',
	stops: false,
	payment: PAYMENT,
	failure: FAILURE,
	outputs: [],
};
const OUTPUTS = [{ id: 'tx', list: [{ a: 1 }, null, 'x'], none: null, deep: { b: [true] } }];

type Flow = Record<string, unknown>;
const memoryOf = (flow: Flow = {}, executionId = 'e1', nodeName = 'Pay') =>
	new ExecutionMemory({ executionId, nodeName, flow });
const holding = (raw: unknown) => memoryOf({ [MEMORY_KEY]: { '"Pay" s': raw } });
const paying = (more: Partial<RememberedPayment>, entry: Partial<MemoryEntry> = {}): MemoryEntry => ({
	...GOOD,
	...entry,
	payment: { ...PAYMENT, ...more },
});

describe('reading an entry', () => {
	it.each(['accepted', 'failed', 'rejected', 'sending', 'unknown'] as const)(
		'gives back what was written as %s, through JSON as well',
		(state) => {
			const flow: Flow = {};
			const written = { ...GOOD, state, outputs: OUTPUTS };
			memoryOf(flow).write('s', written);
			expect(memoryOf(flow).find('s')).toEqual(written);
			expect(memoryOf(JSON.parse(JSON.stringify(flow))).find('s')).toEqual(written);
		},
	);

	it.each([
		[null],
		['x'],
		[[]],
		[{}],
		[{ ...GOOD, state: 'new' }],
		[{ ...GOOD, state: undefined }],
		[{ ...GOOD, identityDigest: 7 }],
		[{ ...GOOD, failure: undefined }],
		[{ ...GOOD, failure: null }],
		[{ ...GOOD, state: 'failed', failure: { ...FAILURE, summary: 7 } }],
		[{ ...GOOD, state: 'rejected', failure: { ...FAILURE, description: null } }],
		[{ ...GOOD, executionId: undefined }],
		[{ ...GOOD, stops: 0 }],
		[{ ...GOOD, outputs: [null] }],
		[{ ...GOOD, payment: 7 }],
		[{ ...GOOD, payment: { ...PAYMENT, reference: 7 } }],
		[{ ...GOOD, payment: { ...PAYMENT, money: null } }],
		[{ ...GOOD, payment: { ...PAYMENT, amountMinor: '1.5' } }],
		[{ ...GOOD, payment: { ...PAYMENT, generation: '2' } }],
		[{ ...GOOD, failure: { ...FAILURE, cause: 'new' } }],
	])('takes %j for a payment of unknown outcome, and says so', (raw) => {
		expect(holding(raw).find('s')).toMatchObject({
			state: 'unknown',
			identityDigest: '',
			payment: null,
			failure: { outcome: 'unknown', retryable: false, description: expect.stringContaining('may have been paid') },
		});
		expect(holding(raw).openPayments('other')).toHaveLength(1);
	});

	it('finds nothing under other names, those of every object included', () => {
		const memory = holding(GOOD);
		for (const name of ['t', 'constructor', '__proto__', 'toString']) expect(memory.find(name)).toBeNull();
	});

	it.each([undefined, null])('is empty where n8n keeps %s', (held) => {
		expect(memoryOf({ [MEMORY_KEY]: held }).find('s')).toBeNull();
	});

	it('of a memory that is no object ends the run', () => {
		expect(() => memoryOf({ [MEMORY_KEY]: 'x' })).toThrow('is not an object');
	});
});

it('tells a key from an identity, and one node from another', () => {
	expect(entryKeyOf('x', 'i')).not.toBe(entryKeyOf(null, 'x'));
	const flow: Flow = {};
	memoryOf(flow, 'e1', 'Pay').write('s', GOOD);
	expect(memoryOf(flow, 'e1', 'Pay 2').find('s')).toBeNull();
	expect(memoryOf(flow, 'e1', 'Pay" s').find('')).toBeNull();
});

describe('what got a response', () => {
	const rejected: MemoryEntry = { ...GOOD, state: 'rejected' };

	it('is not what is open, nor what has no reference, nor what was taken out', () => {
		const flow: Flow = {};
		const memory = memoryOf(flow);
		memory.write('s', GOOD);
		memory.write('t', { ...GOOD, state: 'rejected', payment: null });
		expect(memory.answeredUnder('A', MONEY)).toBeNull();
		memory.write('s', rejected);
		expect(memory.answeredUnder('A', MONEY)?.state).toBe('rejected');
		memory.forget('s');
		expect([memory.answeredUnder('A', MONEY), memory.find('s')]).toEqual([null, null]);
	});

	it('is no longer what stood under the same key before, nor is it gone with another one', () => {
		const memory = memoryOf();
		const answered = (reference: string) => memory.answeredUnder(reference, MONEY)?.what ?? null;
		memory.write('s', { ...rejected, what: 'the first' });
		memory.write('s', GOOD);
		expect(answered('A')).toBeNull();
		memory.write('s', { ...rejected, what: 'the first' });
		memory.write('s', paying({ referenceKey: 'B' }, { state: 'rejected', what: 'of B' }));
		expect([answered('A'), answered('B')]).toEqual([null, 'of B']);
		memory.write('t', paying({ referenceKey: 'B' }, { state: 'rejected', what: 'a later one of B' }));
		memory.forget('s');
		expect(answered('B')).toBe('a later one of B');
	});
});

describe('what is open in the whole execution', () => {
	it('is what is under way or unknown, of every node, but one', () => {
		const flow: Flow = {};
		for (const [node, state] of Object.entries({ A: 'sending', B: 'unknown', C: 'accepted', D: 'failed' } as const))
			memoryOf(flow, 'e1', node).write('s', { ...GOOD, state, what: node });
		const names = (entries: MemoryEntry[]) => entries.map(({ what }) => what);
		expect(names(memoryOf(flow, 'e1', 'C').openPayments('s'))).toEqual(['A', 'B']);
		expect(names(memoryOf(flow, 'e1', 'A').openPayments('s'))).toEqual(['B']);
		expect(names(memoryOf(flow).openPayments())).toEqual(['A', 'B']);
		memoryOf(flow, 'e1', 'B').write('s', { ...GOOD, state: 'accepted' });
		expect(names(memoryOf(flow, 'e1', 'C').openPayments('s'))).toEqual(['A']);
		memoryOf(flow, 'e1', 'A').forget('s');
		expect(memoryOf(flow, 'e1', 'C').openPayments('s')).toEqual([]);
		expect(memoryOf({}).openPayments()).toEqual([]);
	});

	it('is of one reference as references are compared, and of its deployment', () => {
		expect(isSameReference(paying({ reference: ' A\u200b' }, {}), 'A', MONEY)).toBe(true);
		expect([isSameReference(GOOD, 'B', MONEY), isSameReference(GOOD, 'A', 'real')]).toEqual([false, false]);
		expect(isSameReference({ ...GOOD, payment: null }, 'A', MONEY)).toBe(false);
	});
});
