import type { JsonObject } from '../../../nodes/core/domain/json';
import { isWanted, passes, type EventFilters } from '../../../nodes/core/events/filters';
import { signedEvent } from '../../../nodes/core/events/paymentEvent';
import { MavapayTrigger } from '../../../nodes/MavapayTrigger/MavapayTrigger.node';
import { readSettings, triggerProperties } from '../../../nodes/MavapayTrigger/settings';

const properties = triggerProperties();

const raw = {
	events: ['*'],
	registration: 'automatic',
	replaceExisting: false,
	currency: '',
	status: [],
	type: [],
	customerReference: '',
	customerReferenceMatch: 'equals',
	minimumAmount: '',
	confirmWithMavapay: false,
	maximumAge: 0,
	options: {},
};
const reasonOf = (change: Record<string, unknown>, written = {}) => {
	const settings = readSettings({ ...raw, ...change }, written);
	return settings.ok ? null : settings.reason;
};
const settingsOf = (change: Record<string, unknown>) => {
	const settings = readSettings({ ...raw, ...change });
	if (!settings.ok) throw new Error(settings.reason);
	return settings.value;
};

describe('readSettings', () => {
	it('restricts nothing by default, and loosens nothing', () => {
		expect(settingsOf({})).toEqual({
			events: ['*'],
			registration: 'automatic',
			replaceExisting: false,
			filters: { currencies: null, statuses: null, types: null, customerReference: null, minimumAmount: null },
			confirmWithMavapay: false,
			maximumAgeMs: null,
			allowRepeatedEvents: false,
			replaceWhileTesting: false,
		});
	});

	it('takes minutes as the maximum age', () => {
		expect(settingsOf({ maximumAge: 10 }).maximumAgeMs).toBe(600_000);
	});

	it('replaces nothing where registration is manual, whatever was chosen before', () => {
		expect(settingsOf({ registration: 'manual', replaceExisting: true }).replaceExisting).toBe(false);
	});

	it('takes one text for a list', () => {
		expect(settingsOf({ events: 'payment.sent' }).events).toEqual(['payment.sent']);
		expect(settingsOf({ status: 'success', type: ['Deposit'] }).filters).toMatchObject({
			statuses: ['SUCCESS'],
			types: ['DEPOSIT'],
		});
	});

	it.each([
		[{ events: [] }, "'Trigger On'"],
		[{ events: undefined }, "'Trigger On'"],
		[{ registration: 'auto' }, "'Registration'"],
		[{ confirmWithMavapay: 'no' }, "'Confirm with Mavapay' must be true or false"],
		[{ confirmWithMavapay: '' }, "'Confirm with Mavapay' must be true or false"],
		[{ maximumAge: -1 }, "'Maximum Age' must be from 0"],
		[{ maximumAge: null }, "'Maximum Age' must be a whole number, but is empty"],
		[{ options: { allowRepeatedEvents: 'sometimes' } }, "'Allow Repeated Events' must be true or false"],
		[{ minimumAmount: '5' }, "'Minimum Amount' needs 'Currency'"],
		[{ minimumAmount: '5.5', currency: 'NGN' }, "'Minimum Amount' of '5.5' has a point, but kobo have no decimals"],
		[{ minimumAmount: '-5', currency: 'NGN' }, "'Minimum Amount' is negative"],
		[{ customerReference: '(', customerReferenceMatch: 'regularExpression' }, "'Customer Reference Match'"],
		[{ customerReference: '(', customerReferenceMatch: '' }, "'Customer Reference Match' is empty"],
	])('refuses %j', (change, reason) => {
		expect(reasonOf(change)).toContain(reason);
	});

	it.each([
		['currency', ''],
		['status', []],
		['status', undefined],
		['type', []],
		['customerReference', null],
		['minimumAmount', ' '],
	])('refuses %s as an expression that gave nothing (%j): the filter would be gone', (name, value) => {
		expect(reasonOf({ [name]: value }, { [name]: '={{ $vars.missing }}' })).toContain('gave no value');
		expect(reasonOf({ [name]: value }, { [name]: value })).toBeNull();
	});
});

describe('filters', () => {
	const event = (data: JsonObject) => signedEvent({ event: 'payment.received', data });
	const paid = {
		id: 't',
		currency: 'NGN',
		status: 'SUCCESS',
		type: 'DEPOSIT',
		amount: 150000,
		customerReference: 'order-17',
	};
	const filtersOf = (filters: Record<string, unknown>): EventFilters => settingsOf(filters).filters;
	const through = (data: JsonObject, filters: Record<string, unknown>) => passes(event(data), filtersOf(filters));

	it.each([
		[{}, true],
		[{ currency: 'NGN' }, true],
		[{ currency: 'ngn' }, true],
		[{ currency: 'BTC' }, false],
		[{ status: ['SUCCESS'] }, true],
		[{ status: ['FAILED', 'SUCCESS'] }, true],
		[{ status: ['FAILED'] }, false],
		[{ type: ['DEPOSIT'] }, true],
		[{ type: ['WITHDRAWAL', 'SETTLEMENT'] }, false],
		[{ customerReference: 'order-17' }, true],
		[{ customerReference: 'order-1' }, false],
		[{ customerReference: 'Order-17' }, false],
		[{ customerReference: 'order-1', customerReferenceMatch: 'startsWith' }, true],
		[{ customerReference: 'rder', customerReferenceMatch: 'startsWith' }, false],
		[{ customerReference: 'der-1', customerReferenceMatch: 'contains' }, true],
		[{ customerReference: 'der-2', customerReferenceMatch: 'contains' }, false],
		[{ customerReference: '^order-\\d+$', customerReferenceMatch: 'contains' }, false],
		[{ customerReference: '' }, true],
		[{ currency: '', status: [], type: [] }, true],
		[{ currency: 'NGN', minimumAmount: '150000' }, true],
		[{ currency: 'NGN', minimumAmount: 150000 }, true],
		[{ currency: 'NGN', minimumAmount: '150001' }, false],
		[{ currency: 'NGN', minimumAmount: '' }, true],
		[{ currency: 'NGN', minimumAmount: 0 }, true],
		[{ currency: '', minimumAmount: '0' }, true],
	])('%j lets it through: %s', (filters, expected) => {
		expect(through(paid, filters)).toBe(expected);
	});

	it.each([
		{ currency: 'NGN' },
		{ status: ['SUCCESS'] },
		{ type: ['DEPOSIT'] },
		{ customerReference: 'order', customerReferenceMatch: 'contains' },
	])('%j holds back an event that says nothing about it', (filters) => {
		expect(through({}, filters)).toBe(false);
	});
});

it.each([
	['payment.sent', ['payment.sent'], true],
	['payment.sent', ['payment.received'], false],
	['payment.refunded', ['*'], true],
	['payment.refunded', ['payment.received', '*'], true],
	['*', ['payment.received'], false],
])('%s is wanted by %j: %s', (event, events, wanted) => {
	expect(isWanted(event, events)).toBe(wanted);
});

it('shows what belongs to one kind of registration with that alone', () => {
	const shown = (name: string) => properties.find((property) => property.name === name)?.displayOptions;
	expect(shown('manualNotice')).toEqual({ show: { registration: ['manual'] } });
	expect(shown('replaceExisting')).toEqual({ show: { registration: ['automatic'] } });
});

it('shows the labels of what was chosen under the node', () => {
	const { subtitle = '' } = new MavapayTrigger().description;
	const [property] = properties;
	const options = property?.options ?? [];
	expect(options).toHaveLength(4);
	for (const option of options) {
		if (!('value' in option) || option.value === '*') continue;
		expect(subtitle).toContain(`.replace("${String(option.value)}", "${option.name}")`);
	}
	expect(subtitle).toContain('.replace("*", "Any Event")');
});
