import {
	type Field,
	type GivenParameters,
	readCollection,
	readFields,
	when,
} from '../../../nodes/core/operation/field';
import { optionalText, text } from '../../../nodes/core/operation/fields';

const cap = optionalText('Maximum Amount', { guard: true });
const memo = optionalText('Memo');
const members = { cap, memo };

const given = (resolved: Record<string, unknown>, written = resolved): GivenParameters => ({ resolved, written });
const reasons = (result: ReturnType<typeof readCollection>) =>
	result.ok ? [] : result.problems.map(({ field, reason }) => `${field} ${reason}`);

describe('the collection of options', () => {
	it('leaves out what is absent or blank', () => {
		expect(readCollection('Options', members, { memo: ' ' })).toEqual({ ok: true, value: {} });
		expect(readCollection('Options', members, undefined)).toEqual({ ok: true, value: {} });
	});

	it('refuses options that are no object', () => {
		expect(reasons(readCollection('Options', members, 'cap'))).toEqual(['Options must be an object, but is text']);
	});

	it('reads own members only', () => {
		expect(readCollection('Options', { toString: memo }, {})).toEqual({ ok: true, value: {} });
		// n8n leaves a collection like this if the whole collection is one expression.
		expect(readCollection('Options', { repeat: memo }, { repeat: ''.repeat })).toEqual({ ok: true, value: {} });
	});
});

describe('top-level fields', () => {
	const name = optionalText('Expected Account Name', { guard: true });
	const account: Field<string> = text('Account Number');

	it('lets a guard be left empty on purpose, but not by an expression that gave nothing', () => {
		expect(readFields({ name }, given({ name: '' }))).toMatchObject({ ok: true });
		expect(readFields({ name }, given({ name: undefined }, { name: '={{ $json.name }}' }))).toMatchObject({
			ok: false,
			problems: [
				{ field: 'Expected Account Name', reason: expect.stringContaining('is an expression that gave no value') },
			],
		});
	});

	it.each([true, 'true', ' true '])('keeps a guard that shows with a switch, given as %p', (on) => {
		const fields = { name: when({ verify: [true] }, name) };
		expect(readFields(fields, given({ verify: on, name: 'Ada Obi' }))).toEqual({
			ok: true,
			value: { name: 'Ada Obi' },
		});
	});

	it.each([false, 'false', 'FALSE', 'yes', '', undefined, 1, ['true']])(
		'leaves it out where the switch is %p',
		(off) => {
			const fields = { name: when({ verify: [true] }, name) };
			expect(readFields(fields, given({ verify: off, name: 'Ada Obi' }))).toEqual({ ok: true, value: {} });
		},
	);

	it('reads the fields of a choice with blanks around it', () => {
		const fields = { account: when({ type: ['ngn', 'zar'] }, account) };
		expect(readFields(fields, given({ type: ' zar ', account: '1' }))).toEqual({ ok: true, value: { account: '1' } });
		expect(readFields(fields, given({ type: 'z ar', account: '1' }))).toEqual({ ok: true, value: {} });
	});

	it('names every problem, not only the first', () => {
		const result = readFields({ account, other: account }, given({ account: '', other: {} }));
		expect(result.ok ? [] : result.problems.map(({ reason }) => reason)).toEqual([
			'is empty',
			'must be text, but is an object',
		]);
	});
});
