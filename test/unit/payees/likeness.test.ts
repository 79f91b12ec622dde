import { dayInWords, dayShown, daysThatCount } from '../../../nodes/core/payees/recordedPayee';

/** The 24th of November 2026, as days since 1970. */
const DAY = 20_781;
const at = (time: string) => Date.parse(`2026-11-24T${time}Z`);

it.each([
	['12:00', 0, [DAY, DAY - 1]],
	['12:00', 1, [DAY]],
	['12:00', 3, [DAY, DAY - 1, DAY - 2]],
	// Within 15 minutes of midnight, another worker's clock can show the neighbouring day.
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
	['UTC', DAY, 'today'],
	['Europe/London', DAY - 1, 'yesterday'],
	['UTC', DAY - 4, 'on Friday 20 November'],
	['Africa/Lagos', DAY, 'since today at 01:00 (Africa/Lagos)'],
	['America/New_York', DAY - 1, 'between Sunday 22 November at 19:00 and yesterday at 19:00 (America/New_York)'],
	// Summer time begins during this UTC day, so in London the day starts at 00:00 and ends at 01:00.
	[
		'Europe/London',
		Date.UTC(2026, 2, 29) / 86_400_000,
		'between Sunday 29 March at 00:00 and Monday 30 March at 01:00 (Europe/London)',
	],
	[
		'Europe/London',
		Date.UTC(2026, 9, 25) / 86_400_000,
		'between Sunday 25 October at 01:00 and Monday 26 October at 00:00 (Europe/London)',
	],
])('a day of UTC in the words of %s', (timeZone, day, words) => {
	expect(dayInWords(day, (DAY + 0.5) * 86_400_000, timeZone)).toBe(words);
});

it.each([
	['UTC', '2026-11-24'],
	['America/New_York', '2026-11-24'],
	['Africa/Lagos', '2026-11-24'],
	['Pacific/Auckland', '2026-11-25'],
])('a day of UTC as most of it is called in %s', (timeZone, shown) => {
	expect(dayShown(DAY, timeZone)).toBe(shown);
});
