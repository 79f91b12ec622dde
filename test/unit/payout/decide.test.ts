/** What is done with a payment: the tables of docs/reference/outcomes.md and the rules of docs/reference/outcomes.md#references, a line for each of their rows. */
import { decide, type Decision, type Facts, type OpenPayment, type OwnTry } from '../../../nodes/core/payout/decide';
import type { NameComparison } from '../../../nodes/core/payees/accountName';
import type { PayeeHistory } from '../../../nodes/core/payees/recordedPayee';
import type { MemoryEntry } from '../../../nodes/core/payout/memory';
import type { NotReached } from '../../../nodes/core/payout/notReached';
import type { SendPermit } from '../../../nodes/core/record/record';

const entryOf = (state: MemoryEntry['state'], stops = true): MemoryEntry => ({
	state,
	executionId: 'e1',
	identityDigest: 'i',
	what: 'the withdrawal',
	stops,
	payment: null,
	failure: null,
	outputs: [],
});
const ACCEPTED = entryOf('accepted');
const UNKNOWN = entryOf('unknown');
const GOING_ON = entryOf('unknown', false);
const SENDING = entryOf('sending');
const FAILED = entryOf('failed');
const REJECTED = entryOf('rejected');

/** Facts under which nothing keeps the payment from being sent. */
const CLEAR: Facts = {
	own: null,
	sameReference: null,
	stopped: null,
	others: [],
	payeeProblem: null,
	halted: false,
	recorded: { kind: 'free' },
	payeeOpen: false,
	repeats: null,
	otherName: null,
	payeeHistory: 'known',
	isOfOtherSupplier: false,
	newPayees: 'refuseNew',
	skipsPaid: false,
	keyProblem: null,
	limitProblem: null,
	dayIsFull: false,
	nowMs: 1_000,
};

const BUDGET = { period: 'day', currency: 'NGN', allowed: 1n, used: 1n, anewMs: 0 } as const;

const own = (entry: MemoryEntry, more: Partial<OwnTry> = {}): Partial<Facts> => ({
	own: { entry, sameIdentity: true, settled: null, ...more },
});
const answered = (entry: MemoryEntry, sameIdentity = true): Partial<Facts> => ({
	sameReference: { entry, sameIdentity },
});
const other = (entry: MemoryEntry, more: Partial<OpenPayment> = {}): Partial<Facts> => ({
	others: [
		{
			entry,
			ofThisExecution: true,
			sameReference: false,
			sameIdentity: true,
			settled: null,
			...more,
		},
	],
});
const paid = (sameIdentity = true): Partial<Facts> => ({
	recorded: { kind: 'paid', sameIdentity, isShown: false, claimText: 'c' },
});
const open = (sameIdentity = true): Partial<Facts> => ({
	recorded: { kind: 'unknown', sameIdentity, isShown: false, claimText: 'c' },
});
const permit = (more: Partial<SendPermit>) => ({ permit: { until: 1_000, withheld: null, ...more } });
const NAME: NameComparison = { verdict: 'differs', missing: [], extra: [] };
const SKIP = { skipsPaid: true };

const SEND: Decision = { do: 'send' };
const REPLAY: Decision = { do: 'replay', entry: ACCEPTED };
const PAID: Decision = { do: 'refuse', because: 'alreadyPaid', sameIdentity: true };
const REUSED: Decision = { do: 'refuse', because: 'alreadyPaid', sameIdentity: false };
const remembered = (entry: MemoryEntry): Decision => ({ do: 'refuse', because: 'remembered', entry });
const stopped = (because: NotReached): Decision => ({ do: 'refuse', because });
const held = (history: PayeeHistory): Decision => ({ do: 'refuse', because: 'newPayee', history });
const not = (because: 'day' | 'payeeOpen'): Decision => ({ do: 'refuse', because });

const CASES: Readonly<Record<string, readonly [Partial<Facts>, Decision]>> = {
	'nothing speaks against it': [{}, SEND],
	'nothing is held in the record': [{ recorded: null }, SEND],

	// Within one execution, the same item.
	'accepted before': [own(ACCEPTED), REPLAY],
	'accepted before, with other values now': [
		own(ACCEPTED, { sameIdentity: false }),
		{ do: 'refuse', because: 'paidDifferently', entry: ACCEPTED },
	],
	'accepted before, though the run has stopped, is halted, over a limit and without a record': [
		{ ...own(ACCEPTED), stopped: 'earlierFailed', halted: true, limitProblem: 'x', payeeProblem: 'x' },
		REPLAY,
	],
	'unknown before': [own(UNKNOWN), remembered(UNKNOWN)],
	'unknown before, with other values now': [own(UNKNOWN, { sameIdentity: false }), remembered(UNKNOWN)],
	'under way, or cut off on its way': [own(SENDING), remembered(SENDING)],
	'failed before': [own(FAILED), remembered(FAILED)],
	'rejected before in this execution': [own(REJECTED), remembered(REJECTED)],
	'unknown in an execution that ended, released since': [own(UNKNOWN, { settled: 'released' }), SEND],
	'failed in an execution that ended, released since': [own(FAILED, { settled: 'released' }), SEND],
	'unknown in an execution that ended, the record knows nothing': [
		{ ...own(UNKNOWN), recorded: { kind: 'free' } },
		remembered(UNKNOWN),
	],
	'unknown in an execution that ended, marked as paid since': [own(UNKNOWN, { settled: 'paid' }), PAID],
	'the same, and paid ones are skipped': [{ ...own(UNKNOWN, { settled: 'paid' }), ...SKIP }, { do: 'skip' }],
	'the same with other values now': [
		{ ...own(UNKNOWN, { settled: 'paid', sameIdentity: false }), ...SKIP },
		{ do: 'refuse', because: 'paidDifferently', entry: UNKNOWN },
	],

	// Within one execution, another item or another node with the same reference.
	'another item paid the reference': [answered(ACCEPTED), PAID],
	'another item paid the reference, and paid ones are skipped': [{ ...answered(ACCEPTED), ...SKIP }, { do: 'skip' }],
	'another item paid the reference with other values': [{ ...answered(ACCEPTED, false), ...SKIP }, REUSED],
	'another item of the reference was rejected': [answered(REJECTED), remembered(REJECTED)],
	'another item of the reference failed': [answered(FAILED), remembered(FAILED)],
	'another payment of the reference was rejected': [answered(REJECTED, false), REUSED],
	'another payment of the reference failed': [{ ...answered(FAILED, false), ...SKIP }, REUSED],
	'another item of the reference is unknown, though somebody released it': [
		other(UNKNOWN, { sameReference: true, settled: 'released' }),
		remembered(UNKNOWN),
	],
	'another item of the reference is under way': [other(SENDING, { sameReference: true }), remembered(SENDING)],
	'another payment of the reference is open': [
		other(UNKNOWN, { sameReference: true, sameIdentity: false }),
		{ do: 'refuse', because: 'notSettled', sameIdentity: false, claim: '' },
	],

	// Within one execution: other payments.
	'another payment is unknown, which stops the rest': [other(UNKNOWN), stopped('earlierUnknown')],
	'another payment is unknown, which stops nothing': [other(GOING_ON), SEND],
	'another payment is under way': [other(SENDING), SEND],
	'another payment of an execution that ended is unknown': [other(UNKNOWN, { ofThisExecution: false }), SEND],
	'another payment was unknown, and is settled since': [other(UNKNOWN, { settled: 'released' }), SEND],
	'the workflow pays from another account': [{ isOtherAccount: true }, { do: 'refuse', because: 'otherAccount' }],
	'it was accepted here, and the workflow pays from another account since': [
		{ ...own(ACCEPTED), isOtherAccount: true },
		{ do: 'replay', entry: ACCEPTED },
	],
	'the reference is unknown, and the workflow pays from another account': [
		{ ...open(), isOtherAccount: true },
		{ do: 'refuse', because: 'notSettled', sameIdentity: true, claim: 'c' },
	],
	'the registered name is another one': [
		{ otherName: NAME },
		{ do: 'refuse', because: 'nameDiffers', otherName: NAME },
	],

	// The run.
	...Object.fromEntries(
		(['earlierUnknown', 'cancelled', 'checkFailed', 'notApproved', 'earlierFailed', 'halted'] as const).map(
			(because) => [`the run has stopped: ${because}`, [{ stopped: because }, stopped(because)] as const],
		),
	),

	// Where it runs, and what a person allowed.
	'an agent names a payee that nobody allowed': [
		{ payeeProblem: 'it is none' },
		{ do: 'refuse', because: 'payeeNotAllowed', reason: 'it is none' },
	],
	"an agent's payment to the same payee is open": [{ payeeOpen: true }, not('payeeOpen')],
	'another one is like it': [{ repeats: 20_000 }, { do: 'refuse', because: 'repeated', day: 20_000 }],
	'over a limit': [{ limitProblem: 'too much' }, { do: 'refuse', because: 'limitExceeded', reason: 'too much' }],
	'the day has all its payments': [{ dayIsFull: true }, not('day')],
	'it goes over a budget': [{ overBudget: BUDGET }, { do: 'refuse', because: 'budget', budget: BUDGET }],

	// Payees paid before, new or changed. The facts in CLEAR refuse new ones.
	'a payee is known': [{ payeeHistory: 'known' }, SEND],
	'nobody is paid, or it was not asked yet': [{ payeeHistory: undefined }, SEND],
	'a payee is new': [{ payeeHistory: 'new' }, held('new')],
	'a payee has changed': [{ payeeHistory: 'changed' }, held('changed')],
	'a payee is new, and only changed ones are refused': [{ payeeHistory: 'new', newPayees: 'refuseChanged' }, SEND],
	'a payee has changed, and changed ones are refused': [
		{ payeeHistory: 'changed', newPayees: 'refuseChanged' },
		held('changed'),
	],
	'a payee is new, and new ones are allowed': [{ payeeHistory: 'new', newPayees: 'allow' }, SEND],
	'a payee has changed, and new ones are allowed': [{ payeeHistory: 'changed', newPayees: 'allow' }, SEND],
	'the reference was paid, to a payee who is changed now': [
		{ ...paid(), ...SKIP, payeeHistory: 'changed' },
		{ do: 'skip' },
	],

	// Across executions: the stop button and the record.
	'payouts are halted': [{ halted: true }, stopped('halted')],
	'payouts are halted, and the reference was paid': [{ halted: true, ...paid(), ...SKIP }, { do: 'skip' }],
	'the run has stopped, and the reference was paid': [{ stopped: 'checkFailed', ...paid() }, PAID],
	'the reference was paid': [paid(), PAID],
	'the reference was paid, and paid ones are skipped': [{ ...paid(), ...SKIP }, { do: 'skip' }],
	'the same, though over a limit and on a full day': [
		{ ...paid(), ...SKIP, limitProblem: 'x', dayIsFull: true },
		{ do: 'skip' },
	],
	'the reference was paid as another payment': [paid(false), REUSED],
	'the reference was paid as another payment, and paid ones are skipped': [{ ...paid(false), ...SKIP }, REUSED],
	'the reference is unknown': [
		{ ...open(), ...SKIP },
		{ do: 'refuse', because: 'notSettled', sameIdentity: true, claim: 'c' },
	],
	'the reference is unknown as another payment': [
		open(false),
		{ do: 'refuse', because: 'notSettled', sameIdentity: false, claim: 'c' },
	],

	// The claim's permit.
	'somebody is releasing its reference': [
		permit({ withheld: { because: 'releasing' } }),
		{ do: 'refuse', because: 'releasing' },
	],
	'its other rows hold it back': [
		permit({ withheld: { because: 'repeated', day: 7 } }),
		{ do: 'refuse', because: 'repeated', day: 7 },
	],
	'its time is over': [permit({ until: 999 }), { do: 'refuse', because: 'late' }],
	'its time is just not over': [permit({}), SEND],
};

it.each(Object.entries(CASES))('%s', (_, [facts, decision]) => {
	expect(decide({ ...CLEAR, ...facts })).toEqual(decision);
});

it('what this execution remembers comes before the record, that before the run, and that before limits', () => {
	const all: Facts = {
		...CLEAR,
		...own(UNKNOWN),
		...answered(REJECTED),
		stopped: 'cancelled',
		...other(UNKNOWN),
		payeeProblem: 'p',
		halted: true,
		...open(),
		payeeOpen: true,
		repeats: 20_000,
		payeeHistory: 'new',
		limitProblem: 'l',
		dayIsFull: true,
		overBudget: BUDGET,
		permit: { until: 999, withheld: { because: 'releasing' } },
	};
	const order: ReadonlyArray<readonly [fact: keyof Facts, refused: string]> = [
		['own', 'remembered'],
		['sameReference', 'remembered'],
		['recorded', 'notSettled'],
		['stopped', 'cancelled'],
		['others', 'earlierUnknown'],
		['payeeProblem', 'payeeNotAllowed'],
		['halted', 'halted'],
		['payeeOpen', 'payeeOpen'],
		['repeats', 'repeated'],
		['payeeHistory', 'newPayee'],
		['limitProblem', 'limitExceeded'],
		['dayIsFull', 'day'],
		['overBudget', 'budget'],
		['permit', 'releasing'],
	];
	let facts = all;
	for (const [name, refused] of order) {
		const decision = decide(facts);
		expect([name, decision.do === 'refuse' ? decision.because : decision.do]).toEqual([name, refused]);
		facts = { ...facts, [name]: CLEAR[name] };
	}
	expect(decide(facts)).toEqual(SEND);
});
