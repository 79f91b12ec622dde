import { dayInWords, dayShown, daysThatCount } from '../../../../nodes/core/domain/payees/recordedPayee';

/** The 24th of November 2026, as days since 1970. */
const DAY = 20_781;
const at = (time: string) => Date.parse(`2026-11-24T${time}Z`);

it.each([
	['12:00', 0, [DAY, DAY - 1]],
	['12:00', 1, [DAY]],
	['12:00', 3, [DAY, DAY - 1, DAY - 2]],
	// Within a quarter of an hour of midnight, the clock of another worker may show the day beside.
	['23:50', 1, [DAY + 1, DAY]],
	['23:44', 1, [DAY]],
	['00:10', 1, [DAY, DAY - 1]],
	['00:16', 1, [DAY]],
	['00:10', 0, [DAY, DAY - 1]],
	['23:50', 2, [DAY + 1, DAY, DAY - 1]],
])('at %s UTC, of %i days, these count', (time, days, counted) => {
	expect(daysThatCount(at(time), days)).toEqual(counted);
});

it.each([
	['UTC', DAY, 'on 24 Nov 2026'],
	['Europe/London', DAY, 'on 24 Nov 2026'],
	['Africa/Lagos', DAY, 'between 24 Nov 2026, 01:00 and 25 Nov 2026, 01:00 (Africa/Lagos)'],
	// Summer time begins: one end is midnight there, and the other is not.
	[
		'Europe/London',
		Date.UTC(2026, 2, 29) / 86_400_000,
		'between 29 Mar 2026, 00:00 and 30 Mar 2026, 01:00 (Europe/London)',
	],
	[
		'Europe/London',
		Date.UTC(2026, 9, 25) / 86_400_000,
		'between 25 Oct 2026, 01:00 and 26 Oct 2026, 00:00 (Europe/London)',
	],
])('a day of UTC in the words of %s', (timeZone, day, words) => {
	expect(dayInWords(day, timeZone)).toBe(words);
});

it.each([
	['UTC', '2026-11-24'],
	['America/New_York', '2026-11-24'],
	['Africa/Lagos', '2026-11-24'],
	['Pacific/Auckland', '2026-11-25'],
])('a day of UTC as most of it is called in %s', (timeZone, shown) => {
	expect(dayShown(DAY, timeZone)).toBe(shown);
});
