/**
 * Every field of every operation against what users and expressions really bring: nothing, another
 * type, another case, far too much. Which bad values a field gets follows from what it shows.
 */
import { isObject } from '../../../../nodes/core/domain/json';
import { isShown, type Field } from '../../../../nodes/core/operation/field';
import { operations } from '../../../../nodes/Mavapay/operations';
import { nameOf, parametersOf, writtenCases, type WrittenCase } from '../../../cases';
import { asItem, problemsOf, scopeOf, secretOf, type Parameters } from '../../../harness/operations';

/** These pay, prepare payments or work on the record; they are tested elsewhere. */
const ELSEWHERE = /^(prepare|withdrawal|payout|payoutReference):|^quote:(accept|createAndAccept)$/;

/** Filters applied here, and the pair, which the service itself takes in any case. */
const ANY_CASE =
	/^(order:getAll (status|currency|paymentMethod)|price:get pair|transaction:getNew (currency|status|type))$/;

/** Filters that restrict nothing while they are empty, and a switch whose default then holds. */
const MAY_BE_EMPTY = /^transaction:getNew (currency|status|type)$| simplify$/;

const LONG = 'x'.repeat(20_000);
const NOT_TEXT = [{}, [], ['a'], true, Number.NaN, 0.1];

interface Place {
	readonly good: WrittenCase;
	readonly name: string;
	readonly field: Field<unknown>;
	/** The case's parameters with this field set. */
	readonly set: (value: unknown) => Parameters;
}

function placesOf(good: WrittenCase): Place[] {
	const { operation } = good;
	const values: Parameters = parametersOf(good, good.written.made);
	const top = Object.entries(operation.fields).filter(([, field]) => isShown(field, asItem(values).resolved));
	return top.flatMap(([name, field]) => {
		const held = values[name];
		const members = Object.entries(field.members ?? {}).map(([member, memberField]) => ({
			good,
			name: member,
			field: memberField,
			set: (value: unknown) => ({ ...values, [name]: { ...(isObject(held) ? held : {}), [member]: value } }),
		}));
		return [{ good, name, field, set: (value: unknown) => ({ ...values, [name]: value }) }, ...members];
	});
}

/** One place for each field of each operation, in the first case that shows it. */
const places = new Map<string, Place>();
for (const place of writtenCases.filter(({ operation }) => !ELSEWHERE.test(nameOf(operation))).flatMap(placesOf)) {
	const key = `${nameOf(place.good.operation)} ${place.name}`;
	if (!places.has(key)) places.set(key, place);
}

function isMember({ good, name }: Place): boolean {
	return !(name in good.operation.fields);
}

/** Values that a field of this kind must refuse. */
function badValues(key: string, place: Place): unknown[] {
	const { field } = place;
	const mayBeEmpty = MAY_BE_EMPTY.test(key);
	const blank = isMember(place) || mayBeEmpty ? [] : [undefined, null, '', '  '];
	switch (field.face.type) {
		case 'string': {
			if (place.name === 'amount') return AMOUNTS;
			// A reference may be of any length.
			return [...(field.required ? blank : []), ...NOT_TEXT, ...(place.name === 'customerReference' ? [] : [LONG])];
		}
		case 'options':
			return [...blank, ...NOT_TEXT.filter((value) => value !== true), LONG, ...wrongCase(key, field)];
		case 'multiOptions':
			return [
				...blank,
				...(mayBeEmpty ? [] : [[]]),
				[{}],
				7,
				true,
				...wrongCase(key, field).flatMap((value) => [value, [value]]),
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
		case 'collection':
			return ['text', 7, [], true];
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

it('meets every field of every operation, each in a case with `written` in test/cases', () => {
	const fields = operations
		.filter((operation) => !ELSEWHERE.test(nameOf(operation)))
		.flatMap((operation) =>
			Object.entries(operation.fields).flatMap(([name, field]) =>
				// Read as a tool only: test/unit/operation/payees.test.ts.
				field.showWhen?.['@tool']?.includes(true) === true || field.typedAsTool === true
					? []
					: [name, ...Object.keys(field.members ?? {})].map((part) => `${nameOf(operation)} ${part}`),
			),
		);
	expect([...places.keys()].sort()).toStrictEqual([...new Set(fields)].sort());
});

describe.each([...places])('%s', (key, place) => {
	const scope = scopeOf(place.good.deployment ?? 'staging', secretOf(place.good));
	const { operation } = place.good;

	it('refuses bad values, and names its label', () => {
		for (const value of badValues(key, place)) {
			const problems = problemsOf(operation, place.set(value), scope);
			// The value stands in the expectation so that a failure says which one it was.
			expect({ value, problems }).toStrictEqual({
				value,
				problems: [
					expect.objectContaining({ field: place.field.label, reason: expect.stringMatching(/^[a-z].*[^.]$/s) }),
				],
			});
		}
	});

	it('shows no bad value at full length', () => {
		const reasons = problemsOf(operation, place.set(LONG), scope).map(({ reason }) => reason);
		expect(reasons.filter((reason) => reason.length > 400)).toStrictEqual([]);
	});
});

describe('a field that may stay blank is left out', () => {
	const optional = [...places].filter(
		([key, place]) => place.field.face.type === 'string' && !place.field.required && key !== 'simulation:payIn amount',
	);

	it.each(optional)('%s', (_key, place) => {
		const { operation, deployment } = place.good;
		const scope = scopeOf(deployment ?? 'staging', 'a-secret');
		for (const value of [undefined, null, '', '  ']) {
			expect(problemsOf(operation, place.set(value), scope)).toStrictEqual([]);
		}
	});
});
