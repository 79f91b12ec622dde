/** Size of the package, and what it costs n8n to load it, beside two nodes that come with n8n. */
import * as z from 'zod';
import { nodeFile, type Built } from './built';
import { runReal } from './child';
import { below, median, shown, type Row } from './report';

const ROUNDS = 9;
const PACKED_KB = 200;

const loaded = z.object({ ms: z.number(), heap: z.number() });
const result = z.object({ samples: z.array(z.object({ ours: loaded, stripe: loaded })) });

export async function packageCost(built: Built, progress: (what: string) => void): Promise<Row[]> {
	const ours = ['Mavapay', 'MavapayTrigger'].map((name) => [nodeFile(built, name), name]);
	const { samples } = await runReal('loading', { ours, rounds: ROUNDS }, result, progress);
	const cost = (who: 'ours' | 'stripe') => {
		const of = (member: 'ms' | 'heap') => median(samples.map((one) => one[who][member]));
		return `${shown(of('ms'))} ms, ${shown(of('heap') / 2 ** 20)} MiB of heap`;
	};
	const kilobytes = built.size / 1_000;
	return [
		{ what: `packed, ${built.files} files`, measured: `${shown(kilobytes)} kB`, target: below(kilobytes, PACKED_KB, 'kB') },
		{ what: 'loading both nodes into a process that has n8n-workflow', measured: cost('ours'), target: null },
		{ what: "the same with n8n's Stripe and Stripe Trigger", measured: cost('stripe'), target: null },
	];
}
