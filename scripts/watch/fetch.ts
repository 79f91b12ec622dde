import * as z from 'zod';

/** The documentation's public repository, whose files the service's pages are made of. */
export const SOURCES = {
	commit: 'https://api.github.com/repos/StealthMoney/mavapay-docs/commits/main',
	list: 'https://api.github.com/repos/StealthMoney/mavapay-docs/git/trees/main?recursive=1',
	files: 'https://raw.githubusercontent.com/StealthMoney/mavapay-docs/main/',
} as const;

export type Sources = Readonly<Record<keyof typeof SOURCES, string>>;

/** The documentation could not be read, which says nothing about it. */
export class Unreadable extends Error {}

const tree = z.object({ tree: z.array(z.object({ path: z.string(), type: z.string() })), truncated: z.boolean() });

const commit = z.object({ sha: z.string().regex(/^[0-9a-f]{40}$/) });

/** The address of a page that shows what changed since a commit, old words beside new ones. */
export const comparedWith = (sha: string): string =>
	`https://github.com/StealthMoney/mavapay-docs/compare/${sha}...main`;

const TIMEOUT_MS = 30_000;

/** The documentation's newest commit. Throws Unreadable. */
export async function fetchCommit(url: string): Promise<string> {
	const read = commit.safeParse(parsed(await fetchText(url), url));
	if (!read.success) throw new Unreadable(`${url} names no commit`);
	return read.data.sha;
}

/** Reads all pages and descriptions, by path, in order. Throws Unreadable. */
export async function fetchAll({ list, files }: Pick<Sources, 'list' | 'files'>): Promise<Map<string, string>> {
	const listed = tree.safeParse(parsed(await fetchText(list), list));
	if (!listed.success || listed.data.truncated) throw new Unreadable(`${list} is no whole list of files`);
	const paths = listed.data.tree.filter(({ path, type }) => type === 'blob' && isRead(path)).map(({ path }) => path);
	if (paths.length === 0) throw new Unreadable(`${list} names no page`);
	const texts = new Map<string, string>();
	for (const path of paths.sort()) texts.set(path, await fetchText(new URL(path, files).href));
	return texts;
}

const isRead = (path: string) =>
	/\.mdx?$|openapi\.json$/.test(path) && !/(^|\/)(README|LICENSE|CONTRIBUTING)\.md$/i.test(path);

export const isDescription = (path: string) => path.endsWith('.json');

function parsed(text: string, url: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new Unreadable(`${url} is no JSON`);
	}
}

async function fetchText(url: string): Promise<string> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
		if (response.ok) return await response.text();
		throw new Unreadable(`${url} was answered with ${response.status}`);
	} catch (error) {
		if (error instanceof Unreadable) throw error;
		throw new Unreadable(`${url} could not be read: ${whyOf(error)}`);
	}
}

/** An error in words with its cause, such as ENOTFOUND, which `fetch` keeps behind its own. */
function whyOf(error: unknown): string {
	const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
	const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
	return `${String(error)}${code === '' ? '' : ` (${code})`}`;
}
