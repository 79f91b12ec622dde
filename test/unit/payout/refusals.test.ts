/** Refusals whose words depend on an earlier payment, settings or two names; for others see messages.test.ts. */
import type { NameComparison } from '../../../nodes/core/payees/accountName';
import { keyRuleFailure, nameFailure } from '../../../nodes/core/payout/messages';
import type { NotSentReason } from '../../../nodes/core/payout/decide';
import { refusedAs } from '../../harness/payout/refusedAs';

const subject = { what: 'the withdrawal', reference: 'A' };
const paid = (sameIdentity: boolean): NotSentReason => ({ because: 'alreadyPaid', sameIdentity });
const open = (sameIdentity: boolean): NotSentReason => ({ because: 'notSettled', sameIdentity, claim: 'c' });

it.each<[NotSentReason, string, RegExp]>([
	[
		paid(true),
		'alreadyPaid',
		/^Nothing was paid now: this workflow already paid this payout reference\. Before you do anything else, check in Mavapay .* 'If Already Recorded: Skip' passes paid items on, if 'Payout Reference' is filled in\.$/,
	],
	[
		paid(false),
		'referenceReused',
		/reference, but perhaps for another payment\. Either a person marked this very payment as paid, or the reference was used with another payee, amount or operation\. Before you do anything else, check in Mavapay/,
	],
	[
		{ because: 'otherAccount' },
		'otherAccount',
		/^Nothing was paid now: this workflow pays from another Mavapay account\. Choose .* in this same workflow, .* 'Change Account'\.$/,
	],
	[
		open(true),
		'notSettled',
		/^Don't pay it again yet\. This workflow's record shows .* as not settled: another execution .* Nothing was sent this time\. If this workflow .*/,
	],
	[
		open(false),
		'notSettled',
		/^Nothing was sent this time\. .* look for that other payment, not for this one\. If it wasn't, n8n .* stopped as it began\. Don't pay it again yet\. If this workflow .*/,
	],
])('%j is %s', (reason, cause, words) => {
	const failure = refusedAs(subject, reason);
	expect([failure.cause, failure.description]).toEqual([cause, expect.stringMatching(words)]);
});

it('says that a known account is of another supplier', () => {
	const spec = { sealed: { supplier: 'Ada' } };
	const { cause, description } = refusedAs(subject, { because: 'newPayee', history: 'known' }, spec);
	expect([cause, description]).toEqual([
		'payeeChanged',
		expect.stringContaining('a known account of another supplier: this workflow never paid "Ada" there, and'),
	]);
});

describe('a registered name that is not the expected one', () => {
	const said = (more: Partial<NameComparison>, asTool = false) =>
		nameFailure(subject, { verdict: 'hasMore', missing: [], extra: [], ...more }, BOTH, { asTool });
	const BOTH = { holder: { name: 'ADA "B"', is: 'registered' }, expects: 'B Ada' } as const;
	const SAME = 'the bank has the same words in another order';
	const SAID = `Nothing was paid. The account belongs to "ADA 'B'", not to "B Ada":`;
	const CHECK = 'Call the payee on a number you already have and check the account.';
	const CORRECT = " If it is the same payee, write the name in full, as the bank has it, into 'Expected Account Name'.";
	const APPROVE =
		" Somebody who has read both names can approve it ('Prepare' and 'Approval Digest', with 'Approved By').";

	it('is told with what a person can do, who never has to write what a bank filled in', () => {
		expect(said({ verdict: 'differs' })).toMatchObject({
			cause: 'nameDiffers',
			description: `${SAID} ${SAME}. ${CHECK}${CORRECT}`,
		});
		expect(said({ extra: ['null'] }).description).toBe(
			`${SAID} the bank adds "NULL" (its mistake). ${CHECK}${APPROVE}`,
		);
	});

	it('that has all words may be approved, but not by a tool', () => {
		const { cause, description } = said({});
		expect(cause).toBe('nameHasMore');
		expect(description).toBe(`${SAID} ${SAME}. ${CHECK}${CORRECT}${APPROVE}`);
		expect(said({}, true).description).toBe(`${SAID} ${SAME}. ${CHECK}${CORRECT}`);
	});
});

it('a rule of the key leads to whoever manages it', () => {
	expect(keyRuleFailure(subject, 'it is too much').description).toBe(
		'Nothing was paid: it is too much. The rules are in the credential: ask the person who manages it.',
	);
});
