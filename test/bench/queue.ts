/** Payouts in n8n's queue mode on Postgres: what several machines share is the database. */
import * as z from 'zod';
import { runReal } from './child';
import { DELAY_MS, inWords, payoutRun, PROTECTED, ratios } from './payouts';
import type { Row } from './report';

const PAYEES = 200;
const ROUNDS = 2;

const pairs = z.array(z.object({ ours: payoutRun, bare: payoutRun }));
const result = z.object({ n8n: z.string(), one: pairs, ten: pairs });

export async function queue(tarball: string, progress: (what: string) => void): Promise<Row[]> {
	const order = { tarball, payees: PAYEES, delayMs: DELAY_MS, rounds: ROUNDS };
	const { one, ten } = await runReal('queue', order, result, progress);
	const row = (what: string, beside: string, samples: z.infer<typeof pairs>): Row => ({
		what,
		protects: PROTECTED,
		measured: `${inWords(samples.map(({ ours }) => ours))}; ${ratios(samples, 'ours', 'bare').text} the time of ${beside}`,
		target: null,
	});
	return [
		row('one by one', 'a bare node that sends only the payments', one),
		row('10 in parallel', 'a bare node with the same requests and calls of the store', ten),
	];
}
