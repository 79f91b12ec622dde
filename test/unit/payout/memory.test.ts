/** The memory of one execution and what is emitted, in every form that n8n may hand back. */
import { amountFields, ExecutionMemory, identitySlot, keySlot, MEMORY_KEY } from '../../../nodes/core/payout/executionMemory';
import { asReplay, payoutMember, transactionIdOf, withoutError, withPayout } from '../../../nodes/core/payout/output';

const GOOD = {
	identity: 'i',
	state: 'accepted' as const,
	reference: 'A',
	what: 'the withdrawal',
	amountMinor: '100',
	currency: 'NGN',
	transactionId: 'tx',
	baseUrl: 'https://staging.example/api/v1',
	leftBehind: 'quote q-1',
	outputs: [{ id: 'tx', list: [{ a: 1 }, null, 'x'], none: null, deep: { b: [true] } }],
};
const UNREADABLE = {
	identity: '',
	state: 'unknown',
	reference: null,
	what: 'a payout of this item',
	amountMinor: null,
	currency: null,
	transactionId: null,
	baseUrl: null,
	leftBehind: null,
	outputs: [],
};

const holding = (entries: unknown) => new ExecutionMemory({ [MEMORY_KEY]: entries });

describe('reading an entry', () => {
	it('gives back what was written, after a way through JSON as well', () => {
		const context: Record<string, unknown> = {};
		new ExecutionMemory(context).write('s', GOOD);
		expect(new ExecutionMemory(context).find('s')).toEqual(GOOD);
		expect(new ExecutionMemory(JSON.parse(JSON.stringify(context))).find('s')).toEqual(GOOD);
	});

	it.each(['sending', 'accepted', 'unknown', 'failed'])('knows the state %s', (state) => {
		expect(holding({ s: { ...GOOD, state } }).find('s')?.state).toBe(state);
	});

	it.each([[null], ['x'], [[]], [{}], [{ ...GOOD, state: 'new' }], [{ ...GOOD, state: undefined }], [{ ...GOOD, identity: 7 }], [{ ...GOOD, identity: undefined }]])(
		'takes %j for a payment of unknown outcome',
		(raw) => {
			expect(holding({ s: raw }).find('s')).toEqual(UNREADABLE);
		},
	);

	it.each([
		[{ reference: 7 }, { reference: null }],
		[{ what: null }, { what: 'a payout of this item' }],
		[{ what: '' }, { what: '' }],
		[{ amountMinor: 100 }, { amountMinor: null }],
		[{ amountMinor: '1.5' }, { amountMinor: null }],
		[{ amountMinor: 'x5' }, { amountMinor: null }],
		[{ amountMinor: '5x' }, { amountMinor: null }],
		[{ amountMinor: '' }, { amountMinor: null }],
		[{ amountMinor: '12345' }, { amountMinor: '12345' }],
		[{ currency: 1 }, { currency: null }],
		[{ transactionId: {} }, { transactionId: null }],
		[{ leftBehind: undefined }, { leftBehind: null }],
		[{ baseUrl: undefined }, { baseUrl: null }],
		[{ outputs: 'x' }, { outputs: [] }],
		[{ outputs: [1, null, 'x', { a: 1 }] }, { outputs: [{ a: 1 }] }],
	])('reads %j as %j', (stored, read) => {
		expect(holding({ s: { ...GOOD, ...stored } }).find('s')).toStrictEqual({ ...GOOD, ...read });
	});

	it('finds own entries only', () => {
		expect(holding({}).find('constructor')).toBeNull();
		expect(new ExecutionMemory({}).find('s')).toBeNull();
		expect(new ExecutionMemory({ [MEMORY_KEY]: null }).find('s')).toBeNull();
	});

	it('refuses a memory that is no object', () => {
		for (const held of ['x', 7, [], false]) expect(() => holding(held)).toThrow('The memory of payouts in this execution is not an object');
	});
});

describe('writing an entry', () => {
	it('stands in the context at once, beside the others, and can be forgotten', () => {
		const context: Record<string, unknown> = { other: 1 };
		const memory = new ExecutionMemory(context);
		memory.write('a', GOOD);
		memory.write('b', { ...GOOD, state: 'failed' });
		expect(context).toEqual({ other: 1, [MEMORY_KEY]: { a: GOOD, b: { ...GOOD, state: 'failed' } } });
		memory.forget('a');
		expect(context).toEqual({ other: 1, [MEMORY_KEY]: { b: { ...GOOD, state: 'failed' } } });
	});

	it('keeps copies, at any depth', () => {
		const memory = new ExecutionMemory({});
		const outputs = [{ list: [{ a: 1 }], deep: { b: 1 } }];
		memory.write('s', { ...GOOD, outputs });
		for (const output of [outputs[0], memory.find('s')?.outputs[0]]) {
			Object.assign(Object(output?.list)[0], { a: 2 });
			Object.assign(Object(output?.deep), { b: 2 });
		}
		expect(memory.find('s')?.outputs).toEqual([{ list: [{ a: 1 }], deep: { b: 1 } }]);
	});

	it('keeps a member that is named like the prototype as what it is', () => {
		const memory = new ExecutionMemory({});
		memory.write('s', { ...GOOD, outputs: [JSON.parse('{"__proto__":{"a":1},"b":2}')] });
		const kept = memory.find('s')?.outputs[0] ?? {};
		expect(JSON.stringify(kept)).toBe('{"__proto__":{"a":1},"b":2}');
		expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
	});

	it('tells a key from an identity', () => {
		expect([keySlot('0:1'), keySlot(''), identitySlot('0:1')]).toEqual(['key:0:1', 'key:', 'identity:0:1']);
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
		});
		expect([memory.total('NGN'), memory.total('KES'), memory.total('BTC')]).toEqual([123n, 5n, 0n]);
	});

	it('is written as text', () => {
		expect(amountFields({ minor: 5n, currency: 'NGN' })).toEqual({ amountMinor: '5', currency: 'NGN' });
		expect(amountFields(null)).toEqual({ amountMinor: null, currency: null });
	});
});

describe('what is emitted', () => {
	const payout = { outcome: 'accepted' };

	it('shows the payout with its amount in both units', () => {
		const facts = { reference: 'A', outcome: 'accepted' as const, replayed: false, deployment: { kind: 'live' as const, baseUrl: 'u' } };
		expect(payoutMember({ ...facts, amount: { minor: 123n, currency: 'NGN' } })).toEqual({
			reference: 'A',
			outcome: 'accepted',
			replayed: false,
			deployment: 'live',
			amount: { minor: '123', major: '1.23', currency: 'NGN' },
		});
		expect(payoutMember({ ...facts, amount: null }).amount).toBeNull();
	});

	it('moves members of the service out of the way, and only those', () => {
		expect(withPayout({ id: 'a' }, payout)).toStrictEqual({ id: 'a', payout });
		expect(withPayout({ payout: 1, error: 2 }, payout)).toStrictEqual({ servicePayout: 1, serviceError: 2, payout });
		expect(withoutError({ id: 'a' })).toStrictEqual({ id: 'a' });
		expect(withoutError({ error: null })).toStrictEqual({ serviceError: null });
	});

	it('is marked when it is emitted again', () => {
		expect(asReplay({ id: 'a', payout })).toEqual({ id: 'a', payout: { outcome: 'accepted', replayed: true } });
		for (const output of [{ id: 'a' }, { payout: null }, { payout: 'x' }, { payout: [1] }]) expect(asReplay(output)).toBe(output);
	});

	it('is known by the id of its transaction, or of its quote', () => {
		expect(transactionIdOf([{ id: 't', quoteId: 'q' }, { id: 'u' }])).toBe('t');
		expect(transactionIdOf([{ id: 7, quoteId: 'q' }])).toBe('q');
		expect(transactionIdOf([{ quoteId: 7 }])).toBeNull();
		expect(transactionIdOf([])).toBeNull();
	});
});
