import type { Claim } from '../../verify/claim';
import { BASE_URLS } from '../../nodes/core/service/deployments';
import { nameOf } from '../../verify/report';
import { anchorOf } from './callsReference';

const INTERFACE = 'docs/reference/interface.md';
/** The page that `npm run verify -- --page interface/verified.md` wrote in a run against an account. */
export const VERIFIED = 'interface/verified.md';
const UNVERIFIED =
	'Nobody has compared this page with an account yet. [`npm run verify`](../../verify/README.md) does that.';
const FROM = `<!-- from ${VERIFIED} -->`;
/** Matches the row of the page at VERIFIED that has deployment, date and commit. */
const WHERE = /^\| (\S.*) \| (\d{4}-\d\d-\d\d) \| (\S+) \| \w+ \|$/m;
const BLOCK = new RegExp(`\n${FROM}\n[^]*?<!-- to here -->\n`, 'g');

/**
 * The page docs/reference/interface.md with marks. Under its title: whether the page was compared with an account.
 * Under each heading: the claims of `npm run verify` that were shown, refuted or not seen.
 *
 * @param verified the page at `VERIFIED`; null if there is none
 * @throws Error if that page isn't from an account, or has a claim without a place on docs/reference/interface.md
 */
export function withVerified(page: string, verified: string | null, claims: readonly Claim[]): string {
	const marks = verified === null ? new Map([['', UNVERIFIED]]) : marksOf(verified, claims);
	const text = page.replace(BLOCK, '').replace(/^(#{1,4}) (.+)\n/gm, (heading, level: string, title: string) => {
		const anchor = level === '#' ? '' : anchorOf(title);
		const mark = marks.get(anchor);
		marks.delete(anchor);
		return mark === undefined ? heading : `${heading}\n${FROM}\n\n${mark}\n\n<!-- to here -->\n`;
	});
	if (marks.size > 0) throw new Error(`${INTERFACE} lacks the headings ${[...marks.keys()].join(', ')}`);
	return text;
}

/** Marks by anchor. The title's mark has the anchor ''. */
function marksOf(verified: string, claims: readonly Claim[]): Map<string, string> {
	const [, deployment = '', date = '', commit = ''] = WHERE.exec(verified) ?? [];
	if (!Object.values(BASE_URLS).some((url) => new URL(url).host === deployment))
		throw new Error(`${VERIFIED} is of "${deployment}": only a run against Mavapay's staging or live counts.`);
	const [counts = ''] = /^Of \d+ claims: .*(?=\.$)/m.exec(verified) ?? [];
	const where = `Held against ${deployment} on ${date}, at commit ${commit}`;
	const marks = new Map([['', `${where}. ${counts} ([results](../../${VERIFIED})).`]]);
	const byName = new Map(claims.map((claim) => [nameOf(claim), claim]));
	let start = '';
	for (const [line] of verified.matchAll(/^## .+|^\| `.*?(?= \| )/gm)) {
		if (line.startsWith('#')) {
			start = `**${line.slice(3)}${line === '## Shown' ? ` on ${date}` : ''}:**`;
			continue;
		}
		const claim = byName.get(line.slice(2));
		if (claim === undefined)
			throw new Error(
				`${VERIFIED} has a claim that isn't there: ${line.slice(2)}. Make the page again, or remove the row.`,
			);
		const [page, anchor = ''] = claim.see.split('#');
		if (page !== INTERFACE) continue;
		const before = marks.get(anchor)?.slice(0, -1) ?? '';
		const by = before.includes(start) ? `${before},` : `${before}${before && '. '}${start}`;
		marks.set(anchor, `${by} \`${claim.id}\`.`);
	}
	return marks;
}
