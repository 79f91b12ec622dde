import { shapeEvent } from '../../../nodes/MavapayTrigger/event';
import { isWanted, passes, type Filters } from '../../../nodes/MavapayTrigger/filters';
import { readSettings, type RawSettings } from '../../../nodes/MavapayTrigger/settings';

const raw: RawSettings = { events: ['*'], registration: 'automatic', replaceExisting: false, filters: {}, options: {} };
const reasonOf = (change: Partial<RawSettings>) => {
	const settings = readSettings({ ...raw, ...change });
	return settings.ok ? null : settings.reason;
};
const settingsOf = (change: Partial<RawSettings>) => {
	const settings = readSettings({ ...raw, ...change });
	if (!settings.ok) throw new Error(settings.reason);
	return settings.value;
};

describe('readSettings', () => {
	it('fails closed by default', () => {
		expect(settingsOf({})).toMatchObject({
			events: ['*'],
			registration: 'automatic',
			replaceExisting: false,
			signatureCheck: 'required',
			signatureHeader: null,
			signedText: 'body',
			confirmWithService: false,
			deduplicate: true,
			takeSlotWhileTesting: false,
		});
	});

	it.each(['whenPresent', 'off'])('asks the service whatever was chosen while the signature check is %s', (signatureCheck) => {
		expect(settingsOf({ options: { signatureCheck, confirmWithService: false } }).confirmWithService).toBe(true);
	});

	it('asks the service beside the signature where that is chosen', () => {
		expect(settingsOf({ options: { confirmWithService: true } })).toMatchObject({
			signatureCheck: 'required',
			confirmWithService: true,
		});
	});

	it.each(['true', 'no', 1, []])('refuses %j as an answer to whether the service is asked', (confirmWithService) => {
		expect(reasonOf({ options: { confirmWithService } })).toContain("'Confirm with Service' is neither on nor off");
	});

	it('takes one text for a list', () => {
		expect(settingsOf({ events: 'payment.sent' }).events).toEqual(['payment.sent']);
		expect(settingsOf({ filters: { status: 'success', type: ['Deposit', ' '] } }).filters).toMatchObject({
			statuses: ['SUCCESS'],
			types: ['DEPOSIT'],
		});
	});

	it.each([
		[{ events: [] }, "'Trigger On'"],
		[{ events: undefined }, "'Trigger On'"],
		[{ registration: 'auto' }, "'Registration'"],
		[{ options: { signatureCheck: 'none' } }, "'Signature Check'"],
		[{ options: { signatureCheck: false } }, "'Signature Check'"],
		[{ options: { signedText: 'Data' } }, "'Signed Text'"],
		[{ filters: { minimumAmount: '5' } }, "'Minimum Amount' needs 'Currency'"],
		[{ filters: { minimumAmount: '5.5', currency: 'NGN' } }, "'Minimum Amount' has 1 decimal, but kobo can't be divided"],
		[{ filters: { minimumAmount: '-5', currency: 'NGN' } }, "'Minimum Amount' has a sign"],
		[{ filters: { customerReference: '(', customerReferenceMatch: 'regularExpression' } }, "'Customer Reference' is not a regular expression"],
		[{ filters: { customerReference: 'a', customerReferenceMatch: 'contains' } }, "'Customer Reference Match'"],
	])('refuses %j', (change, reason) => {
		expect(reasonOf(change)).toContain(reason);
	});
});

describe('filters', () => {
	const event = shapeEvent(
		{
			event: 'payment.received',
			data: { id: 't', currency: 'NGN', status: 'SUCCESS', type: 'DEPOSIT', amount: 150000 },
		},
		{ verified: 'body', reference: { value: 'order-17', path: 'data.customerReference' } },
	);
	const filtersOf = (filters: Record<string, unknown>): Filters => settingsOf({ filters }).filters;

	it.each([
		[{}, true],
		[{ currency: 'NGN' }, true],
		[{ currency: 'ngn' }, true],
		[{ currency: 'BTC' }, false],
		[{ status: ['SUCCESS'] }, true],
		[{ status: ['FAILED', 'SUCCESS'] }, true],
		[{ status: ['FAILED'] }, false],
		[{ status: [] }, true],
		[{ type: ['DEPOSIT'] }, true],
		[{ type: ['WITHDRAWAL', 'SETTLEMENT'] }, false],
		[{ customerReference: 'order-17' }, true],
		[{ customerReference: 'order-1' }, false],
		[{ customerReference: 'order-1', customerReferenceMatch: 'startsWith' }, true],
		[{ customerReference: 'rder', customerReferenceMatch: 'startsWith' }, false],
		[{ customerReference: '^order-\\d+$', customerReferenceMatch: 'regularExpression' }, true],
		[{ customerReference: '^\\d+$', customerReferenceMatch: 'regularExpression' }, false],
		[{ customerReference: '' }, true],
		[{ currency: 'NGN', minimumAmount: '150000' }, true],
		[{ currency: 'NGN', minimumAmount: 150000 }, true],
		[{ currency: 'NGN', minimumAmount: '150001' }, false],
		[{ currency: 'NGN', minimumAmount: '' }, true],
	])('%j lets it through: %s', (filters, through) => {
		expect(passes(event, filtersOf(filters))).toBe(through);
	});

	it.each([
		{ currency: 'NGN' },
		{ status: ['SUCCESS'] },
		{ type: ['DEPOSIT'] },
		{ customerReference: '', customerReferenceMatch: 'startsWith' },
		{ customerReference: '.*', customerReferenceMatch: 'regularExpression' },
	])('%j holds back an event that says nothing about it', (filters) => {
		const silent = shapeEvent({ event: 'x', data: {} }, { verified: 'body', reference: null });
		const restricts = !('customerReference' in filters) || filters.customerReference !== '';
		expect(passes(silent, filtersOf(filters))).toBe(!restricts);
	});

	it('holds back an amount that is not known under a minimum', () => {
		const silent = shapeEvent({ event: 'x', data: { currency: 'NGN', amount: 'much' } }, { verified: 'body', reference: null });
		expect(passes(silent, filtersOf({ currency: 'NGN', minimumAmount: '1' }))).toBe(false);
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
