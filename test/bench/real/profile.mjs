// A CPU profile of n8n's process while a node pays: `profile.mjs '{"tarball": ..., "payees": ..., "delayMs": ..., "who":
// ..., "file": ...}'`. It starts when the payees are there and ends when the node has run.
import { contendersOf, profiled } from './contenders.mjs';
import { prepareService, startPayer } from './payer.mjs';
import { progress, startPlace, tell } from './place.mjs';

/** @type {{tarball: string, payees: number, delayMs: number, who: keyof ReturnType<typeof contendersOf>, file: string}} */
const { tarball, payees, delayMs, who, file } = JSON.parse(process.argv[2] ?? '{}');
const place = await startPlace(tarball);
try {
	await prepareService(place, payees, delayMs);
	// The store calls of the bare node are as many as ours makes in its design: five looks and four rows.
	const contender = contendersOf(place.sandbox.baseUrl, { looks: 5, records: 4 })[who];
	const warm = await startPayer(place, 'warm', contender);
	progress('warming up');
	await warm.run(Math.ceil(payees / 10));
	const payer = await startPayer(place, 'profiled', profiled(file, contender));
	progress(`${who}, ${payees} payees, profiled`);
	await tell({ n8n: place.n8n.version, run: await payer.run(payees) });
} finally {
	await place.dispose();
}
