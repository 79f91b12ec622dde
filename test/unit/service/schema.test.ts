/** The service's answers are checked, never changed; differences are reported in the user's words. */
import * as z from 'zod/mini';

import {
	differencesOf,
	fits,
	maybeNumber,
	maybeText,
	maybeTextOrNumber,
	oneOrMany,
} from '../../../nodes/core/service/schema';

const account = z.looseObject({ id: z.string(), balance: maybeNumber, tags: z.nullish(z.array(maybeText)) });

describe('a value that fits', () => {
	it.each([
		[{ id: 'a' }],
		[{ id: 'a', balance: null, tags: null }],
		[{ id: 'a', balance: 12.5 }],
		[{ id: 'a', balance: '-12.50' }],
		[{ id: 'a', added: { by: 'a later version' } }],
		[{ id: 'a', tags: ['x', null] }],
	])('%j', (value) => {
		expect(fits(value, account)).toBe(true);
		expect(differencesOf(value, account)).toEqual([]);
	});

	it('stays the one that came, with its members in their order', () => {
		const value: unknown = { later: 1, id: 'a', again: 2 };
		if (!fits(value, account)) throw new Error('It fits');
		expect(value.id).toBe('a');
		expect(JSON.stringify(value)).toBe('{"later":1,"id":"a","again":2}');
	});

	it.each([['0123'], [123], [null], [undefined]])('text or number: %p', (value) => {
		expect(fits(value, maybeTextOrNumber)).toBe(true);
	});

	it.each([[{ id: 'a' }], [[{ id: 'a' }, { id: 'b' }]], [[]], [null], [undefined]])('one or many: %j', (value) => {
		expect(fits(value, oneOrMany(account))).toBe(true);
	});
});

describe('a value that differs', () => {
	it.each<[unknown, string[]]>([
		[{}, ['id']],
		[{ id: 1, balance: 'twelve' }, ['id', 'balance']],
		[{ id: 'a', balance: '1e5' }, ['balance']],
		[{ id: 'a', tags: [1, 2] }, ['tags.[]']],
		['text', ['data']],
		[undefined, ['data']],
	])('%j does so in %j', (value, places) => {
		expect(fits(value, account)).toBe(false);
		expect(differencesOf(value, account)).toEqual(places);
	});

	it('is described by the alternative that it is nearest to', () => {
		expect(differencesOf({ accounts: [{ id: 1 }] }, z.looseObject({ accounts: oneOrMany(account) }))).toEqual([
			'accounts.[].id',
		]);
	});
});
