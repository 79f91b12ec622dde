import { allCustomerReferences, findCustomerReference } from '../../../../nodes/core/domain/events/customerReference';

describe('findCustomerReference', () => {
	it.each<[unknown, string, string]>([
		[{ customerReference: 'r' }, 'r', 'data.customerReference'],
		[{ btcUsdMetadata: { customerReference: 'r' } }, 'r', 'data.btcUsdMetadata.customerReference'],
		[{ btcUsdMetadata: { externalRef: 'r' } }, 'r', 'data.btcUsdMetadata.externalRef'],
		[
			{ stablecoinTransactionMetadata: { customerReference: 'r' } },
			'r',
			'data.stablecoinTransactionMetadata.customerReference',
		],
		[{ transactionMetadata: { customerReference: 'r' } }, 'r', 'data.transactionMetadata.customerReference'],
		[{ metadata: { customerReference: 'r' } }, 'r', 'data.metadata.customerReference'],
		[{ order: { customerReference: 'r' } }, 'r', 'data.order.customerReference'],
		[{ quote: { customerReference: 'r' } }, 'r', 'data.quote.customerReference'],
		[{ zarTransactionMetadata: { customerReference: 'r' } }, 'r', 'data.zarTransactionMetadata.customerReference'],
		[{ kesTransactionMetadata: { customerReference: 'r' } }, 'r', 'data.kesTransactionMetadata.customerReference'],
		[{ ghsTransactionMetadata: { customerReference: 'r' } }, 'r', 'data.ghsTransactionMetadata.customerReference'],
		[
			{ transaction: { transactionMetadata: { customerReference: 'r' } } },
			'r',
			'data.transaction.transactionMetadata.customerReference',
		],
		[{ quotes: [{}, { customerReference: 'r' }] }, 'r', 'data.quotes[1].customerReference'],
		[{ quotes: [null, 'x', { customerReference: 'r' }] }, 'r', 'data.quotes[2].customerReference'],
		[{ metadata: { order: { customerReference: 'r' } } }, 'r', 'data.metadata.order.customerReference'],
		[
			{ metadata: { order: { quote: { customerReference: 'r' } } } },
			'r',
			'data.metadata.order.quote.customerReference',
		],
		[{ externalRef: 'r' }, 'r', 'data.externalRef'],
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
		expect(findCustomerReference(all)?.value).toBe('top');
		expect(findCustomerReference({ ...all, customerReference: '' })?.value).toBe('meta');
		expect(
			findCustomerReference({
				...all,
				customerReference: ' ',
				btcUsdMetadata: { order: { customerReference: 'deeper' } },
			})?.value,
		).toBe('other');
		expect(
			findCustomerReference({
				...all,
				customerReference: null,
				order: {},
				btcUsdMetadata: { order: { customerReference: 'deeper' } },
			})?.value,
		).toBe('deeper');
		expect(
			findCustomerReference({ externalRef: 'older', order: { x: { y: { customerReference: 'too deep is level 4' } } } })
				?.value,
		).toBe('too deep is level 4');
		expect(
			findCustomerReference({ externalRef: 'older', order: { x: { y: { z: { customerReference: 'too deep' } } } } })
				?.value,
		).toBe('older');
		expect(findCustomerReference({ aMetadata: { externalRef: 'old' }, externalRef: 'older' })?.value).toBe('older');
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
