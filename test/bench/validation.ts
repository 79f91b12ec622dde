/** Checking beneficiaries without a network: Validate Only, without the name enquiry. */
import { bankPayouts, type Contender } from './contenders';
import { median, sample } from './measure';
import { below, shown, type Row } from './report';

const ITEMS = 1_000;
const TARGET_MS = 200;
const ROUNDS = 11;

/** The service is never asked: its address may lead nowhere. */
export async function validation(ours: Contender, rounds: (usual: number) => number): Promise<Row[]> {
	return [
		await row('Validate Only', ours, {}, rounds, TARGET_MS),
		await row('Validate Only with Maximum Total', ours, { maximumTotal: '900000000000' }, rounds, 5 * TARGET_MS),
	];
}

async function row(
	name: string,
	ours: Contender,
	options: Record<string, string>,
	rounds: (usual: number) => number,
	targetMs: number,
): Promise<Row> {
	const samples: number[] = [];
	for (let round = 0; round <= rounds(ROUNDS); round++) {
		const task = bankPayouts('', ITEMS, { validateOnly: true, ...options });
		const { wallMs } = await sample(ours, task);
		if (round > 0) samples.push(wallMs);
	}
	const wallMs = median(samples);
	return { what: `${name}, ${ITEMS} beneficiaries`, measured: `${shown(wallMs)} ms`, target: below(wallMs, targetMs, 'ms') };
}
