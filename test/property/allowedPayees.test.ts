/** A person's list of allowed payees: each line means exactly what it says, or the whole list is refused. */
import * as fc from 'fast-check';
import { readAllowedPayees } from '../../nodes/core/payees/allowedPayees';
import { reasonOf } from '../harness/results';
const LINE = '000013:0123456789';

const word = fc.oneof(
	fc.constantFrom('max', 'until', 'Max', 'UNTIL', 'maximum', '20000', '200.00', '20,000', '-1', '0', '1e3', LINE),
	fc.constantFrom(
		'2026-12-31',
		'2026-02-30',
		'2026-1-1',
		'31-12-2026',
		'2026-12-31T00:00Z',
		'max20000',
		'#',
		'{{',
		'\u200b',
	),
	fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !/\s/.test(text)),
);
const AMOUNT = /^0*[1-9]\d*(\.0{1,2})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

test('whatever else stands behind a payee refuses the list, and names the line', () => {
	fc.assert(
		fc.property(fc.array(word, { maxLength: 5 }), (words) => {
			const [first, second = '', third, fourth = ''] = words;
			const isDay = (text: string) =>
				DAY.test(text) && !text.startsWith('2026-02-30') && !Number.isNaN(Date.parse(text));
			const fits =
				words.length === 0 ||
				(words.length === 2 && first === 'max' && AMOUNT.test(second)) ||
				(words.length === 2 && first === 'until' && isDay(second)) ||
				(words.length === 4 && first === 'max' && AMOUNT.test(second) && third === 'until' && isDay(fourth));
			const written = [LINE, ...words].join(' ');
			const read = readAllowedPayees(`ada@example.com\n${written}`, { currency: 'NGN', unit: 'minor' });
			expect(read.ok).toBe(fits);
			if (!read.ok) expect(reasonOf(read)).toContain(`has the line "${written}", `);
		}),
	);
});
