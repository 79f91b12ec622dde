/**
 * The options of an AI agent's tool. `EFFECT` is our decision: it says what each option does in a call, which has one
 * item. Options that only matter for several items, or never for a tool, are neither shown nor read.
 */
import { isShown, type Field } from '../../../nodes/core/operation/field';
import type { Operation } from '../../../nodes/core/operation/operation';
import { operations } from '../../../nodes/Mavapay/operations';
import { cases, nameOf, parametersOf } from '../../cases';
import { STANDING_IN } from '../../cases/quoteParts';
import { asItem, scopeOf } from '../../harness/operations';

const SENT = 'is sent to Mavapay';
const RESPONSE = 'bounds, or reads, the response to the one request';
const FINDS = 'says which results count';
const OUTPUT = "adds to the call's output";

const EFFECT: Readonly<Record<string, string>> = {
	addFeeToTotalCost: SENT,
	alsoRefused: RESPONSE,
	bankName: SENT,
	callbackUrl: SENT,
	customerInternalFee: SENT,
	customerReference: SENT,
	dateWindow: FINDS,
	description: SENT,
	includeInputFields: OUTPUT,
	includeSummary: OUTPUT,
	limit: FINDS,
	lookBack: FINDS,
	memo: SENT,
	onUnknown: 'lets calls for other payees go on after an unknown one of the execution',
	paymentMethod: SENT,
	pollInterval: RESPONSE,
	repeat: FINDS,
	revealSecrets: OUTPUT,
	skipChecks: 'lets through what a check of form would refuse',
	skipVirtualAccount: SENT,
	speed: SENT,
	timeout: RESPONSE,
	tolerance: FINDS,
};

const forAgents = operations.filter(({ toolEffect }) => toolEffect !== 'refused');
const optionsOf = ({ fields }: Operation) => Object.entries(fields.options?.members ?? {});
const isOffered = (option: Field<unknown>) => isShown(option, { '@tool': true });

it.each(forAgents.map((operation) => [nameOf(operation), operation] as const))(
	'%s: as a tool it offers what EFFECT names, and all of that',
	(_, operation) => {
		for (const [name, option] of optionsOf(operation))
			expect([name, isOffered(option)]).toEqual([name, name in EFFECT]);
	},
);

it('EFFECT names only what some operation has', () => {
	const names = new Set(forAgents.flatMap((operation) => optionsOf(operation).map(([name]) => name)));
	expect(Object.keys(EFFECT).filter((name) => !names.has(name))).toEqual([]);
});

/** A value other than the preset. */
function otherThanPreset({ face }: Field<unknown>): unknown {
	const choice = face.options?.find((one) => 'value' in one && one.value !== face.default);
	if (choice !== undefined && 'value' in choice) return choice.value;
	return typeof face.default === 'number' ? face.default + 1 : true;
}

const TYPED = {
	allowedPayees: '000013:0123456789\nada@example.com',
	maximumAmount: '900000',
	maximumTotal: '900000',
	paymentsPerDay: '5',
	reason: 'Asked for by Ada',
};

/** All that a plan contains except its functions. */
const planAsTool = (operation: Operation, options: Record<string, unknown>) => {
	if (operation.effect === 'custom' || operation.effect === 'prepare') return null;
	const one = cases.find((candidate) => candidate.operation === operation);
	if (one === undefined) throw new Error('It has no case.');
	const presets = Object.fromEntries(Object.entries(operation.fields).map(([name, { face }]) => [name, face.default]));
	const { resolved, ...rest } = asItem({ ...presets, ...parametersOf(one, STANDING_IN), ...TYPED, options });
	const plan = operation.plan(
		{ ...rest, resolved: { ...resolved, '@tool': true } },
		{ ...scopeOf(one.deployment ?? 'custom', 'hook-secret-of-the-test'), asTool: true },
	);
	return JSON.stringify(plan, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
};

const hidden = forAgents.flatMap((operation) =>
	optionsOf(operation)
		.filter(([, option]) => !isOffered(option))
		.map(([name, option]) => [nameOf(operation), name, operation, option] as const),
);

it.each(hidden)("%s: a value of '%s' that a workflow still holds is not read", (_, name, operation, option) => {
	const without = planAsTool(operation, {});
	expect(without).toContain('"ok":true');
	for (const value of [otherThanPreset(option), 'no such value']) {
		expect(planAsTool(operation, { [name]: value })).toBe(without);
	}
});
