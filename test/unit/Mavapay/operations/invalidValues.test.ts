/**
 * Every field of every operation against what users and expressions really bring: nothing, another type, another case,
 * far too much. How a field is described decides which bad values it gets; the engine tests use the same values.
 */
import { isObject } from '../../../../nodes/core/domain/json';
import { nameOf, parametersOf, type Made } from '../../../cases';
import { badValues, filledInBeside, targets, type Target } from '../../../engine/Mavapay/invalidValues/values';
import { problemsOf, scopeOf, secretOf, type Parameters } from '../../../harness/operations';

/** Operations that pay, prepare payments or work on the record. Other tests cover them. */
const ELSEWHERE = /^(prepare|withdrawal|payout|payoutReference):|^quote:(accept|createAndAccept)$/;

const LONG = 'x'.repeat(20_000);

/** Made-up values in place of those that a case creates in the sandbox. */
const made: Made = new Proxy({}, { get: (_, name) => `made-up ${String(name)}` });

/** The case's parameters with the field set to a value. */
function withValue({ one, inside, name, field }: Target, value: unknown): Parameters {
	const given: Parameters = parametersOf(one, made);
	const inMinorUnits = name === 'amount' && 'amountUnit' in given ? { amountUnit: 'minor' } : {};
	const values: Parameters = { ...given, ...filledInBeside(field), ...inMinorUnits };
	if (inside === null) return { ...values, [name]: value };
	const held = values[inside];
	return { ...values, [inside]: { ...(isObject(held) ? held : {}), [name]: value } };
}

/** Filters that may be empty, and then restrict nothing. The engine tests cover expressions without a result. */
const MAY_BE_EMPTY = /^transaction:getNew (currency|status|type)$/;

const refusedOf = (target: Target) =>
	badValues(target, made).refused.filter(
		(value) => !MAY_BE_EMPTY.test(target.title) || String(value ?? '').trim() !== '',
	);

const tried = targets.filter(({ operation }) => !ELSEWHERE.test(nameOf(operation)));

describe.each(tried)('$title', (target) => {
	const { operation, one, field } = target;
	const scope = scopeOf(one.deployment ?? 'staging', secretOf(one));

	it('refuses bad values, and names its label', () => {
		for (const value of refusedOf(target)) {
			const problems = problemsOf(operation, withValue(target, value), scope);
			// The value is part of the expectation, so that a failing test shows it.
			expect({ value, problems }).toStrictEqual({
				value,
				problems: [expect.objectContaining({ field: field.label, reason: expect.stringMatching(/^[a-z].*[^.]$/s) })],
			});
		}
	});

	it('shows no bad value at full length', () => {
		const reasons = problemsOf(operation, withValue(target, LONG), scope).map(({ reason }) => reason);
		expect(reasons.filter((reason) => reason.length > 400)).toStrictEqual([]);
	});
});

describe('a field that may stay blank is left out', () => {
	const optional = tried.filter(
		({ title, field }) => field.face.type === 'string' && !field.required && title !== 'simulation:payIn amount',
	);

	it.each(optional)('$title', (target) => {
		const { operation, one } = target;
		const scope = scopeOf(one.deployment ?? 'staging', 'a-secret');
		for (const value of [undefined, null, '', '  ']) {
			expect(problemsOf(operation, withValue(target, value), scope)).toStrictEqual([]);
		}
	});
});
