const UNRELEASED = '## Unreleased';

/**
 * The changelog with its *Unreleased* part as a version of a day, under a new and empty one. Throws where there is
 * nothing to release.
 *
 * @param {string} changelog @param {string} version @param {string} day YYYY-MM-DD
 */
export function released(changelog, version, day) {
	if (sectionOf(changelog, 'Unreleased') === '') throw new Error('CHANGELOG.md has nothing under Unreleased.');
	return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${day})`);
}

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
