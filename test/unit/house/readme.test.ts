/** What the README must be to a stranger: short, and with a picture that shows how it is done. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder, readProject } from '../../harness/sources';

/** Without the table of operations: whoever adds one must not have to shorten another sentence. */
const WORDS = 1_000;
const PICTURE_BYTES = 1_000_000;

const readme = readProject().get('README.md') ?? '';

it(`has at most ${WORDS} words besides the table of operations`, () => {
	expect(readme).toContain('## Install');
	const table = /^## Operations\n\n(?:\|.*\n)+/m;
	expect(readme).toMatch(table);
	expect(
		readme
			.replace(table, '')
			.split(/\s+/)
			.filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
	).toBeLessThanOrEqual(WORDS);
});

it('shows the first payout in a moving picture that loads fast', () => {
	const [, path = ''] = /!\[[^\]]+\]\((docs\/images\/first-payout\.png)\)/.exec(readme) ?? [];
	const picture = readFileSync(join(projectFolder, path));
	// The chunk that makes a PNG move (APNG), with the number of its frames.
	const animation = picture.indexOf('acTL', 0, 'latin1');
	expect(animation).toBeGreaterThan(0);
	expect(picture.readUInt32BE(animation + 4)).toBeGreaterThan(5);
	expect(picture.length).toBeLessThan(PICTURE_BYTES);
});

it("shows the crash test's picture above the promises, with everybody who takes part and every accident", () => {
	const promises = readme.slice(readme.indexOf('## What it promises about money'));
	const [, path = ''] = /!\[[^\]]+\]\((docs\/images\/crash-test\.svg)\)/.exec(promises) ?? [];
	expect(promises.indexOf(path)).toBeLessThan(promises.indexOf('**A payout is not sent twice.**'));
	const picture = readFileSync(join(projectFolder, path), 'utf8');
	const texts = Array.from(picture.matchAll(/<text [^>]*>([^<]*)<\/text>/g), ([, text]) => text).join(' ');
	const namesIn = (file: RegExp) =>
		[...readProject()]
			.filter(([name]) => file.test(name))
			.flatMap(([, text]) => Array.from(text.matchAll(/^\t{1,2}name: '(.+)',$/gm), ([, name]) => name ?? ''));
	const contestants = namesIn(/^scripts\/crash-test\/contestants\//);
	const accidents = namesIn(/^scripts\/crash-test\/accidents\.mjs$/);
	expect([contestants.length, accidents.length]).toEqual([8, 8]);
	for (const name of [...contestants, ...accidents]) expect(texts).toContain(name);
});
