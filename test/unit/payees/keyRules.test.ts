/** The rules of a credential's key: how the credential's values are read, and what the rules refuse. */
import type { Payee } from '../../../nodes/core/payees/allowedPayees';
import { MavapayApi } from '../../../credentials/MavapayApi.credentials';
import { NO_RULES } from '../../harness/payout/plans';
import {
	checkBudgets,
	checkKeyRules,
	checkWithoutApproval,
	hasKeyLimits,
	readKeyRules,
	type UnderRules,
} from '../../../nodes/core/payees/keyRules';

const ADA: Payee = { kind: 'account', bank: '000013', accountNumber: '0123456789' };
const OBI: Payee = { kind: 'account', bank: '000013', accountNumber: '9876543210' };
const naira = (minor: bigint) => ({ minor, currency: 'NGN' });

/** Why the rules refuse a payment (1,000.00 NGN to Ada, unless `given` changes it); null if they allow it. */
function refusal(credential: Record<string, unknown>, given: Partial<UnderRules> = {}): string | null {
	const checked = checkKeyRules(readKeyRules(credential), {
		workflowId: 'workflow 1',
		today: () => '2026-11-24',
		payee: ADA,
		amount: naira(100_000n),
		approval: 'missing',
		...given,
	});
	return checked.ok ? null : checked.reason;
}

const { properties } = new MavapayApi();
const at = (notice: string) => properties.findIndex(({ name }) => name === notice);
const FIELDS = properties.slice(at('rulesForPayments') + 1, at('whileChanging'));

it('every field of the credential below the notice is a rule that is read, and no other is', () => {
	const read: unknown[] = [];
	readKeyRules(new Proxy({}, { get: (_, name) => void read.push(name) }));
	expect(read.sort()).toEqual(FIELDS.map(({ name }) => name).sort());
});

describe('a key without rules', () => {
	const empty = Object.fromEntries(FIELDS.map(({ name, default: off }) => [name, off]));
	const blank = { mostPerPayment: ' \n ', allowedWorkflows: '\r\n' };

	it.each([[{}], [empty], [blank]])('refuses nothing: %j', (credential) => {
		expect(readKeyRules(credential)).toEqual(NO_RULES);
		expect(refusal(credential)).toBeNull();
		expect(refusal(credential, { payee: { kind: 'unseen' }, amount: null })).toBeNull();
	});
});

describe('a value that is not of its kind refuses every payment, and says which', () => {
	const text = FIELDS.flatMap(({ name, type }) => (type === 'string' ? [name] : []));
	const odd = [undefined, null, 0, 7, true, false, [], ['NGN 1'], {}, { a: 1 }];

	it.each(text.flatMap((name) => odd.map((value) => [name, value] as const)))('%s: %j', (name, value) => {
		const label = name.replace(/([A-Z])/g, ' $1');
		const reason = refusal({ [name]: value }, { payee: { kind: 'ownWallet' }, approval: 'given' });
		expect(reason?.toLowerCase()).toContain(label.toLowerCase());
		expect(reason).toContain('must be text, but is');
	});

	it.each([undefined, null, '', '0', '7', -1, 0.5, 32, NaN, Infinity, true, [], {}, '{{ 0 }}'])(
		'repeatsWithinDays: %j',
		(value) => {
			const credential = { repeatsWithinDays: value };
			expect(refusal(credential)).toBe("'Repeats Within (Days)' must be a whole number from 0 to 31");
			expect(readKeyRules(credential).repeatsWithinDays).toBe(0);
		},
	);

	it.each([...text, 'repeatsWithinDays'])('%s that is an expression', (name) => {
		const reason = refusal({ [name]: '={{ $vars.nothing }}' }, { payee: { kind: 'ownWallet' }, approval: 'given' });
		expect(reason).toContain('is an expression, which may give nothing; type its value');
	});

	it.each([0, 1, 7, 31])('and %j is a number of days', (days) => {
		expect(readKeyRules({ repeatsWithinDays: days })).toMatchObject({ problem: null, repeatsWithinDays: days });
	});
});

describe('a line that cannot be read refuses every payment, and is named', () => {
	it.each([
		['allowedPayees', 'Ada', "isn't one of these: bankCode:accountNumber"],
		['allowedPayees', '000013:0123456789 max 20000', 'whose cap names none of the currencies'],
		['allowedPayees', '000013:0123456789 max 20000 NGN', "isn't one of these"],
		['allowedPayees', '000013:0123456789 max NGN', 'whose cap names none of the currencies'],
		['allowedPayees', '000013:0123456789 max XYZ 20000', 'whose cap names none of the currencies'],
		['allowedPayees', '000013:0123456789 max NGN 20,000', 'whose cap is not a plain number'],
		['allowedPayees', '000013:0123456789 max NGN 20000.505', 'whose cap has 3 decimals'],
		['allowedPayees', '000013:0123456789 MAX NGN 20000', "isn't one of these"],
		['allowedPayees', '000013:0123456789 until 31.12.2026', "whose last day isn't a date"],
		['allowedPayees', '000013:0123456789 until 2026-12-31 max NGN 20000', "isn't one of these"],
		['allowedPayees', '{{ $json.payees }}', "isn't one of these"],
		['mostPerPayment', 'NGN', "isn't a currency with an amount"],
		['mostPerPayment', 'NGN500000', "isn't a currency with an amount"],
		['mostPerPayment', '500000 NGN', 'names none of the currencies'],
		['mostPerPayment', 'NGNKOBO 500000', 'names none of the currencies'],
		['mostPerPayment', 'NGN 500,000', 'is not a plain number'],
		['mostPerPayment', 'NGN 500 000', "isn't a currency with an amount"],
		['mostPerPayment', 'NGN 25.000', 'has 3 decimals'],
		['mostPerPayment', 'NGN -1', 'is negative'],
		['mostPerPayment', 'NGN 5e5', 'has an exponent'],
		['mostPerPayment', 'NGN ٥٠٠', 'is not a plain number'],
		['mostPerPayment', '\u200b', "isn't a currency with an amount"],
		['mostPerDay', 'NGN 500000 a day', "isn't a currency with an amount"],
		['mostPerMonth', '500000', "isn't a currency with an amount"],
		['approvalAbove', 'NGN: 500000', 'names none of the currencies'],
		['allowedWorkflows', 'https://n8n.example.com/workflow/abc', "isn't a workflow ID"],
		['allowedWorkflows', 'abc, def', "isn't a workflow ID"],
		['allowedWorkflows', '{{$workflow.id}}', "isn't a workflow ID"],
	])('%s: %s', (name, line, reason) => {
		const good = name === 'allowedWorkflows' ? 'workflow1' : name === 'allowedPayees' ? 'till:5123456' : 'NGN 5000000';
		const said = refusal({ [name]: `${good}\n  ${line}\n` }, { payee: { kind: 'ownWallet' }, approval: 'given' });
		expect(said).toContain(`has the line "${line}", `);
		expect(said).toContain(reason);
	});
});

describe('allowed workflows', () => {
	const only = { allowedWorkflows: 'abc\r\n  workflow-2  \n' };

	it.each([
		['abc', true],
		['workflow-2', true],
		['ABC', false],
		['ab', false],
		['workflow', false],
		['', false],
	])('%j is one of them: %s', (workflowId, isOne) => {
		const reason = refusal(only, { workflowId });
		expect(reason === null).toBe(isOne);
		if (!isOne) expect(reason).toBe(`this workflow (ID ${workflowId || 'none'}) is not one of the 'Allowed Workflows'`);
	});
});

describe('allowed payees', () => {
	const list = 'till:5123456\n000013:0123456789 max NGN 20000.50 until 2026-12-31';
	const ada = { allowedPayees: list };

	it('refuses anybody else, and who cannot be seen, and says nothing of the list', () => {
		expect(refusal(ada)).toBeNull();
		expect(refusal(ada, { payee: OBI })).toBe("the payee is not one of the 'Allowed Payees'");
		expect(refusal(ada, { payee: { kind: 'unseen' } })).toContain("the payee isn't known");
	});

	it('holds nothing against what pays nobody', () => {
		expect(refusal(ada, { payee: { kind: 'ownWallet' } })).toBeNull();
	});

	it('ends after the last day of a line', () => {
		expect(refusal(ada, { today: () => '2026-12-31' })).toBeNull();
		expect(refusal(ada, { today: () => '2027-01-01' })).toContain('has expired');
	});

	it('holds the cap in its own currency alone', () => {
		expect(refusal(ada, { amount: naira(2_000_050n) })).toBeNull();
		expect(refusal(ada, { amount: naira(2_000_051n) })).toContain('the amount is more than the 20,000.50 NGN');
		expect(refusal(ada, { amount: { minor: 1n, currency: 'BTC' } })).toContain('the amount is in BTC, and the line');
		expect(refusal(ada, { amount: null })).toContain('the amount is not known');
		expect(refusal(ada, { amount: undefined })).toBeNull();
		const till: Payee = { kind: 'till', till: '5123456' };
		expect(refusal(ada, { payee: till, amount: { minor: 1n, currency: 'BTC' } })).toBeNull();
	});

	it('that are held leave the other rules to be held', () => {
		expect(refusal({ ...ada, mostPerPayment: 'NGN 10' }, { amount: naira(1_001n) })).toContain("'Most per Payment'");
		expect(refusal({ ...ada, approvalAbove: 'NGN 10' }, { amount: naira(1_001n) })).toContain("'Approval Above'");
		const both = { mostPerPayment: 'NGN 100', approvalAbove: 'NGN 10' };
		expect(refusal(both, { amount: naira(1_001n) })).toContain("'Approval Above'");
	});

	it('holds all lines that name the payee', () => {
		const twice = { allowedPayees: `000013:0123456789 max ngn 500\n${list}` };
		expect(refusal(twice, { amount: naira(50_001n) })).toContain('max ngn 500');
		const twoCurrencies = { allowedPayees: `000013:0123456789 max BTC 1\n${list}` };
		expect(refusal(twoCurrencies, { amount: naira(1n) })).toContain('max BTC 1');
	});
});

describe('most per day and per month', () => {
	const sums = readKeyRules({ mostPerDay: 'NGN 2000000\nNGN 1000000.50\nBTC 1', mostPerMonth: 'NGN 20000000' });

	it('are in whole units, of several lines the smallest', () => {
		expect(sums.problem).toBeNull();
		expect(sums.budgets).toEqual({
			day: new Map([
				['NGN', 100_000_050n],
				['BTC', 100_000_000n],
			]),
			month: new Map([['NGN', 2_000_000_000n]]),
		});
		expect(hasKeyLimits(sums)).toBe(true);
	});

	it("refuse a currency without a line, and an amount that nobody knows; sums are the record's", () => {
		expect(checkBudgets(sums, naira(10_000_000_000n)).ok).toBe(true);
		expect(checkBudgets(sums, undefined).ok).toBe(true);
		expect(checkBudgets(NO_RULES, null).ok).toBe(true);
		expect(checkBudgets(sums, { minor: 1n, currency: 'BTC' })).toMatchObject({
			reason: "the amount is in BTC, and 'Most per Month' has no limit for that currency",
		});
		expect(checkBudgets(sums, null)).toMatchObject({
			reason: "the amount is not known, so it can't be compared with 'Most per Day'",
		});
	});
});

describe('most per payment', () => {
	const most = { mostPerPayment: 'NGN 500000\nusdt\t100.50\nNGN 400000\nBTC 0.00000001' };

	it('is in whole units, of several lines the smallest', () => {
		expect(refusal(most, { amount: naira(40_000_000n) })).toBeNull();
		expect(refusal(most, { amount: naira(40_000_001n) })).toBe(
			"the amount is more than the 400,000.00 NGN (40000000 kobo) of 'Most per Payment'",
		);
		expect(refusal(most, { amount: { minor: 10_050n, currency: 'USDT' } })).toBeNull();
		expect(refusal(most, { amount: { minor: 10_051n, currency: 'USDT' } })).not.toBeNull();
		expect(refusal(most, { amount: { minor: 2n, currency: 'BTC' } })).not.toBeNull();
	});

	it('is the smallest in whatever order, with whatever blanks', () => {
		for (const text of ['NGN 2\nNGN 1\nNGN 3', 'NGN  1\nNGN \t3'])
			expect(refusal({ mostPerPayment: text }, { amount: naira(101n) })).toContain('1.00 NGN');
	});

	it('refuses a currency without a line, and an amount that nobody knows', () => {
		expect(refusal(most, { amount: { minor: 1n, currency: 'KES' } })).toBe(
			"the amount is in KES, and 'Most per Payment' has no limit for that currency",
		);
		expect(refusal(most, { amount: null })).toContain('the amount is not known');
	});

	it('holds also what is approved', () => {
		expect(refusal(most, { amount: naira(40_000_001n), approval: 'given' })).not.toBeNull();
	});

	it('may be nothing at all', () => {
		expect(refusal({ mostPerPayment: 'NGN 0' }, { amount: naira(1n) })).not.toBeNull();
	});
});

describe('approval above', () => {
	const above = { approvalAbove: 'NGN 100000\nBTC 0' };

	it.each([
		[naira(10_000_000n), true],
		[naira(10_000_001n), false],
		[{ minor: 1n, currency: 'BTC' }, false],
		[{ minor: 1n, currency: 'USDT' }, false],
		[null, false],
		[undefined, true],
	])('%j needs none: %s', (amount, needsNone) => {
		expect(refusal(above, { amount }) === null).toBe(needsNone);
		expect(checkWithoutApproval(readKeyRules(above), amount).ok).toBe(needsNone);
		expect(refusal(above, { amount, approval: 'given' })).toBeNull();
	});

	it.each([
		['missing', /'Approval Above', and nobody has approved the payment: use 'Prepare'/],
		['impossible', /'Approval Above', and the payment can't be approved here$/],
	] as const)('says what approves it: %s', (approval, said) => {
		expect(refusal(above, { amount: naira(10_000_001n), approval })).toMatch(said);
	});
});

test('the rules need amounts where one of them has a limit', () => {
	const need = (credential: Record<string, unknown>) => hasKeyLimits(readKeyRules(credential));
	expect(
		[
			{ mostPerPayment: 'NGN 1' },
			{ approvalAbove: 'NGN 1' },
			{ allowedPayees: 'till:5123456\ntill:5123457 max KES 1' },
		].every(need),
	).toBe(true);
	expect(
		[{}, { allowedPayees: 'till:5123456' }, { allowedWorkflows: 'abc' }, { repeatsWithinDays: 3 }].some(need),
	).toBe(false);
});
