/**
 * Every field of every operation against what users and expressions really bring: nothing, another
 * type, another case, far too much. Which bad values a field gets follows from what it shows.
 */
import { isObject } from '../../../../nodes/core/domain/json';
import type { Field } from '../../../../nodes/core/operation/field';
import { nameOf, parametersOf, type Made } from '../../../cases';
import { filledInBeside, targets, type Target } from '../../../engine/Mavapay/invalidValues/values';
import { problemsOf, scopeOf, secretOf, type Parameters } from '../../../harness/operations';

/** These pay, prepare payments or work on the record; they are tested elsewhere. */
const ELSEWHERE = /^(prepare|withdrawal|payout|payoutReference):|^quote:(accept|createAndAccept)$/;

/** Filters applied here, and the pair, which the service itself takes in any case. */
const ANY_CASE =
	/^(order:getAll filters\.(status|currency|paymentMethod)|price:get pair|transaction:getNew (currency|status|type))$/;

/** Filters that restrict nothing while they are empty, and a switch whose default then holds. */
const MAY_BE_EMPTY = /^transaction:getNew (currency|status|type)$| simplify$/;

const LONG = 'x'.repeat(20_000);
const NOT_TEXT = [{}, [], ['a'], true, Number.NaN, 0.1];

/** What a case needs in the sandbox, made up. */
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

/** Values that a field of this kind must refuse. */
function badValues({ title, field, inside, name }: Target): unknown[] {
	const mayBeEmpty = MAY_BE_EMPTY.test(title);
	const blank = inside !== null || mayBeEmpty ? [] : [undefined, null, '', '  '];
	switch (field.face.type) {
		case 'string': {
			if (name === 'amount') return AMOUNTS;
			// A reference may be of any length.
			return [...(field.required ? blank : []), ...NOT_TEXT, ...(name === 'customerReference' ? [] : [LONG])];
		}
		case 'options':
			return [...blank, ...NOT_TEXT.filter((value) => value !== true), LONG, ...wrongCase(title, field)];
		case 'multiOptions':
			return [
				...blank,
				...(mayBeEmpty ? [] : [[]]),
				[{}],
				7,
				true,
				...wrongCase(title, field).flatMap((value) => [value, [value]]),
			];
		case 'boolean':
			return [...blank, 'yes', 'TRUE!', 1, 0, {}, []];
		case 'number':
			return [...blank, 'abc', 1.5, -1, '1e3', {}, [], true, 10 ** 12, Number.NaN];
		case 'resourceLocator':
			return [
				...(field.required ? [...blank, { __rl: true, mode: 'list', value: '' }, { __rl: true, mode: 'id' }] : []),
				{},
				[],
				true,
				LONG,
			];
		case 'json':
			return [...blank, '{', '[]', '"text"', '{}', 7, [], {}, true];
		case 'dateTime':
			return [
				'tomorrow',
				'2026-13-45',
				'2026-02-31',
				'2026-02-30T10:00:00Z',
				'2026-02',
				'2026/02/28',
				'2026 2 28',
				'46023',
				{},
				[],
				7,
				true,
			];
		default:
			throw new Error(`No bad values are known for a field of type ${field.face.type}.`);
	}
}

const AMOUNTS = [
	...['', ' ', '0', '-1', '+1', '1e3', '1,000', '1 000', '0x10', 'NaN', '1.5', '\u0661\u0662', 'ten', LONG],
	...[undefined, null, 0, -1, 1.5, 2 ** 60, Number.NaN, Number.POSITIVE_INFINITY, {}, [], true],
];

function wrongCase(key: string, { face }: Field<unknown>): unknown[] {
	if (ANY_CASE.test(key)) return [];
	const values = (face.options ?? []).flatMap((option) => ('value' in option ? [String(option.value)] : []));
	return values
		.flatMap((value) => [value.toLowerCase(), value.toUpperCase()])
		.filter((value) => !values.includes(value));
}

const tried = targets.filter(({ operation }) => !ELSEWHERE.test(nameOf(operation)));

describe.each(tried)('$title', (target) => {
	const { operation, one, field } = target;
	const scope = scopeOf(one.deployment ?? 'staging', secretOf(one));

	it('refuses bad values, and names its label', () => {
		for (const value of badValues(target)) {
			const problems = problemsOf(operation, withValue(target, value), scope);
			// The value stands in the expectation so that a failure says which one it was.
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
