import type { Claim } from '../../verify/claim';
import { readPage } from '../../verify/page';
import { anchorOf } from './callsReference';

const INTERFACE = 'docs/reference/interface.md';
/** The kept page of a run of `npm run verify -- --page interface/verified.md` against an account. */
export const VERIFIED = 'interface/verified.md';
const FROM = `<!-- from ${VERIFIED} -->`;
const BLOCK = new RegExp(`\n${FROM}\n[^]*?<!-- to here -->\n`, 'g');

/**
 * The page docs/reference/interface.md with marks: under its title, whether it was held against an account, and under each
 * heading the claims of `npm run verify` that were shown, refuted and not seen.
 *
 * @param verified the kept page of a run; null where there is none
 * @throws Error for a kept page that isn't of an account, or has a claim without a place on this page
 */
export function withVerified(page: string, verified: string | null, claims: readonly Claim[]): string {
	const marks = verified === null ? new Map<string, string>() : marksOf(verified, claims);
	const top =
		marks.get('') ??
		'Nobody has held this page against an account yet. [`npm run verify`](../../verify/README.md) does.';
	marks.delete('');
	const text = page.replace(BLOCK, '').replace(/^(#{1,4}) (.+)\n/gm, (heading, level: string, title: string) => {
		const anchor = anchorOf(title);
		const mark = level === '#' ? top : marks.get(anchor);
		marks.delete(anchor);
		return mark === undefined ? heading : `${heading}\n${FROM}\n\n${mark}\n\n<!-- to here -->\n`;
	});
	if (marks.size > 0) throw new Error(`${INTERFACE} lacks the headings ${[...marks.keys()].join(', ')}`);
	return text;
}

/** Marks by anchor, the one for the title under ''. */
function marksOf(verified: string, claims: readonly Claim[]): Map<string, string> {
	const { deployment, date, commit, found } = readPage(verified, claims);
	const counts = found.map(([heading, { length }]) => `${length} ${heading.toLowerCase()}`).join(', ');
	const marks = new Map([
		['', `Held against ${deployment} on ${date}, at commit ${commit}: ${counts} ([results](../../${VERIFIED})).`],
	]);
	for (const [heading, ofHeading] of found) {
		const when = heading === 'Shown' ? ` on ${date}` : '';
		for (const { id, see } of ofHeading) {
			const [page, anchor = ''] = see.split('#');
			if (page !== INTERFACE) continue;
			const start = `**${heading}${when}:**`;
			const before = marks.get(anchor)?.slice(0, -1) ?? '';
			const by = before.includes(start) ? `${before},` : `${before}${before && '. '}${start}`;
			marks.set(anchor, `${by} \`${id}\`.`);
		}
	}
	return marks;
}
