/** What stored workflows depend on, compared with the last release: docs/why/release.md, *Numbers*. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { operations } from '../../../nodes/Mavapay/operations';
import {
	describedNow,
	KEPT,
	lastReleased,
	readKept,
	unannounced,
	writeKept,
} from '../../../scripts/released/described';

const root = join(__dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const kept = readKept(read(KEPT));
const now = describedNow(root);

const changelog = read('CHANGELOG.md');
const breaks = (change: (all: Map<string, string>) => void, { versions = [1], text = changelog } = {}): string[] => {
	const changed = new Map(kept);
	change(changed);
	return unannounced(kept, changed, { versions: () => versions, changelog: text });
};

it('a stored workflow finds all that it rests on, as the last release had it; `npm run keep` says what to do', () => {
	expect(unannounced(lastReleased(root)?.kept ?? kept, now, { changelog })).toEqual([]);
});

it('the kept description is that of today: `npm run keep`', () => {
	expect(writeKept(now)).toBe(read(KEPT));
});

it('names only what is there: a resource with each of its own operations', () => {
	const places = [...now.keys()].flatMap((name) => /^mavapay (\w+:\w+)\./.exec(name)?.[1] ?? []);
	expect([...new Set(places)].sort()).toEqual(
		operations.map(({ resource, operation }) => `${resource}:${operation}`).sort(),
	);
});

it('fields, options, credentials and outputs are kept, with their defaults and types', () => {
	for (const [name, what] of [
		['mavapay withdrawal:toBankAccount.amount', /^string = /],
		['mavapay withdrawal:toKenya.options.alreadyRecorded = skip', /^an option$/],
		['mavapayTrigger events', /= /],
		['mavapayApi allowedPayees', /^string = /],
		['output withdrawal:toBankAccount payout.outcome', /^string$/],
	] as const)
		expect(kept.get(name)).toMatch(what);
	expect(readKept(writeKept(kept))).toEqual(kept);
});

const FIELD = 'mavapay withdrawal:toBankAccount.accountNumber';
const move = (all: Map<string, string>, from: string, to: string): void => {
	all.set(to, all.get(from) ?? '');
	all.delete(from);
};

describe('a planted change', () => {
	it.each<[string, (all: Map<string, string>) => void, RegExp]>([
		['a renamed field', (all) => move(all, FIELD, `${FIELD}2`), /accountNumber is gone/],
		[
			'an option that is dropped',
			(all) => void all.delete('mavapay withdrawal:toKenya.options.alreadyRecorded = skip'),
			/skip is gone/,
		],
		['another default', (all) => void all.set(FIELD, 'string = "1"'), /was string = "".*is string = "1"/],
		['another kind of value', (all) => void all.set(FIELD, 'number = 0'), /is number = 0/],
		['a field of the credential', (all) => void all.delete('mavapayApi allowedPayees'), /allowedPayees is gone/],
		[
			'a member of an output',
			(all) => void all.delete('output withdrawal:toBankAccount payout.outcome'),
			/outcome is gone/,
		],
	])('is told: %s', (_what, change, says) => {
		expect(breaks(change)).toEqual([expect.stringMatching(says)]);
	});

	it('that adds something breaks nothing', () => {
		expect(breaks((all) => void all.set('mavapay withdrawal:toBankAccount.memo', 'string = ""'))).toEqual([]);
	});

	it('is allowed with a newer version beside which the released one keeps its form', () => {
		const versions = [1, 1.1];
		expect(breaks((all) => void all.set(FIELD, 'string = "" or string = "1"'), { versions })).toEqual([]);
		expect(breaks((all) => void all.set(FIELD, 'string = "1"'), { versions })).toHaveLength(1);
		expect(breaks((all) => void all.delete(FIELD), { versions })).toHaveLength(1);
	});

	it('is allowed where the changelog calls it breaking, under what is unreleased', () => {
		const under = (heading: string) => `## Unreleased\n\n### ${heading}\n\n- \`${FIELD}\` is gone.\n\n## 1.0.0\n`;
		const drop = (all: Map<string, string>) => void all.delete(FIELD);
		expect(breaks(drop, { text: under('Breaking') })).toEqual([]);
		expect(breaks(drop, { text: under('Changed') })).toHaveLength(1);
		expect(breaks(drop, { text: `## Unreleased\n\n${under('Breaking').replace('Unreleased', '0.9.0')}` })).toHaveLength(
			1,
		);
	});
});
