/** Where the CPU of n8n's process goes while our node pays: time by package, and the functions that take most. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { runReal } from './child';
import { DELAY_MS, payoutRun } from './payouts';
import { shown } from './report';

const frame = z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() });
const cpuProfile = z.object({
	nodes: z.array(z.object({ id: z.number(), callFrame: frame, children: z.array(z.number()).optional() })),
	samples: z.array(z.number()),
	timeDeltas: z.array(z.number()),
});
type CpuProfile = z.infer<typeof cpuProfile>;

const MOST_FUNCTIONS = 25;

/** Profiles one run of a contender in a real n8n; the profile is written to the file, for a browser's developer tools. */
export async function profile(
	order: { tarball: string; payees: number; who: string; file: string },
	progress: (what: string) => void,
): Promise<string> {
	const result = z.object({ n8n: z.string(), run: payoutRun });
	const { run } = await runReal('profile', { ...order, delayMs: DELAY_MS }, result, progress);
	const heading = `${order.who}, ${order.payees} payees in ${shown(run.ms / 1_000)} s while profiled, in ms of the main thread\n`;
	return heading + summary(cpuProfile.parse(JSON.parse(readFileSync(order.file, 'utf8'))));
}

const GROUPS: ReadonlyArray<readonly [string, RegExp]> = [
	['the profiler', /^node:inspector/],
	['our node', /\/n8n-nodes-mavapay\/dist\//],
	['the bench', /\/test\/bench\/nodes\//],
	[
		"n8n's expressions",
		/\/(@n8n\/expression-runtime|isolated-vm|luxon)\/|\/n8n-workflow\/dist\/\w+\/(workflow-)?(expression|data-proxy)/,
	],
	[
		"n8n's database",
		/\/(@n8n\/typeorm|@n8n\/db|@appthreat\/sqlite3|sqlite3|pg|pg-pool|pg-protocol|tarn|async-mutex)\/|\/n8n\/dist\/deduplication/,
	],
	[
		'HTTP',
		/\/(axios|follow-redirects|form-data|agent-base|@n8n\/backend-network|https?-proxy-agent)\/|^node:(net|dns|url|_?http)/,
	],
	['n8n', /\/(n8n|n8n-core|n8n-workflow|n8n-nodes-base|@n8n\/[\w-]+)\/dist\//],
];
const ALONE = new Map([
	['(idle)', 'idle'],
	['(program)', 'native code'],
	['(garbage collector)', 'garbage collection'],
]);

/** Self time; what has no place of its own (native code, Node's own) counts for the nearest caller that has one. */
function summary({ nodes, samples, timeDeltas }: CpuProfile): string {
	const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
	const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
	const groupOf = (id: number | undefined): string => {
		const own = id === undefined ? undefined : frames.get(id);
		if (own === undefined) return 'Node itself';
		const named = ALONE.get(own.functionName) ?? GROUPS.find(([, pattern]) => pattern.test(own.url))?.[0];
		const elsewhere = /\/node_modules\//.test(own.url) ? 'other packages' : undefined;
		return named ?? elsewhere ?? groupOf(parents.get(id ?? 0));
	};
	const byGroup = new Map<string, number>();
	const byFunction = new Map<string, number>();
	samples.forEach((id, index) => {
		const ms = (timeDeltas[index] ?? 0) / 1_000;
		const { functionName, url, lineNumber } = frames.get(id) ?? { functionName: '', url: '', lineNumber: 0 };
		const group = groupOf(id);
		add(byGroup, group, ms);
		const place = url === '' ? '' : ` ${url.replace(/^.*\/node_modules\/|^.*\/test\//, '')}:${lineNumber + 1}`;
		if (!ALONE.has(functionName)) add(byFunction, `${functionName || '(anonymous)'}${place} [${group}]`, ms);
	});
	return `${table(byGroup, byGroup.size)}\n${table(byFunction, MOST_FUNCTIONS)}`;
}

function add(sums: Map<string, number>, name: string, ms: number): void {
	sums.set(name, (sums.get(name) ?? 0) + ms);
}

function table(sums: ReadonlyMap<string, number>, most: number): string {
	const sorted = [...sums].sort(([, one], [, other]) => other - one).slice(0, most);
	return sorted.map(([name, ms]) => `${String(Math.round(ms)).padStart(8)}  ${name}\n`).join('');
}
