// Payouts in n8n's queue mode: main, a process for webhooks and two workers, on Postgres and Redis. Takes an order as
// JSON; tells what each run took.
import { onInterrupt } from '../../../scripts/lib/processes.mjs';
import { ensureHarness } from '../../../scripts/n8n/install.mjs';
import { startQueue } from '../../../scripts/n8n/queue.mjs';
import { contendersOf } from './contenders.mjs';
import { prepareService, startPayer } from './payer.mjs';
import { benchEnvironment, progress, tell } from './place.mjs';
import { callsPerPayout, inTurns } from './turns.mjs';

/** @type {{tarball: string, payees: number, delayMs: number, rounds: number}} */
const { tarball, payees, delayMs, rounds } = JSON.parse(process.argv[2] ?? '{}');

await ensureHarness(progress);
progress('starting Postgres, Redis and four processes of n8n');
const queue = await startQueue({ tarball, more: benchEnvironment, say: progress });
onInterrupt(queue.dispose);
try {
	const { client, sandbox, credential, main, webhook, workers } = queue;
	const place = {
		client,
		sandbox,
		credential,
		webhooks: () => webhook.url,
		pids: () => [main, webhook, ...workers].map(({ pid }) => pid),
	};
	await prepareService(place, payees, delayMs);
	const contenders = contendersOf(sandbox.baseUrl, await callsPerPayout(place));
	const ours = await startPayer(place, 'oursOne', contenders.oursOne);
	const bare = await startPayer(place, 'barePayments', contenders.barePayments);
	const oursTen = await startPayer(place, 'oursTen', contenders.oursTen);
	const bareTen = await startPayer(place, 'bareStoreTen', contenders.bareStoreTen);
	progress('warming up');
	// Each of the two workers gets some of the runs.
	for (const payer of [ours, bare, oursTen, bareTen, bareTen, oursTen, bare, ours])
		await payer.run(Math.ceil(payees / 10));
	await tell({
		n8n: main.version,
		one: await inTurns({ ours, bare }, payees, rounds, 'queue mode, one by one'),
		ten: await inTurns({ ours: oursTen, bare: bareTen }, payees, rounds, 'queue mode, 10 in parallel'),
	});
} finally {
	await queue.dispose();
}
