import { allCustomerReferences, findCustomerReference } from '../../../nodes/core/events/customerReference';

describe('findCustomerReference', () => {
	it.each([
		'customerReference',
		'btcUsdMetadata.customerReference',
		'btcUsdMetadata.externalRef',
		'stablecoinTransactionMetadata.customerReference',
		'transactionMetadata.customerReference',
		'metadata.customerReference',
		'order.customerReference',
		'quote.customerReference',
		'zarTransactionMetadata.customerReference',
		'kesTransactionMetadata.customerReference',
		'ghsTransactionMetadata.customerReference',
		'transaction.transactionMetadata.customerReference',
		'metadata.order.customerReference',
		'metadata.order.quote.customerReference',
		'externalRef',
	])('is found in %s', (path) => {
		const data = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), 'r');
		expect(findCustomerReference(data)).toEqual({ value: 'r', path: `data.${path}` });
	});

	it.each<[unknown, string, string]>([
		[{ quotes: [{}, { customerReference: 'r' }] }, 'r', 'data.quotes[1].customerReference'],
		[{ quotes: [null, 'x', { customerReference: 'r' }] }, 'r', 'data.quotes[2].customerReference'],
		[{ customerReference: ' kept ' }, ' kept ', 'data.customerReference'],
		[{ customerReference: 42 }, '42', 'data.customerReference'],
		[{ customerReference: 0 }, '0', 'data.customerReference'],
	])('%j gives %p from %s', (data, value, path) => {
		expect(findCustomerReference(data)).toEqual({ value, path });
	});

	it('keeps the order: data, metadata, other members, deeper, and only then the older name', () => {
		const all = {
			order: { customerReference: 'other' },
			btcUsdMetadata: { customerReference: 'meta', order: { customerReference: 'deeper' }, externalRef: 'old' },
			customerReference: 'top',
			externalRef: 'older',
		};
		const valueIn = (more: object) => findCustomerReference({ ...all, ...more })?.value;
		const deeper = { btcUsdMetadata: { order: { customerReference: 'deeper' } } };
		const old = (inner: object) => findCustomerReference({ externalRef: 'older', ...inner })?.value;
		expect(valueIn({})).toBe('top');
		expect(valueIn({ customerReference: '' })).toBe('meta');
		expect(valueIn({ customerReference: ' ', ...deeper })).toBe('other');
		expect(valueIn({ customerReference: null, order: {}, ...deeper })).toBe('deeper');
		expect(old({ order: { x: { y: { customerReference: 'at level 4' } } } })).toBe('at level 4');
		expect(old({ order: { x: { y: { z: { customerReference: 'too deep' } } } } })).toBe('older');
		expect(old({ aMetadata: { externalRef: 'old' } })).toBe('older');
	});

	it('takes the first of several metadata objects', () => {
		expect(
			findCustomerReference({
				aMetadata: {},
				bMetadata: { customerReference: 'b' },
				cMetadata: { customerReference: 'c' },
			})?.path,
		).toBe('data.bMetadata.customerReference');
	});

	it('prefers metadata by its ending only', () => {
		expect(
			findCustomerReference({ metadataX: { customerReference: 'x' }, xmetadata: { customerReference: 'm' } })?.value,
		).toBe('m');
	});

	it.each<[unknown]>([
		[undefined],
		[null],
		['customerReference'],
		[5],
		[[{ customerReference: 'r' }]],
		[{}],
		[{ customerReference: '' }],
		[{ customerReference: ' \n' }],
		[{ customerReference: true }],
		[{ customerReference: Number.NaN }],
		[{ customerReference: { customerReference: null } }],
		[{ customerReference: ['r'] }],
		[{ metadata: 'customerReference' }],
		[{ metadata: ['customerReference'] }],
		[{ CustomerReference: 'r' }],
	])('%j holds none', (data) => {
		expect(findCustomerReference(data)).toBeNull();
	});

	it('reads own members only', () => {
		const inherited: unknown = Object.create({ customerReference: 'inherited' });
		expect(findCustomerReference(inherited)).toBeNull();
		expect(findCustomerReference({ metadata: inherited })).toBeNull();
		const bare: object = Object.assign(Object.create(null), { customerReference: 'own' });
		expect(findCustomerReference(bare)?.value).toBe('own');
		expect(findCustomerReference(JSON.parse('{"__proto__":{"customerReference":"own member"}}'))?.path).toBe(
			'data.__proto__.customerReference',
		);
	});

	it('ends in what holds itself', () => {
		const cyclic: Record<string, unknown> = {};
		cyclic['metadata'] = cyclic;
		cyclic['order'] = [cyclic];
		expect(findCustomerReference(cyclic)).toBeNull();
	});

	it('is bounded in members and list elements', () => {
		const wide = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, {}]));
		expect(findCustomerReference({ ...wide(199), order: { customerReference: 'r' } })?.value).toBe('r');
		expect(findCustomerReference({ ...wide(200), order: { customerReference: 'r' } })).toBeNull();
		const list = (count: number) => [...new Array<object>(count).fill({}), { customerReference: 'r' }];
		expect(findCustomerReference({ quotes: list(199) })?.path).toBe('data.quotes[199].customerReference');
		expect(findCustomerReference({ quotes: list(200) })).toBeNull();
		expect(findCustomerReference({ a: list(150), b: list(150) })?.path).toBe('data.a[150].customerReference');
		expect(findCustomerReference({ a: new Array<object>(150).fill({}), b: list(60) })).toBeNull();
	});
});

describe('allCustomerReferences', () => {
	it('gathers both names, however deep, each value once', () => {
		const order = {
			customerReference: 'a',
			quotes: [{ customerReference: 'b' }, { externalRef: 'c', x: { y: { z: { customerReference: 'a' } } } }],
			other: 'd',
		};
		expect([...allCustomerReferences(order)].sort()).toEqual(['a', 'b', 'c']);
	});

	it.each<[unknown]>([
		[null],
		['customerReference'],
		[[]],
		[{ customerReference: ' ' }],
		[{ customerReference: null }],
	])('finds none in %j', (value) => {
		expect(allCustomerReferences(value).size).toBe(0);
	});
});

it.each([
	['two quotes with two references', { quotes: [{ customerReference: 'a' }, { customerReference: 'b' }] }, null],
	['two quotes with one reference', { quotes: [{ customerReference: 'a' }, { customerReference: 'a' }] }, 'a'],
	[
		'an own one before those',
		{ customerReference: 'c', quotes: [{ customerReference: 'a' }, { customerReference: 'b' }] },
		'c',
	],
	[
		'two orders of two quotes',
		{ orders: [{ quotes: [{ externalRef: 'a' }] }, { quotes: [{ externalRef: 'b' }] }] },
		null,
	],
])('of several references in one list none is taken: %s', (_, data, reference) => {
	expect(findCustomerReference(data)?.value ?? null).toBe(reference);
});
