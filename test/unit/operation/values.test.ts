/** Values as expressions and sheets give them: dates of JavaScript, switches in capitals. */
import { isShown, when } from '../../../nodes/core/operation/field';
import { date, flag, optionalDate, text } from '../../../nodes/core/operation/fields';
import { validateOnly } from '../../../nodes/core/operation/payFields';

const problem = (label: string, reason: string) => ({ ok: false, problems: [{ field: label, reason }] });

describe('a date', () => {
	const start = date('Start Date', { description: '' });
	const end = optionalDate('End Date', { description: '' });
	const moment = new Date('2026-10-31T00:00:00.500Z');

	it('of JavaScript is its moment', () => {
		expect([start.read(moment), end.read(moment)]).toEqual([
			{ ok: true, value: '2026-10-31T00:00:00.500Z' },
			{ ok: true, value: '2026-10-31T00:00:00.500Z' },
		]);
	});

	it.each([new Date('x'), new Date(8.64e15), 1793404800000, { getTime: 0 }, '1793404800000'])('%p is none', (raw) => {
		const reason = 'is not a valid date. Use ISO 8601, for example 2026-01-31T09:00:00Z';
		expect([start.read(raw), end.read(raw)]).toEqual([problem('Start Date', reason), problem('End Date', reason)]);
	});
});

describe('a switch', () => {
	const allow = flag('Allow Repeats', { description: '' });

	it.each<[unknown, boolean]>([
		[true, true],
		['true', true],
		['TRUE', true],
		[' True ', true],
		[false, false],
		['FALSE', false],
		['false', false],
	])('%p is %p', (raw, value) => {
		expect(allow.read(raw)).toEqual({ ok: true, value });
	});

	it.each<[unknown, string]>([
		['yes', '"yes"'],
		['TRUE!', '"TRUE!"'],
		['1', '"1"'],
		[1, 'a number'],
		['', 'empty'],
		[null, 'empty'],
		[['true'], 'a list'],
	])('%p is shown as %s', (raw, shown) => {
		expect(allow.read(raw)).toEqual(problem('Allow Repeats', `must be true or false, but is ${shown}`));
	});

	it('shows the fields that hang on it, as it is read', () => {
		const hidden = when({ allow: [false] }, text('Limit'));
		const shownFor = (given: unknown) => isShown(hidden, { allow: given });
		expect([false, 'FALSE', ' false', true, 'TRUE', 'x'].map(shownFor)).toEqual([
			true,
			true,
			true,
			false,
			false,
			false,
		]);
	});

	it('of a dry run takes no text at all', () => {
		expect(['TRUE', 'true', 'false'].map((raw) => validateOnly.read(raw).ok)).toEqual([false, false, false]);
	});
});
