/** Texts made with counts are right for one, too: "1 item", not "1 items". */
import { counted } from '../../../nodes/core/domain/result';
import { only, readProject } from '../../harness/sources';

/** A number in a template, and behind it the plural of what is counted. */
const PLURAL =
	/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\} (?:account|byte|call|character|claim|column|day|difference|digit|entrie|event|execution|file|hour|item|line|minute|month|name|nights?|order|page|payee|payment|payout|record|refusal|request|row|second|test|transaction|wallet|word|world)s\b/g;

/** Why a count is never one, by its place and what it counts. */
const NEVER_ONE: Readonly<Record<string, string>> = {
	'nodes/MavapayTrigger/webhook.ts bytes': 'it is more than a mebibyte',
	'nodes/Mavapay/operations/transaction/list.ts pages': 'a constant',
	'nodes/Mavapay/operations/payoutReference/evidence.ts orders': 'a constant',
	'nodes/Mavapay/operations/wallet/getStatement.ts wallets': 'it is a currency',
	'nodes/Mavapay/operations/payout/summaryText.ts payees': 'it is said of several',
	'nodes/core/domain/payees/accountNumbers.ts digits': 'a constant',
	'nodes/core/domain/payees/chainAddress.ts bytes': 'programs of two bytes or more, and a constant',
	'nodes/core/domain/money.ts digits': 'a constant',
	'nodes/core/domain/sheet/cells.ts digits': 'a constant',
	'nodes/core/domain/sheet/table.ts columns': 'it is said of several',
	'nodes/core/files/textFile.ts rows': 'a constant',
	'nodes/core/operation/fields.ts characters': 'it is more than the most allowed',
	'scripts/demo/events.mjs events': 'it is said where it is not one',
	'scripts/demo/others.mjs events': 'it is said where it is not one',
	'verify/claims/lists.ts transactions': 'a constant of ten or more',
	'verify/claims/lists.ts rows': 'of a list of several',
	'verify/claims/quotes.ts minutes': 'clocks may be some minutes apart',
	'verify/claims/quotes.ts hours': 'one is named before',
	'verify/claims/reading.ts wallets': 'of all wallets, and that are several',
	'verify/main.ts claims': 'all claims, or those of several that were shown',
	'verify/report.ts claims': 'all claims, or those of several that were shown',
	'verify/report.ts differences': 'one is named before',
};

const texts = [...only(readProject(), /^(nodes|sandbox|verify|scripts\/demo)\/.*\.(ts|mjs)$/)];
const plurals = (text: string) => [...text.matchAll(PLURAL)].map(([found]) => found.replace(/^.* /, ''));

test('a plural behind a number is found', () => {
	expect(plurals('`${rows.length} rows of ${counted(1, "row")}, ${one} row`')).toEqual(['rows']);
	expect(plurals('`${list.map(({ id }) => id).length} of ${all} items`')).toEqual(['items']);
});

test('no text says "1 items"; NEVER_ONE says why a count needs no singular', () => {
	const found = texts.flatMap(([path, text]) => plurals(text).map((noun) => `${path} ${noun}`));
	expect([...new Set(found)].sort()).toEqual(Object.keys(NEVER_ONE).sort());
});

test.each(['event', 'item', 'payout', 'row', 'transaction'])('a counted %s is one, or several', (noun) => {
	expect([0, 1, 2].map((count) => counted(count, noun))).toEqual([`0 ${noun}s`, `1 ${noun}`, `2 ${noun}s`]);
});
