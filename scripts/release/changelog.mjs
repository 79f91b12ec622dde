const UNRELEASED = '## Unreleased';

/**
 * The changelog with its *Unreleased* part as a version of a day, under a new and empty one.
 *
 * @param {string} changelog @param {string} version @param {string} day YYYY-MM-DD
 */
export const released = (changelog, version, day) =>
	changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${day})`);

/**
 * The changelog's part about a version, without its heading; empty where there is none.
 *
 * @param {string} changelog @param {string} version
 */
export function sectionOf(changelog, version) {
	const sections = changelog.split(/^## /m).slice(1);
	const own = sections.find((section) => section.split(/[\s(]/)[0] === version);
	return own === undefined ? '' : own.slice(own.indexOf('\n')).trim();
}

/** Whether a version comes before another. @param {string} one MAJOR.MINOR.PATCH @param {string} other */
export function isLower(one, other) {
	const [left, right] = [one, other].map((version) => version.split('.').map(Number));
	const place = left.findIndex((number, index) => number !== right[index]);
	return place >= 0 && left[place] < right[place];
}
