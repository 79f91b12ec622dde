/** What a run reports when it stops under On Error: Stop: the worst failure first, then the outcome of all items. */
import type { ItemResult } from '../../../nodes/core/payout/runTypes';
import { outcomeHint, stoppedBy } from '../../../nodes/core/payout/stopped';
import type { Failure, PaymentOutcome } from '../../../nodes/core/service/failure';

const failed = (index: number, outcome: PaymentOutcome, more: Partial<Failure> = {}): ItemResult => ({
	index,
	failure: {
		summary: `${outcome} ${index}`,
		description: `Advice of ${index}.`,
		cause: 'rejected',
		httpCode: null,
		outcome,
		reference: `R${index}`,
		retryable: true,
		source: 'service',
		...more,
	},
});
const accepted = (index: number, more: object = {}, transactionId: string | null = `tx-${index}`): ItemResult => ({
	index,
	outputs: [{ payout: { outcome: 'accepted', reference: `R${index}`, ...more } }],
	transactionId,
});
const said = (...results: ItemResult[]) => stoppedBy(results)?.failure.description;

it('is nothing where all went through', () => {
	expect(stoppedBy([accepted(0), accepted(1)])).toBeNull();
	expect(stoppedBy([])).toBeNull();
});

it('is the failure itself where it is alone', () => {
	expect(stoppedBy([failed(0, 'rejected')])).toEqual({ index: 0, failure: Object(failed(0, 'rejected')).failure });
});

it.each<[PaymentOutcome[], number]>([
	[['rejected', 'notSent', 'unknown', 'failed', 'unknown'], 2],
	[['rejected', 'failed', 'notSent'], 1],
	[['notSent', 'rejected'], 1],
	[['notSent', 'notSent'], 0],
])('of %j has the advice of the worst', (outcomes, worst) => {
	const stopped = stoppedBy(outcomes.map((outcome, index) => failed(index, outcome)));
	expect([stopped?.index, stopped?.failure.summary]).toEqual([worst, `${String(outcomes[worst])} ${worst}`]);
	expect(stopped?.failure.description.startsWith(`Advice of ${worst}.`)).toBe(true);
});

it('names every other unknown and failed one, with claim and transaction', () => {
	const many = Array.from({ length: 15 }, (_, index) => failed(index, 'unknown', { claim: `c-${index}` }));
	const text = said(...many, failed(15, 'failed', { transactionId: 'tx-15', claim: 'c-15' })) ?? '';
	expect(text).toMatch(
		/^Advice of 0\.\nStopped by item 0: 15 of 16 unknown, 1 failed\.\nOutcome unknown \(14\): item 1 \(reference R1, claim c-1\), item 2 /,
	);
	for (let index = 1; index < 15; index++)
		expect(text).toContain(`item ${index} (reference R${index}, claim c-${index})`);
	expect(text).toMatch(/Failed \(1\): item 15 \(reference R15, transaction tx-15, claim c-15\)\.$/);
});

it('tells the accepted before the rejected and the not sent: of these the first, and how many', () => {
	expect(
		said(
			accepted(0),
			failed(1, 'unknown'),
			accepted(2, {}, null),
			failed(3, 'rejected'),
			failed(4, 'rejected', { reference: null }),
			failed(5, 'notSent'),
			failed(6, 'notSent'),
			failed(7, 'notSent'),
		),
	).toBe(
		'Advice of 1.\nStopped by item 1: 1 of 8 unknown, 2 paid, 2 refused, 3 not sent.\nAlready accepted, not to be sent again (2): item 0 (reference R0, transaction tx-0), item 2 (reference R2).\nRefused (2): item 3 (reference R3): rejected 3, and 1 more.\nNot sent (3): item 5 (reference R5), and 2 more.',
	);
});

it('names a hundred accepted ones, and whichever has a warning', () => {
	const many = Array.from({ length: 104 }, (_, index) => accepted(index));
	const warned = accepted(104, { warning: "It couldn't be recorded. Run Mark Paid." });
	const text = said(...many, warned, failed(105, 'rejected')) ?? '';
	expect(text).toContain('item 99 (reference R99, transaction tx-99), item 104 (reference R104, transaction tx-104)');
	expect(text).toContain(": It couldn't be recorded. Run Mark Paid, and 4 more.");
	expect(text).not.toContain('item 100 ');
});

it('names what was paid before, leaves out what was only checked, and takes what creates something along', () => {
	const aside = (index: number, outcome: string): ItemResult => ({ index, outputs: [{ payout: { outcome } }] });
	const before = failed(3, 'rejected', { cause: 'alreadyPaid' });
	expect(said(aside(0, 'alreadyPaid'), aside(1, 'notSent'), failed(2, 'rejected'), before)).toBe(
		'Advice of 2.\nStopped by item 2: 1 of 4 refused, 2 paid before.\nAlready paid, not to be sent again (2): item 0, item 3 (reference R3).',
	);
	for (const outputs of [[{ id: 'a' }], [{ payout: 'of the service' }], []])
		expect(said({ index: 0, outputs }, failed(1, 'rejected'))).toBe(
			'Advice of 1.\nStopped by item 1: 1 of 2 paid, 1 refused.\nAlready accepted, not to be sent again (1): item 0.',
		);
	expect(said(accepted(0, { reference: '' }, ''), failed(1, 'rejected'))).toMatch(/\(1\): item 0\.$/);
});

it('takes what was paid before with other values for paid', () => {
	expect(said(failed(0, 'rejected', { cause: 'paidDifferently' }), failed(1, 'unknown'))).toBe(
		'Advice of 1.\nStopped by item 1: 1 of 2 unknown, 1 paid.\nAlready accepted, not to be sent again (1): item 0 (reference R0).',
	);
});

it('takes a failure without an outcome for a rejected one', () => {
	expect(said(failed(0, 'rejected'), failed(1, 'rejected', { outcome: null }))).toBe(
		'Advice of 0.\nStopped by item 0: 2 of 2 refused.\nRefused (1): item 1 (reference R1): rejected 1.',
	);
});

describe('the hint about a run', () => {
	const paid = (minor: string, currency = 'NGN') => accepted(0, { amount: { minor, currency } });
	const ended = (outcome: string) => accepted(0, { outcome });
	const [unknown, rejected] = [failed(0, 'unknown'), failed(0, 'rejected')];
	const dry = ended('notSent');

	it.each<[type: string | null, message: string | undefined, ...results: ItemResult[]]>([
		[null, undefined],
		['info', '2 paid, 2,366,021.00 NGN; 1 refused', rejected, paid('236602000'), paid('100')],
		['info', '2 paid, 1.00 NGN, 0.00000001 BTC', paid('100'), paid('1', 'BTC')],
		['info', '2 paid', paid('100'), accepted(1, { amount: null })],
		['danger', "1 may have been paid. Don't pay it again.", unknown],
		['danger', "2 may have been paid. Don't pay them again. 1 paid, 1.00 NGN", paid('100'), unknown, unknown],
		['warning', "'Validate Only' is on: nothing was paid; 1 refused", rejected, dry],
		['warning', '1 only checked; 1 paid, 1.00 NGN', paid('100'), dry],
		['danger', "1 may have been paid. Don't pay it again. 1 only checked", unknown, dry],
		[
			'warning',
			'1 failed; 1 refused; 1 paid before; 2 not sent; 1 left out',
			...[ended('leftOut'), failed(0, 'notSent'), failed(0, 'notSent'), ended('alreadyPaid'), rejected],
			failed(0, 'failed'),
		],
	])('%s: %s', (type, message, ...results) => {
		expect(outcomeHint(results)).toEqual(type === null ? null : { type, message });
	});
});
