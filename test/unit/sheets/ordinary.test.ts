/** 75 right files of ordinary form: each is paid at once, or after one refusal whose line a person fills in and pastes. */
import { itemsOf, refusal } from '../../harness/paymentFiles';
import { AMOUNTS, DRESSES, LAYOUTS, ordinary } from '../../fixtures/sheets/ordinary';
import { formatMajor } from '../../../nodes/core/domain/money';
import { parseAmount } from '../../../nodes/core/domain/parseAmount';

/** Layouts that are refused once with a question, in every form of the file. */
const ASKED = [
	'a payroll',
	'a payroll without references',
	'QuickBooks',
	"GTBank's vendors",
	'a list with states',
	'net beside gross',
	'in French',
	'M-Pesa casuals',
	'Lightning',
];

const files = Object.entries(LAYOUTS).flatMap(([name, layout]) =>
	Object.keys(DRESSES).map((dress) => ({ name, dress, layout })),
);

/** The line of a refusal, filled in by a person who has looked at the file. */
function filledIn(said: string, answers: Readonly<Record<string, string>> = {}): string {
	const [, line = ''] = /^Write into 'Columns':\n(.*)$/m.exec(said) ?? [];
	const filled = line.split('; ').map((piece) => {
		const [, column] = /^(.*) = \?$/.exec(piece) ?? [];
		return column === undefined ? piece.replace(/: \?$/, '') : `${column} = ${answers[column] ?? '?'}`;
	});
	return filled.filter((piece) => !Object.values(answers).includes(piece)).join('; ');
}

test('there are 75', () => expect(files).toHaveLength(75));

test.each(files)('$name, $dress: is paid after at most one refusal', async ({ name, dress, layout }) => {
	const { payments, answers } = layout;
	const file = ordinary(layout, dress);
	const said = await refusal(file, { payments });
	expect([said, said === null]).toEqual([said, !ASKED.includes(name)]);
	const columns = said === null ? '' : filledIn(said, answers);
	const items = await itemsOf(file, { payments, columns, refuseBadRows: true });
	const currency = String(items[0]?.currency);
	const major = AMOUNTS.map((text) => {
		const read = parseAmount(text, 'major', currency);
		return read.ok ? formatMajor(read.value, currency) : null;
	});
	expect(items.map((item) => item.amount)).toEqual(payments === 'toLightning' ? AMOUNTS.map(() => undefined) : major);
});
