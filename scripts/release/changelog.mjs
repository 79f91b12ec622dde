const UNRELEASED = '## Unreleased';

/**
 * The changelog with *Unreleased* turned into a version of that day, below a new, empty *Unreleased*.
 *
 * @param {string} changelog @param {string} version @param {string} day YYYY-MM-DD
 */
export const released = (changelog, version, day) =>
	changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${day})`);

/**
 * The changelog's part about a version, without its heading and without headings that have no entry; empty if the
 * version has no entry.
 *
 * @param {string} changelog @param {string} version
 */
export function sectionOf(changelog, version) {
	const sections = changelog.split(/^## /m).slice(1);
	const own = sections.find((section) => section.split(/[\s(]/)[0] === version) ?? '';
	const parts = own.slice(own.indexOf('\n')).split(/^(?=### )/m);
	return parts
		.filter((part) => /^- \S/m.test(part))
		.join('')
		.trim();
}

const SIZES = ['major', 'minor', 'patch'];

/**
 * Why a version can't follow another one: it isn't higher, or its number is too small for what the notes announce
 * (docs/why/release.md, *Numbers*). Empty if the version is fine.
 *
 * @param {string} version MAJOR.MINOR.PATCH @param {string} last the version before @param {string} notes
 */
export function numberProblem(version, last, notes) {
	const [left, right] = [version, last].map((one) => one.split('.').map(Number));
	const place = left.findIndex((number, index) => number !== right[index]);
	if (place < 0 || left[place] < right[place]) return `${version} is not higher than ${last}, the version before.`;
	const heading = ['Breaking', 'Added'].find((one) => notes.includes(`### ${one}\n`));
	// Before 1.0.0, a minor version may contain breaking changes.
	const size = heading === undefined ? 2 : heading === 'Breaking' && right[0] > 0 ? 0 : 1;
	if (place <= size) return '';
	return `CHANGELOG.md has entries under ${heading}: after ${last} that is a ${SIZES[size]} version, not ${version}.`;
}
