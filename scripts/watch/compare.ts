import * as z from 'zod';

import { calls, nameOf } from '../../interface/index';
import { callsIn, cut, differencesFrom, digestsOf, factsOf } from './description';
import { comparedWith, isDescription, Unreadable } from './fetch';
import { changesIn, shortDigest, wordsOf, type Changed } from './text';

/** All that is kept of the documentation: digests, of the words of each page and of each value of a description. */
export const kept = z.object({
	/** The documentation's commit that these are of. */
	commit: z.string(),
	pages: z.record(z.string(), z.string()),
	descriptions: z.record(z.string(), z.record(z.string(), z.string())),
	/** Differences from the description in `interface` that somebody has looked at. */
	accepted: z.array(z.string()),
});

export type Kept = z.infer<typeof kept>;

type Texts = ReadonlyMap<string, string>;

/** The digests of the documentation as it is at a commit. */
export function keep(texts: Texts, commit: string): Kept {
	const all = [...texts];
	const ofPage = (text: string) =>
		wordsOf(text)
			.map(({ word }) => shortDigest(word))
			.join(' ');
	return {
		commit,
		pages: Object.fromEntries(all.flatMap(([path, text]) => (isDescription(path) ? [] : [[path, ofPage(text)]]))),
		descriptions: Object.fromEntries(
			all.flatMap(([path, text]) => (isDescription(path) ? [[path, digestsOf(facts(path, text))]] : [])),
		),
		accepted: all.flatMap(undescribed),
	};
}

/** A report in Markdown of all that differs; empty where nothing does. Throws Unreadable. */
export function report(before: Kept, texts: Texts): string {
	const sections = [...texts].flatMap(([path, text]) => section(path, changesOf(before, path, text)));
	const unaccepted = [...texts].flatMap(undescribed).filter((line) => !before.accepted.includes(line));
	const known = [...Object.keys(before.pages), ...Object.keys(before.descriptions)];
	const gone = known.filter((path) => !texts.has(path)).flatMap((path) => section(path, ['the page is gone']));
	const all = [...sections, ...gone, ...section('interface/', unaccepted)];
	return all.length === 0 ? '' : [`Old words beside new ones: ${comparedWith(before.commit)}`, ...all].join('\n\n');
}

const section = (title: string, lines: readonly string[]) =>
	lines.length === 0 ? [] : [[`## ${title}`, '', ...lines.map((line) => `- ${line}`)].join('\n')];

function changesOf({ pages, descriptions }: Kept, path: string, text: string): string[] {
	if (isDescription(path)) {
		const digests = descriptions[path];
		facts(path, text);
		return digests === undefined ? ['a new description'] : differencesFrom(digests, text);
	}
	const page = pages[path];
	return page === undefined ? ['a new page'] : changesIn(page === '' ? [] : page.split(' '), text).map(inWords);
}

function inWords({ line, before, now }: Changed): string {
	const words = before === 1 ? 'one word' : `${before} words`;
	if (now.length === 0) return `line ${line}: ${words} gone`;
	return `line ${line}: ${before === 0 ? 'new' : `in place of ${words}`}: "${cut(now.join(' '))}"`;
}

/** Calls that one of the two has, the description here or theirs, and the other hasn't. */
function undescribed([path, text]: readonly [string, string]): string[] {
	if (!isDescription(path)) return [];
	const theirs = callsIn(text);
	const documented = calls.filter(({ known }) => known === 'documented').map(nameOf);
	const described = new Set(calls.map(nameOf));
	return [
		...[...theirs].filter((call) => !described.has(call)).map((call) => `\`${call}\` of ${path} is not described here`),
		...documented
			.filter((call) => !theirs.has(call))
			.map((call) => `\`${call}\` is described here, and not in ${path}`),
	];
}

function facts(path: string, text: string) {
	try {
		return factsOf(text);
	} catch {
		throw new Unreadable(`${path} is no JSON`);
	}
}
