/** The memory of one execution, in every form that n8n may hand back. */
import {
	amountFields,
	ExecutionMemory,
	identityEntryKey,
	itemEntryKey,
	MEMORY_KEY,
	openEntries,
	type MemoryEntry,
} from '../../../nodes/core/payout/executionMemory';

const GOOD: MemoryEntry = {
	state: 'accepted',
	executionId: 'e1',
	identity: 'i',
	destination: 'd',
	reference: 'A',
	generation: 2,
	what: 'the withdrawal',
	amountMinor: '100',
	currency: 'NGN',
	transactionId: 'tx',
	baseUrl: 'https://staging.example/api/v1',
	leftBehind: 'quote q-1',
	stops: false,
	message: 'said',
	cause: 'insufficientFunds',
	httpCode: '400',
	outputs: [{ id: 'tx', list: [{ a: 1 }, null, 'x'], none: null, deep: { b: [true] } }],
};
const UNREADABLE: MemoryEntry = {
	state: 'unknown',
	executionId: '',
	identity: '',
	destination: '',
	reference: null,
	generation: null,
	what: 'a payout of this item',
	amountMinor: null,
	currency: null,
	transactionId: null,
	baseUrl: null,
	leftBehind: null,
	stops: true,
	message: null,
	cause: null,
	httpCode: null,
	outputs: [],
};

type Context = Record<string, unknown>;

/** What is read of an entry that was written: who is paid is kept only while the payment is open. */
const KEPT: MemoryEntry = { ...GOOD, destination: '' };

const memoryOf = (node: Context = {}, flow: Context = {}, executionId = 'e1', nodeName = 'Pay') =>
	new ExecutionMemory({ executionId, nodeName, node, flow });
const holding = (entries: unknown, executionId = 'e1') => memoryOf({ [MEMORY_KEY]: entries }, {}, executionId);

describe('reading an entry', () => {
	it('gives back what was written, after a way through JSON as well', () => {
		const node: Context = {};
		for (const [state, kept] of [
			['accepted', KEPT],
			['failed', KEPT],
			['rejected', KEPT],
			['sending', GOOD],
			['unknown', GOOD],
		] as const) {
			memoryOf(node).write('s', { ...GOOD, state });
			expect(memoryOf(node).find('s')).toEqual({ ...kept, state });
			expect(memoryOf(JSON.parse(JSON.stringify(node))).find('s')).toEqual({ ...kept, state });
		}
	});

	it('gives back what was left out because it says nothing', () => {
		const node: Context = {};
		const plain: MemoryEntry = { ...UNREADABLE, identity: 'i', destination: 'd', what: 'the withdrawal' };
		memoryOf(node).write('s', plain);
		expect(node[MEMORY_KEY]).toStrictEqual({
			s: { state: 'unknown', executionId: '', identity: 'i', destination: 'd', what: 'the withdrawal' },
		});
		expect(memoryOf(node).find('s')).toEqual(plain);
	});

	it.each(['sending', 'accepted', 'unknown', 'failed', 'rejected'])('knows the state %s', (state) => {
		expect(holding({ s: { ...GOOD, state } }).find('s')?.state).toBe(state);
	});

	it.each([
		[null],
		['x'],
		[[]],
		[{}],
		[{ ...GOOD, state: 'new' }],
		[{ ...GOOD, state: undefined }],
		[{ ...GOOD, identity: 7 }],
		[{ ...GOOD, identity: undefined }],
	])('takes %j for a payment of unknown outcome', (raw) => {
		expect(holding({ s: raw }).find('s')).toEqual(UNREADABLE);
	});

	it.each<[Record<string, unknown>, Partial<MemoryEntry>]>([
		[{ executionId: 7 }, { executionId: '' }],
		[{ destination: 7 }, { destination: '' }],
		[{ reference: 7 }, { reference: null }],
		[{ generation: '2' }, { generation: null }],
		[{ generation: 0 }, { generation: 0 }],
		[{ what: null }, { what: 'a payout of this item' }],
		[{ what: '' }, { what: '' }],
		[{ amountMinor: 100 }, { amountMinor: null }],
		[{ amountMinor: '1.5' }, { amountMinor: null }],
		[{ amountMinor: 'x5' }, { amountMinor: null }],
		[{ amountMinor: '5x' }, { amountMinor: null }],
		[{ amountMinor: '' }, { amountMinor: null }],
		[{ amountMinor: '12345' }, { amountMinor: '12345' }],
		[{ currency: 5 }, { currency: null }],
		[{ transactionId: {} }, { transactionId: null }],
		[{ baseUrl: 5 }, { baseUrl: null }],
		[{ leftBehind: [] }, { leftBehind: null }],
		[{ stops: undefined }, { stops: true }],
		[{ stops: true }, { stops: true }],
		[{ message: 5 }, { message: null }],
		[{ httpCode: 400 }, { httpCode: null }],
		[{ outputs: 'x' }, { outputs: [] }],
		[{ outputs: ['x', null, { a: 1 }, [1]] }, { outputs: [{ a: 1 }] }],
	])('with %j reads the rest', (odd, expected) => {
		expect(holding({ s: { ...GOOD, ...odd } }).find('s')).toEqual({ ...GOOD, ...expected });
	});

	it('finds nothing under other names, those of every object included', () => {
		const memory = holding({ s: GOOD });
		for (const entryKey of ['t', '', 'toString', '__proto__', 'constructor']) expect(memory.find(entryKey)).toBeNull();
	});

	it.each([undefined, null])('is empty where n8n keeps %s', (held) => {
		expect(holding(held).find('s')).toBeNull();
	});

	it('of a memory that is no object ends the run', () => {
		const message = 'The memory of payouts in this execution is not an object';
		for (const held of ['x', 7, [], false]) {
			expect(() => holding(held)).toThrow(message);
			expect(() => memoryOf({}, { [MEMORY_KEY]: held })).toThrow(message);
		}
	});
});

describe('a rejected one', () => {
	const entries = { s: { ...GOOD, state: 'rejected' }, t: GOOD };

	it('holds for its own execution, and may be sent again by the next', () => {
		expect(holding(entries, 'e1').find('s')?.state).toBe('rejected');
		expect(holding(entries, 'e2').find('s')).toBeNull();
		expect(holding(entries, 'e2').find('t')).toEqual(GOOD);
	});

	it('holds for its reference, however that is written, and whichever node of the execution asks', () => {
		const flow: Context = {};
		const here = memoryOf({}, flow, 'e1', 'Pay');
		const elsewhere = memoryOf({}, flow, 'e1', 'Pay more');
		here.write('s', { ...GOOD, state: 'rejected', reference: 'INV-1' });
		for (const asks of [here, elsewhere]) {
			for (const reference of ['INV-1', ' INV\u20111 '])
				expect(asks.answered(reference, String(GOOD.baseUrl))?.message).toBe('said');
			expect(asks.answered('INV-2', String(GOOD.baseUrl))).toBeNull();
			expect(asks.answered('INV-1', 'https://live.example/api/v1')).toBeNull();
		}
		expect(memoryOf({}, flow, 'e2').answered('INV-1', String(GOOD.baseUrl))).toBeNull();
		expect([openEntries(flow), here.total('NGN')]).toEqual([[], 0n]);
	});

	it('and one that failed is kept by its reference; what is open is not', () => {
		for (const [state, kept] of [
			['failed', true],
			['unknown', false],
			['sending', false],
		] as const) {
			const memory = memoryOf();
			memory.write('s', { ...GOOD, state });
			expect(memory.answered('A', String(GOOD.baseUrl)) !== null).toBe(kept);
		}
	});

	it('is none where there is none, also for an execution that n8n gives no ID', () => {
		expect(memoryOf({}, {}, '').answered('A', String(GOOD.baseUrl))).toBeNull();
	});

	it('without a reference stands for nothing but itself', () => {
		const flow: Context = {};
		memoryOf({}, flow).write('s', { ...GOOD, state: 'rejected', reference: null });
		expect(flow).toEqual({ [MEMORY_KEY]: {} });
	});
});

describe('an accepted one', () => {
	it('is known by its reference, for its own execution and node, also after it was stored', () => {
		const node: Context = {};
		const memory = memoryOf(node);
		memory.write('s', { ...GOOD, state: 'sending' });
		memory.write('s', GOOD);
		for (const asks of [memory, memoryOf(JSON.parse(JSON.stringify(node)))]) {
			expect(asks.answered(' A', String(GOOD.baseUrl))).toEqual(KEPT);
			expect(asks.answered('A', 'elsewhere')).toBeNull();
			expect(asks.answered('B', String(GOOD.baseUrl))).toBeNull();
		}
		expect(memoryOf(node, {}, 'e2').answered('A', String(GOOD.baseUrl))).toBeNull();
		memory.write('s', { ...GOOD, reference: null });
		expect(memory.answered('A', String(GOOD.baseUrl))?.reference).toBeNull();
		memory.forget('s');
		expect(memory.answered('A', String(GOOD.baseUrl))).toBeNull();
	});
});

describe('writing an entry', () => {
	it('stands in the context at once, beside the others, and can be forgotten', () => {
		const node: Context = { other: 1 };
		const memory = memoryOf(node);
		memory.write('a', GOOD);
		memory.write('b', { ...GOOD, state: 'failed' });
		const { destination, ...stored } = GOOD;
		expect(node).toMatchObject({ other: 1, [MEMORY_KEY]: { a: stored, b: { ...stored, state: 'failed' } } });
		memory.forget('a');
		expect(node[MEMORY_KEY]).toStrictEqual({ b: { ...stored, state: 'failed' } });
		memory.write('c', { ...GOOD, state: 'unknown' });
		expect(node[MEMORY_KEY]).toMatchObject({ c: { state: 'unknown', destination } });
	});

	it('holds the very objects that go out, since n8n stores what it meets twice once', () => {
		const node: Context = {};
		const outputs = [{ list: [{ a: 1 }] }];
		memoryOf(node).write('s', { ...GOOD, outputs });
		expect(Object(node[MEMORY_KEY]).s.outputs).toBe(outputs);
	});

	it('gives copies, at any depth', () => {
		const memory = memoryOf();
		memory.write('s', { ...GOOD, outputs: [{ list: [{ a: 1 }], deep: { b: 1 } }] });
		const [output] = memory.find('s')?.outputs ?? [];
		Object.assign(Object(output?.list)[0], { a: 2 });
		Object.assign(Object(output?.deep), { b: 2 });
		expect(memory.find('s')?.outputs).toEqual([{ list: [{ a: 1 }], deep: { b: 1 } }]);
	});

	it('keeps a member that is named like the prototype as what it is', () => {
		const memory = memoryOf();
		memory.write('s', { ...GOOD, outputs: [JSON.parse('{"__proto__":{"a":1},"b":2}')] });
		const kept = memory.find('s')?.outputs[0] ?? {};
		expect(JSON.stringify(kept)).toBe('{"__proto__":{"a":1},"b":2}');
		expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
	});

	it('tells a key from an identity', () => {
		expect([itemEntryKey('0:1'), itemEntryKey(''), identityEntryKey('0:1')]).toEqual([
			'key:0:1',
			'key:',
			'identity:0:1',
		]);
	});
});

describe('what is open in the whole execution', () => {
	it('is what is under way or unknown, of every node, without what it would output', () => {
		const flow: Context = {};
		const here = memoryOf({}, flow, 'e1', 'Pay');
		const elsewhere = memoryOf({}, flow, 'e1', 'Pay more');
		here.write('s', { ...GOOD, state: 'sending', what: 'one' });
		elsewhere.write('s', { ...GOOD, state: 'unknown', what: 'two' });
		elsewhere.write('t', { ...GOOD, state: 'accepted' });
		elsewhere.write('u', { ...GOOD, state: 'failed' });
		elsewhere.write('v', { ...GOOD, state: 'rejected' });
		expect(openEntries(flow).map(({ what, outputs }) => [what, outputs])).toEqual([
			['one', []],
			['two', []],
		]);
		expect(here.open('s').map(({ what }) => what)).toEqual(['two']);
		expect(elsewhere.open('s').map(({ what }) => what)).toEqual(['one']);
	});

	it('ends with the entry', () => {
		const flow: Context = {};
		const memory = memoryOf({}, flow);
		for (const state of ['accepted', 'failed', 'rejected'] as const) {
			memory.write('s', { ...GOOD, state: 'sending' });
			memory.write('s', { ...GOOD, state });
			expect(openEntries(flow)).toEqual([]);
		}
		memory.write('s', { ...GOOD, state: 'unknown' });
		memory.forget('s');
		expect(openEntries(flow)).toEqual([]);
	});

	it('counts what cannot be read', () => {
		expect(openEntries({ [MEMORY_KEY]: { s: 'junk' } })).toEqual([UNREADABLE]);
		expect(openEntries({})).toEqual([]);
	});
});

describe('the total of an execution', () => {
	it('counts what was paid or may have been, of one currency', () => {
		const memory = holding({
			a: GOOD,
			b: { ...GOOD, state: 'sending', amountMinor: '20' },
			c: { ...GOOD, state: 'unknown', amountMinor: '3' },
			d: { ...GOOD, state: 'failed', amountMinor: '4000' },
			e: { ...GOOD, currency: 'KES', amountMinor: '5' },
			f: { ...GOOD, amountMinor: null },
			g: 'junk',
			h: { ...GOOD, state: 'rejected', amountMinor: '7000' },
			i: { ...GOOD, currency: null },
		});
		expect([memory.total('NGN'), memory.total('KES'), memory.total('BTC')]).toEqual([123n, 5n, 0n]);
	});

	it('follows every change of an entry', () => {
		const memory = memoryOf();
		const totals = (['sending', 'unknown', 'accepted', 'failed', 'sending', 'rejected', 'sending'] as const).map(
			(state) => {
				memory.write('s', { ...GOOD, state });
				return memory.total('NGN');
			},
		);
		expect(totals).toEqual([100n, 100n, 100n, 0n, 100n, 0n, 100n]);
		memory.write('s', { ...GOOD, currency: 'KES', amountMinor: '7' });
		expect([memory.total('NGN'), memory.total('KES')]).toEqual([0n, 7n]);
		memory.forget('s');
		memory.forget('s');
		expect([memory.total('NGN'), memory.total('KES')]).toEqual([0n, 0n]);
	});

	it('is the same for another run of the node, at the same time and later', () => {
		const node: Context = {};
		const one = memoryOf(node);
		const two = memoryOf(node);
		one.write('a', GOOD);
		two.write('b', GOOD);
		expect([one.total('NGN'), two.total('NGN'), memoryOf(JSON.parse(JSON.stringify(node))).total('NGN')]).toEqual([
			200n,
			200n,
			200n,
		]);
	});

	it('is added up anew, whatever stands beside the entries', () => {
		const node: Context = { [MEMORY_KEY]: { a: GOOD }, mavapayTotals: { NGN: '1', KES: 5 } };
		const memory = memoryOf(node);
		expect([memory.total('NGN'), memory.total('KES')]).toEqual([100n, 0n]);
	});

	it('has no member for what has no amount', () => {
		const node: Context = { [MEMORY_KEY]: { a: { ...GOOD, amountMinor: null, currency: null } } };
		memoryOf(node).write('b', { ...GOOD, amountMinor: null });
		expect(node.mavapayTotals).toEqual({});
	});

	it('is written as text', () => {
		expect(amountFields({ minor: 5n, currency: 'NGN' })).toEqual({ amountMinor: '5', currency: 'NGN' });
		expect(amountFields(null)).toEqual({ amountMinor: null, currency: null });
	});
});
