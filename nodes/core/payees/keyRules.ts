import {
	linesAllowing,
	readAllowedPayees,
	readLines,
	readNamedAmount,
	type AllowedPayee,
	type Payee,
} from './allowedPayees';
import { BUDGET_RULE, PERIODS, type BudgetLimits, type LimitsByCurrency } from '../domain/budget';
import { checkMost, type Amount, type CurrencyCode } from '../domain/money';
import { describeType, fail, ok, type Result } from '../domain/result';

/* The rules that the manager of an API key sets in its credential. They apply in addition to a node's own settings. */

/** The rules of an API key; a rule that isn't filled in is null, or 0 days. */
export type KeyRules = Readonly<ReturnType<typeof readKeyRules>>;

const RULE = {
	payees: "'Allowed Payees'",
	most: "'Most per Payment'",
	approval: "'Approval Above'",
	workflows: "'Allowed Workflows'",
	repeats: "'Repeats Within (Days)'",
};

const MOST_DAYS = 31;

/** Reads the rules from a credential's values. A missing rule is off. A rule that is an expression can't be read. */
export function readKeyRules(credential: Readonly<Record<string, unknown>>) {
	const problems: string[] = [];
	const rule = <T>(label: string, name: string, off: T, readValue: (given: unknown) => Result<T>): T => {
		const given = credential[name];
		const isExpression = typeof given === 'string' && given.startsWith('=');
		if (!(name in credential)) return off;
		const read = isExpression ? fail('is an expression, which may give nothing; type its value') : readValue(given);
		if (!read.ok) problems.push(`${label} ${read.reason}`);
		return read.ok ? read.value : off;
	};
	const lines = <T>(label: string, name: string, readText: (text: string) => Result<T>) =>
		rule<T | null>(label, name, null, (given) => readField(given, readText));
	const rules = {
		allowedPayees: lines(RULE.payees, 'allowedPayees', (text) => readAllowedPayees(text, 'named')),
		mostPerPayment: lines(RULE.most, 'mostPerPayment', readLimits),
		budgets: {
			day: lines(BUDGET_RULE.day, 'mostPerDay', readLimits),
			month: lines(BUDGET_RULE.month, 'mostPerMonth', readLimits),
		} satisfies BudgetLimits,
		approvalAbove: lines(RULE.approval, 'approvalAbove', readLimits),
		allowedWorkflows: lines(RULE.workflows, 'allowedWorkflows', (text) => readLines(text, readWorkflow)),
		/** For how many days, including today, a payment like an earlier one is refused; at most 31. 0: the node decides. */
		repeatsWithinDays: rule(RULE.repeats, 'repeatsWithinDays', 0, readDays),
	};
	/** Why a rule can't be read, as a clause with its field and line. Nothing is then paid. Null if all can be read. */
	const [problem = null] = problems;
	return { ...rules, problem };
}

function readField<T>(given: unknown, readText: (text: string) => Result<T>): Result<T | null> {
	if (typeof given !== 'string') return fail(`must be text, but is ${describeType(given)}`);
	return given.trim() === '' ? ok(null) : readText(given);
}

/** Reads lines such as `NGN 500000`. If several lines name a currency, the smallest amount counts. */
function readLimits(text: string): Result<LimitsByCurrency> {
	const read = readLines(text, (line) => {
		const [, currency = '', amount = ''] = /^(\S+)\s+(\S+)$/.exec(line) ?? [];
		if (amount === '') return fail("which isn't a currency with an amount, such as NGN 500000");
		const limit = readNamedAmount(currency, amount);
		return limit.ok ? limit : fail(`which ${limit.reason}`);
	});
	if (!read.ok) return read;
	const limits = new Map<CurrencyCode, bigint>();
	for (const { currency, minor } of read.value) {
		const earlier = limits.get(currency);
		if (earlier === undefined || minor < earlier) limits.set(currency, minor);
	}
	return ok(limits);
}

/** Reads the ID of a workflow, which is the end of its address. */
function readWorkflow(line: string): Result<string> {
	return /^[^\s/:{}]+$/.test(line)
		? ok(line)
		: fail("which isn't a workflow ID: that is the last part of the workflow's address in n8n");
}

function readDays(given: unknown): Result<number> {
	const isDays = typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= MOST_DAYS;
	return isDays ? ok(given) : fail(`must be a whole number from 0 to ${MOST_DAYS}`);
}

/** A payment, or another write that names somebody to pay later. The rules apply to both. */
export interface UnderRules {
	readonly workflowId: string;
	readonly today: () => string;
	/** The payee that is paid, or can be paid from now on. */
	readonly payee: Payee;
	/** The amount. `null`: it will never be known. `undefined`: not known yet; compared once it is. */
	readonly amount: Amount | null | undefined;
	/** Whether a person's approval is filled in; `impossible` for AI tools and operations that have no approval. */
	readonly approval: 'given' | 'missing' | 'impossible';
}

/** Checks an operation that pays, or names who gets money, against the rules of its API key. */
export function checkKeyRules(
	rules: KeyRules,
	{ workflowId, today, payee, amount, approval }: UnderRules,
): Result<null> {
	const { problem, allowedPayees, mostPerPayment, allowedWorkflows } = rules;
	if (problem !== null) return fail(problem);
	if (allowedWorkflows?.includes(workflowId) === false)
		return fail(`this workflow (ID ${workflowId || 'none'}) is not one of the ${RULE.workflows}`);
	const lines = allowedPayees === null ? ok([]) : linesAllowing(payee, allowedPayees, today());
	if (!lines.ok) return lines;
	const caps = lines.value.map((line) => checkCap(line, amount));
	const held = firstRefusal([...caps, checkLimit(mostPerPayment, amount, RULE.most)]);
	if (!held.ok) return held;
	const free = approval === 'given' ? ok(null) : checkWithoutApproval(rules, amount);
	return free.ok ? free : fail(`${free.reason}, and ${NOT_APPROVED[approval]}`);
}

const NOT_APPROVED = {
	given: '',
	missing: "nobody has approved the payment: use 'Prepare', then fill in 'Approval Digest' and 'Approved By'",
	impossible: "the payment can't be approved here",
};

/** Checks that the rules of the API key don't require approval for an amount. */
export function checkWithoutApproval({ approvalAbove }: KeyRules, amount: UnderRules['amount']): Result<null> {
	return checkLimit(approvalAbove, amount, RULE.approval);
}

const firstRefusal = (checks: ReadonlyArray<Result<null>>) => checks.find((check) => !check.ok) ?? ok(null);

function checkCap({ line, maximum, currency }: AllowedPayee, amount: UnderRules['amount']): Result<null> {
	const cap = maximum === null || currency === null ? null : new Map([[currency, maximum]]);
	return checkLimit(cap, amount, `the line "${line}" of ${RULE.payees}`);
}

/** Compares an amount with its currency's limit. If `compares` is false, only checks that there is such a limit. */
function checkLimit(
	limits: LimitsByCurrency | null,
	amount: UnderRules['amount'],
	whose: string,
	compares = true,
): Result<null> {
	if (limits === null || amount === undefined) return ok(null);
	if (amount === null) return fail(`the amount is not known, so it can't be compared with ${whose}`);
	const { minor, currency } = amount;
	const limit = limits.get(currency);
	if (limit === undefined) return fail(`the amount is in ${currency}, and ${whose} has no limit for that currency`);
	return compares ? checkMost(minor, limit, currency, whose) : ok(null);
}

/** Checks that each budget has a limit for a payment's currency. */
export function checkBudgets({ budgets }: KeyRules, amount: UnderRules['amount']): Result<null> {
	return firstRefusal(PERIODS.map((period) => checkLimit(budgets[period], amount, BUDGET_RULE[period], false)));
}

/** Whether the rules need an amount, which must then be looked up if only Mavapay knows it. */
export function hasKeyLimits({ allowedPayees, mostPerPayment, budgets, approvalAbove }: KeyRules): boolean {
	const hasCap = allowedPayees?.some(({ maximum }) => maximum !== null) ?? false;
	return [mostPerPayment, budgets.day, budgets.month, approvalAbove].some((limit) => limit !== null) || hasCap;
}
