/** Size of the package, and what it costs n8n to load it, beside two nodes that come with n8n. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { nodeFile, type Built } from './built';
import { runReal } from './child';
import { atMost, median, shown, type Row } from './report';
import { TARGETS } from './targets';

const ROUNDS = 9;

const loaded = z.object({ ms: z.number(), heap: z.number() });
const result = z.object({ samples: z.array(z.object({ ours: loaded, stripe: loaded, firstUse: loaded })) });

type Samples = z.infer<typeof result>['samples'];

export async function packageCost(built: Built, progress: (what: string) => void): Promise<Row[]> {
	const ours = ['Mavapay', 'MavapayTrigger'].map((name) => [nodeFile(built, name), name]);
	const order = { ours, running: join(built.folder, 'dist', 'nodes', 'running.js'), rounds: ROUNDS };
	const { samples } = await runReal('loading', order, result, progress);
	return [...sizes(built), ...times(samples)];
}

function sizes(built: Built): Row[] {
	const nodes = join(built.folder, 'dist', 'nodes');
	const all = readdirSync(nodes, { recursive: true, encoding: 'utf8' });
	const kilobytes = (names: string[]) => names.reduce((sum, name) => sum + statSync(join(nodes, name)).size, 0) / 1_000;
	const [code, atStart] = [/\.js$/, /(\.node\.js|\bdescription\.json)$/].map((pattern) =>
		shown(kilobytes(all.filter((name) => pattern.test(name)))),
	);
	// The gate has their limits.
	return [
		{ what: `packed, ${built.files} files`, measured: `${shown(built.size / 1_000)} kB`, target: null },
		{ what: 'code of both nodes, with the readers of files', measured: `${code} kB`, target: null },
		{ what: 'loaded when n8n starts', measured: `${atStart} kB`, target: null },
	];
}

function times(samples: Samples): Row[] {
	const middle = (who: keyof Samples[number], member: 'ms' | 'heap') => median(samples.map((one) => one[who][member]));
	const cost = (who: keyof Samples[number]) =>
		`${shown(middle(who, 'ms'))} ms, ${shown(middle(who, 'heap') / 2 ** 20)} MiB of heap`;
	const ratio = median(samples.map(({ ours, stripe }) => ours.ms / stripe.ms));
	return [
		{ what: 'loading both nodes into a process that has n8n-workflow', measured: cost('ours'), target: null },
		{ what: "the same with n8n's Stripe and Stripe Trigger", measured: cost('stripe'), target: null },
		{ what: 'ours to theirs', measured: `${shown(ratio)} times`, target: atMost(ratio, TARGETS.loading, 'times') },
		{ what: 'loading what runs, once, when a node is first used', measured: cost('firstUse'), target: null },
	];
}
