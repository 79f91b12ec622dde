/** Points in time as people and n8n write them. */
import { dayOf, dueInWords, inTimeZone, readDateTime, timeIn, timeOf } from '../../../nodes/core/domain/dateTime';

it.each([
	['2026-01-31', '2026-01-31T00:00:00.000Z'],
	[' 2026-01-31T09:00:00Z ', '2026-01-31T09:00:00.000Z'],
	['2026-01-31t09:00:00z', '2026-01-31T09:00:00.000Z'],
	['2026-01-31 09:00:00.25Z', '2026-01-31T09:00:00.250Z'],
	['2026-01-31T09:30+01:00', '2026-01-31T08:30:00.000Z'],
	['2026-01-31T09:30:15 +0545', '2026-01-31T03:45:15.000Z'],
	['2026-01-31T09:30:00-05', '2026-01-31T14:30:00.000Z'],
	['2024-02-29T23:59:59.999-00:30', '2024-03-01T00:29:59.999Z'],
])('%s is %s', (text, instant) => {
	expect(readDateTime(text)).toEqual({ ok: true, value: instant });
});

it.each([
	['no date', ['', 'tomorrow', '46023', '1769850000000', '2026', '2026-02', '31/01/2026', '2026/01/31']],
	['a day that no calendar has', ['2026-02-31', '2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31T10:00:00Z']],
	[
		'no time of a day',
		[
			'2026-01-31T',
			'2026-01-31T9:00',
			'2026-01-31T25:00Z',
			'2026-01-31T09:60Z',
			'2026-01-31T09:00:00+1',
			'2026-01-31T09:00:00Zx',
			'x2026-01-31',
		],
	],
])('%s is refused', (_, texts) => {
	for (const text of texts)
		expect(readDateTime(text)).toEqual({
			ok: false,
			reason: 'is not a valid date. Use ISO 8601, for example 2026-01-31T09:00:00Z',
		});
});

it.each([
	['Africa/Lagos', '2026-02-01T00:00:00', '2026-01-31T23:00:00.000Z'],
	['Africa/Lagos', '2026-02-01 00:00', '2026-01-31T23:00:00.000Z'],
	['Asia/Kathmandu', '2026-02-01T00:00:00.250', '2026-01-31T18:15:00.250Z'],
	['America/New_York', '2026-03-08T01:30:00', '2026-03-08T06:30:00.000Z'],
	['America/New_York', '2026-03-08T03:30:00', '2026-03-08T07:30:00.000Z'],
	['America/New_York', '2026-11-01T02:30:00', '2026-11-01T07:30:00.000Z'],
	['UTC', '1969-12-31T23:59:59.500', '1969-12-31T23:59:59.500Z'],
])('clocks in %s show %s at %s', (zone, shown, instant) => {
	expect(inTimeZone(shown, zone)).toBe(instant);
});

it.each([
	['2026-02-01'],
	['2026-02-01T00:00:00Z'],
	['2026-02-01T00:00:00+01:00'],
	['2026-02-31T00:00:00'],
	['2026-02-01T25:00:00'],
	['tomorrow'],
])('%s stays as it is', (text) => {
	expect(inTimeZone(text, 'Asia/Kathmandu')).toBe(text);
});

it.each([
	['Africa/Lagos', '2026-02-01', '2026-01-31T23:00:00.000Z', '2026-02-01T22:59:59.999Z'],
	['America/New_York', ' 2026-02-01 ', '2026-02-01T05:00:00.000Z', '2026-02-02T04:59:59.999Z'],
	// A day of 23 hours, and a day of 25.
	['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
	['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
	// Clocks go forward at midnight: the day begins at 1:00. They go back at midnight: the day before has 25 hours.
	['America/Santiago', '2026-09-05', '2026-09-05T04:00:00.000Z', '2026-09-06T03:59:59.999Z'],
	['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
	['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', '2026-04-05T03:59:59.999Z'],
	['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00.000Z', '2026-03-29T23:59:59.999Z'],
	['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
])('in %s, %s begins at %s and ends at %s', (zone, day, begins, ends) => {
	expect([inTimeZone(day, zone, 'begins'), inTimeZone(day, zone, 'ends')]).toEqual([begins, ends]);
});

it('a time is no day, and what is no date stays as it is', () => {
	expect(inTimeZone('2026-02-01T10:00:00', 'Africa/Lagos', 'ends')).toBe('2026-02-01T09:00:00.000Z');
	for (const text of ['2026-02-01T10:00:00Z', '2026-02-31', 'today'])
		expect(inTimeZone(text, 'Africa/Lagos', 'ends')).toBe(text);
});

it.each([
	['Africa/Lagos', '2026-01-31T22:59:59.999Z', '2026-01-31 23:59'],
	['Africa/Lagos', '2026-01-31T23:00:00.000Z', '2026-02-01 00:00'],
	['Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', '2027-01-01 00:00'],
	['America/New_York', '2026-11-01T03:59:59.999Z', '2026-10-31 23:59'],
	['UTC', '1969-12-31T23:59:59.999Z', '1969-12-31 23:59'],
])('clocks in %s show at %s %s, and the day of it', (zone, instant, shown) => {
	expect(timeIn(Date.parse(instant), zone)).toBe(shown);
	expect(dayOf(Date.parse(instant), zone)).toBe(shown.slice(0, 10));
});

it.each([
	['2026-11-26T12:24:30Z', 'today at 13:24, in 15 minutes'],
	['2026-11-26T12:10:30Z', 'today at 13:10, in 1 minute'],
	['2026-11-26T12:09:40Z', 'today at 13:09'],
	['2026-11-26T14:09:00Z', 'today at 15:09, in 119 minutes'],
	['2026-11-26T23:00:00Z', 'tomorrow at 00:00, in 11 hours'],
	['2026-12-01T00:00:00Z', 'on Tuesday 1 December at 01:00, in 5 days'],
])('what is due at %s, from 12:10 UTC on, is due in Lagos %s', (due, shown) => {
	expect(dueInWords(Date.parse(due), Date.parse('2026-11-26T12:10:00Z'), 'Africa/Lagos')).toBe(shown);
});

it.each([
	['2026-01-31T09:00:00.000Z', 1_769_850_000_000],
	['2026-01-31', 1_769_817_600_000],
	['tomorrow', null],
	['', null],
	[null, null],
	[undefined, null],
	[{}, null],
])('of Mavapay, %j is the time %s', (value, time) => {
	expect(timeOf(value)).toBe(time);
});

it('a time without a zone is one of the machine', () => {
	const value = new Date(2026, 0, 31, 9, 30).toISOString();
	expect(readDateTime('2026-01-31T09:30')).toEqual({ ok: true, value });
});
